// Several pages at a time, and pages that come and go.
import {
  check, checkEqual, checkNoProblems, close, drives, facts, frameWhere, open, play, reaches,
  rewind, serve, session, setSpeed, sleep, stop, test, until,
} from './harness.mjs';
import { BINARY, frame, nextFrame, shake, takeFrame, TEXT, watch } from './raw.mjs';

const short = { short: true };
const TROLLEY = 1; // body of the crane
const SECOND = { width: 640, height: 420 }; // [px] of the page that is not looked at

// what a page that only watches must not move
export async function widgets(page) {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('#play, #step, #reset, #speed, #controls input, '
      + '#controls button, .scene-card')];
    return { count: all.length, enabled: all.filter((one) => !one.disabled).length };
  });
}

test('the texts and frames of the protocol come in order', async () => {
  const server = await serve('13-gantry-crane');
  const wire = await shake(server);
  const scene = JSON.parse((await nextFrame(wire, TEXT)).payload);
  checkEqual([scene.type, scene.title], ['scene', 'Gantry crane'], 'first message');
  const role = JSON.parse((await nextFrame(wire, TEXT)).payload);
  checkEqual(role, { type: 'role', drives: true, clients: 1 }, 'second message');
  const { payload } = await nextFrame(wire, BINARY);
  checkEqual(payload.toString('latin1', 0, 4), 'RVF1', 'first bytes of a frame');
  checkEqual(payload.readUInt32LE(8), scene.scene, 'the scene that the frame is of');
  // two frames are under way; without an answer there is no third
  await nextFrame(wire, BINARY);
  await sleep(400);
  check(takeFrame(wire) === null, 'a third frame came though none was acknowledged');
  wire.socket.destroy();
  await stop(server);
}, short);

test('a client that is killed in the middle of a frame disturbs nobody', async () => {
  const server = await serve('11-four-cables');
  const good = await watch(server);
  for (let i = 0; i < 24; i++) {
    const wire = await shake(server);
    checkEqual(wire.status, 101, 'handshake');
    if (i % 3 === 0) await nextFrame(wire, BINARY);
    // leaves in the middle of a frame of its own, too
    if (i % 3 === 1) wire.socket.write(frame(BINARY, Buffer.alloc(40)).subarray(0, 17));
    if (i % 2 === 0) wire.socket.resetAndDestroy();
    else wire.socket.destroy();
  }
  await good.goesOn();
  check(good.drives, 'the good client lost the controls');
  good.socket.destroy();
  await stop(server);
}, short);

test('a client that never reads does not hold up the others', async () => {
  const server = await serve('11-four-cables');
  const good = await watch(server);
  const wire = await shake(server);
  wire.socket.pause();
  const { time } = good;
  await until(() => good.time > time + 2, 'the simulation went on for two seconds');
  for (const { socket } of [good, wire]) socket.destroy();
  await stop(server);
}, short);

test('as many pages as are allowed get in, and the next is told so', async () => {
  const server = await serve('02-pendulum-150', '--paused');
  const wires = [];
  for (let i = 0; i < 8; i++) wires.push(await shake(server));
  checkEqual(wires.map(({ status }) => status), Array(8).fill(101), 'eight handshakes');
  checkEqual((await shake(server)).status, 503, 'the ninth');
  wires[0].socket.destroy();
  await until(async () => (await shake(server)).status === 101, 'a place was free again');
  for (const { socket } of wires) socket.destroy();
  await stop(server);
}, short);

test('a page connects, gets frames and complains of nothing', async () => {
  const { server, page } = await session();
  const { number } = await facts(page);
  await frameWhere(page, (f) => f.number > number + 3 && f.time > 0, 'frames came');
  check(await drives(page), 'the only page does not drive');
  checkEqual([...page.hosts], [server.host], 'hosts that the page asked for anything');
  check(!await page.locator('#banner').isVisible(), 'there is a banner');
}, short);

// Two pages: the first drives, the second has just come. Both see the crane run.
async function twoPages() {
  const { server, page: first } = await session();
  await rewind(first);
  const second = await open(server, { viewport: SECOND });
  await play(first);
  return [first, second];
}

async function take(second, first) {
  await second.locator('#take').click();
  await until(() => drives(second), 'the second page had the controls');
  await until(async () => !await drives(first), 'the first page knew that it lost them');
}

test('a second page watches, takes the controls, and hands them back when it goes', async () => {
  const [first, second] = await twoPages();
  const { number } = await facts(second);
  await frameWhere(second, (f) => f.number > number + 3, 'the second page got frames');
  checkEqual([await drives(first), await drives(second)], [true, false], 'who drives at first');
  const before = await widgets(second);
  check(before.count > 8, `only ${before.count} widgets were found`);
  checkEqual(before.enabled, 0, 'widgets that the watching page may use');
  check(await second.locator('#role').isVisible(), 'the second page does not say that it watches');
  check(!await first.locator('#role').isVisible(), 'the driving page says that it watches');
  await second.keyboard.press('p');
  await sleep(300);
  check(!(await facts(first)).paused, 'a key of a page that watches paused the simulation');

  await take(second, first);
  checkEqual((await widgets(first)).enabled, 0, 'widgets that the first page may use now');
  const after = await widgets(second);
  checkEqual(after.enabled, after.count, 'widgets that the second page may use now');
  await second.keyboard.press('p');
  await frameWhere(first, ({ paused }) => paused, 'the first page saw the second pause');
  await second.keyboard.press('p');
  await setSpeed(second, '2');

  // what it holds when it goes is let go
  await second.keyboard.down('ArrowRight');
  await frameWhere(first, (f) => f.bodies[TROLLEY][0] > -5.5, 'the trolley moved');
  checkNoProblems(second);
  await close(second);
  await until(() => drives(first), 'the first page had the controls again');
  check(!await first.locator('#role').isVisible(), 'it still says that it watches');
  await reaches(first, TROLLEY, 0, 'when nobody drives it');
  await setSpeed(first, '1');
});
