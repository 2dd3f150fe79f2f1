// The keyboard. A scene's controls have their keys first; what is left works the page.

// The name of a key as the protocol has it.
export function keyName(event: KeyboardEvent): string {
  const names: Record<string, string> = {
    ' ': 'space', arrowup: 'up', arrowdown: 'down', arrowleft: 'left', arrowright: 'right',
  };
  const key = event.key.toLowerCase();
  return names[key] ?? key;
}

const CAPS: Record<string, string> = {
  space: 'Space', up: '↑', down: '↓', left: '←', right: '→', escape: 'Esc', enter: 'Enter',
  home: 'Home', shift: 'Shift', control: 'Ctrl', tab: 'Tab',
};

export function keyCap(key: string): string {
  return CAPS[key] ?? key.toUpperCase();
}

export interface KeyTable {
  // A key for the view, pressed while the scene has the focus; true: it was one.
  view(key: string, shift: boolean): boolean;
  // Presses of a control's key; true: the key is one of a control.
  control(key: string, down: boolean): boolean;
  page: Record<string, () => void>;
}

export class Keys {
  private readonly down = new Set<string>();

  constructor(private readonly table: KeyTable) {
    addEventListener('keydown', (event) => this.press(event));
    addEventListener('keyup', (event) => this.lift(event));
    addEventListener('blur', () => this.letGo());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.letGo();
    });
  }

  letGo(): void {
    for (const key of this.down) this.table.control(key, false);
    this.down.clear();
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || belongsToElement(event)) return;
    const key = keyName(event);
    if (event.target instanceof HTMLCanvasElement && this.table.view(key, event.shiftKey))
      return event.preventDefault();
    if (!event.repeat && !this.down.has(key) && this.table.control(key, true)) this.down.add(key);
    if (this.down.has(key)) event.preventDefault();
    else if (key in this.table.page) {
      event.preventDefault();
      if (!event.repeat || key === '.') this.table.page[key]();
    }
  }

  private lift(event: KeyboardEvent): void {
    const key = keyName(event);
    if (this.down.delete(key)) this.table.control(key, false);
  }
}

const OF_SLIDERS = ['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown'];

// Whether a key moves the slider that has the focus.
export function movesSlider(event: KeyboardEvent): boolean {
  return OF_SLIDERS.includes(keyName(event));
}

// Keys that the focused element needs for itself: a list its letters, a button its space, a slider
// its arrows.
function belongsToElement(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  const key = keyName(event);
  if (document.querySelector('dialog[open]')) return true; // wherever the focus is
  if (target instanceof HTMLSelectElement) return key !== 'escape';
  if (target instanceof HTMLInputElement && target.type === 'range') return movesSlider(event);
  const pressed = target instanceof HTMLButtonElement || target.tagName === 'SUMMARY'
    || (target instanceof HTMLInputElement && target.type === 'checkbox');
  return pressed && (key === 'space' || key === 'enter');
}
