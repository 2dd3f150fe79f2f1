// Which numbers share a plot: those that are the same quantity in the same unit, eight at most.
// "hoist.span[3].tension" is a tension, "load.position.x" a position.
import type { PlotNumber } from './description';

export interface Series {
  name: string; // as in the description
  label: string; // without the words that all of the plot share
  unit: string;
  column: number; // in the history
}

export interface PlotGroup {
  title: string;
  unit: string;
  series: Series[];
}

const MOST_SERIES = 8;
const AXES = new Set(['w', 'x', 'y', 'z']);

// The last word of a name that is not an axis.
function quantityOf(name: string): { quantity: string; label: string } {
  const words = name.split('.');
  let at = words.length - 1;
  while (at > 0 && AXES.has(words[at])) at--;
  const quantity = words[at].replace(/\[\d+\]$/, '').replaceAll('_', ' ');
  const others = words.filter((_, i) => i !== at);
  return { quantity, label: others.length > 0 ? others.join('.') : name };
}

export function groupNumbers(numbers: PlotNumber[], firstColumn: number): PlotGroup[] {
  const groups = new Map<string, PlotGroup>();
  numbers.forEach(({ name, unit }, i) => {
    // energies have a unit and a word of their own each; together they say more
    const { quantity, label } = name.startsWith('energy.')
      ? { quantity: 'energy', label: name.slice('energy.'.length) } : quantityOf(name);
    const key = `${quantity}|${unit}`;
    if (!groups.has(key)) groups.set(key, { title: quantity, unit, series: [] });
    groups.get(key)!.series.push({ name, label, unit, column: firstColumn + i });
  });
  return [...groups.values()].flatMap(divide);
}

function divide(group: PlotGroup): PlotGroup[] {
  const plots = Math.ceil(group.series.length / MOST_SERIES);
  return Array.from({ length: plots }, (_, i) => ({
    ...group,
    title: plots > 1 ? `${group.title} ${i + 1} of ${plots}` : group.title,
    series: group.series.slice(i * MOST_SERIES, (i + 1) * MOST_SERIES),
  }));
}
