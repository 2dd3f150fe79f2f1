// The panel of plots: energies first, then the scene's numbers; only open ones are drawn, a dozen
// times a second.
import type { Description } from './description';
import { find, make } from './dom';
import { ENERGY_NAMES, type Frame } from './frame';
import { groupNumbers, type PlotGroup } from './groups';
import { History } from './history';
import { Plot } from './plot';
import type { Palette } from './theme';

const PAUSE = 80; // [ms] between two drawings
const OPEN_AT_FIRST = 2;
const ENERGIES = ['kinetic', 'gravitational', 'elastic', 'total']; // work is not an energy it has

export class Plots {
  private readonly list = find('plots');
  private readonly window = find<HTMLSelectElement>('window');
  private history = new History(0);
  private plots: { plot: Plot; details: HTMLDetailsElement }[] = [];
  private drawn = 0;
  private stale = false;

  constructor(private palette: Palette) {
    this.window.onchange = () => { this.stale = true; };
  }

  build(description: Description): void {
    for (const { plot } of this.plots) plot.hide();
    this.history = new History(ENERGY_NAMES.length + description.numbers.length);
    const energies: PlotGroup = {
      title: 'energy of the whole scene', unit: 'J', series: ENERGIES.map((label) => (
        { name: `energy.${label}`, label: label.replace('itational', 'ity'), unit: 'J',
          column: ENERGY_NAMES.indexOf(label) })),
    };
    const groups = [energies, ...groupNumbers(description.numbers, ENERGY_NAMES.length)];
    this.plots = groups.map((group, i) => this.makePlot(group, i < OPEN_AT_FIRST));
    this.list.replaceChildren(...this.plots.map(({ details }) => details));
  }

  record(frame: Frame): void {
    if (frame.energies.length === 0) return;
    this.history.record(frame.time, frame.energies, frame.numbers);
    this.stale = true;
  }

  draw(): void {
    const now = performance.now();
    if (!this.stale || now - this.drawn < PAUSE) return;
    this.drawn = now;
    this.stale = false;
    const seconds = this.window.value === 'all' ? Infinity : Number(this.window.value);
    for (const { plot, details } of this.plots)
      if (details.open) plot.draw(this.history, seconds);
  }

  paint(palette: Palette): void {
    this.palette = palette;
    for (const { plot, details } of this.plots) if (details.open) plot.show(palette);
    this.stale = true;
  }

  // The latest value that is drawn of a number; null: no open plot has it.
  plotted(name: string): number | null {
    for (const { plot, details } of this.plots) {
      const series = details.open && plot.group.series.find((one) => one.name === name);
      if (series) return plot.latest(series, this.history);
    }
    return null;
  }

  private makePlot(group: PlotGroup, open: boolean): { plot: Plot; details: HTMLDetailsElement } {
    const plot = new Plot(group);
    const unit = make('span', 'plot-unit', group.unit);
    const summary = make('summary', '', `${group.title} `, unit);
    const details = make('details', 'plot-group', summary, plot.element);
    details.ontoggle = () => {
      if (details.open) plot.show(this.palette);
      else plot.hide();
      this.stale = true;
    };
    details.open = open; // ontoggle follows
    return { plot, details };
  }
}
