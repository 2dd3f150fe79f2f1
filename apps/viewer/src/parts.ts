// Shapes as parts: a shared geometry and a matrix that makes it the size it is. Few geometries mean
// few calls to the graphics card, however many bodies there are.
import {
  type Box3, BoxGeometry, BufferAttribute, BufferGeometry, CylinderGeometry, LatheGeometry, Matrix4,
  OctahedronGeometry, PlaneGeometry, Quaternion, SphereGeometry, Vector2, Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { Geometry, Rotation, Shape, Vector } from './description';

export interface Part {
  geometry: string; // key in the library
  matrix: Matrix4; // in the body's frame
  open?: boolean; // a surface that does not close
}

export const PLANE = 'plane'; // key of the square that a plane is drawn as
const ROUND = 32; // flat pieces round a circle
const ROUND_OF_MANY = 14;
const MANY = 300; // shapes; more than this are small in the picture and are drawn with less detail
const BEVEL = 0.04; // of the shortest side
const SIZED_BOXES = 64; // more sizes of boxes than this, and they all get sharp edges

export class Library {
  private readonly geometries = new Map<string, BufferGeometry>();
  private readonly many: boolean;
  private boxes = 0; // sizes of them

  constructor(shapes: number, private readonly given: Geometry[]) {
    this.many = shapes > MANY;
  }

  get(key: string): BufferGeometry {
    return this.geometries.get(key)!;
  }

  bounds(key: string): Box3 {
    const geometry = this.get(key);
    if (!geometry.boundingBox) geometry.computeBoundingBox();
    return geometry.boundingBox!;
  }

  partsOf(shape: Shape): Part[] {
    const radius = shape.radius ?? 0;
    const half = shape.half_length ?? 0;
    switch (shape.type) {
      case 'sphere': return [this.ball(shape, 0, radius)];
      case 'cylinder': return [this.part(shape, 'cylinder', [half, radius, radius])];
      case 'capsule': return [
        this.part(shape, 'pipe', [half, radius, radius]),
        this.ball(shape, -half, radius), this.ball(shape, half, radius),
      ];
      case 'box': return [this.box(shape, shape.half_extents ?? [0, 0, 0])];
      case 'plane': return shape.ground ? [] : [this.square(shape)];
      default: return this.triangles(shape);
    }
  }

  marker(radius: number): Part {
    this.define('marker', () => new OctahedronGeometry(1, 1));
    return { geometry: 'marker', matrix: new Matrix4().makeScale(radius, radius, radius) };
  }

  dispose(): void {
    for (const geometry of this.geometries.values()) geometry.dispose();
  }

  // A piece of a plane; the ground is drawn by the stage.
  private square(shape: Shape): Part {
    this.define(PLANE, () => new PlaneGeometry(2, 2));
    const [x, y] = shape.half_extents ?? [0, 0, 0];
    return { geometry: PLANE, matrix: placed(shape.position, shape.rotation, [x, y, 1]) };
  }

  private triangles(shape: Shape): Part[] {
    const given = this.given[shape.geometry ?? -1];
    if (!given) return [];
    const key = `geometry ${shape.geometry}`;
    this.define(key, () => surfaceOf(given));
    const matrix = placed(shape.position, shape.rotation, [1, 1, 1]);
    return [{ geometry: key, matrix, open: shape.type !== 'hull' }];
  }

  private ball(shape: Shape, along: number, radius: number): Part {
    const part = this.part(shape, 'ball', [radius, radius, radius]);
    part.matrix.multiply(new Matrix4().makeTranslation(radius > 0 ? along / radius : 0, 0, 0));
    return part;
  }

  private part(shape: Shape, key: 'ball' | 'pipe' | 'cylinder' | 'box', scale: Vector): Part {
    this.define(key, () => UNITS[key](this.many ? ROUND_OF_MANY : ROUND));
    return { geometry: key, matrix: placed(shape.position, shape.rotation, scale) };
  }

  // bevels must not be stretched, so each size of box has a geometry of its own
  private box(shape: Shape, half: Vector): Part {
    const key = `box ${half.map((side) => side.toPrecision(4)).join(' ')}`;
    if (this.many || (!this.geometries.has(key) && ++this.boxes > SIZED_BOXES))
      return this.part(shape, 'box', half);
    this.define(key, () => new RoundedBoxGeometry(
      2 * half[0], 2 * half[1], 2 * half[2], 2, 2 * BEVEL * Math.min(...half)));
    return { geometry: key, matrix: placed(shape.position, shape.rotation, [1, 1, 1]) };
  }

  private define(key: string, create: () => BufferGeometry): void {
    if (!this.geometries.has(key)) this.geometries.set(key, create());
  }
}

// each of half length and radius 1, along x
const UNITS = {
  ball: (round: number) => new SphereGeometry(1, round, round / 2),
  pipe: (round: number) => new CylinderGeometry(1, 1, 2, round, 1, true).rotateZ(-Math.PI / 2),
  cylinder: (round: number) => chamferedCylinder(round).rotateZ(-Math.PI / 2),
  box: () => new BoxGeometry(2, 2, 2),
};

// doubled points keep the flat ends flat: a lathe shades smoothly from one point to the next
function chamferedCylinder(round: number): BufferGeometry {
  const edge = 1 - BEVEL;
  const profile = [[0, -1], [edge, -1], [edge, -1.0001], [1, -edge], [1.0001, -edge],
    [1.0001, edge], [1, edge], [edge, 1.0001], [edge, 1], [0, 1]];
  return new LatheGeometry(profile.map(([r, y]) => new Vector2(r, y)), round);
}

// Flat triangles have corners of their own.
function surfaceOf({ vertices, triangles, smooth }: Geometry): BufferGeometry {
  const shared = new BufferGeometry();
  shared.setAttribute('position', new BufferAttribute(new Float32Array(vertices), 3));
  shared.setIndex(new BufferAttribute(new Uint32Array(triangles), 1));
  const geometry = smooth ? shared : shared.toNonIndexed();
  geometry.computeVertexNormals();
  return geometry;
}

export function quaternion([w, x, y, z]: Rotation): Quaternion {
  return new Quaternion(x, y, z, w);
}

function placed(position: Vector, rotation: Rotation, scale: Vector): Matrix4 {
  return new Matrix4().compose(
    new Vector3(...position), quaternion(rotation), new Vector3(...scale));
}
