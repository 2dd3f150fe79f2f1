// Where the time of a step goes: one bar, a piece for each stage.
import type { Description, Stage } from './description';
import { find, make, setText } from './dom';
import { duration, number } from './format';
import type { Frame } from './frame';

const SMOOTH = 0.08; // weight of a new frame
const PAUSE = 200; // [ms] between two drawings
const LETTER = 7; // [px], about
const COLORS = ['#4c8fe0', '#3fb0c4', '#3fae7f', '#8aa83c', '#c9a52c', '#e5893a', '#d65a5a',
  '#d65a9b', '#9a7be0', '#6f7be0', '#7f8fa3', '#a08a78'];

export class Profile {
  private readonly strip = find('profile');
  private readonly bar = find('profile-bar');
  private readonly total = find('profile-total');
  private stages: Stage[] = [];
  private times = new Float64Array(0);
  private pieces: HTMLElement[] = [];
  private drawn = 0;

  build({ stages }: Description): void {
    this.stages = stages;
    this.times = new Float64Array(stages.length);
    this.pieces = stages.map((_, i) => {
      const piece = make('div', 'profile-piece', make('span'));
      piece.style.background = COLORS[i % COLORS.length];
      return piece;
    });
    this.bar.replaceChildren(...this.pieces);
    this.strip.hidden = true;
  }

  // `budget`: the length of a step [s]; 0: not known
  update(frame: Frame, budget: number): void {
    if (frame.profile.length !== this.times.length || frame.paused) return;
    const first = this.times.every((time) => time === 0);
    this.times.forEach((time, i) => {
      this.times[i] += (frame.profile[i] - time) * (first ? 1 : SMOOTH);
    });
    const total = this.times.reduce((sum, time) => sum + time, 0);
    this.strip.hidden = !(total > 0);
    if (this.strip.hidden || performance.now() - this.drawn < PAUSE) return;
    this.drawn = performance.now();
    this.times.forEach((time, i) => this.showPiece(i, time, time / total));
    const share = `of ${duration(budget)} (${number(100 * total / budget, 2)} %)`;
    setText(this.total, budget > 0 ? `${duration(total)} ${share}` : duration(total));
  }

  private showPiece(i: number, time: number, share: number): void {
    const { name, does } = this.stages[i];
    const piece = this.pieces[i];
    piece.style.flexGrow = String(share);
    piece.title = `${name}: ${duration(time)}, ${(100 * share).toFixed(1)} %\n${does}`;
    const texts = [`${name} ${duration(time)}`, name, ''];
    const room = share * this.bar.clientWidth / LETTER - 2;
    const text = texts.find((one) => one.length <= room) ?? '';
    setText(piece.firstElementChild as HTMLElement, text);
  }
}
