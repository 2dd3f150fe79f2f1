// Lines inside long thin shapes, so that a rod or a chain seen from afar does not break into dots:
// what cables.ts does for cables.
import { Color, type Matrix4, Vector3 } from 'three';
import type { Body, Shape } from './description';
import { lookOf } from './looks';
import { quaternion } from './parts';
import { ThinLine } from './thin_line';

const SLIM = 8; // times as long as thick
const PIXELS = 1.75;

interface Rod { body: number; from: Vector3; to: Vector3; color: Color }

export class Rods {
  private readonly lines = new ThinLine(PIXELS);
  readonly group = this.lines.line;
  private readonly rods: Rod[] = [];

  constructor(bodies: Body[]) {
    bodies.forEach((body, index) => {
      for (const shape of body.shapes) {
        const axis = longAxis(shape);
        if (!axis) continue;
        axis.applyQuaternion(quaternion(shape.rotation));
        const middle = new Vector3(...shape.position);
        this.rods.push({
          body: index, from: middle.clone().sub(axis), to: middle.add(axis),
          color: lookOf(body, shape).color,
        });
      }
    });
  }

  update(bodies: Matrix4[]): void {
    const { ends, colors } = this.lines.begin(this.rods.length);
    const point = new Vector3();
    this.rods.forEach(({ body, from, to, color }, i) => {
      point.copy(from).applyMatrix4(bodies[body]).toArray(ends, 6 * i);
      point.copy(to).applyMatrix4(bodies[body]).toArray(ends, 6 * i + 3);
      color.toArray(colors, 6 * i);
      color.toArray(colors, 6 * i + 3);
    });
    this.lines.done();
  }

  dispose(): void {
    this.lines.dispose();
  }
}

// From the middle to one end of a slim shape; null: it is not slim.
function longAxis(shape: Shape): Vector3 | null {
  const { type, radius = 0, half_length: half = 0, half_extents } = shape;
  if (type === 'cylinder' || type === 'capsule')
    return half > SLIM * radius ? new Vector3(half, 0, 0) : null;
  const sides = type === 'box' ? half_extents ?? [0, 0, 0] : [1, 1, 1];
  const [longest, second] = [...sides].sort((a, b) => b - a);
  return longest > SLIM * second
    ? new Vector3(...sides.map((side) => (side === longest ? side : 0))) : null;
}
