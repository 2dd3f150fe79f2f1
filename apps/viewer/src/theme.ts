// Dark or light. The style sheet has the colours of the page; here are those of what is drawn.
import { find, recall, remember } from './dom';

export interface Palette {
  name: 'dark' | 'light';
  background: string;
  ground: string;
  gridLine: string;
  gridAlpha: number;
  shadow: number; // how dark shadows on the ground are
  cable: string; // where it is not coloured by a value
  axis: string; // of plots
  plotGrid: string;
}

const PALETTES: Record<string, Palette> = {
  dark: {
    name: 'dark', background: '#14181d', ground: '#20262d', gridLine: '#7f8fa3', gridAlpha: 0.24, shadow: 0.45,
    cable: '#c9ced6', axis: '#98a3b3', plotGrid: '#2b333d',
  },
  light: {
    name: 'light', background: '#e9edf1', ground: '#dde2e8', gridLine: '#55637a', gridAlpha: 0.34, shadow: 0.28,
    cable: '#3c434d', axis: '#5a6575', plotGrid: '#dfe4ea',
  },
};

export class Theme {
  private name: string;
  private readonly listeners: (() => void)[] = [];

  constructor() {
    const system = matchMedia('(prefers-color-scheme: light)');
    this.name = recall('theme') ?? (system.matches ? 'light' : 'dark');
    if (!(this.name in PALETTES)) this.name = 'dark';
    this.apply();
    find('theme').onclick = () => {
      this.choose(this.name === 'dark' ? 'light' : 'dark');
      remember('theme', this.name);
    };
    // the system's wish counts until a person has chosen
    system.addEventListener('change', () => {
      if (!recall('theme')) this.choose(system.matches ? 'light' : 'dark');
    });
  }

  get palette(): Palette {
    return PALETTES[this.name];
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  private choose(name: string): void {
    this.name = name;
    this.apply();
    for (const listener of this.listeners) listener();
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.name;
    const other = this.name === 'dark' ? 'light' : 'dark';
    find('theme').setAttribute('aria-label', `Switch to the ${other} theme`);
    find('theme').title = `Switch to the ${other} theme`;
  }
}
