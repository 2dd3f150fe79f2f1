// What the tests share: the list of tests, the command under test, the browser, and waiting.
// A test is a function that throws; `test` registers it, `runAll` runs them in order. A page takes
// seconds to start where WebGL is drawn in software, so tests of the page share one (`session`); a
// test that fails leaves none behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(here, '../..');
const { chromium } = createRequire(path.join(root, 'apps/viewer/package.json'))('playwright-core');

export const PATIENCE = 120_000; // [ms] for anything to happen: others may have the processor
const OPENING = 120_000; // [ms] for a page to start: its shaders are compiled by the processor
const POLL = 25; // [ms] between two looks
const TEST_LIMIT = 300_000; // [ms] for one test
const VIEWPORT = { width: 900, height: 600 }; // small: pixels are drawn in software
const PICTURE_PAUSE = 100; // [ms] between two pictures, for the same reason
const STILL = 300; // [ms] without a change, after which a picture stays as it is: three pauses

// --- tests --------------------------------------------------------------------------------------

const tests = [];

// `short`: also run where only the short set is
export function test(name, run, { short = false } = {}) {
  tests.push({ name, run, short });
}

export function check(holds, what) {
  if (!holds) throw new Error(what);
}

export function checkEqual(got, wanted, what) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
  check(a === b, `${what}: ${a} instead of ${b}`);
}

export function checkNear(got, wanted, within, what) {
  check(Math.abs(got - wanted) <= within, `${what}: ${got} instead of ${wanted} ± ${within}`);
}

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Waits until `look` gives something true, and returns that.
export async function until(look, what, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`waited ${patience / 1000} s in vain until ${what}`);
    await sleep(POLL);
  }
}

