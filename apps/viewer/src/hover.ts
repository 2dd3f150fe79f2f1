// The note beside the pointer: what is under it.
import { find } from './dom';
import { length, quantity } from './format';
import { type Frame, MARK, POSE } from './frame';
import type { Picked, Picker } from './pick';
import type { Stage } from './stage';
import type { WorldView } from './world_view';

const PAUSE = 80; // [ms] between two looks

export class Hover {
  private readonly note = find('hover');
  private at: { x: number; y: number } | null = null;
  private looked = 0;
  private before: Frame | null = null; // the frame before, for speeds
  private last: Frame | null = null;

  constructor(private readonly stage: Stage, private readonly picker: Picker) {
    stage.canvas.addEventListener('pointermove', (event) => {
      this.at = event.buttons === 0 ? { x: event.offsetX, y: event.offsetY } : null;
    });
    stage.canvas.addEventListener('pointerleave', () => { this.at = null; });
    stage.canvas.addEventListener('pointerdown', () => { this.at = null; });
  }

  update(view: WorldView, frame: Frame): void {
    if (this.last !== frame) {
      this.before = this.last;
      this.last = frame;
    }
    if (!this.at) this.note.hidden = true;
    if (!this.at || performance.now() - this.looked < PAUSE) return;
    this.looked = performance.now();
    const under = this.picker.pick(this.at.x, this.at.y, view, frame);
    const picked = this.picker.pickMark(this.at.x, this.at.y, view, frame) ?? under;
    this.note.hidden = picked === null;
    this.stage.canvas.style.cursor = under?.movable ? 'grab' : '';
    if (!picked) return;
    const rows = this.about(picked, view);
    this.note.textContent = [picked.name, ...rows].join('\n');
    // beside the pointer, and not over the edge
    const { clientWidth, clientHeight } = this.stage.canvas;
    const left = Math.min(this.at.x + 16, clientWidth - this.note.offsetWidth - 8);
    const top = Math.min(this.at.y + 16, clientHeight - this.note.offsetHeight - 8);
    this.note.style.transform = `translate(${left}px, ${top}px)`;
  }

  private about(picked: Picked, view: WorldView): string[] {
    if (picked.kind === 'body') return this.aboutBody(picked, view);
    if (picked.kind === 'cable') return aboutCable(picked, view);
    if (picked.kind === 'mark') {
      const force = quantity(this.last!.marks[picked.index * MARK + 7], 'N');
      return [`${view.description.marks[picked.index].kind}, holds ${force}`];
    }
    return [quantity(view.description.solids[picked.index].mass, 'kg')];
  }

  private aboutBody(picked: Picked, view: WorldView): string[] {
    const { type, mass } = view.description.bodies[picked.index];
    if (type === 'static') return ['fixed'];
    const rows = type === 'dynamic' ? [quantity(mass, 'kg')] : ['moves by itself'];
    const speed = this.speed(picked.index);
    if (this.last?.asleep[picked.index]) rows.push('asleep');
    else if (speed !== null) rows.push(`${speed.toFixed(2)} m/s`);
    return rows;
  }

  private speed(body: number): number | null {
    const [now, then] = [this.last, this.before];
    if (!now || !then || now.scene !== then.scene || now.time <= then.time) return null;
    const at = body * POSE;
    const moved = [0, 1, 2].map((k) => now.bodies[at + k] - then.bodies[at + k]);
    return Math.hypot(...moved) / (now.time - then.time);
  }
}

function aboutCable(picked: Picked, view: WorldView): string[] {
  const { radius, breaking_load } = view.description.cables[picked.index];
  const tension = picked.tension ?? 0;
  const rows = [tension > 0 ? `pulls ${quantity(tension, 'N')} here` : 'slack here'];
  rows.push(`${length(2 * radius)} thick`);
  if (breaking_load) rows.push(`breaks at ${quantity(breaking_load, 'N')}`);
  return rows;
}
