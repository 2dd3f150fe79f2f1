// One plot with its legend: the values under the pointer, or the latest.
import uPlot from 'uplot';
import { make, setText } from './dom';
import { brief, quantity, tick } from './format';
import type { PlotGroup, Series } from './groups';
import type { History } from './history';
import type { Palette } from './theme';

const COLORS = ['#4c8fe0', '#e5893a', '#3fae7f', '#d65a7b', '#9a7be0', '#c9a52c', '#3fb0c4',
  '#9aa3ad'];
const HEIGHT = 150; // [px]
const LONG_LABEL = 8; // letters; longer ones have a line of the legend to themselves
const FLAT = 1e-3; // a range narrower than this share of the values is drawn flat

export class Plot {
  private chart: uPlot | null = null;
  private start = 0; // place of the first drawn sample in the history
  private drawn = 0; // place after the last
  private readonly values: HTMLElement[];
  private readonly place = make('div', 'plot-chart');
  readonly element: HTMLElement;

  constructor(readonly group: PlotGroup) {
    this.values = group.series.map(() => make('span', 'plot-value', '–'));
    const rows = group.series.map(({ label, name }, i) => {
      const swatch = make('i');
      swatch.style.background = COLORS[i];
      const text = make('span', 'plot-label', label);
      const row = make('div', 'plot-row', swatch, text, this.values[i]);
      row.title = name;
      return row;
    });
    const long = group.series.some(({ label }) => label.length > LONG_LABEL);
    this.element = make('div', 'plot', this.place,
      make('div', long ? 'plot-legend one-column' : 'plot-legend', ...rows));
  }

  show(palette: Palette): void {
    this.hide();
    const options = this.options(palette);
    this.chart = new uPlot(options, [[], ...this.group.series.map(() => [])], this.place);
  }

  hide(): void {
    this.chart?.destroy();
    this.chart = null;
  }

  draw(history: History, seconds: number): void {
    if (!this.chart) return;
    const width = this.place.clientWidth;
    if (width > 0 && width !== this.chart.width) this.chart.setSize({ width, height: HEIGHT });
    const last = history.count > 0 ? history.times[history.count - 1] : 0;
    this.start = Math.max(0, history.from(last - seconds) - 1);
    this.drawn = history.count;
    const columns = this.group.series.map(({ column }) => history.columns[column]);
    const data = [history.times, ...columns]
      .map((column) => column.subarray(this.start, this.drawn)) as unknown as uPlot.AlignedData;
    const from = Math.max(last - seconds, history.times[0]);
    this.chart.batch(() => {
      this.chart!.setData(data, false);
      this.chart!.setScale('x', { min: from, max: Math.max(last, from + 1e-3) });
    });
    this.showValues(history);
  }

  // The latest value drawn of a series; null: none is.
  latest(series: Series, history: History): number | null {
    if (!this.chart || this.drawn === 0 || this.drawn > history.count) return null;
    return history.columns[series.column][this.drawn - 1];
  }

  private showValues(history: History): void {
    const pointed = this.chart!.cursor.idx;
    const at = pointed === null || pointed === undefined ? this.drawn - 1 : this.start + pointed;
    this.group.series.forEach(({ column, unit }, i) => {
      setText(this.values[i], at < 0 ? '–' : quantity(history.columns[column][at], unit));
    });
  }

  private options(palette: Palette): uPlot.Options {
    const axis = {
      stroke: palette.axis, font: '11px system-ui, sans-serif',
      grid: { stroke: palette.plotGrid, width: 1 }, ticks: { show: false },
    };
    return {
      width: Math.max(this.place.clientWidth, 200), height: HEIGHT, legend: { show: false },
      padding: [8, 8, 0, 0],
      cursor: { sync: { key: 'time' }, drag: { x: false, y: false }, points: { size: 5 } },
      scales: { x: { time: false }, y: { range: (_, low, high) => calmRange(low, high) } },
      axes: [
        {
          ...axis, size: 22, gap: 2, space: 60,
          values: (_, ticks) => ticks.map((time) => `${brief(time)} s`),
        },
        { ...axis, size: 46, gap: 4, space: 30, values: (_, ticks) => ticks.map(tick) },
      ],
      series: [{}, ...this.group.series.map(({ label }, i) => (
        { label, stroke: COLORS[i], width: 1.5, points: { show: false } }))],
    };
  }
}

// Noise in the last digits is no mountain range.
function calmRange(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low + high)) return [0, 1];
  const least = Math.max(FLAT * Math.max(Math.abs(low), Math.abs(high)), 1e-9);
  const span = Math.max(high - low, least);
  const middle = (low + high) / 2;
  return [middle - 0.56 * span, middle + 0.56 * span];
}
