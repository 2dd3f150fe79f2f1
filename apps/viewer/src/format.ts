// Numbers as a person reads them.

// These units take prefixes; a "kN" is read at once, a "km/s" is not.
const PREFIXED = new Set(['N', 'J', 'W', 'Pa', 'N m', 'Nm', 'N·m']);
const PREFIXES: [number, string][] = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, '']];

const NOTHING = 1e-12; // in SI units, whatever they are: what rounding leaves

// Four significant digits without a tail of zeros that is not there: 12.35, 0.004312, 1.2e-7.
export function number(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '–' : value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size < NOTHING) return '0';
  if (size >= 1e6 || size < 1e-3) return minus(value.toExponential(Math.max(digits - 2, 0)));
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return minus(value.toFixed(decimals));
}

export function quantity(value: number, unit: string, digits = 4): string {
  return prefixed(value, unit, (scaled) => number(scaled, digits));
}

// For round values: 7 kN, not 7.000 kN.
export function roundQuantity(value: number, unit: string): string {
  return prefixed(value, unit, brief);
}

function prefixed(value: number, unit: string, write: (scaled: number) => string): string {
  const size = Math.abs(value);
  const [factor, prefix] = PREFIXED.has(unit) && Number.isFinite(value)
    ? PREFIXES.find(([least]) => size >= least) ?? [1, ''] : [1, ''];
  return `${write(value / factor)} ${prefix}${unit}`.trimEnd();
}

// For the ticks of an axis: short.
export function tick(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e10 || (size < 1e-3 && size > 0)) return minus(value.toExponential(0));
  const [factor, prefix] = size >= 1e4 ? PREFIXES.find(([least]) => size >= least)! : [1, ''];
  return minus(String(Number((value / factor).toPrecision(6)))) + prefix;
}

export function duration(seconds: number): string {
  if (seconds < 1e-3) return `${number(seconds * 1e6, 3)} µs`;
  if (seconds < 1) return `${number(seconds * 1e3, 3)} ms`;
  return `${number(seconds, 3)} s`;
}

export function length(metres: number): string {
  if (metres < 0.01) return `${brief(metres * 1000)} mm`;
  if (metres < 1) return `${brief(metres * 100)} cm`;
  return metres < 1000 ? `${brief(metres)} m` : `${brief(metres / 1000)} km`;
}

// Without zeros at the end, for numbers that are round.
export function brief(value: number): string {
  return minus(String(Number(value.toPrecision(4))));
}

// The round number (1, 2 or 5 times a power of ten) next to a value.
export function round125(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

function minus(text: string): string {
  return text.replaceAll('-', '−').replace('e+', 'e');
}
