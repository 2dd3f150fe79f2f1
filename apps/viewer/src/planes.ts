// Grids on planes that are not the ground: the squares themselves are drawn with the bodies.
import {
  BufferGeometry, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Matrix4, Vector3,
} from 'three';
import type { Body, Shape } from './description';
import { quaternion } from './parts';

const MOST_LINES = 200; // each way, to either side
const LINE = { color: '#242a31', opacity: 0.4, transparent: true };

interface Ruled { body: number; matrix: Matrix4; half: number; lines: LineSegments }

export class Planes {
  readonly group = new Group();
  private readonly material = new LineBasicMaterial(LINE);
  private readonly ruled: Ruled[] = [];
  private spacing = 0; // [m]

  constructor(bodies: Body[]) {
    bodies.forEach(({ shapes }, body) => {
      for (const shape of shapes)
        if (shape.type === 'plane' && !shape.ground) this.add(body, shape);
    });
  }

  // Lines at this distance, the same as on the ground [m].
  rule(spacing: number): void {
    if (spacing === this.spacing) return;
    this.spacing = spacing;
    for (const { lines, half } of this.ruled) {
      lines.geometry.dispose();
      lines.geometry = grid(half, spacing);
    }
  }

  update(matrices: Matrix4[]): void {
    for (const { body, matrix, lines } of this.ruled)
      lines.matrix.multiplyMatrices(matrices[body], matrix);
  }

  dispose(): void {
    this.material.dispose();
    for (const { lines } of this.ruled) lines.geometry.dispose();
  }

  private add(body: number, { position, rotation, half_extents }: Shape): void {
    const lines = new LineSegments(new BufferGeometry(), this.material);
    lines.matrixAutoUpdate = false;
    lines.frustumCulled = false;
    const matrix = new Matrix4().compose(
      new Vector3(...position), quaternion(rotation), new Vector3(1, 1, 1));
    this.ruled.push({ body, matrix, half: half_extents?.[0] ?? 0, lines });
    this.group.add(lines);
  }
}

function grid(half: number, spacing: number): BufferGeometry {
  const count = Math.min(Math.floor(half / spacing), MOST_LINES);
  const ends: number[] = [];
  for (let i = -count; i <= count; i++) {
    const at = i * spacing;
    ends.push(at, -half, 0, at, half, 0, -half, at, 0, half, at, 0);
  }
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(ends, 3));
}
