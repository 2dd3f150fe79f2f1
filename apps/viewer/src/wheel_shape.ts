// Sheaves and drums as geometry, about the z axis: revolved profiles, spokes, and one mark in a
// second colour so that turning is seen.
import {
  BoxGeometry, type BufferGeometry, Color, Float32BufferAttribute, LatheGeometry, Vector2,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { darker } from './looks';

export interface WheelSize {
  radius: number; // to the cable's middle [m]
  width: number; // [m]
  cable: number; // the cable's radius [m]
  color: string; // of the rim
}

const ROUND = 56; // flat pieces round the wheel
const SPOKES = 5;
const MOST_GROOVES = 40;
export const SPOKE = 0.4; // of the light of the rim
const MARK = new Color('#e8762d');

function painted(geometry: BufferGeometry, color: Color): BufferGeometry {
  const count = geometry.getAttribute('position').count;
  const colors = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) color.toArray(colors, 3 * i);
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 3));
  return geometry;
}

// Each piece of the profile (radius, height) is a band of its own: edges stay sharp.
function revolve(profile: [number, number][], color: Color): BufferGeometry[] {
  return profile.slice(1).map((end, i) => {
    const band = [profile[i], end].map(([r, h]) => new Vector2(r, h));
    return painted(new LatheGeometry(band, ROUND).rotateX(Math.PI / 2), color);
  });
}

function spoke(from: number, to: number, size: [number, number], color: Color): BufferGeometry {
  const [thick, wide] = size;
  return painted(new BoxGeometry(to - from, thick, wide).translate((from + to) / 2, 0, 0), color);
}

export function sheave({ radius, width, cable, color }: WheelSize): BufferGeometry {
  const [rimColor, spokeColor] = [new Color(color), darker(color, SPOKE)];
  const half = Math.max(width / 2, 1.4 * cable);
  const groove = Math.max(radius - cable, 0.3 * radius);
  const rim = radius + Math.max(0.5 * cable, 0.04 * radius);
  const inner = groove - 0.14 * radius;
  const hub = 0.24 * radius;
  const parts = [
    ...revolve([[inner, -half], [rim, -half], [rim, -0.8 * half], [groove, -0.3 * half],
      [groove, 0.3 * half], [rim, 0.8 * half], [rim, half], [inner, half], [inner, -half]], rimColor),
    ...revolve([[0, -1.1 * half], [hub, -1.1 * half], [hub, 1.1 * half], [0, 1.1 * half]], rimColor),
  ];
  for (let i = 0; i < SPOKES; i++) {
    const arm = spoke(0.8 * hub, inner + 0.02 * radius, [0.13 * radius, 1.1 * half],
      i === 0 ? MARK : spokeColor);
    parts.push(arm.rotateZ(2 * Math.PI * i / SPOKES));
  }
  return mergeGeometries(parts);
}

export function drum({ radius, width, cable, color }: WheelSize): BufferGeometry {
  const [coreColor, flangeColor] = [new Color(color), darker(color, SPOKE)];
  const half = Math.max(width, radius) / 2;
  const core = Math.max(radius - cable, 0.3 * radius);
  const flange = radius + Math.max(2.5 * cable, 0.15 * radius);
  const plate = 0.08 * radius;
  const parts = [
    ...revolve(woundProfile(core, half, cable), coreColor),
    ...[-1, 1].flatMap((side) => revolve([[0, side * half], [flange, side * half],
      [flange, side * (half + plate)], [0, side * (half + plate)]], flangeColor)),
  ];
  const through = 2 * (half + 1.15 * plate); // the mark shows on both sides
  const stripe = spoke(0.25 * radius, 0.95 * flange, [0.12 * radius, through], MARK);
  return mergeGeometries([...parts, stripe]);
}

// grooves as wide as the cable, as drums have
function woundProfile(core: number, half: number, cable: number): [number, number][] {
  const grooves = Math.min(MOST_GROOVES, Math.max(1, Math.floor(half / Math.max(cable, 1e-9))));
  const pitch = 2 * half / grooves;
  const profile: [number, number][] = [];
  for (let i = 0; i < grooves; i++) {
    const from = -half + i * pitch;
    const [near, far] = [from + 0.3 * pitch, from + 0.7 * pitch];
    profile.push([core + 0.12 * pitch, from], [core, near], [core, far]);
  }
  profile.push([core + 0.12 * pitch, half]);
  return profile;
}
