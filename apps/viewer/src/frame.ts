// One frame of the protocol: the world as it stands. The arrays are views of the message itself,
// which works because every section starts at a multiple of 8 bytes and browsers run on
// little-endian machines.
import type { Description } from './description';

export interface Frame {
  number: number;
  scene: number;
  paused: boolean;
  degraded: boolean; // the last step was
  time: number; // simulated [s]
  steps: number;
  speedAsked: number; // times real time
  speed: number; // reached
  stepTime: number; // [s]
  bodies: Float32Array; // 7 for each: x y z, w x y z
  wheelAngles: Float32Array; // [rad]
  pointCounts: Uint32Array; // for each cable; 0: broken
  runs: Run[]; // the whole pieces of cables, in order
  points: Float32Array; // 6 for each: x y z, radius, tension, twist
  across: Float32Array; // 3 for each cable: where a rod's stripe begins, 0 of others; empty: no rods
  solids: Float32Array; // x y z of the vertices of every solid, one after the other
  marks: Float32Array; // 8 for each: x y z, direction of the thread, radius (0: unseen), force [N]
  forces: Float32Array; // 7 for each: point, force, and a kind that is read from forceKinds
  forceKinds: Uint32Array; // the same bytes as whole numbers
  numbers: Float64Array;
  energies: Float64Array; // kinetic, gravitational, elastic, work, total [J]
  profile: Float32Array; // [s] for each stage
  hand: Float32Array | null; // point held, target, force
  contacts: Float32Array; // 11 for each: point, normal, force, friction, and a kind
  contactKinds: Uint32Array; // the same bytes as whole numbers
  asleep: Uint8Array; // 1 for each body that sleeps; empty: none does
  report: Float64Array; // of the last step, as in REPORT_NAMES
}

// Points of a cable that follow each other without a cut.
export interface Run { cable: number; first: number; count: number }

export const POSE = 7;
export const POINT = 6;
export const TENSION = 4; // place in a point
export const TWIST = 5;
export const MARK = 8;
export const FORCE = 7;
export const CONTACT = 11;
export const SLIDES = 2; // kind of a contact
export const REPORT_NAMES = ['pairs', 'points', 'clusters', 'iterations', 'unsettled', 'residual',
  'impacts', 'motionsCut', 'asleep'] as const;
export const ENERGY_NAMES = ['kinetic', 'gravitational', 'elastic', 'work', 'total'];

const MAGIC = 0x31465652;
const HEADER_BYTES = 48;
const PAUSED = 1;
const DEGRADED = 2;

// Throws a sentence if the bytes are no frame of this description.
export function readFrame(buffer: ArrayBuffer, description: Description): Frame {
  if (buffer.byteLength < HEADER_BYTES)
    throw new Error(`A frame of ${buffer.byteLength} bytes came: too short to be one.`);
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== MAGIC)
    throw new Error('A message came that is no frame: its first bytes are not RVF1.');
  const flags = view.getUint32(12, true);
  const frame: Frame = {
    number: view.getUint32(4, true),
    scene: view.getUint32(8, true),
    paused: (flags & PAUSED) !== 0,
    degraded: (flags & DEGRADED) !== 0,
    time: view.getFloat64(16, true),
    steps: view.getFloat64(24, true),
    speedAsked: view.getFloat32(32, true),
    speed: view.getFloat32(36, true),
    stepTime: view.getFloat32(40, true),
    bodies: new Float32Array(0),
    wheelAngles: new Float32Array(0),
    pointCounts: new Uint32Array(0),
    runs: [],
    points: new Float32Array(0),
    across: new Float32Array(0),
    solids: new Float32Array(0),
    marks: new Float32Array(0),
    forces: new Float32Array(0),
    forceKinds: new Uint32Array(0),
    numbers: new Float64Array(0),
    energies: new Float64Array(0),
    profile: new Float32Array(0),
    hand: null,
    contacts: new Float32Array(0),
    contactKinds: new Uint32Array(0),
    asleep: new Uint8Array(0),
    report: new Float64Array(0),
  };
  if (frame.scene === description.scene) readSections(frame, view, description);
  return frame;
}

