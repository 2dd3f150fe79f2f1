// The pictures: which scene, when, and from where.
//   at        [s] of simulated time, reached exactly
//   turn      [CSS px] across and down that the view is dragged by before; 0 0: as the scene opens
//   closer    notches of the wheel; negative: farther away
//   move      [CSS px] across and down that the picture is moved by
//   page      the whole page; else the stage alone, without its buttons
//   size      [CSS px] of the window
//   show      boxes of the page that are ticked
export const viewed = [
  { name: 'gantry-crane', scene: '13-gantry-crane', at: 13, page: true, size: [1280, 760] },
  { name: 'tower-crane', scene: '19-tower-crane', at: 34, closer: 5, move: [-10, 60] },
  { name: 'plectoneme', scene: '25-plectoneme', at: 20, closer: 6, move: [0, 20] },
  { name: 'snap-in', scene: '30-snap-in', at: 2.5, closer: 8, move: [0, 20] },
];

// Stills of the command itself, the same bytes on every machine: of a scene of the gallery, or of the
// last one in a document.
export const stills = [
  { name: 'four-hoists-slack', scene: '35-four-hoists', at: 5.5 },
  { name: 'four-hoists-taut', scene: '35-four-hoists', at: 19 },
  { name: 'quick-start', document: 'docs/quick-start.md', at: 6, size: '800x500' },
];
