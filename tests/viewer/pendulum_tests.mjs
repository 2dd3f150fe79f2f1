// The pendulum on the screen is where the simulation's numbers say: number and pose agree as far as
// a 32-bit float can, and the pixels of the rod lie on the line from pivot to tip.
import {
  check, checkNear, description, facts, frameWhere, openScene, pause, pictures, play, project,
  session, still, test, until,
} from './harness.mjs';
import { decode, difference, pixel } from './image.mjs';

const SHOTS = 5;
const APART = 0.33; // [s] at least, between two pictures
const HALF = 0.5; // of the rod [m]
const START = -Math.PI / 3; // the rod's angle about y when the hinge's coordinate is 0 [rad]
const FLOAT = 2 ** -24; // what a float below 1 is rounded by, at most
const GIVE = 1e-3; // [m]
const MARGIN = 12; // [px] that are looked at round the rod
const END = 6; // [px]; the end of the rod is a disc, with a radius of 4 px here
const CLEAR = 12; // of 255

// How far along a shot's rod from the pivot a point of the page is, and how far beside it [px].
function placeByRod({ pivot, tip }, x, y) {
  const length = Math.hypot(tip.x - pivot.x, tip.y - pivot.y);
  const [ux, uy] = [(tip.x - pivot.x) / length, (tip.y - pivot.y) / length];
  const [dx, dy] = [x - pivot.x, y - pivot.y];
  return { along: dx * ux + dy * uy, beside: dy * ux - dx * uy, length };
}

// The shot in which a pixel shows what is behind the rod, because the rod is far from it; null if
// there is none.
function background(shots, x, y) {
  return shots.find((shot) => {
    const at = placeByRod(shot, x, y);
    const past = Math.max(0, -at.along, at.along - at.length);
    return Math.hypot(past, at.beside) > 2 * MARGIN;
  }) ?? null;
}

// Pixels of a shot that differ from the background, near the rod, in those slices across the rod of
// which the whole background is known.
function rodPixels(shot, shots) {
  const { image, pivot, tip } = shot;
  const { length } = placeByRod(shot, tip.x, tip.y);
  const from = (axis) => Math.floor(Math.min(pivot[axis], tip[axis]) - MARGIN);
  const to = (axis) => Math.max(pivot[axis], tip[axis]) + MARGIN;
  const [found, hidden] = [[], new Set()];
  for (let y = from('y'); y < to('y'); y++)
    for (let x = from('x'); x < to('x'); x++) {
      const at = placeByRod(shot, x + 0.5, y + 0.5);
      if (at.along < 0.25 * length || at.along > length + MARGIN || Math.abs(at.beside) > MARGIN)
        continue;
      const behind = background(shots, x + 0.5, y + 0.5);
      if (!behind) hidden.add(Math.floor(at.along));
      else if (difference(pixel(image, x, y), pixel(behind.image, x, y)) > CLEAR) found.push(at);
    }
  return { found: found.filter(({ along }) => !hidden.has(Math.floor(along))), length };
}

// How far from the pivot the rod's pixels end: where a gap follows them.
function endOf(found) {
  const filled = new Set(found.filter(({ beside }) => Math.abs(beside) < 4)
    .map(({ along }) => Math.floor(along)));
  let end = Math.min(...filled);
  while ([1, 2, 3].some((gap) => filled.has(end + gap))) end++;
  return end + 1;
}

// Turns the wheel until all places that the tip can reach are in the picture. From then on the view
// stays as it is, because a person has chosen it.
async function zoomOut(page) {
  const area = await page.locator('#view').boundingBox();
  await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2);
  await until(async () => {
    await page.mouse.wheel(0, 300);
    await pictures(page, 3);
    const circle = Array.from({ length: 12 }, (_, i) => Math.PI * i / 6)
      .map((angle) => [2 * HALF * Math.cos(angle), 0, 2 * HALF * Math.sin(angle)]);
    return (await project(page, circle)).every(({ x, y }) =>
      x > area.x + MARGIN && x < area.x + area.width - MARGIN
      && y > area.y + MARGIN && y < area.y + area.height - MARGIN);
  }, 'the wheel had zoomed out far enough');
  await page.mouse.move(area.x + 3, area.y + area.height - 3);
}

// Lets the pendulum swing on for a while, and takes a picture of it.
async function swingOn(page, angleAt) {
  const { time } = await facts(page);
  await play(page);
  await frameWhere(page, (f) => f.time > time + APART, 'the pendulum swung on');
  await pause(page);
  await still(page);
  const frame = await facts(page);
  const angle = START + frame.numbers[angleAt];
  const [tip, pivot] = await project(page, [
    [2 * HALF * Math.cos(angle), 0, -2 * HALF * Math.sin(angle)], [0, 0, 0]]);
  const ground = await page.evaluate(() => window.reeve.ground.join(' '));
  return { frame, angle, tip, pivot, ground, image: decode(await page.screenshot()) };
}

test('the pendulum on the screen is where the numbers say', async () => {
  const { page } = await session();
  const { gallery } = await description(page);
  await openScene(page, gallery.findIndex(({ name }) => name === '02-pendulum-150'));
  const { numbers } = await description(page);
  const angleAt = numbers.findIndex(({ name }) => name === 'pivot.coordinate');
  check(angleAt >= 0, 'there is no number pivot.coordinate');
  await pause(page);
  await zoomOut(page);
  let shots = [];
  for (let i = 0; shots.length < SHOTS; i++) {
    check(i < 5 * SHOTS, 'the ground was never the same in enough pictures');
    const shot = await swingOn(page, angleAt);
    // the ground gives way to what swings lower or farther than anything before
    if (shots.length > 0 && shot.ground !== shots[0].ground) shots = [];
    shots.push(shot);
  }

  // the pose: the angle agrees as far as floats can; the hinge gives a little, less than a
  // millimetre at this rate
  for (const { frame, angle } of shots) {
    const [x, y, z, w, , turn] = frame.bodies[0];
    const apart = 2 * Math.sin(Math.atan2(turn, w) - angle / 2); // whole turns do not count
    checkNear(Math.abs(apart), 0, 8 * FLOAT, 'angle, posed and as a number [rad]');
    checkNear(x, HALF * Math.cos(angle), GIVE, 'x of the rod [m]');
    checkNear(z, -HALF * Math.sin(angle), GIVE, 'z of the rod [m]');
    checkNear(y, 0, GIVE, 'y of the rod [m]');
  }

  // the pixels
  for (const shot of shots) {
    const { found, length } = rodPixels(shot, shots);
    const what = `at ${shot.frame.time.toFixed(2)} s`;
    check(found.length > length / 2,
      `${what}: ${found.length} pixels of a rod of ${length.toFixed()} px`);
    const middle = found.reduce((sum, one) => sum + one.beside, 0) / found.length;
    checkNear(middle, 0, 1, `${what}: middle of the rod's pixels beside its line [px]`);
    checkNear(endOf(found), length, END, `${what}: end of the rod's pixels [px]`);
  }
  const places = shots.map(({ tip }) => `${Math.round(tip.x / 8)} ${Math.round(tip.y / 8)}`);
  check(new Set(places).size > SHOTS / 2, `the tip was always at about ${places[0]}`);
});
