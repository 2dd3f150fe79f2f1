// What is under a pixel. Bodies, wheels and solids by a ray; cables on the screen, where a thin one can be
// met within a few pixels.
import { Raycaster, Vector2, Vector3 } from 'three';
import { type Frame, MARK, POINT } from './frame';
import type { Stage } from './stage';
import type { WorldView } from './world_view';

export interface Picked {
  kind: 'body' | 'cable' | 'solid' | 'mark';
  index: number;
  name: string;
  point: Vector3; // in the world
  movable: boolean; // a hand can take it
  tension?: number; // of the cable there [N]
}

const REACH = 8; // [px] that a pointer may miss a cable by
const BEHIND = 1.02; // a cable this much farther away than a body still wins: it lies against it

export class Picker {
  private readonly ray = new Raycaster();

  constructor(private readonly stage: Stage) {}

  // x, y: CSS pixels from the canvas's upper left corner
  pick(x: number, y: number, view: WorldView, frame: Frame): Picked | null {
    this.aim(x, y);
    const body = this.pickBody(view);
    const cable = this.pickCable(x, y, view, frame);
    const eye = this.stage.camera.position;
    if (!body || !cable) return body ?? cable;
    return cable.point.distanceTo(eye) < BEHIND * body.point.distanceTo(eye) ? cable : body;
  }

  // The mark that is nearest to a pixel. Nothing of it can be taken: it hides nothing from a hand.
  pickMark(x: number, y: number, view: WorldView, { marks }: Frame): Picked | null {
    let best: Picked | null = null;
    let nearest = REACH;
    view.description.marks.forEach(({ name }, index) => {
      const point = new Vector3().fromArray(marks, index * MARK);
      const at = this.stage.project(point);
      const distance = Math.hypot(at.x - x, at.y - y);
      if (at.behind || !(marks[index * MARK + 6] > 0) || !(distance < nearest)) return;
      nearest = distance;
      best = { kind: 'mark', index, name, point, movable: false };
    });
    return best;
  }

  // Where the ray through a pixel meets the plane through a point, parallel to the picture.
  onPlane(x: number, y: number, through: Vector3): Vector3 {
    this.aim(x, y);
    const { origin, direction } = this.ray.ray;
    const forward = this.stage.camera.getWorldDirection(new Vector3());
    const distance = through.clone().sub(origin).dot(forward) / direction.dot(forward);
    return origin.clone().addScaledVector(direction, distance);
  }

  private aim(x: number, y: number): void {
    const { clientWidth, clientHeight } = this.stage.canvas;
    this.stage.camera.updateMatrixWorld();
    this.ray.setFromCamera(
      new Vector2(2 * x / clientWidth - 1, 1 - 2 * y / clientHeight), this.stage.camera);
  }

  private pickBody(view: WorldView): Picked | null {
    const objects = [...view.bodies.group.children, ...view.wheels.group.children,
      ...view.solids.meshes];
    for (const hit of this.ray.intersectObjects(objects, false)) {
      const solid = view.solids.indexOf(hit);
      if (solid >= 0) {
        const { name } = view.description.solids[solid];
        return { kind: 'solid', index: solid, name, point: hit.point, movable: true };
      }
      let index = view.bodies.bodyOf(hit.object, hit.instanceId);
      if (index < 0) index = view.wheels.bodyOf(hit);
      if (index < 0) continue;
      if (this.stage.hides(hit.point)) return null;
      const { name, type, tool } = view.description.bodies[index];
      return { kind: 'body', index, name, point: hit.point, movable: tool || type === 'dynamic' };
    }
    return null;
  }

  private pickCable(x: number, y: number, view: WorldView, frame: Frame): Picked | null {
    let best: Picked | null = null;
    let nearest = Infinity;
    for (const { cable: index, first, count } of frame.runs)
      for (let i = first; i + 1 < first + count; i++) {
        const met = this.meet(x, y, frame.points, i * POINT);
        if (!met || met.depth >= nearest) continue;
        nearest = met.depth;
        const tension = frame.points[i * POINT + 4];
        const { name } = view.description.cables[index];
        best = { kind: 'cable', index, name, point: met.point, movable: true, tension };
      }
    return best;
  }

  // The point of a piece of cable that is nearest to the pixel, if it is near enough.
  private meet(x: number, y: number, points: Float32Array, at: number)
    : { point: Vector3; depth: number } | null {
    const from = new Vector3().fromArray(points, at);
    const to = new Vector3().fromArray(points, at + POINT);
    const [a, b] = [this.stage.project(from), this.stage.project(to)];
    if (a.behind || b.behind) return null;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const share = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1);
    const along = Math.min(1, Math.max(0, share));
    if (Math.hypot(a.x + along * dx - x, a.y + along * dy - y) > REACH) return null;
    // halfway on the screen is not halfway in depth
    const eye = this.stage.camera.position;
    const [near, far] = [from.distanceTo(eye), to.distanceTo(eye)];
    const inSpace = along * near / (along * near + (1 - along) * far);
    const point = from.lerp(to, inSpace);
    return { point, depth: point.distanceTo(eye) };
  }
}
