// Planes, hulls, meshes and height fields on the page, the ground that is a plane of the world,
// contacts and bodies that fall asleep.
import {
  check, checkEqual, checkNear, checkNoProblems, close, description, frameWhere, keep, open,
  pause, project, serve, still, stop, test, until,
} from './harness.mjs';
import { decode, pixel } from './image.mjs';

const ROOF = 'v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 -1 1\nv 0 1 1\n'
  + 'f 1 5 6 4\nf 2 3 6 5\nf 1 2 5\nf 4 6 3\nf 1 4 3 2\n';
// 5 x 5 samples, half a metre apart: a bowl
const BOWL = [0, 1, 2, 3, 4].map((j) =>
  [0, 1, 2, 3, 4].map((i) => 0.2 + 0.1 * ((i - 2) ** 2 + (j - 2) ** 2)));
const SCENE = {
  reeve: 1, name: 'new shapes', look: 'A pyramid on the ground.', step: { rate: 120 }, ground: true,
  materials: { wood: { density: 600, friction: 0.5 } },
  bodies: [
    { name: 'bowl', type: 'static', position: [-3, 0, 0],
      shapes: [{ height_field: { spacing: 0.5, heights: BOWL }, material: 'wood' }] },
    { name: 'roof', type: 'static', position: [3, 0, 0],
      shapes: [{ mesh: 'roof.obj', material: 'wood' }] },
    { name: 'wall', type: 'static', position: [0, 4, 0],
      rotation: { axis: [1, 0, 0], angle: Math.PI / 2 }, shapes: [{ plane: true }] },
    { name: 'pyramid', position: [0, 0, 0.001], shapes: [{ material: 'wood',
      hull: [[-0.6, -0.6, 0], [0.6, -0.6, 0], [0.6, 0.6, 0], [-0.6, 0.6, 0], [0, 0, 1]] }] },
  ],
};

const BODIES = ['ground', 'bowl', 'roof', 'wall', 'pyramid'];
const pickAt = (page, { x, y }) =>
  page.evaluate(([across, down]) => window.reeve.pick(across, down)?.name ?? null, [x, y]);

test('planes, hulls, meshes and height fields are drawn where they are, and contacts on them',
  async () => {
    keep('roof.obj', ROOF);
    const server = await serve(keep('shapes.json', JSON.stringify(SCENE)), '--paused');
    const page = await open(server);
    await checkShapes(page);
    const awake = await brightness(page);
    await checkContacts(page);
    await checkSleep(page, awake);
    const [, , height] = await page.evaluate(() => window.reeve.ground);
    checkNear(height, 0, 1e-9, 'height of the ground, which is a plane, at the end');
    checkNoProblems(page);
    await close(page);
    await stop(server);
  });

async function checkShapes(page) {
  const scene = await description(page);
  const byName = (name) => scene.bodies.findIndex((body) => body.name === name);
  checkEqual([...scene.bodies.map(({ name }) => name)].sort(), [...BODIES].sort(), 'bodies');
  checkEqual(scene.camera.ground_holds, true, 'whether the ground holds');
  checkEqual(scene.bodies[byName('ground')].shapes[0].ground, true, 'whether it is the plane');
  checkEqual(scene.geometries.length, 3, 'geometries');
  checkEqual(scene.geometries.map(({ triangles }) => triangles.length / 3)
    .sort((a, b) => a - b), [6, 8, 32], 'triangles of the pyramid, the roof and the bowl');
  // points on the surfaces that the camera sees, and one of the ground beside them
  const places = [[-2.8, 0.3, 0.3], [2.5, 0.1, 0.5], [0, 4, 1.5], [0, -0.3, 0.5], [0, -2, 0]];
  const seen = await Promise.all((await project(page, places)).map((at) => pickAt(page, at)));
  checkEqual(seen, ['bowl', 'roof', 'wall', 'pyramid', null], 'what is under five places');
}

// The pyramid's weight is what its contact points bear.
async function checkContacts(page) {
  await page.locator('#contacts').check();
  await page.locator('#play').click();
  const { report } = await frameWhere(page, ({ contacts }) => contacts >= 3, 'contacts came');
  check(report.points >= 3 && report.pairs >= 1, `report: ${JSON.stringify(report)}`);
  checkEqual(report.unsettled, 0, 'clusters that did not settle');
  check(await page.locator('#report-section').isVisible(), 'the panel does not tell of contacts');
  await until(async () => /arrows/.test(await page.locator('#scale').innerText()),
    'the scale of the arrows was told');
}

// `awake`: how bright it was
async function checkSleep(page, awake) {
  const scene = await description(page);
  const index = scene.bodies.findIndex(({ name }) => name === 'pyramid');
  const { asleep } = await frameWhere(page, (frame) => frame.asleep.length > 0, 'it slept');
  checkEqual(asleep, [index], 'bodies that sleep');
  await page.locator('#contacts').uncheck();
  const dimmed = await brightness(page);
  check(dimmed < 0.9 * awake, `a body that sleeps is as bright as before: ${awake}, ${dimmed}`);
  const told = await page.locator('#report').innerText();
  check(/1 of 1/.test(told), `the panel does not tell of the body that sleeps: ${told}`);
}

// Of the pyramid's front, in a still picture.
async function brightness(page) {
  await pause(page);
  await still(page);
  const [at] = await project(page, [[0, -0.3, 0.5]]);
  const color = pixel(decode(await page.screenshot()), Math.round(at.x), Math.round(at.y));
  return color[0] + color[1] + color[2];
}
