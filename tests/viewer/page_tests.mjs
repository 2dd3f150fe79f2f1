// The furniture of the page: plots, legend, theme, gallery, controls and their keys.
import {
  check, checkEqual, description, facts, frameWhere, pause, play, session, still, test, until,
} from './harness.mjs';

// How many different colours the canvases of the plots show; 1: a blank one.
const colours = (page) => page.evaluate(() => [...document.querySelectorAll('#plots canvas')]
  .map((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }));

test('plots show the values of the frame', async () => {
  const { page } = await session();
  await play(page);
  const { numbers: names } = await description(page);
  // open every plot
  await page.evaluate(() => {
    for (const plot of document.querySelectorAll('#plots details')) plot.open = true;
  });
  const { time } = await facts(page);
  await frameWhere(page, (f) => f.time > time + 0.5, 'there was something to plot');
  await pause(page);
  await still(page);
  const frame = await facts(page);
  const plotted = await page.evaluate((all) => all.map((name) => window.reeve.plotted(name)),
    names.map(({ name }) => name));
  check(names.length > 10, `the crane has ${names.length} numbers`);
  names.forEach(({ name }, i) => checkEqual(plotted[i], frame.numbers[i], `plotted ${name}`));
  const kinetic = await page.evaluate(() => window.reeve.plotted('energy.kinetic'));
  checkEqual(kinetic, frame.energies[0], 'plotted kinetic energy');
  const seen = await colours(page);
  check(seen.length > 3, `there are ${seen.length} plots`);
  check(seen.every((count) => count > 5), `colours in the plots: ${seen.join(' ')}`);
  const [legend] = await page.locator('.plot-value').allInnerTexts();
  check(/\d/.test(legend), `the legend of a plot says "${legend}"`);
});

test('the legend explains the colours of the cables', async () => {
  const { page } = await session();
  check(await page.locator('#legend').isVisible(), 'there is no legend');
  const words = await page.locator('#legend').innerText();
  check(/tension/i.test(words) && /N/.test(words), `the legend says "${words}"`);
  await page.locator('#colour').selectOption('twist');
  await until(async () => /twist/i.test(await page.locator('#legend').innerText()),
    'the legend spoke of twist');
  await page.locator('#colour').selectOption('plain');
  await until(async () => !await page.locator('#legend').isVisible(), 'the legend went away');
  await page.locator('#colour').selectOption('tension');
  await until(() => page.locator('#legend').isVisible(), 'the legend came back');
});

test('forces appear when they are asked for', async () => {
  const { page } = await session();
  await play(page);
  checkEqual((await facts(page)).forces, 0, 'forces at first');
  await page.locator('#forces').check();
  await frameWhere(page, (f) => f.forces > 0, 'forces came');
  await page.locator('#forces').uncheck();
  await frameWhere(page, (f) => f.forces === 0, 'forces went');
});

test('the theme can be switched, and is kept', async () => {
  const { page } = await session();
  const look = () => page.evaluate(() => ({
    theme: document.documentElement.dataset.theme,
    colour: getComputedStyle(document.body).backgroundColor,
  }));
  const before = await look();
  await page.locator('#theme').click();
  const after = await look();
  check(after.theme !== before.theme && after.colour !== before.colour,
    `theme ${before.theme} ${before.colour} became ${after.theme} ${after.colour}`);
  checkEqual(await page.evaluate(() => localStorage.getItem('reeve.theme')), after.theme, 'kept');
  await page.locator('#theme').click();
  checkEqual(await look(), before, 'after switching back');
});

test('every control shows its name, its keys and what it reaches', async () => {
  const { page } = await session();
  const { controls } = await description(page);
  const rows = await page.locator('.control').all();
  checkEqual(rows.length, controls.length, 'rows');
  for (const [i, row] of rows.entries()) {
    check(await row.isVisible(), `control ${i} is not visible`);
    const words = await row.innerText();
    check(words.includes(controls[i].label), `control ${i} says "${words}"`);
    checkEqual(await row.locator('button').count(), controls[i].keys.length, 'buttons for keys');
    const titles = await row.locator('button').evaluateAll((all) => all.map(({ title }) => title));
    check(titles.every((title) => /\d/.test(title) && title.includes('key')), `titles: ${titles}`);
  }
  checkEqual(await page.locator('.control button').allInnerTexts(), ['←', '→', '↓', '↑', 'Q', 'E'], 'keys');
  for (const [id, cap] of [['play-key', 'Space'], ['step-key', '.'], ['reset-key', 'R']])
    checkEqual(await page.locator(`#${id}`).innerText(), cap, id);
});

test('the profile shows every stage of a step', async () => {
  const { page } = await session();
  await play(page);
  const { stages } = await description(page);
  await frameWhere(page, (f) => f.profile.some((seconds) => seconds > 0), 'stages were measured');
  await until(() => page.locator('#profile').isVisible(), 'the profile was shown');
  const pieces = await page.locator('#profile-bar > *').count();
  check(pieces >= stages.length, `${pieces} pieces for ${stages.length} stages`);
  check(/\d/.test(await page.locator('#profile-total').innerText()), 'no total');
});

test('hovering over a thing says what it is', async () => {
  const { page } = await session();
  await pause(page);
  await still(page);
  // a leg of the crane, or a note, may be before its middle
  const place = await page.evaluate((steps) => {
    const { frame, pick, project, scene } = window.reeve;
    const load = scene.bodies.findIndex(({ name }) => name === 'load');
    const middle = project(...frame.bodies[load].slice(0, 3));
    const places = steps.flatMap((dx) => steps.map((dy) => ({ x: middle.x + dx, y: middle.y + dy })));
    return places.find(({ x, y }) => [x, x + 1].every((at) => pick(at, y)?.name === 'load'
      && document.elementFromPoint(at, y)?.id === 'view'));
  }, [0, 8, -8, 16, -16]);
  check(place, 'the load is nowhere to be seen');
  // a hand is never quite still
  let moves = 0;
  await until(async () => {
    await page.mouse.move(place.x + moves++ % 2, place.y);
    return await page.locator('#hover').isVisible()
      && /load/.test(await page.locator('#hover').innerText());
  }, 'the note named the load');
  await page.mouse.move(5, 5);
});

test('the gallery has a picture of every scene', async () => {
  const { page } = await session();
  const { gallery } = await description(page);
  await page.locator('#gallery-open').click();
  checkEqual(await page.locator('.scene-card').count(), gallery.length, 'cards');
  for (let i = 0; i < gallery.length; i++) {
    const card = page.locator('.scene-card').nth(i);
    await card.scrollIntoViewIfNeeded();
    await until(() => card.locator('img').evaluate((img) => img.complete && img.naturalWidth > 0),
      `the picture of ${gallery[i].name} was there`);
    const words = await card.innerText();
    check(words.includes(gallery[i].title) && words.includes(gallery[i].look), `card: "${words}"`);
  }
  await page.keyboard.press('Escape');
  await until(async () => !await page.locator('#gallery').isVisible(), 'the gallery was closed');
});
