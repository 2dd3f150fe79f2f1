// Every scene of the gallery loads in the page, moves, and is drawn where the numbers say; and at
// last the page survives a reload and tells when the command is gone.
import {
  check, checkEqual, checkNoProblems, description, drives, facts, finish, frameWhere, framed,
  leaveSession, openScene, pause, play, project, session, start, still, stop, test, until,
} from './harness.mjs';
import { widgets } from './client_tests.mjs';
import { drag } from './input_tests.mjs';
import { decode, difference, pixel } from './image.mjs';

const list = await finish(start('list', '--json'));
const { scenes } = JSON.parse(list.out);
const GRID = 11; // points looked at, each way: to pick at a long thread takes milliseconds
const CLEAR = 16; // of 255: a thing differs from what is behind by more
const ALIKE = 60; // of 255: the background differs from itself by less

// Positions that the numbers tell and those that the poses tell are the same, rounded to floats.
function checkPositions({ bodies, numbers }, frame) {
  let compared = 0;
  numbers.forEach(({ name }, i) => {
    const [, body, axis] = /^(.*)\.position\.([xyz])$/.exec(name) ?? [];
    const index = bodies.findIndex((one) => one.name === body);
    if (index < 0) return;
    const posed = frame.bodies[index]['xyz'.indexOf(axis)];
    checkEqual(posed, Math.fround(frame.numbers[i]), `${name} in the pose and as a number`);
    compared++;
  });
  return compared;
}

// Points all over the picture with what pick() says is there, and places of bodies. Only points
// that a whole neighbourhood agrees about, since edges are neither.
function look(page) {
  return page.evaluate((count) => {
    const view = document.getElementById('view').getBoundingClientRect();
    const kindAt = (x, y) => window.reeve.pick(x, y)?.kind ?? 'nothing';
    const points = [];
    for (let i = 1; i < count; i++)
      for (let k = 1; k < count; k++) {
        const x = Math.round(view.left + view.width * i / count);
        const y = Math.round(view.top + view.height * k / count);
        const [kind, ...others] = [[0, 0], [3, 0], [-3, 0], [0, 3], [0, -3]]
          .map(([dx, dy]) => kindAt(x + dx, y + dy));
        if (others.every((other) => other === kind)) points.push({ x, y, kind });
      }
    const bodies = window.reeve.frame.bodies.map(([x, y, z]) => window.reeve.project(x, y, z))
      .filter(({ x, y }) => x > view.left + 4 && x < view.right - 4 && y > view.top + 4
        && y < view.bottom - 4);
    return { points, bodies };
  }, GRID);
}

// Every body is in the picture: at the start, and after "frame all".
async function checkFraming(page, scene) {
  const { bodies } = await facts(page);
  const area = await page.locator('#view').boundingBox();
  const places = await project(page, bodies.map((pose) => pose.slice(0, 3)));
  places.forEach((at, i) => {
    const inside = at.x >= area.x && at.x <= area.x + area.width
      && at.y >= area.y && at.y <= area.y + area.height;
    const placeless = scene.bodies[i].kind === 'scalar'
      || scene.bodies[i].shapes.some(({ type }) => type === 'plane');
    check(inside || placeless,
      `${scene.bodies[i].name} is outside the picture, at ${at.x.toFixed()} ${at.y.toFixed()}`);
  });
}

// The notes and buttons over the picture.
const showNotes = (page, shown) => page.evaluate((visibility) => {
  for (const note of document.querySelectorAll('#stage > :not(canvas)'))
    note.style.visibility = visibility;
}, shown ? '' : 'hidden');

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

