// How things look. Colours come with the description: the server has the one table of them, which
// stills are drawn with, too (src/view/look.c). Here is how a surface takes the light.
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

// `shape` null: of a body without one
export function lookOf(body: Body, shape: Shape | null): Look {
  const { color, surface } = shape ?? body;
  return { color: new Color(color), surface: surface && surface in SURFACES ? surface : 'painted' };
}

export function surfaceMaterial(surface: Look['surface']): MeshStandardMaterial {
  return new MeshStandardMaterial(SURFACES[surface]);
}

// Another tone of a colour.
export function darker(color: string, share: number): Color {
  return new Color(color).multiplyScalar(share);
}
