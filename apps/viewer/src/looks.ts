// How a body looks: what it is made of, guessed from density and stiffness, and what may move it.
import { Color, MeshStandardMaterial } from 'three';
import type { Body, Geometry, Shape } from './description';

export interface Look {
  surface: keyof typeof SURFACES;
  color: Color;
}

const SURFACES = {
  metal: { metalness: 0.55, roughness: 0.42 },
  painted: { metalness: 0.0, roughness: 0.5 },
  dull: { metalness: 0.0, roughness: 0.95 },
};

// the first row that fits counts; density [kg/m^3] from, to; young [Pa] at least
interface Material {
  from: number; to: number; young: number; surface: Look['surface']; color: string;
}
const MATERIALS: Material[] = [
  { from: 10000, to: Infinity, young: 0, surface: 'metal', color: '#8f8b96' }, // lead and heavier
  { from: 8300, to: 10000, young: 0, surface: 'metal', color: '#c4824f' }, // copper, bronze
  { from: 6500, to: 8300, young: 0, surface: 'metal', color: '#a7b2bf' }, // steel, iron
  { from: 4000, to: 6500, young: 0, surface: 'metal', color: '#9c968e' }, // titanium
  { from: 2550, to: 3000, young: 6.5e10, surface: 'metal', color: '#cfd6dd' }, // aluminium
  { from: 1700, to: 4000, young: 0, surface: 'dull', color: '#a9a69f' }, // concrete, stone
  { from: 1050, to: 1700, young: 0, surface: 'dull', color: '#4a4d52' }, // rubber, hard plastic
  { from: 300, to: 900, young: 0, surface: 'dull', color: '#b98a56' }, // wood
  { from: 0, to: 300, young: 0, surface: 'dull', color: '#d9d3c4' }, // foam
];

// a body whose mass was given, whatever its size, says nothing of its material: it is painted, each
// stem of a name in a colour of its own
const PAINTS = ['#3f74b5', '#c8733a', '#3c968c', '#c09a3a', '#a3566b', '#6f8f4a'];
const KINEMATIC = new Color('#f0a818'); // safety yellow: it moves and nothing stops it
const STATIC = new Color('#8b8f94');

// Of what lies within triangles: a . (b x c) / 6 over all of them.
function volumeWithin({ vertices, triangles }: Geometry): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[i + k])
      .map((at) => vertices.slice(at, at + 3));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2])
      + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

export class Looks {
  private readonly paints = new Map<string, string>(); // by the stem of a name
  private readonly volumes = new Map<Geometry, number>(); // of hulls [m^3]

  constructor(bodies: Body[], private readonly geometries: Geometry[]) {
    for (const { name } of bodies) {
      const next = PAINTS[this.paints.size % PAINTS.length];
      if (!this.paints.has(stem(name))) this.paints.set(stem(name), next);
    }
  }

  // `shape` null: of a body without one
  of(body: Body, shape: Shape | null): Look {
    if (body.type === 'kinematic') return { surface: 'painted', color: KINEMATIC };
    const material = MATERIALS.find(({ from, to, young }) => shape !== null && this.isSolid(body)
      && shape.density >= from && shape.density < to && shape.young >= young);
    const color = new Color(material?.color ?? this.paints.get(stem(body.name)));
    if (body.type === 'static') return { surface: 'dull', color: color.lerp(STATIC, 0.7) };
    return { surface: material?.surface ?? 'painted', color };
  }

  // Whether the mass is what the shapes weigh.
  private isSolid({ mass, shapes, type }: Body): boolean {
    if (type === 'static') return true;
    const weight = shapes.reduce((sum, shape) => sum + shape.density * this.volume(shape), 0);
    return Math.abs(weight - mass) < 0.01 * mass;
  }

  private volume(shape: Shape): number {
    const { type, radius: r = 0, half_length: half = 0, half_extents } = shape;
    const ball = 4 / 3 * Math.PI * r ** 3;
    const cylinder = 2 * Math.PI * r * r * half;
    const [x, y, z] = half_extents ?? [0, 0, 0];
    switch (type) {
      case 'sphere': return ball;
      case 'cylinder': return cylinder;
      case 'capsule': return cylinder + ball;
      case 'box': return 8 * x * y * z;
      case 'hull': return this.volumeOf(this.geometries[shape.geometry ?? -1]);
      default: return 0; // a surface has no mass
    }
  }

  private volumeOf(hull: Geometry | undefined): number {
    if (!hull) return 0;
    if (!this.volumes.has(hull)) this.volumes.set(hull, volumeWithin(hull));
    return this.volumes.get(hull)!;
  }
}

// "link[3]" and "link[4]" are links.
function stem(name: string): string {
  return name.replace(/[\d[\]]+/g, '');
}

export function surfaceMaterial(surface: Look['surface']): MeshStandardMaterial {
  return new MeshStandardMaterial(SURFACES[surface]);
}
