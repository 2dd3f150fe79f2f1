// The scene's controls: a slider and buttons for each, and the keys that do the same. What is let go
// springs back to 0, where a speed is 0, unless "hold" is ticked: then it stays. The first touch ends
// the scene's script for what the control drives (docs/scenes.md).
import type { Control, Description } from './description';
import { find, make, setText } from './dom';
import { quantity } from './format';
import { keyCap, movesSlider } from './keys';
import { type Request, requests } from './requests';

interface Row {
  control: Control;
  slider: HTMLInputElement;
  hold: HTMLInputElement;
  value: HTMLElement;
  buttons: HTMLButtonElement[];
  pressed: Map<string, number>; // what presses it now, and where to
  sent: number;
}

const STEPS = 100; // of a slider, from 0 to 1

export class Controls {
  private readonly list = find('controls');
  private rows: Row[] = [];
  private scene = 0;

  constructor(private readonly send: (request: Request) => void) {}

  build({ scene, controls }: Description): void {
    this.scene = scene;
    this.list.replaceChildren();
    this.rows = controls.map((control, index) => this.makeRow(control, index));
    find('controls-section').hidden = controls.length === 0;
  }

  enable(drives: boolean): void {
    for (const { slider, hold, buttons } of this.rows)
      for (const widget of [slider, hold, ...buttons]) widget.disabled = !drives;
    if (!drives) for (const row of this.rows) this.forget(row);
  }

  uses(key: string): boolean {
    return this.rows.some(({ control }) => control.keys.includes(key));
  }

  // True if it is a key of a control.
  press(key: string, down: boolean): boolean {
    for (const [index, row] of this.rows.entries()) {
      const place = row.control.keys.indexOf(key);
      if (place < 0 || row.slider.disabled) continue;
      this.hold(index, `key ${key}`, down ? positionOf(row.control, place) : 0);
    }
    return this.uses(key);
  }

  letGo(): void {
    this.rows.forEach((row, index) => {
      this.forget(row);
      this.update(index);
    });
  }

  private forget(row: Row): void {
    row.pressed.clear();
    row.hold.checked = false;
    row.slider.value = '0';
    showValue(row, 0);
  }

  private makeRow(control: Control, index: number): Row {
    const slider = make('input');
    slider.type = 'range';
    slider.min = control.keys.length > 1 ? String(-STEPS) : '0';
    slider.max = String(STEPS);
    slider.value = '0';
    slider.dataset.control = String(index);
    slider.setAttribute('aria-label', control.label);
    const hold = make('input');
    hold.type = 'checkbox';
    const value = make('output', 'control-value');
    const buttons = control.keys.map((_, place) => this.makeButton(index, control, place));
    const row: Row = { control, slider, hold, value, buttons, pressed: new Map(), sent: 0 };
    this.wireSlider(row, index);
    showValue(row, 0);
    const [first, second] = buttons;
    this.list.append(make('div', 'control',
      make('div', 'control-head', make('span', 'control-label', control.label), value,
        make('label', 'control-hold', hold, 'hold')),
      make('div', 'control-move', ...(second ? [first, slider, second] : [slider, first]))));
    return row;
  }

  private makeButton(index: number, control: Control, place: number): HTMLButtonElement {
    const key = control.keys[place];
    const position = positionOf(control, place);
    const button = make('button', 'key', keyCap(key));
    button.dataset.control = String(index);
    button.dataset.position = String(position);
    const goal = quantity(control.range[position < 0 ? 0 : 1], control.unit, 3);
    button.title = `${control.label}: ${goal} while pressed (key ${keyCap(key)}). `
      + 'Ends the script for it, until the reset.';
    button.setAttribute('aria-label', button.title);
    const source = `button ${place}`;
    button.onpointerdown = (event) => {
      button.setPointerCapture(event.pointerId);
      this.hold(index, source, position);
    };
    button.onpointerup = button.onpointercancel = () => this.hold(index, source, 0);
    // a keyboard presses buttons as well
    button.onkeydown = (event) => { if (isPress(event)) this.hold(index, source, position); };
    button.onkeyup = (event) => { if (isPress(event)) this.hold(index, source, 0); };
    button.onblur = () => this.hold(index, source, 0);
    return button;
  }

  private wireSlider(row: Row, index: number): void {
    const { slider, hold } = row;
    let byKey = false; // an arrow key is down: it moves the slider by many changes
    const letGo = () => {
      byKey = false;
      if (!hold.checked) slider.value = '0';
      this.update(index);
    };
    slider.oninput = () => this.update(index);
    slider.onkeydown = (event) => { byKey ||= movesSlider(event); };
    slider.onkeyup = () => { if (byKey) letGo(); };
    slider.onblur = letGo;
    // a slider that the pointer has left must not keep the arrow keys from the controls
    slider.onchange = () => { if (!byKey) slider.blur(); };
    slider.ondblclick = () => {
      slider.value = '0';
      this.update(index);
    };
    hold.onchange = () => {
      if (!hold.checked) slider.value = '0';
      this.update(index);
    };
  }

  private hold(index: number, source: string, position: number): void {
    const { pressed, hold, slider } = this.rows[index];
    const before = pressed.get(source);
    if (position === 0 && before !== undefined && hold.checked)
      slider.value = String(STEPS * before);
    pressed.delete(source);
    if (position !== 0) pressed.set(source, position);
    this.update(index);
  }

  // Keys and buttons count before the slider; the last one pressed counts.
  private update(index: number): void {
    const row = this.rows[index];
    const pressed = [...row.pressed.values()].pop();
    const position = pressed ?? Number(row.slider.value) / STEPS;
    if (position === row.sent) return;
    row.sent = position;
    showValue(row, position);
    this.send(requests.control(this.scene, index, position));
  }
}

function isPress(event: KeyboardEvent): boolean {
  return event.key === ' ' || event.key === 'Enter';
}

function positionOf(control: Control, place: number): number {
  return control.keys.length > 1 && place === 0 ? -1 : 1;
}

// That part of the way from the released value to the end of the range.
function valueAt({ range, unit, released }: Control, position: number): string {
  const [end, share] = [range[position < 0 ? 0 : 1], Math.abs(position)];
  if (released === null && share < 1)
    return `${Math.round(100 * share)} % of the way to ${quantity(end, unit, 3)}`;
  return quantity((released ?? end) + share * (end - (released ?? end)), unit, 3);
}

function showValue(row: Row, position: number): void {
  const { control, value, buttons } = row;
  setText(value, position === 0 ? 'released' : valueAt(control, position));
  value.classList.toggle('active', position !== 0);
  for (const button of buttons)
    button.classList.toggle('down', Number(button.dataset.position) === position);
}
