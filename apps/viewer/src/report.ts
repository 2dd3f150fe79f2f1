// What the last step says of contacts and of what sleeps: a list in the panel, there once something
// came near something else.
import type { Description } from './description';
import { find, make, setText } from './dom';
import { type Frame, REPORT_NAMES } from './frame';

const PAUSE = 200; // [ms] between two updates

type Numbers = Record<typeof REPORT_NAMES[number], number>;
interface Row {
  name: string;
  title: string;
  value: (report: Numbers, movable: number) => string; // movable: bodies that can sleep
  warns?: (report: Numbers) => boolean;
}

const ROWS: Row[] = [
  {
    name: 'contact points', title: 'Points of shapes that touch or may within the step',
    value: ({ points }) => String(points),
  },
  {
    name: 'pairs looked at', title: 'Pairs of shapes that were near each other and awake',
    value: ({ pairs }) => String(pairs),
  },
  {
    name: 'clusters', title: 'Sets of things that contacts connect, and what solving them took',
    value: ({ clusters, iterations }) => `${clusters}, ${iterations} iterations`,
  },
  {
    name: 'residual', title: 'How far contact laws are missed, relative; clusters not settled',
    value: ({ residual, unsettled }) => {
      const size = residual > 0 ? residual.toExponential(1).replace('-', '−') : '0';
      return unsettled > 0 ? `${size}, ${unsettled} unsettled` : size;
    },
    warns: ({ unsettled }) => unsettled > 0,
  },
  {
    name: 'impacts', title: 'Bounces in the last step; bodies stopped before they passed others',
    value: ({ impacts, motionsCut }) => `${impacts}, ${motionsCut} stopped`,
  },
  {
    name: 'asleep', title: 'Bodies at rest that are left out of steps until something wakes them',
    value: ({ asleep }, movable) => `${asleep} of ${movable} bodies`,
  },
];

export class Report {
  private readonly section = find('report-section');
  private readonly values = ROWS.map(() => make('dd'));
  private movable = 0;
  private drawn = 0; // when [ms]

  constructor() {
    const rows = ROWS.map(({ name, title }, i) => {
      const row = make('div', 'report-row', make('dt', '', name), this.values[i]);
      row.title = title;
      return row;
    });
    find('report').replaceChildren(...rows);
  }

  build({ bodies }: Description): void {
    this.movable = bodies.filter(({ type }) => type === 'dynamic').length;
    this.section.hidden = true;
  }

  update(frame: Frame): void {
    if (frame.report.length === 0) return;
    const report = Object.fromEntries(REPORT_NAMES.map((name, i) =>
      [name, frame.report[i]])) as Numbers;
    if (report.pairs > 0 || report.asleep > 0) this.section.hidden = false;
    // the last frame before a pause is not passed over
    const early = !frame.paused && performance.now() - this.drawn < PAUSE;
    if (this.section.hidden || early) return;
    this.drawn = performance.now();
    ROWS.forEach(({ value, warns }, i) => {
      setText(this.values[i], value(report, this.movable));
      this.values[i].classList.toggle('warn', warns?.(report) ?? false);
    });
  }
}
