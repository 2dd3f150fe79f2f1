// What a person does at the page changes the simulation: the buttons and keys of the bar, sliders
// and keys of the scene's controls, and the mouse that pulls at things.
import {
  check, checkEqual, checkNear, description, facts, frameWhere, keep, open, pause, play, project, reaches,
  rewind, serve, session, setSpeed, sleep, still, test, until,
} from './harness.mjs';

const TROLLEY = 1, HOOK = 2, LOAD = 3; // bodies of the crane
const z = (frame, body) => frame.bodies[body][2];

test('pause holds the simulation and play lets it go on', async () => {
  const { page } = await session();
  await play(page);
  for (const act of [() => page.locator('#play').click(), () => page.keyboard.press('Space'),
    () => page.keyboard.press('p')]) {
    await act();
    await frameWhere(page, ({ paused }) => paused, 'it paused');
    const { steps } = await facts(page);
    await sleep(400);
    checkEqual((await facts(page)).steps, steps, 'steps made after the pause');
    await act();
    await frameWhere(page, (f) => !f.paused && f.steps > steps, 'it went on');
  }
});

test('one step is one step', async () => {
  const { page } = await session();
  const { steps, time } = await pause(page);
  await page.locator('#step').click();
  await frameWhere(page, (f) => f.steps > steps, 'a step was made');
  await page.keyboard.press('.');
  await frameWhere(page, (f) => f.steps > steps + 1, 'a second step was made');
  await sleep(300);
  const after = await facts(page);
  checkEqual([after.steps, after.paused], [steps + 2, true], 'steps, and whether it is paused');
  checkNear(after.time - time, 2 / 60, 1e-9, 'time of two steps at 60 Hz [s]');
});

test('reset brings back the start, bit by bit', async () => {
  const { page } = await session();
  const first = await rewind(page);
  checkEqual([first.time, first.steps], [0, 0], 'time and steps');
  await page.keyboard.down('ArrowRight');
  await play(page);
  await frameWhere(page, ({ time }) => time > 0.5, 'time passed');
  await page.keyboard.up('ArrowRight');
  await page.keyboard.press('r');
  const again = await rewind(page);
  checkEqual(again.bodies, first.bodies, 'poses');
  checkEqual(again.numbers, first.numbers, 'numbers');
  checkEqual(again.cables, first.cables, 'cables');
});

test('the speed that is chosen is the speed that it runs at', async () => {
  const { page } = await session();
  await rewind(page);
  await play(page);
  const reach = async (choice, holds, what) => {
    await setSpeed(page, choice);
    await frameWhere(page, ({ speed }) => holds(speed), what);
  };
  // as measured by the server; a step more or less counts in its half second
  await reach('0.25', (speed) => speed > 0.1 && speed < 0.4, 'it ran at about a quarter');
  await reach('2', (speed) => speed > 1.2 && speed < 2.5, 'it ran at about twice');
  await reach('max', (speed) => speed > 4, 'it ran as fast as it could');
  await reach('1', (speed) => speed > 0.5 && speed < 1.5, 'it ran at about real time');
});

test('a key drives the trolley while it is pressed', async () => {
  const { page } = await session();
  await rewind(page);
  await play(page);
  const { range } = (await description(page)).controls[0];
  await page.keyboard.down('ArrowRight');
  await reaches(page, TROLLEY, range[1], 'with the right key pressed');
  await page.keyboard.up('ArrowRight');
  await page.keyboard.down('ArrowLeft');
  await reaches(page, TROLLEY, range[0], 'with the left key pressed');
  await page.keyboard.up('ArrowLeft');
  await reaches(page, TROLLEY, 0, 'with no key pressed');
});

test('the up key lifts the load, the down key lowers it', async () => {
  const { page } = await session();
  const first = await rewind(page);
  await play(page);
  await page.keyboard.down('ArrowUp');
  const high = await frameWhere(page, (f) => z(f, LOAD) > z(first, LOAD) + 0.5, 'the load rose');
  await page.keyboard.up('ArrowUp');
  await page.keyboard.down('ArrowDown');
  await frameWhere(page, (f) => z(f, LOAD) < z(high, LOAD) - 0.3, 'the load sank');
  await page.keyboard.up('ArrowDown');
});

