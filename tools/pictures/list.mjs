// The pictures: which scene, when, and what of it.
//   at        [s] of simulated time, reached exactly
//   size      [CSS px] of the window
//   piece     [CSS px] of the stage without its buttons: where its middle is from that of the
//             stage, across and down, its width and height; none: the whole page
const WINDOW = [1200, 860];

export const viewed = [
  { name: 'gantry-crane', scene: '13-gantry-crane', at: 13, size: [1280, 760] },
  { name: 'tower-crane', scene: '19-tower-crane', at: 34, size: WINDOW,
    piece: [44, 45, 800, 600] },
  { name: 'plectoneme', scene: '25-plectoneme', at: 20, size: WINDOW,
    piece: [10, -20, 840, 630] },
  { name: 'snap-in', scene: '30-snap-in', at: 2.5, size: WINDOW, piece: [38, 20, 760, 570] },
];

// Stills of the command itself, the same bytes on every machine: of a scene of the gallery, or of
// the last one in a document.
export const stills = [
  { name: 'four-hoists-slack', scene: '35-four-hoists', at: 5.5 },
  { name: 'four-hoists-taut', scene: '35-four-hoists', at: 19 },
  { name: 'quick-start', document: 'docs/quick-start.md', at: 6, size: '800x500' },
];