async function checkPicture(page) {
  const { points, bodies } = await look(page);
  await showNotes(page, false);
  const image = decode(await page.screenshot());
  await showNotes(page, true);
  const colourAt = ({ x, y }) => pixel(image, x, y);
  const [things, nothing] = [points.filter(({ kind }) => kind === 'body'),
    points.filter(({ kind }) => kind === 'nothing')];
  check(nothing.length > 20, `only ${nothing.length} points of the picture show the background`);
  // ground, sky, grid and shadows: most of it is of one colour
  const plain = [0, 1, 2].map((channel) =>
    median(nothing.map((point) => colourAt(point)[channel])));
  const alike = nothing.filter((point) => difference(colourAt(point), plain) < ALIKE).length;
  check(alike > 0.7 * nothing.length, `background: ${alike} of ${nothing.length} points are alike`);
  const isClear = (point) => difference(colourAt(point), plain) > CLEAR;
  const clear = things.filter(isClear).length;
  // half: a light that gleams on a thing may be as bright as the sky
  check(clear >= 0.5 * things.length,
    `things: ${clear} of ${things.length} points differ from the background (${plain})`);
  // a body may be small, and its origin beside its shapes, but most are to be seen
  const around = [-4, -2, 0, 2, 4];
  const seen = bodies.filter(({ x, y }) =>
    around.some((dx) => around.some((dy) => isClear({ x: x + dx, y: y + dy })))).length;
  check(bodies.length === 0 || seen >= bodies.length / 2,
    `${seen} of ${bodies.length} bodies are to be seen`);
  check(things.length + seen > 0, 'no body is to be seen');
}

// Of every solid, something is to be seen where its triangles are.
async function checkSolids(page, scene) {
  const { solids } = await facts(page);
  checkEqual(solids.length, scene.solids.reduce((sum, { vertices }) => sum + vertices, 0),
    'vertices of solids');
  checkEqual(await page.locator('#edges').isVisible(), scene.solids.length > 0,
    'whether meshes can be shown');
  let first = 0;
  for (const { name, vertices, triangles } of scene.solids) {
    const middles = Array.from({ length: triangles.length / 3 }, (_, i) => [0, 1, 2].map((axis) =>
      triangles.slice(3 * i, 3 * i + 3).reduce((sum, v) => sum + solids[first + v][axis] / 3, 0)));
    const places = await project(page, middles);
    const seen = await page.evaluate((all) =>
      all.map(({ x, y }) => window.reeve.pick(x, y)?.name), places);
    const own = seen.filter((other) => other === name).length;
    check(own > seen.length / 10, `${name} is under ${own} of the ${seen.length} places it is at`);
    first += vertices;
  }
}

// Of ties and holes, the first that is whole has its name beside the pointer.
async function checkMarks(page, scene) {
  const { marks } = await facts(page);
  checkEqual(marks.length, scene.marks.length, 'marks');
  const first = marks.findIndex(([, , , , , , radius]) => radius > 0);
  if (first < 0) return;
  const [at] = await project(page, [marks[first].slice(0, 3)]);
  const { kind, name } = scene.marks[first];
  await page.mouse.move(at.x, at.y);
  await until(async () => {
    const note = await page.locator('#hover').innerText();
    return note.startsWith(`${name}\n${kind}, holds `) && note.endsWith('N');
  }, `${name} was named beside the pointer`);
}

scenes.forEach(({ name, title }, index) => {
  test(`${name} loads, moves and is drawn where it is`, async () => {
    const { page } = await session();
    await pause(page);
    await openScene(page, index);
    const scene = await description(page);
    checkEqual(scene.title, title, 'title');
    checkEqual(await page.locator('#title').innerText(), title, 'heading');
    checkEqual((await facts(page)).time, 0, 'time of a scene that is opened while it is paused');
    await checkFraming(page, scene);
    await play(page);
    await frameWhere(page, ({ time }) => time > 0.15, 'it moved');
    await pause(page);
    await page.locator('#frame').click();
    await still(page);
    await checkFraming(page, scene);
    const frame = await facts(page);
    check(frame.energies.every(Number.isFinite), `energies: ${frame.energies}`);
    const wanted = scene.numbers.some((number) => /\.position\.[xyz]$/.test(number.name));
    check(checkPositions(scene, frame) > 0 || !wanted, 'no position was compared');
    await checkSolids(page, scene);
    await checkMarks(page, scene);
    await checkPicture(page);
    check(!await page.locator('#banner').isVisible(), 'there is a banner');
  });
});

