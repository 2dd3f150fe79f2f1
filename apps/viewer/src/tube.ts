// All cables as one mesh of tubes, written in place with every frame. The rings of a tube are kept
// from spinning by parallel transport: each ring's first direction is the one before, made
// perpendicular to the cable again. A piece has two rings of its own, so that its colour ends where
// the piece does. Those of a rod turn with its twist, and a dark stripe along their first direction
// shows it.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from 'three';
import { type Frame, POINT, type Run, TWIST } from './frame';

const SIDES = 10;
const PIECE_VERTICES = 2 * SIDES;
const PIECE_INDICES = 6 * SIDES;
const ATTRIBUTES = ['position', 'normal', 'color'];
const STRIPE = 0.2; // of the colour beside it

const COS = Array.from({ length: SIDES }, (_, k) => Math.cos(2 * Math.PI * k / SIDES));
const SIN = Array.from({ length: SIDES }, (_, k) => Math.sin(2 * Math.PI * k / SIDES));

export class Tube {
  readonly geometry = new BufferGeometry();
  private capacity = 0; // [pieces]
  private positions: Float32Array = new Float32Array(0);
  private normals: Float32Array = new Float32Array(0);
  private colors: Float32Array = new Float32Array(0);
  private readonly u = [1, 0, 0]; // first direction of the ring
  private readonly t = [0, 0, 1]; // along the cable

  constructor() {
    this.reserve(16);
  }

  // `colors`: three for each piece, all runs in order.
  update({ runs, points, across }: Frame, colors: Float32Array): void {
    const pieces = runs.reduce((sum, { count }) => sum + count - 1, 0);
    if (pieces > this.capacity) this.reserve(Math.ceil(pieces * 1.25));
    let piece = 0;
    for (const run of runs) {
      const start = across.subarray(3 * run.cable, 3 * run.cable + 3);
      const striped = Math.hypot(...start) > 0;
      if (striped) this.u.splice(0, 3, ...start);
      this.writeRun(points, run, piece, striped);
      this.writeColors(colors, piece, run.count - 1, striped);
      piece += run.count - 1;
    }
    this.geometry.setDrawRange(0, pieces * PIECE_INDICES);
    for (const name of ATTRIBUTES) this.geometry.attributes[name].needsUpdate = true;
  }

  private reserve(pieces: number): void {
    const attribute = () => {
      const array = new BufferAttribute(new Float32Array(3 * PIECE_VERTICES * pieces), 3);
      return array.setUsage(DynamicDrawUsage);
    };
    this.geometry.dispose();
    for (const name of ATTRIBUTES) this.geometry.setAttribute(name, attribute());
    this.positions = this.geometry.attributes.position.array as Float32Array;
    this.normals = this.geometry.attributes.normal.array as Float32Array;
    this.colors = this.geometry.attributes.color.array as Float32Array;
    this.geometry.setIndex(new BufferAttribute(pieceIndices(pieces), 1));
    this.capacity = pieces;
  }

  private writeRun(points: Float32Array, { first, count }: Run, piece: number,
    striped: boolean): void {
    for (let i = 0; i < count; i++) {
      this.advance(points, first, count, i);
      if (striped && i > 0) this.turn(points, first + i);
      const vertex = (piece + i) * PIECE_VERTICES;
      // the same ring ends the piece before and starts the piece after
      if (i > 0) this.writeRing(points, first + i, vertex - SIDES);
      if (i < count - 1) this.writeRing(points, first + i, vertex);
    }
  }

