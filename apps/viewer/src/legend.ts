// What the colours of the cables mean.
import { find, make, setText } from './dom';
import { roundQuantity } from './format';
import type { Cables } from './cables';

const TITLES = { tension: 'Tension', twist: 'Twist [rad/m]' };
const UNITS = { tension: 'N', twist: '' };

export class Legend {
  private readonly box = find('legend');
  private readonly title = make('span', 'legend-title');
  private readonly bar = make('div', 'legend-bar');
  private readonly ticks = [0, 0.5, 1].map(() => make('span'));
  private readonly slackMark = make('i');
  private readonly slack = make('span', 'legend-slack', this.slackMark, 'slack');

  constructor() {
    this.box.append(make('div', 'legend-head', this.title, this.slack), this.bar,
      make('div', 'legend-ticks', ...this.ticks));
  }

  update(cables: Cables, any: boolean): void {
    const { coloring } = cables;
    this.box.hidden = coloring === 'plain' || !any;
    if (this.box.hidden || coloring === 'plain') return;
    const { low, high } = cables.range;
    setText(this.title, TITLES[coloring]);
    this.slack.hidden = coloring !== 'tension';
    this.slackMark.style.background = cables.slackColor;
    const gradient = cables.scales[coloring].gradient();
    if (this.bar.dataset.scale !== gradient) {
      this.bar.style.backgroundImage = gradient;
      this.bar.dataset.scale = gradient;
    }
    this.ticks.forEach((tick, i) =>
      setText(tick, roundQuantity(low + (high - low) * i / 2, UNITS[coloring])));
  }
}
