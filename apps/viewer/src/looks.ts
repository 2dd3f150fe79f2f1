// How a body looks: what it is made of, guessed from density and stiffness, and what may move it.
import { Color, MeshStandardMaterial } from 'three';
import type { Body, Shape } from './description';

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

function volume({ type, radius: r = 0, half_length: half = 0, half_extents }: Shape): number {
  const ball = 4 / 3 * Math.PI * r ** 3;
  const cylinder = 2 * Math.PI * r * r * half;
  const [x, y, z] = half_extents ?? [0, 0, 0];
  if (type === 'box') return 8 * x * y * z;
  return type === 'sphere' ? ball : type === 'cylinder' ? cylinder : cylinder + ball;
}

// Whether the mass is what the shapes weigh.
function isSolid({ mass, shapes, type }: Body): boolean {
  const weight = shapes.reduce((sum, shape) => sum + shape.density * volume(shape), 0);
  return type === 'static' || Math.abs(weight - mass) < 0.01 * mass;
}

export class Looks {
  private readonly paints = new Map<string, string>(); // by the stem of a name

  constructor(bodies: Body[]) {
    for (const { name } of bodies) {
      const next = PAINTS[this.paints.size % PAINTS.length];
      if (!this.paints.has(stem(name))) this.paints.set(stem(name), next);
    }
  }

  // `shape` null: of a body without one
  of(body: Body, shape: Shape | null): Look {
    if (body.type === 'kinematic') return { surface: 'painted', color: KINEMATIC };
    const material = MATERIALS.find(({ from, to, young }) => shape !== null && isSolid(body)
      && shape.density >= from && shape.density < to && shape.young >= young);
    const color = new Color(material?.color ?? this.paints.get(stem(body.name)));
    if (body.type === 'static') return { surface: 'dull', color: color.lerp(STATIC, 0.7) };
    return { surface: material?.surface ?? 'painted', color };
  }
}

// "link[3]" and "link[4]" are links.
function stem(name: string): string {
  return name.replace(/[\d[\]]+/g, '');
}

export function surfaceMaterial(surface: Look['surface']): MeshStandardMaterial {
  return new MeshStandardMaterial(SURFACES[surface]);
}
