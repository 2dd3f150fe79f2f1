// What the page asks for, as the bytes of docs/viewer.md: a kind, the number of the description,
// and what the kind carries.

export type Request = ArrayBuffer;

const HEAD_BYTES = 8;
type Triple = readonly [number, number, number];

function request(kind: number, scene: number, bytes: number): DataView {
  const view = new DataView(new ArrayBuffer(HEAD_BYTES + bytes));
  view.setUint8(0, kind);
  view.setUint32(4, scene, true);
  return view;
}

function bare(kind: number): Request {
  return request(kind, 0, 0).buffer as ArrayBuffer;
}

function indexed(kind: number, scene: number, index: number, numbers: readonly number[]): Request {
  const view = request(kind, scene, 8 + 8 * numbers.length);
  view.setUint32(8, index, true);
  numbers.forEach((number, i) => view.setFloat64(16 + 8 * i, number, true));
  return view.buffer as ArrayBuffer;
}

function plain(kind: number, scene: number, numbers: readonly number[]): Request {
  const view = request(kind, scene, 8 * numbers.length);
  numbers.forEach((number, i) => view.setFloat64(8 + 8 * i, number, true));
  return view.buffer as ArrayBuffer;
}

export const requests = {
  shown: (frame: number) => indexed(1, 0, frame, []),
  take: () => bare(2),
  play: () => bare(3),
  pause: () => bare(4),
  step: () => bare(5),
  reset: () => bare(6),
  speed: (timesRealTime: number) => plain(7, 0, [timesRealTime]),
  control: (scene: number, index: number, position: number) => indexed(8, scene, index, [position]),
  grabBody: (scene: number, index: number, local: Triple) => indexed(9, scene, index, local),
  grabCable: (scene: number, index: number, point: Triple) => indexed(10, scene, index, point),
  move: (target: Triple) => plain(11, 0, target),
  release: () => bare(12),
  open: (index: number) => indexed(13, 0, index, []),
  grabSolid: (scene: number, index: number, point: Triple) => indexed(15, scene, index, point),
  forces: (wanted: boolean) => indexed(14, 0, wanted ? 1 : 0, []),
};
