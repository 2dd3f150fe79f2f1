// Makes the pictures of list.mjs. A client without a screen leads the scene to its moment, to the
// step; the viewer's page is opened in a browser, and what is seen is kept.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  close, closeBrowser, drives, frameWhere, open, project, root, serve, still, stop, until,
} from '../../tests/viewer/harness.mjs';
import { decode } from '../../tests/viewer/image.mjs';
import { ask, BINARY, frame, PING, PONG, shake, takeFrame } from '../../tests/viewer/raw.mjs';
import { stills, viewed } from './list.mjs';
import { encode } from './png.mjs';

const FOLDER = path.join(root, 'docs/pictures');
const STILL_SIZE = '1000x625'; // [px] of a still that does not say another
const CALM = 2000; // [ms] in which a camera that moves is seen to
const FAST = 10, SLOW = 1; // times real time: most of the way, and near the end
const NEAR = 8, NEXT = 0.6; // [s] before the moment from which it runs slowly, and step by step
const UNHURRIED = 0.25; // times real time where a page draws plots all the way
const SHOWN = 1, TAKE = 2, PLAY = 3, PAUSE = 4, STEP = 5, SPEED = 7; // requests of docs/viewer.md

// --- to the moment ------------------------------------------------------------------------------

// A client that drives: `time` and `steps` are those of the latest frame.
async function takeControls(server) {
  const wire = await shake(server);
  Object.assign(wire, { time: 0, steps: -1, paused: false });
  wire.send = (kind, what) => wire.socket.write(frame(BINARY, ask(kind, what)));
  const read = () => {
    for (let got = takeFrame(wire); got; got = takeFrame(wire)) {
      if (got.opcode === PING) wire.socket.write(frame(PONG, got.payload)); // still there
      if (got.opcode !== BINARY) continue;
      wire.paused = (got.payload.readUInt32LE(12) & 1) === 1;
      wire.time = got.payload.readDoubleLE(16);
      wire.steps = got.payload.readDoubleLE(24);
      wire.send(SHOWN, { index: got.payload.readUInt32LE(4) });
    }
  };
  wire.socket.on('data', read);
  read();
  await until(() => wire.steps >= 0, 'the first frame came');
  wire.send(TAKE); // a page may have been there before
  return wire;
}

async function playUntil(wire, time, speed) {
  if (wire.time >= time) return;
  wire.send(SPEED, { numbers: [speed] });
  wire.send(PLAY);
  await until(() => wire.time >= time, `${time} s had passed`);
  wire.send(PAUSE);
  await until(() => wire.paused, 'it paused');
}

async function stepOnce(wire) {
  const { steps } = wire;
  wire.send(STEP);
  await until(() => wire.steps > steps, 'it made a step');
}

async function runTo(wire, at, unhurried) {
  await stepOnce(wire);
  const wanted = Math.round(at / (wire.time / wire.steps));
  await playUntil(wire, at - NEAR, unhurried ? UNHURRIED : FAST);
  await playUntil(wire, at - NEXT, unhurried ? UNHURRIED : SLOW);
  while (wire.steps < wanted) await stepOnce(wire);
  wire.send(SPEED, { numbers: [SLOW] }); // what the page will show
  if (wire.steps > wanted) throw new Error(`step ${wire.steps} is past ${wanted}: run it again`);
}

// --- the picture --------------------------------------------------------------------------------

// Once the camera stands: it moves by itself until all that moves is in the picture.
async function settle(page) {
  let before = null;
  for (;;) {
    const now = JSON.stringify(await project(page, [[0, 0, 0], [1, 1, 1]]));
    if (now === before) return;
    before = now;
    await page.waitForTimeout(CALM);
  }
}

// The part of the window that is kept: all of it, or a piece round the middle of the stage.
async function cut(page, { piece, size: [width, height] }) {
  if (!piece) return { x: 0, y: 0, width, height };
  const [across, down, wide, high] = piece;
  const box = await page.locator('#stage').boundingBox();
  const [x, y] = [box.x + box.width / 2 + across, box.y + box.height / 2 + down];
  return { x: x - wide / 2, y: y - high / 2, width: wide, height: high };
}

async function photograph(picture) {
  const server = await serve(picture.scene, '--paused');
  try {
    await photographServed(picture, server);
    await stop(server);
  } finally {
    server.run.child.kill('SIGKILL'); // if it still runs, something has gone wrong
  }
}

async function photographServed(picture, server) {
  const { size: [width, height], piece } = picture;
  const look = { viewport: { width, height }, quality: 'high' };
  let page = piece ? null : await open(server, look); // a whole page has plots, from the start
  const wire = await takeControls(server);
  await runTo(wire, picture.at, page !== null);
  page ??= await open(server, look);
  await frameWhere(page, ({ steps }) => steps === wire.steps, 'the page showed the moment');
  wire.socket.destroy();
  await until(() => drives(page), 'the page had the controls');
  const hidden = piece ? '#hint, #messages, #hover, #show, #corner' : '#hint, #messages, #hover';
  await page.addStyleTag({ content: `${hidden} { display: none !important; }` });
  if (piece) await page.locator('#panel-toggle').click();
  await settle(page);
  await still(page);
  keep(picture.name, await page.screenshot({ clip: await cut(page, picture) }));
  await close(page);
}

function keep(name, png) {
  const small = encode(decode(png));
  writeFileSync(path.join(FOLDER, `${name}.png`), small);
  console.log(`docs/pictures/${name}.png: ${Math.round(small.length / 1000)} kB`);
}

// Of a scene of the gallery, or the last one in a document.
function drawStill({ name, scene, document, at, size = STILL_SIZE }) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'reeve-pictures-'));
  let file = scene;
  if (document) {
    const blocks = readFileSync(path.join(root, document), 'utf8').match(/```json\n[^]*?```/g);
    file = path.join(scratch, 'scene.json');
    writeFileSync(file, blocks.at(-1).split('\n').slice(1, -1).join('\n'));
  }
  const drawn = path.join(scratch, 'still.png');
  execFileSync(process.env.REEVE, ['run', file, '--duration', String(at), '--quiet', '--size', size,
    '--picture', drawn], { cwd: root });
  keep(name, readFileSync(drawn));
  rmSync(scratch, { recursive: true });
}

const words = process.argv.slice(2);
const known = [...viewed, ...stills].map(({ name }) => name);
for (const word of words)
  if (!known.includes(word)) {
    console.error(`there is no picture ${word}; there are ${known.join(', ')}`);
    process.exit(2);
  }
const isWanted = ({ name }) => words.length === 0 || words.includes(name);
mkdirSync(FOLDER, { recursive: true });
for (const one of stills.filter(isWanted)) drawStill(one);
for (const picture of viewed.filter(isWanted)) await photograph(picture);
await closeBrowser();
