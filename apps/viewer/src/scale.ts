// Colour scales for values along cables, and the range that they cover. The colours of tension come
// with the description; those of twist, which stills do not show, are here.
import { Color } from 'three';

export interface Range { low: number; high: number }

const ENTRIES = 256;
export const SIGN = ['#2f7fe0', '#7fa3d8', '#9aa0a8', '#e0946a', '#e0551f']; // minus, none, plus

function table(stops: string[]): Float32Array {
  const colors = stops.map((stop) => new Color(stop));
  const entries = new Float32Array(3 * ENTRIES);
  const mixed = new Color();
  for (let i = 0; i < ENTRIES; i++) {
    const at = (i / (ENTRIES - 1)) * (stops.length - 1);
    const first = Math.min(Math.floor(at), stops.length - 2);
    mixed.lerpColors(colors[first], colors[first + 1], at - first).toArray(entries, 3 * i);
  }
  return entries;
}

export class ColorScale {
  private readonly entries: Float32Array;

  constructor(private readonly stops: string[]) {
    this.entries = table(stops);
  }

  // Writes linear red, green, blue.
  write(value: number, range: Range, into: Float32Array, at: number): void {
    const share = (value - range.low) / (range.high - range.low);
    const entry = Math.round(Math.min(1, Math.max(0, share || 0)) * (ENTRIES - 1));
    into[at] = this.entries[3 * entry];
    into[at + 1] = this.entries[3 * entry + 1];
    into[at + 2] = this.entries[3 * entry + 2];
  }

  // For the legend.
  gradient(): string {
    return `linear-gradient(to right, ${this.stops.join(', ')})`;
  }
}

const PATIENCE = 3; // [s] that a range may be too wide before it is narrowed
const ROOMY = 0.4; // share of a range below which it is too wide
const STEPS = 5; // a range is this many round steps, about
const ROUND = [1, 2, 2.5, 5, 10];

// A range with round ends that holds the values. It widens at once and narrows with patience, so
// the colours do not flicker.
export class SteadyRange {
  range: Range = { low: 0, high: 1 };
  private fresh = true;
  private roomySince = Infinity;

  constructor(private readonly signed: boolean) {}

  // `low` and `high` of the values now; low > high: there are none. `now` in seconds.
  follow(low: number, high: number, now: number): void {
    if (!(low <= high)) return;
    const wanted = this.roundRange(low, high);
    const inside = low >= this.range.low && high <= this.range.high;
    const share = (wanted.high - wanted.low) / (this.range.high - this.range.low);
    if (inside && share >= ROOMY) this.roomySince = Infinity;
    else this.roomySince = Math.min(this.roomySince, now);
    if (this.fresh || !inside || now - this.roomySince > PATIENCE) {
      this.range = wanted;
      this.roomySince = Infinity;
      this.fresh = false;
    }
  }

  private roundRange(low: number, high: number): Range {
    if (this.signed) {
      const most = Math.max(Math.abs(low), Math.abs(high), 1e-3);
      const step = roundUp(most / STEPS);
      return { low: -step * STEPS, high: step * STEPS };
    }
    // narrower than a quarter of the value would make a drama of nothing
    const span = Math.max(high - low, 0.25 * Math.abs(high), 1e-6);
    const step = roundUp(span / STEPS);
    const from = high - span <= 0.5 * span ? 0 : Math.floor((high - span) / step) * step;
    return { low: from, high: Math.max(Math.ceil(high / step), 1) * step };
  }
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ROUND.find((lead) => lead * power >= value * (1 - 1e-9))!;
}