async function runOne({ name, run }) {
  const began = Date.now();
  let timer;
  const limit = new Promise((_, reject) => {
    const late = new Error(`not over after ${TEST_LIMIT / 1000} s`);
    timer = setTimeout(() => reject(late), TEST_LIMIT);
  });
  try {
    await Promise.race([run(), limit]);
    if (shared) checkNoProblems(shared.page);
    console.log(`ok ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`FAIL ${name}: ${error.message.split('\n').slice(0, 4).join(' | ')}`);
    shared = null;
    return false;
  } finally {
    clearTimeout(timer);
    await cleanUp();
  }
}

export async function runAll() {
  const words = process.argv.slice(2).join(' ');
  const all = process.env.VIEWER_TESTS !== 'short';
  const chosen = tests.filter(({ name, short }) => (all || short) && name.includes(words));
  let failed = 0;
  for (const one of chosen) failed += (await runOne(one)) ? 0 : 1;
  shared = null;
  await cleanUp();
  await closeBrowser();
  console.log(`${chosen.length - failed} of ${chosen.length} tests passed`
    + `${all ? '' : ' (the short set)'}`);
  process.exit(failed > 0 || chosen.length === 0 ? 1 : 0);
}

// Ends what a test left running, but for what the next one shares.
async function cleanUp() {
  for (const context of [...contexts])
    if (context !== shared?.page.context()) {
      contexts.delete(context);
      await context.close().catch(() => {});
    }
  const over = [...running].filter((run) => run !== shared?.server.run);
  for (const run of over) run.child.kill('SIGKILL');
  await Promise.all(over.map((run) => run.over));
}

// --- the command --------------------------------------------------------------------------------

const running = new Set();

// Starts the command; what it prints is gathered.
export function start(...words) {
  const child = spawn(process.env.REEVE, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const run = { child, out: '', err: '', code: null, signal: null };
  child.stdout.on('data', (bytes) => { run.out += bytes; });
  child.stderr.on('data', (bytes) => { run.err += bytes; });
  run.over = once(child, 'close').then(([code, signal]) => {
    Object.assign(run, { code, signal });
    running.delete(run);
  });
  running.add(run);
  return run;
}

const hasEnded = (run) => run.code !== null || run.signal !== null;

// Waits for the end of a command that ends by itself.
export async function finish(run) {
  await until(() => hasEnded(run), 'the command ended');
  return run;
}

// `reeve view`, up to the address that it prints.
export async function serve(...words) {
  const run = start('view', ...words, '--no-open');
  await until(() => run.out.includes('\n') || hasEnded(run), 'reeve view printed an address');
  check(!hasEnded(run), `reeve view ended with ${run.code ?? run.signal}: ${run.err}`);
  const address = run.out.trim();
  const url = new URL(address);
  return { run, address, host: url.host, port: Number(url.port),
    token: url.searchParams.get('token') };
}

// Ctrl-C. The exit code is checked here, so every test would see a leak or a crash.
export async function stop(server) {
  server.run.child.kill('SIGINT');
  await finish(server.run);
  check(server.run.code === 0, 'after Ctrl-C reeve view ended with '
    + `${server.run.code ?? server.run.signal}: ${server.run.err.slice(0, 600)}`);
}

const scratch = mkdtempSync(path.join(os.tmpdir(), 'reeve-viewer-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

// Writes a file that goes when the tests are over, and returns its path.
export function keep(name, text) {
  const file = path.join(scratch, name);
  writeFileSync(file, text);
  return file;
}

// A scene of the gallery without its script, so that nothing moves but what the test moves.
export function unscripted(name) {
  const scene = JSON.parse(readFileSync(path.join(root, 'scenes', `${name}.json`)));
  delete scene.script;
  return keep(`${name}.json`, JSON.stringify(scene));
}

// --- the browser --------------------------------------------------------------------------------

let browser = null;
const contexts = new Set();

async function openBrowser() {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM,
    headless: true,
    // WebGL in software, but the page is put together without it, which is quicker; nothing is
    // fetched that the test did not ask for
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      '--disable-gpu-compositing', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--no-first-run'],
  });
  return browser;
}

// A window of its own without a page yet; one that stays is there for the tests that follow.
// `page.problems` gathers what the console, the scripts or the network complain about; `page.hosts`
// who was asked for anything.
export async function openWindow(settings, { stays = false } = {}) {
  const context = await (await openBrowser()).newContext({ deviceScaleFactor: 1, ...settings });
  if (!stays) contexts.add(context);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.problems = [];
  page.hosts = new Set();
  page.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type()) && !isDriverTalk(message.text()))
      page.problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => page.problems.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => page.problems.push(`not loaded: ${request.url()}`));
  page.on('request', (request) => page.hosts.add(new URL(request.url()).host));
  page.on('websocket', (socket) => page.hosts.add(new URL(socket.url()).host));
  return page;
}

// A window with the viewer's page in it, up to its first picture.
export async function open(server, { viewport = VIEWPORT, quality = 'low' } = {}) {
  const page = await openWindow({ viewport });
  await page.addInitScript((pause) => {
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => setTimeout(() => request(draw), pause);
  }, PICTURE_PAUSE);
  await page.goto(`${server.address}&quality=${quality}`, { waitUntil: 'commit' });
  await framed(page);
  return page;
}

// Chromium itself remarks that software WebGL is slow.
function isDriverTalk(text) {
  return text.includes('GL Driver Message') || text.includes('GPU stall');
}

export async function closeBrowser() {
  if (browser) await browser.close();
  browser = null;
}

export async function close(page) {
  contexts.delete(page.context());
  await page.context().close();
}

export function checkNoProblems(page) {
  check(page.problems.length === 0, `the page complained: ${page.problems.join(' | ')}`);
}

// --- the page that tests share ------------------------------------------------------------------

let shared = null; // server and page

// `reeve view` with these words if there is none yet, else the one of the test before. By default
// it is the crane without its script; tests that come later may find another scene.
export async function session({ words, quality } = {}) {
  if (!shared) {
    const server = await serve(...(words ?? [unscripted('13-gantry-crane')]));
    shared = { server, page: await open(server, { quality }) };
  }
  return shared;
}

// For a test that ends the server: the next one gets another.
export function leaveSession() {
  shared = null;
}

// --- what the page knows ------------------------------------------------------------------------

export const facts = (page) => page.evaluate(() => window.reeve?.frame ?? null);
export const description = (page) => page.evaluate(() => window.reeve?.scene ?? null);
export const drives = (page) => page.evaluate(() => window.reeve.drives);

// Waits until the page has drawn a frame of what it shows.
export async function framed(page) {
  await until(() => page.evaluate(() => Boolean(window.reeve?.frame && window.reeve.frames > 0)),
    'the page had drawn a frame', OPENING);
}

// Waits for a frame of which `holds` is true, and returns it.
export function frameWhere(page, holds, what) {
  return until(async () => {
    const frame = await facts(page);
    return frame && holds(frame) && frame;
  }, what);
}

export async function pause(page) {
  if (!(await facts(page)).paused) await page.locator('#play').click();
  return frameWhere(page, ({ paused }) => paused, 'it paused');
}

export async function play(page) {
  if ((await facts(page)).paused) await page.locator('#play').click();
  return frameWhere(page, ({ paused }) => !paused, 'it played');
}

// Waits until a body moves along x at about this speed [m/s], over half a second. The server goes on
// while a busy browser is late: how long it takes is not looked at.
export function reaches(page, body, wanted, when) {
  const x = (frame) => frame.bodies[body][0];
  return until(async () => {
    const before = await facts(page);
    const after = await frameWhere(page, ({ time }) => time > before.time + 0.5, 'time passed');
    return Math.abs((x(after) - x(before)) / (after.time - before.time) - wanted) < 0.3;
  }, `it moved at ${wanted} m/s ${when}`);
}

// Waits for some pictures more.
export const pictures = (page, count) => page.evaluate((many) => new Promise((done) => {
  const next = (left) => (left > 0 ? requestAnimationFrame(() => next(left - 1)) : done());
  next(many);
}), count);

// Waits until the picture of a paused simulation is final: it is drawn finer when it stands still.
export async function still(page) {
  await page.evaluate((quiet) => new Promise((done) => {
    let [seen, since] = ['', 0];
    const look = () => {
      const now = `${window.reeve.frames} ${document.getElementById('view').width}`;
      if (now !== seen) [seen, since] = [now, performance.now()];
      if (performance.now() - since > quiet) done();
      else requestAnimationFrame(look);
    };
    look();
  }), STILL);
}

// Back to the start, paused.
export async function rewind(page) {
  await pause(page);
  await page.locator('#reset').click();
  return frameWhere(page, ({ time, paused }) => time === 0 && paused, 'it was back at the start');
}

export async function setSpeed(page, timesRealTime) {
  await page.locator('#speed').selectOption(timesRealTime);
}

// Where points of the world are in the window [CSS px].
export const project = (page, points) => page.evaluate(
  (all) => all.map(([x, y, z]) => window.reeve.project(x, y, z)), points);

export async function openScene(page, index) {
  await page.locator('#gallery-open').click();
  await page.locator(`.scene-card[data-scene="${index}"]`).click();
  await until(() => page.evaluate((wanted) => window.reeve.scene.current === wanted
    && window.reeve.frame !== null, index), `scene ${index} of the gallery was open`);
}