function readSections(frame: Frame, view: DataView, description: Description): void {
  const sections = view.getUint32(44, true);
  let at = HEADER_BYTES;
  for (let i = 0; i < sections; i++) {
    if (at + 8 > view.byteLength) throw new Error('A frame ends in the middle of a section.');
    const kind = view.getUint32(at, true);
    const bytes = view.getUint32(at + 4, true);
    at += 8;
    if (at + bytes > view.byteLength)
      throw new Error(`Section ${kind} of a frame says ${bytes} bytes but fewer are there.`);
    readSection(frame, kind, { buffer: view.buffer as ArrayBuffer, at, bytes }, description);
    at += Math.ceil(bytes / 8) * 8;
  }
}

interface Section { buffer: ArrayBuffer; at: number; bytes: number }

function readSection(frame: Frame, kind: number, section: Section, what: Description): void {
  switch (kind) {
    case 1: frame.bodies = floats(section, 'bodies', what.bodies.length * POSE); break;
    case 2: frame.wheelAngles = floats(section, 'wheels', what.wheels.length); break;
    case 3: readCables(frame, section, what.cables.length); break;
    case 4:
      frame.forces = floats(section, 'forces', null, FORCE);
      frame.forceKinds = new Uint32Array(section.buffer, section.at, section.bytes / 4);
      break;
    case 5: frame.numbers = doubles(section, 'numbers', what.numbers.length); break;
    case 6: frame.energies = doubles(section, 'energies', ENERGY_NAMES.length); break;
    case 7: frame.profile = floats(section, 'profile', what.stages.length); break;
    case 8: frame.hand = floats(section, 'hand', 9); break;
    case 9:
      frame.contacts = floats(section, 'contacts', null, CONTACT);
      frame.contactKinds = new Uint32Array(section.buffer, section.at, section.bytes / 4);
      break;
    case 10:
      expect(section, 'sleeping bodies', what.bodies.length, 1);
      frame.asleep = new Uint8Array(section.buffer, section.at, section.bytes);
      break;
    case 11: frame.report = doubles(section, 'report', REPORT_NAMES.length); break;
    case 12: frame.across = floats(section, 'stripes', what.cables.length * 3); break;
    case 13:
      frame.solids = floats(section, 'solids',
        what.solids.reduce((sum, { vertices }) => sum + 3 * vertices, 0));
      break;
    case 14: frame.marks = floats(section, 'marks', what.marks.length * MARK); break;
    default: break; // of a later version
  }
}

function floats(section: Section, name: string, count: number | null, group = 1): Float32Array {
  expect(section, name, count === null ? null : count * 4, group * 4);
  return new Float32Array(section.buffer, section.at, section.bytes / 4);
}

function doubles(section: Section, name: string, count: number): Float64Array {
  expect(section, name, count * 8, 8);
  return new Float64Array(section.buffer, section.at, count);
}

function expect(section: Section, name: string, bytes: number | null, group: number): void {
  const right = bytes === null ? section.bytes % group === 0 : section.bytes === bytes;
  if (!right)
    throw new Error(`The ${name} of a frame have ${section.bytes} bytes, not `
      + `${bytes ?? `a multiple of ${group}`}.`);
}

function readCables(frame: Frame, section: Section, cables: number): void {
  if (section.bytes < 4 * cables) throw new Error('The cables of a frame lack their counts.');
  frame.pointCounts = new Uint32Array(section.buffer, section.at, cables);
  const points = frame.pointCounts.reduce((sum, count) => sum + count, 0);
  expect(section, 'cables', 4 * cables + 4 * POINT * points, 4);
  frame.points = new Float32Array(section.buffer, section.at + 4 * cables, POINT * points);
  frame.runs = runsOf(frame.pointCounts, frame.points);
}

// A point that is no number parts a cable, and belongs to no run.
function runsOf(counts: Uint32Array, points: Float32Array): Run[] {
  const runs: Run[] = [];
  let at = 0;
  counts.forEach((count, cable) => {
    const end = at + count;
    for (let first = at; at <= end; at++) {
      if (at < end && Number.isFinite(points[at * POINT])) continue;
      if (at - first > 1) runs.push({ cable, first, count: at - first });
      first = at + 1;
    }
    at = end;
  });
  return runs;
}
