// The first seconds of a page: what it says before there is a picture, that no scene runs on unseen,
// and what becomes of a page whose scene or server cannot be had.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  check, checkEqual, close, description, facts, frameWhere, keep, open, openWindow, root, serve, sleep,
  stop, test, until,
} from './harness.mjs';
import { shake } from './raw.mjs';

const UNSEEN = 700; // [ms] in which a scene that nobody sees would run

test('a page says what it waits for, and the scene waits with it', async () => {
  const server = await serve('13-gantry-crane');
  await sleep(UNSEEN);
  const page = await openWindow({ viewport: { width: 640, height: 420 } });
  // every text that stands over the stage, until it goes
  await page.addInitScript(() => {
    window.waited = { texts: [], over: null };
    addEventListener('DOMContentLoaded', () => {
      const box = document.getElementById('waiting');
      const look = () => {
        if (box?.hidden) window.waited.over ??= window.reeve.begun;
        else window.waited.texts.push(box?.innerText ?? '');
      };
      look();
      if (box) new MutationObserver(look)
        .observe(box, { attributes: true, childList: true, subtree: true, characterData: true });
    });
  });
  await page.goto(`${server.address}&quality=low`, { waitUntil: 'commit' });
  await until(() => page.evaluate(() => window.reeve?.frames > 0), 'there was a picture');
  const { texts, over } = await page.evaluate(() => window.waited);
  check(/Starting/.test(texts[0]), `before the script ran it said "${texts[0]}"`);
  check(texts.some((text) => /first picture…\n+.*waits/.test(text)), `it said ${texts.join(' | ')}`);
  checkEqual(over, 0, 'simulated time in the first picture [s]');
  check(!await page.locator('#waiting').isVisible(), 'it still waits');
  await frameWhere(page, ({ time }) => time > 0.2, 'time passed after the first picture');
  await close(page);
  await stop(server);
});

test('a scene that is opened from the gallery begins with its first picture, too', async () => {
  const server = await serve('--speed', '1');
  const page = await open(server, { viewport: { width: 640, height: 420 } });
  await page.locator('.scene-card[data-scene="0"]').click();
  await until(() => page.evaluate(() => window.reeve.scene.current === 0
    && window.reeve.frame?.time > 0.1), 'the scene ran');
  checkEqual(await page.evaluate(() => window.reeve.begun), 0, 'time in the first picture [s]');
  await close(page);
  await stop(server);
});

test('a client that does not say that it draws is not waited for', async () => {
  const server = await serve('02-pendulum-150');
  const wire = await shake(server);
  await until(() => wire.received.length > 0, 'something came');
  // the frame at the start, and one that a step has changed
  await until(() => wire.received.toString('latin1').split('RVF1').length > 2, 'a second frame came');
  wire.socket.destroy();
  await stop(server);
}, { short: true });

test('nothing mirrors where a processor draws, unless it is asked for', async () => {
  const server = await serve('02-pendulum-150', '--paused');
  const page = await open(server, { viewport: { width: 400, height: 300 }, quality: 'auto' });
  checkEqual(await page.evaluate(() => window.reeve.mirrors), false, 'mirrors in software');
  await close(page);
  await stop(server);
});

// A folder of scenes: a good one, and one with a mistake.
function folderWithMistake() {
  const folder = path.join(path.dirname(keep('unused', '')), 'mistaken');
  mkdirSync(folder, { recursive: true });
  copyFileSync(path.join(root, 'scenes/02-pendulum-150.json'), path.join(folder, '1-good.json'));
  writeFileSync(path.join(folder, '2-bad.json'), JSON.stringify({
    reeve: 1, name: 'Bad', look: 'x', bodies: [{ name: 'ball', mass: -1 }],
  }));
  return folder;
}

test('a scene with mistakes is told on the page, where another can be chosen', async () => {
  const server = await serve('--scenes', folderWithMistake());
  const page = await open(server, { viewport: { width: 800, height: 500 } });
  const [error, gallery] = [page.locator('#gallery-error'), page.locator('#gallery')];
  await page.locator('.scene-card[data-scene="1"]').click();
  await until(() => error.isVisible(), 'the error was shown');
  const text = await error.innerText();
  for (const word of ['2-bad', 'cannot be opened', 'bodies[0].mass', '-1'])
    check(text.includes(word), `the error lacks "${word}": ${text}`);
  check(await gallery.isVisible(), 'the gallery is not open');
  check(!await page.locator('#waiting').isVisible(), 'the page waits for a scene that never comes');
  await page.locator('.scene-card[data-scene="0"]').click();
  await until(async () => (await description(page)).current === 0 && await facts(page) !== null,
    'the good scene was open');
  // with a scene behind it, too: that one goes on
  await page.locator('#gallery-open').click();
  check(!await error.isVisible(), 'the error is still there');
  await page.locator('.scene-card[data-scene="1"]').click();
  await until(() => error.isVisible(), 'the error was shown again');
  const { time } = await facts(page);
  await page.locator('#gallery-close').click();
  await frameWhere(page, (frame) => frame.time > time, 'the scene before went on');
  await close(page);
  await stop(server);
});

test('after the server was started again the page says which address to open', async () => {
  const first = await serve('02-pendulum-150');
  const page = await open(first, { viewport: { width: 400, height: 300 } });
  const banner = page.locator('#banner');
  await stop(first);
  await until(() => banner.isVisible(), 'the page knew that the server was gone');
  await page.locator('#gallery-open').click(); // the gallery says so, too: it hides the banner
  const second = await serve('02-pendulum-150', '--port', String(first.port));
  await until(async () => /open the address that Reeve printed last/.test(await banner.innerText()),
    'the page said what to do');
  check((await page.locator('#gallery-error').innerText()).includes('printed last'), 'not the gallery');
  await close(page);
  await stop(second);
});