test('a slider drives the trolley, springs back, and stays where "hold" is ticked', async () => {
  const { page } = await session();
  await rewind(page);
  await play(page);
  const row = page.locator('.control').first();
  const slider = row.locator('input[type=range]');
  const box = await slider.boundingBox();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const pull = async () => {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 4, middle.y, { steps: 4 });
  };
  await pull();
  await reaches(page, TROLLEY, 1.4, 'with the slider at the right');
  await page.mouse.up();
  await until(async () => await slider.inputValue() === '0', 'the slider sprang back');
  await reaches(page, TROLLEY, 0, 'with the slider back');

  await row.locator('input[type=checkbox]').check();
  await pull();
  await page.mouse.up();
  check(Number(await slider.inputValue()) > 80, 'the slider did not stay');
  await reaches(page, TROLLEY, 1.4, 'with the slider held');
  await row.locator('input[type=checkbox]').uncheck();
  checkEqual(await slider.inputValue(), '0', 'the slider, after "hold" is no longer ticked');
});

test('a focused slider has the arrow keys, and springs back when they are let go', async () => {
  const { page } = await session();
  await rewind(page);
  const rows = page.locator('.control');
  const slider = rows.first().locator('input[type=range]');
  await slider.focus();
  // the up key is the hoist's
  await page.keyboard.down('ArrowUp');
  await until(async () => Number(await slider.inputValue()) > 0, 'the slider moved');
  checkEqual(await rows.nth(1).locator('.control-value').innerText(), 'released', 'the hoist');
  check(/m\/s/.test(await rows.first().locator('.control-value').innerText()), 'no speed is shown');
  await page.keyboard.up('ArrowUp');
  await until(async () => await slider.inputValue() === '0', 'the slider sprang back');
  checkEqual(await page.evaluate(() => document.activeElement?.type), 'range', 'what has the focus');
  await slider.blur();
  await page.keyboard.down('ArrowUp');
  await until(async () => await rows.nth(1).locator('.control-value').innerText() !== 'released',
    'the key drove the hoist');
  await page.keyboard.up('ArrowUp');
});

test('what a key was pressed to stays where "hold" is ticked', async () => {
  const { page } = await session();
  await rewind(page);
  await play(page);
  const row = page.locator('.control').first();
  await row.locator('input[type=checkbox]').check();
  await page.keyboard.press('ArrowRight');
  checkEqual(await row.locator('input[type=range]').inputValue(), '100', 'the slider');
  await reaches(page, TROLLEY, 1.5, 'after the key was let go');
  await row.locator('input[type=checkbox]').uncheck();
  await reaches(page, TROLLEY, 0, 'without "hold"');
});

test('an operator who has touched a control is not overruled by the script', async () => {
  const server = await serve(keep('scripted.json', JSON.stringify({
    reeve: 1, name: 'A cart', look: 'x', gravity: [0, 0, 0],
    bodies: [{ name: 'cart', mass: 1, shapes: [{ box: [1, 1, 1] }] }],
    joints: [{ name: 'rail', type: 'slider', bodies: ['world', 'cart'], axis: [1, 0, 0],
      motor: { speed: 0 } }],
    controls: [{ key: ['a', 'd'], drive: 'rail.speed', range: [-1, 1] }],
    script: [{ at: 0, set: { 'rail.speed': 2 } }],
  })));
  const page = await open(server);
  await reaches(page, 0, 2, 'by the script');
  await page.keyboard.press('a');
  await reaches(page, 0, 0, 'after a key was touched');
  await page.locator('#reset').click();
  await reaches(page, 0, 2, 'by the script, after the reset');
});

test('the scene can have the focus, and keys that turn the view', async () => {
  const { page } = await session();
  await rewind(page);
  const [before] = await project(page, [[11, 2.4, 0]]);
  await page.locator('#view').focus();
  checkEqual(await page.evaluate(() => document.activeElement?.id), 'view', 'what has the focus');
  await page.keyboard.press('Shift+ArrowRight');
  await until(async () => {
    const [now] = await project(page, [[11, 2.4, 0]]);
    return Math.hypot(now.x - before.x, now.y - before.y) > 5;
  }, 'the view had turned');
  checkEqual(await page.locator('.control-value').first().innerText(), 'released', 'the trolley');
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  checkEqual(outline, 'solid', 'the ring round what has the focus');
  await page.locator('#view').blur();
});

// Drags from one place to another by some pixels and waits until the frame shows the hand; `look`
// is called while it pulls. Returns what it gave.
export async function drag(page, from, by, look) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 5 });
  await frameWhere(page, ({ hand }) => hand !== null, 'the hand held something');
  const target = await until(async () => {
    const frame = await facts(page);
    const [at] = await project(page, [frame.hand.slice(3, 6)]);
    return Math.hypot(at.x - from.x - by.x, at.y - from.y - by.y) < 2 && at;
  }, 'the hand pulled to where the mouse is');
  const seen = await look(target);
  await page.mouse.up();
  await frameWhere(page, ({ hand }) => hand === null, 'the hand let go');
  return seen;
}

