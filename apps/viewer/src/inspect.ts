// window.reeve: what the page knows, for tests and the curious.
import type { Description } from './description';
import { CONTACT, FORCE, type Frame, MARK, POINT, POSE, REPORT_NAMES } from './frame';

export interface FrameFacts {
  number: number;
  time: number;
  steps: number;
  paused: boolean;
  speed: number;
  bodies: number[][]; // x y z, w x y z
  wheelAngles: number[];
  cables: number[][][]; // points of each: x y z, radius, tension, twist
  solids: number[][]; // x y z of the vertices of all solids
  marks: number[][]; // x y z, direction, radius, force
  forces: number; // how many
  contacts: number;
  asleep: number[]; // bodies that sleep
  report: Record<string, number>;
  numbers: number[];
  energies: number[];
  profile: number[];
  hand: number[] | null; // point held, target, force
}

export interface Inspector {
  readonly scene: Description | null;
  readonly frame: FrameFacts | null; // the latest that came
  readonly connected: boolean;
  readonly drives: boolean;
  readonly frames: number; // drawn
  readonly begun: number | null; // simulated time in the first picture of the scene [s]
  readonly mirrors: boolean; // things mirror what is around them
  readonly ground: number[]; // middle x y z, reach [m]: it moves to what swings lower or farther
  project(x: number, y: number, z: number): { x: number; y: number }; // CSS pixels in the window
  plotted(name: string): number | null; // latest value in an open plot
  pick(x: number, y: number): { kind: string; index: number; name: string; point: number[] } | null;
}

declare global {
  interface Window { reeve: Inspector }
}

function rows(values: ArrayLike<number>, width: number): number[][] {
  const all = Array.from(values);
  return Array.from({ length: all.length / width },
    (_, i) => all.slice(i * width, (i + 1) * width));
}

export function frameFacts(frame: Frame): FrameFacts {
  const points = rows(frame.points, POINT);
  let first = 0;
  return {
    number: frame.number,
    time: frame.time,
    steps: frame.steps,
    paused: frame.paused,
    speed: frame.speed,
    bodies: rows(frame.bodies, POSE),
    wheelAngles: Array.from(frame.wheelAngles),
    cables: Array.from(frame.pointCounts, (count) => points.slice(first, first += count)),
    solids: rows(frame.solids, 3),
    marks: rows(frame.marks, MARK),
    forces: frame.forces.length / FORCE,
    contacts: frame.contacts.length / CONTACT,
    asleep: Array.from(frame.asleep.keys()).filter((body) => frame.asleep[body] !== 0),
    report: Object.fromEntries(REPORT_NAMES.map((name, i) => [name, frame.report[i]])),
    numbers: Array.from(frame.numbers),
    energies: Array.from(frame.energies),
    profile: Array.from(frame.profile),
    hand: frame.hand && Array.from(frame.hand),
  };
}
