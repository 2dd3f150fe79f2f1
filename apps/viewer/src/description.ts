// What there is to see: the `scene` text of the protocol (docs/viewer.md), as types. It is checked
// just enough that nothing later trips over a missing list.

export type Vector = [number, number, number];
export type Rotation = [number, number, number, number]; // w x y z

export interface Shape {
  type: 'sphere' | 'capsule' | 'cylinder' | 'box' | 'plane' | 'hull' | 'mesh' | 'height_field';
  position: Vector;
  rotation: Rotation;
  density: number; // [kg/m^3]
  young: number; // [Pa]
  color: string; // "#a7b2bf"
  surface: 'metal' | 'painted' | 'dull';
  radius?: number; // [m]
  half_length?: number; // along x [m]
  half_extents?: Vector; // [m]; of a plane: of the square that is drawn of it
  ground?: boolean; // a plane that is the page's ground
  geometry?: number; // of a hull, mesh or height field; -1: none
}

export interface Geometry {
  vertices: number[]; // x y z of each, one after the other
  triangles: number[]; // three vertices each, counter-clockwise seen from outside
  smooth: boolean; // shaded as one surface; else each triangle is flat
  stands_in: boolean; // a box in place of too many triangles
}

export interface Body {
  name: string;
  type: 'dynamic' | 'static' | 'kinematic';
  kind: 'rigid' | 'particle' | 'scalar';
  tool: boolean; // a hand can take it although no force moves it
  mass: number; // [kg]
  color?: string; // of one without shapes, as is the surface
  surface?: Shape['surface'];
  shapes: Shape[];
}

export interface Wheel {
  body: number; // -1: the world
  cable: number;
  center: Vector; // in the body's frame, as is the axis
  axis: Vector;
  radius: number; // to the cable's middle [m]
  width: number; // [m]
  drum: boolean;
}

export interface Joint {
  type: string;
  bodies: [number, number]; // -1: the world
  points: [Vector, Vector]; // each in its body's frame
}

export interface Cable {
  name: string;
  radius: number; // [m]
  breaking_load: number | null; // [N]; null: never
  free: [boolean, boolean]; // which of its ends hold on to nothing
}

export interface Solid {
  name: string;
  mass: number; // [kg]
  vertices: number; // how many; where they are comes with every frame
  triangles: number[]; // three vertices each, counter-clockwise seen from outside
}

export interface Mark {
  kind: 'tie' | 'hole';
  name: string;
}

export interface Camera {
  eye: Vector;
  target: Vector;
  up: Vector;
  field: number; // vertical angle of view [rad]
  ground: number; // height of the ground along up [m]
  ground_holds: boolean; // it is a plane of the world; else only drawn, and things may pass it
}

// Of what has no material of its own.
export interface Colors {
  wheel: string;
  link: string;
  solid: string;
  mark: string;
  tension: string[]; // from little to much, evenly spaced
  slack: { light: string; dark: string }; // by theme
}

export interface Stage { name: string; does: string }
export interface PlotNumber { name: string; unit: string }
export interface GalleryScene { name: string; title: string; look: string }

export interface Control {
  label: string;
  keys: string[]; // one: for position 1; two: for -1 and 1
  range: [number, number]; // what -1 and 1 mean; with one key, only 1 is reached
  released: number | null; // what 0 means; null: it depends
  unit: string;
}

export interface Description {
  type: 'scene';
  scene: number; // frames and requests refer to it
  title: string;
  look: string;
  current: number; // in the gallery; -1: none
  gravity: Vector;
  camera: Camera;
  colors: Colors;
  bodies: Body[];
  geometries: Geometry[];
  wheels: Wheel[];
  joints: Joint[];
  cables: Cable[];
  solids: Solid[];
  marks: Mark[];
  stages: Stage[];
  numbers: PlotNumber[];
  controls: Control[];
  gallery: GalleryScene[];
}

const LISTS = ['bodies', 'geometries', 'wheels', 'cables', 'stages', 'numbers', 'controls',
  'gallery'] as const;

// Throws a sentence if it is no description.
export function readDescription(message: Record<string, unknown>): Description {
  for (const list of LISTS)
    if (!Array.isArray(message[list])) throw new Error(`The description has no list "${list}".`);
  if (typeof message.scene !== 'number') throw new Error('The description has no number.');
  if (typeof message.camera !== 'object') throw new Error('The description has no camera.');
  const { joints = [], solids = [], marks = [] } = message;
  return { ...message, joints, solids, marks } as unknown as Description;
}