test('a drag on what a tool holds pushes the clip on its tube', async () => {
  const { page } = await session();
  await pause(page);
  await openScene(page, scenes.findIndex(({ name }) => name === '30-snap-in'));
  await still(page);
  const { bodies, numbers } = await description(page);
  const handle = bodies.findIndex(({ name }) => name === 'handle');
  const force = numbers.findIndex(({ name }) => name === 'hand.force.z');
  const { bodies: poses, solids } = await facts(page);
  const [x, y, z] = poses[handle];
  const names = await page.evaluate((all) => all.map((at) => window.reeve.pick(at.x, at.y)?.name),
    await project(page, solids));
  const from = solids[names.indexOf('clip')];
  // down by more than the clip is above its tube; the simulated hand takes a second for that
  const [grip, at, lower] = await project(page, [[x, y, z + 0.03], from,
    [from[0], from[1], from[2] - 0.02]]);
  const pick = (place) => page.evaluate((p) => window.reeve.pick(p.x, p.y), place);
  for (const [place, name] of [[grip, 'handle'], [at, 'clip']]) {
    const under = await pick(place);
    checkEqual([under?.name, under?.movable], [name, true], 'what is under the pointer');
  }
  await drag(page, at, { x: 0, y: lower.y - at.y }, async () => {
    await page.keyboard.press('Space'); // plays; the mouse is busy
    const pushed = await frameWhere(page, (f) => f.numbers[force] > 1, 'the hand felt the clip');
    check(pushed.bodies[handle][2] < z - 0.005, `the handle is at ${pushed.bodies[handle][2]} m`);
    check(pushed.time < 1, `the clip touched its tube only after ${pushed.time} s`);
    await until(() => page.evaluate(() => window.reeve.plotted('hand.force.z') > 1),
      'the force was plotted');
  });
});

test('a reload shows the same simulation going on', async () => {
  const { page } = await session();
  await play(page);
  const before = await facts(page);
  const { title } = await description(page);
  await page.reload({ waitUntil: 'commit' });
  await framed(page);
  const after = await facts(page);
  checkEqual((await description(page)).title, title, 'title');
  check(after.time > before.time, `time went from ${before.time} s to ${after.time} s`);
  await until(() => drives(page), 'the page drove again');
});

test('when the command ends the page says so and nothing can be pressed', async () => {
  const { server, page } = await session();
  checkNoProblems(page);
  leaveSession();
  await stop(server);
  await until(async () => /connection/i.test(await page.locator('#banner').innerText()),
    'the banner spoke of the connection');
  checkEqual((await widgets(page)).enabled, 0, 'widgets that can be used without a server');
}, { short: true });

// in the quality that people see; all others are drawn as quickly as it goes
test('without a scene the gallery is offered', async () => {
  leaveSession();
  const { page } = await session({ words: ['--speed', '1'], quality: 'auto' });
  await until(() => page.locator('#gallery').isVisible(), 'the gallery was shown');
  await page.locator('.scene-card').first().click();
  await until(async () => (await description(page)).title === scenes[0].title,
    'the scene was open');
  await frameWhere(page, ({ time }) => time > 0, 'it moved');
  await pause(page);
  await still(page);
  await checkPicture(page);
});

test('when the command is killed the page says that the connection is lost', async () => {
  const { server, page } = await session();
  leaveSession();
  server.run.child.kill('SIGKILL');
  await until(async () => /lost/i.test(await page.locator('#banner').innerText()),
    'the banner said that the connection is lost');
  check(await page.evaluate(() => window.reeve.frame !== null), 'the last picture is gone');
});