test('a drag on the load pulls it that way, and letting go lets go', async () => {
  const { page } = await session();
  const first = await rewind(page);
  await still(page);
  const [before, fixed] = await project(page, [first.bodies[LOAD].slice(0, 3), [11, 2.4, 0]]);
  const under = await page.evaluate(({ x, y }) => window.reeve.pick(x, y), before);
  checkEqual([under?.kind, under?.index], ['body', LOAD], 'what is under the pointer');
  await play(page);
  const by = { x: 90, y: 0 };
  const moved = await drag(page, before, by, async () => {
    await until(async () => /N/.test(await page.locator('#pull').innerText()),
      'the pull was written beside the pointer');
    return until(async () => {
      const frame = await facts(page);
      const [now] = await project(page, [frame.bodies[LOAD].slice(0, 3)]);
      return now.x > before.x + 20 && now;
    }, 'the load had moved to the right');
  });
  checkNear(moved.y, before.y, 40, 'height of the load in the picture [px]');
  await until(async () => !await page.locator('#pull').isVisible(), 'the pull was written no more');
  const [after] = await project(page, [[11, 2.4, 0]]);
  checkNear(Math.hypot(after.x - fixed.x, after.y - fixed.y), 0, 1e-6,
    'turn of the view by a drag on a thing [px]');
});

test('a drag on a cable pulls it aside', async () => {
  const { page } = await session();
  const first = await rewind(page);
  await still(page);
  // between trolley and hook, where nothing else is
  const ends = [first.bodies[TROLLEY], first.bodies[HOOK]];
  const hoist = first.cables[0];
  const place = await page.evaluate(({ points, top, bottom }) => {
    for (let i = 0; i + 1 < points.length; i++) {
      const [a, b] = [points[i], points[i + 1]];
      const middle = [0, 1, 2].map((k) => (a[k] + b[k]) / 2);
      if (middle[2] > top || middle[2] < bottom || Math.abs(a[2] - b[2]) < 1) continue;
      const at = window.reeve.project(...middle);
      if (window.reeve.pick(at.x, at.y)?.kind === 'cable') return { ...at, middle };
    }
    return null;
  }, { points: hoist, top: ends[0][2] - 0.5, bottom: ends[1][2] + 0.5 });
  check(place, 'no free piece of the hoist cable was found');
  await play(page);
  // is a point of the cable at about this height in the picture, but to the left?
  const isAside = async () => {
    const { cables } = await facts(page);
    const points = await project(page, cables[0].map((point) => point.slice(0, 3)));
    return points.some((p) => p.x < place.x - 15 && Math.abs(p.y - place.y) < 40);
  };
  check(!await isAside(), 'the cable is aside before it is pulled');
  await drag(page, place, { x: -60, y: 0 }, () => until(isAside, 'the cable was pulled aside'));
  await until(async () => !await isAside(), 'the cable was straight again');
});

test('a drag on a rod takes it along', async () => {
  const server = await serve('25-plectoneme', '--paused');
  const page = await open(server);
  await still(page);
  const middle = async () => {
    const thread = (await facts(page)).cables[0];
    return (await project(page, [thread[thread.length >> 1].slice(0, 3)]))[0];
  };
  const under = await page.evaluate(({ x, y }) => window.reeve.pick(x, y), await middle());
  checkEqual([under?.kind, under?.index], ['cable', 0], 'what is under the pointer');
  await drag(page, await middle(), { x: 0, y: -40 }, async (target) => {
    await page.keyboard.press('Space'); // plays; the mouse is busy
    await until(async () => {
      const at = await middle();
      return Math.hypot(at.x - target.x, at.y - target.y) < 15;
    }, 'the thread was where the mouse is');
  });
});

test('a drag beside things turns the view and nothing else', async () => {
  const { page } = await session();
  await rewind(page);
  await still(page);
  const corner = await page.evaluate(() => {
    const { left, top, width, height } = document.getElementById('view').getBoundingClientRect();
    for (let i = 1; i < 20; i++)
      for (let k = 1; k < 20; k++) {
        const at = { x: left + width * i / 20, y: top + height * k / 20 };
        const free = [-10, 0, 10].every((d) => !window.reeve.pick(at.x + d, at.y + d));
        if (free && document.elementFromPoint(at.x, at.y)?.id === 'view') return at;
      }
    return null;
  });
  check(corner, 'there is no free place in the picture');
  const [before] = await project(page, [[11, 2.4, 0]]);
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down();
  await page.mouse.move(corner.x + 40, corner.y + 20, { steps: 4 });
  await page.mouse.up();
  await until(async () => {
    const [now] = await project(page, [[11, 2.4, 0]]);
    return Math.hypot(now.x - before.x, now.y - before.y) > 5;
  }, 'the view had turned');
  checkEqual((await facts(page)).hand, null, 'the hand');
});
