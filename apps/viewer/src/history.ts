// What was measured so far, for the plots, in a fixed amount of memory. When it is full, every
// second sample of the older half is dropped: what is recent stays fine, what is old gets coarse.

const VALUES = 3_000_000; // room for this many numbers in all
const MOST_SAMPLES = 8000;
const FEWEST_SAMPLES = 240;

export class History {
  count = 0;
  readonly times: Float64Array;
  readonly columns: Float64Array[];
  private readonly capacity: number;

  constructor(columns: number) {
    const share = Math.floor(VALUES / Math.max(columns, 1));
    this.capacity = Math.min(MOST_SAMPLES, Math.max(FEWEST_SAMPLES, share));
    this.times = new Float64Array(this.capacity);
    this.columns = Array.from({ length: columns }, () => new Float64Array(this.capacity));
  }

  // Values in several pieces, one column after the other. A time that goes back starts anew.
  record(time: number, ...pieces: ArrayLike<number>[]): void {
    const last = this.times[this.count - 1];
    if (this.count > 0 && time < last) this.count = 0;
    if (this.count > 0 && time === last) this.count--; // the same moment, seen again
    if (this.count === this.capacity) this.thin();
    this.times[this.count] = time;
    let column = 0;
    for (const piece of pieces)
      for (let i = 0; i < piece.length; i++, column++)
        this.columns[column][this.count] = Number.isFinite(piece[i]) ? piece[i] : NaN;
    this.count++;
  }

  // Place of the first sample that is not before a time.
  from(time: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private thin(): void {
    const half = this.capacity >> 1;
    const kept = half >> 1;
    for (const column of [this.times, ...this.columns]) {
      for (let i = 0; i < kept; i++) column[i] = column[2 * i];
      column.copyWithin(kept, half, this.count);
    }
    this.count -= half - kept;
  }
}
