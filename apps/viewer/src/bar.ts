// The bar at the top: play, step, reset, speed, and how well the simulation keeps up.
import { find, setText } from './dom';
import { duration } from './format';
import type { Frame } from './frame';
import { type Request, requests } from './requests';

const SMOOTH = 0.1; // weight of a new frame in what is shown of times
const BELIEF = 1500; // [ms] that what was asked for is shown before a frame tells of it

export class Bar {
  private readonly play = find<HTMLButtonElement>('play');
  private readonly speed = find<HTMLSelectElement>('speed');
  private readonly factor = find('factor');
  private readonly cost = find('cost');
  private paused = false;
  private believeUntil = 0; // frames of before may still come until then [ms]
  private stepLength = 0; // [s]
  private stepTime = 0; // [s], smoothed
  private last: Frame | null = null;

  constructor(private readonly send: (request: Request) => void) {
    this.play.onclick = () => this.togglePlay();
    find('step').onclick = () => this.step();
    find('reset').onclick = () => this.reset();
    this.speed.onchange = () => {
      const asked = this.speed.value === 'max' ? Infinity : Number(this.speed.value);
      this.send(requests.speed(asked));
    };
  }

  // The length of a step, as the frames tell; 0 while unknown.
  get budget(): number {
    return this.stepLength;
  }

  // Shown at once: who presses twice means there and back, though no frame has told of it yet.
  togglePlay(): void {
    this.send(this.paused ? requests.play() : requests.pause());
    this.showPaused(!this.paused);
    this.believeUntil = performance.now() + BELIEF;
  }

  step(): void {
    this.send(requests.step());
  }

  reset(): void {
    this.send(requests.reset());
  }

  clear(): void {
    this.last = null;
    this.stepLength = this.stepTime = 0;
  }

  enable(drives: boolean): void {
    for (const id of ['play', 'step', 'reset', 'speed'])
      find<HTMLButtonElement | HTMLSelectElement>(id).disabled = !drives;
  }

  update(frame: Frame): void {
    this.measure(frame);
    setText(find('time'), `${frame.time.toFixed(2)} s`);
    if (frame.paused === this.paused) this.believeUntil = 0;
    const told = performance.now() > this.believeUntil;
    if ((told && frame.paused !== this.paused) || !this.play.dataset.state)
      this.showPaused(frame.paused);
    if (document.activeElement !== this.speed) this.showSpeed(frame.speedAsked);
    setText(this.factor, frame.paused ? 'paused' : `${frame.speed.toFixed(2)}× real time`);
    const behind = !frame.paused && frame.speed < 0.9 * Math.min(frame.speedAsked, 1e9);
    this.factor.classList.toggle('warn', behind && Number.isFinite(frame.speedAsked));
    find('degraded').hidden = !frame.degraded;
    if (this.stepTime > 0) this.showCost();
  }

  private measure(frame: Frame): void {
    const last = this.last;
    if (last && frame.steps > last.steps)
      this.stepLength = (frame.time - last.time) / (frame.steps - last.steps);
    if (last && frame.steps < last.steps) this.stepLength = 0;
    if (frame.stepTime > 0)
      this.stepTime += (frame.stepTime - this.stepTime) * (this.stepTime > 0 ? SMOOTH : 1);
    this.last = frame;
  }

  private showCost(): void {
    setText(find('cost-step'), `${duration(this.stepTime)} per step`);
    const able = this.stepLength / this.stepTime;
    setText(this.cost, able > 0 ? `could go ${able.toFixed(able < 10 ? 1 : 0)}×` : '–');
  }

  private showPaused(paused: boolean): void {
    this.paused = paused;
    this.play.dataset.state = paused ? 'paused' : 'playing';
    this.play.setAttribute('aria-label', paused ? 'Play' : 'Pause');
    setText(find('play-text'), paused ? 'Play' : 'Pause');
  }

  // A speed that another page chose is shown, even if it is not in the list.
  private showSpeed(asked: number): void {
    const rounded = Number(asked.toPrecision(4)); // it came as a 32-bit float
    const value = Number.isFinite(asked) ? String(rounded) : 'max';
    if (this.speed.value === value) return;
    if (![...this.speed.options].some((option) => option.value === value))
      this.speed.add(new Option(`${value}×`, value));
    this.speed.value = value;
  }
}