  // Brings t and u to point i: t halves the bend, u stays as near as it can to what it was.
  private advance(points: Float32Array, first: number, count: number, i: number): void {
    const before = (first + Math.max(i - 1, 0)) * POINT;
    const after = (first + Math.min(i + 1, count - 1)) * POINT;
    const at = (first + i) * POINT;
    const { t, u } = this;
    const d = [0, 0, 0];
    for (const [from, to] of [[before, at], [at, after]]) {
      const [x, y, z] = [0, 1, 2].map((k) => points[to + k] - points[from + k]);
      const length = Math.hypot(x, y, z) || 1;
      d[0] += x / length;
      d[1] += y / length;
      d[2] += z / length;
    }
    const length = Math.hypot(d[0], d[1], d[2]);
    if (length > 1e-6) for (let k = 0; k < 3; k++) t[k] = d[k] / length;
    if (!makePerpendicular(u, t)) {
      // u happened to lie along the cable: the axis that is least along it will do
      const least = [0, 1, 2].reduce((a, b) => (Math.abs(t[a]) < Math.abs(t[b]) ? a : b));
      for (let k = 0; k < 3; k++) u[k] = k === least ? 1 : 0;
      makePerpendicular(u, t);
    }
  }

  // Turns u about t by the twist of the piece before a point.
  private turn(points: Float32Array, point: number): void {
    const [to, from] = [point * POINT, (point - 1) * POINT];
    const length = Math.hypot(...[0, 1, 2].map((k) => points[to + k] - points[from + k]));
    const angle = length * points[from + TWIST];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [ux, uy, uz] = this.u;
    const [tx, ty, tz] = this.t;
    this.u[0] = cos * ux + sin * (ty * uz - tz * uy);
    this.u[1] = cos * uy + sin * (tz * ux - tx * uz);
    this.u[2] = cos * uz + sin * (tx * uy - ty * ux);
  }

  private writeRing(points: Float32Array, point: number, vertex: number): void {
    const at = point * POINT;
    const radius = points[at + 3];
    const [ux, uy, uz] = this.u;
    const [tx, ty, tz] = this.t;
    const [vx, vy, vz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux];
    for (let k = 0; k < SIDES; k++) {
      const to = 3 * (vertex + k);
      const nx = COS[k] * ux + SIN[k] * vx;
      const ny = COS[k] * uy + SIN[k] * vy;
      const nz = COS[k] * uz + SIN[k] * vz;
      this.normals[to] = nx;
      this.normals[to + 1] = ny;
      this.normals[to + 2] = nz;
      this.positions[to] = points[at] + radius * nx;
      this.positions[to + 1] = points[at + 1] + radius * ny;
      this.positions[to + 2] = points[at + 2] + radius * nz;
    }
  }

  private writeColors(colors: Float32Array, first: number, count: number, striped: boolean): void {
    for (let piece = first; piece < first + count; piece++) {
      const color = colors.subarray(3 * piece, 3 * piece + 3);
      const from = 3 * piece * PIECE_VERTICES;
      for (let k = 0; k < PIECE_VERTICES; k++) this.colors.set(color, from + 3 * k);
      // the first vertex of both rings
      for (let k = 0; striped && k < 3; k++) {
        this.colors[from + k] *= STRIPE;
        this.colors[from + 3 * SIDES + k] *= STRIPE;
      }
    }
  }
}

function makePerpendicular(u: number[], t: number[]): boolean {
  const along = u[0] * t[0] + u[1] * t[1] + u[2] * t[2];
  for (let k = 0; k < 3; k++) u[k] -= along * t[k];
  const length = Math.hypot(u[0], u[1], u[2]);
  for (let k = 0; k < 3; k++) u[k] /= length || 1;
  return length > 1e-3;
}

function pieceIndices(pieces: number): Uint32Array {
  const indices = new Uint32Array(pieces * PIECE_INDICES);
  let at = 0;
  for (let piece = 0; piece < pieces; piece++) {
    const near = piece * PIECE_VERTICES;
    const far = near + SIDES;
    for (let k = 0; k < SIDES; k++) {
      const next = (k + 1) % SIDES;
      indices.set([near + k, near + next, far + k, far + k, near + next, far + next], at);
      at += 6;
    }
  }
  return indices;
}
