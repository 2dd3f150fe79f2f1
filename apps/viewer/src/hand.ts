// The hand: a left drag on a body, a cable or a solid pulls it, in the plane parallel to the picture through
// the point that was taken. What the hand does is shown from the frame, so every page sees it.
import { Color, Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { find, setText } from './dom';
import { quantity } from './format';
import type { Frame } from './frame';
import type { Picked, Picker } from './pick';
import { type Request, requests } from './requests';
import type { Stage } from './stage';
import { ThinLine } from './thin_line';
import type { WorldView } from './world_view';

const COLOR = new Color('#ff5a36');
const KNOB = 0.012; // times the radius of the scene

export interface HandContext {
  view(): WorldView | null;
  frame(): Frame | null;
  drives(): boolean;
  send(request: Request): void;
}

export class Hand {
  readonly group = new Group();
  private held: Picked | null = null;
  private target: Vector3 | null = null; // not sent yet
  private readonly line = new ThinLine(2.5);
  private readonly knobs = [0, 1].map(() =>
    new Mesh(new SphereGeometry(1, 16, 12), new MeshBasicMaterial({ color: COLOR })));
  private readonly label = find('pull');

  constructor(private readonly stage: Stage, private readonly picker: Picker,
    private readonly context: HandContext) {
    this.group.add(this.line.line, ...this.knobs);
    this.group.visible = false;
    const { canvas } = stage;
    // before the orbit hears of it: the listener is on the parent, on the way down
    canvas.parentElement!.addEventListener('pointerdown', (event) => this.take(event), true);
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    for (const end of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(end, () => this.release());
  }

  get holds(): boolean {
    return this.held !== null;
  }

  release(): void {
    if (!this.held) return;
    this.held = null;
    this.target = null;
    this.stage.orbit.enabled = true;
    this.context.send(requests.release());
  }

  // At most one request for each picture.
  flush(): void {
    if (this.target) this.context.send(requests.move(this.target.toArray()));
    this.target = null;
  }

  show(frame: Frame, size: number): void {
    this.group.visible = frame.hand !== null;
    this.label.hidden = true;
    if (!frame.hand) return;
    const [point, target, force] = [0, 3, 6].map((at) => frame.hand!.subarray(at, at + 3));
    const pull = Math.hypot(...force);
    this.label.hidden = pull === 0; // a tool is moved, not pulled
    this.line.set(point, target, COLOR);
    [point, target].forEach((place, i) => {
      this.knobs[i].position.fromArray(place);
      this.knobs[i].scale.setScalar(KNOB * size);
    });
    setText(this.label, quantity(pull, 'N', 3));
    const { x, y } = this.stage.project(new Vector3().fromArray(target));
    this.label.style.transform = `translate(${x + 14}px, ${y - 26}px)`;
  }

  private take(event: PointerEvent): void {
    const view = this.context.view();
    const frame = this.context.frame();
    if (event.target !== this.stage.canvas || event.button !== 0) return;
    if (!view || !frame || !this.context.drives()) return;
    const picked = this.picker.pick(event.offsetX, event.offsetY, view, frame);
    if (!picked?.movable) return;
    this.held = picked;
    this.stage.orbit.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    const { scene } = view.description;
    if (picked.kind === 'cable')
      this.context.send(requests.grabCable(scene, picked.index, picked.point.toArray()));
    else if (picked.kind === 'solid')
      this.context.send(requests.grabSolid(scene, picked.index, picked.point.toArray()));
    else {
      const toBody = view.bodies.matrices[picked.index].clone().invert();
      const local = picked.point.clone().applyMatrix4(toBody);
      this.context.send(requests.grabBody(scene, picked.index, local.toArray()));
    }
    this.target = picked.point.clone();
  }

  private drag(event: PointerEvent): void {
    if (this.held)
      this.target = this.picker.onPlane(event.offsetX, event.offsetY, this.held.point);
  }
}
