// The page of `reeve validate --quick` in a browser, beside what the same run told as JSON.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { check, checkEqual, checkNoProblems, openWindow, runAll, test } from '../viewer/harness.mjs';

const CHECKS_WANTED = 90; // that all suites must have together
const LETTERS = 8; // [CSS px] high, of a plot on a phone
const EDGE = 1; // [CSS px] by which letters may stick out: their boxes are rounded
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };

const told = JSON.parse(readFileSync(process.env.CHECKS));
const papers = told.suites.filter(({ paper }) => paper);

// A window with the page, all of its parts unfolded: what is folded has no size.
async function openPage(settings, words) {
  const page = await openWindow(settings, words);
  await page.goto(pathToFileURL(process.env.PAGE).href);
  await page.evaluate(() => document.querySelectorAll('details').forEach((part) => {
    part.open = true;
  }));
  return page;
}

// The page on a desk, which most tests look at and none changes.
let shared = null;
async function deskPage() {
  shared ??= await openPage({ viewport: DESK }, { stays: true });
  return shared;
}

// --- the run itself -----------------------------------------------------------------------------

test('every check of a quick run passes', () => {
  const failed = told.checks.filter(({ verdict }) => verdict !== 'pass')
    .map(({ suite, name, expected, measured, tolerance }) =>
      `${suite}: ${name}: ${measured} instead of ${expected} ± ${tolerance}`);
  check(failed.length === 0, failed.join('; '));
  checkEqual([told.failed, process.env.CODE], [0, '0'], 'failed checks and exit code');
  check(told.count >= CHECKS_WANTED, `only ${told.count} checks`);
  checkEqual(told.checks.length, told.count, 'checks that are told');
});

// --- what is on the page ------------------------------------------------------------------------

test('the page needs nothing but itself and complains about nothing', async () => {
  const page = await deskPage();
  checkEqual([...page.hosts], [''], 'hosts that were asked');
  checkNoProblems(page);
});

test('it has a section for each of five papers, one of analytic results, one of features', async () => {
  const page = await deskPage();
  const ids = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
  checkEqual(papers.length, 5, 'suites with a paper');
  checkEqual(ids, ['summary', ...papers.map(({ name }) => name), 'analytic', 'features'], 'sections');
  for (const { name, paper } of papers) {
    const heading = await page.locator(`section#${name} > h2`).innerText();
    checkEqual(heading, paper.title, `heading of ${name}`);
  }
});

test('its contents and all other links lead to something on it', async () => {
  const page = await deskPage();
  const links = await page.locator('a').evaluateAll((all) => all.map((link) => {
    const href = link.getAttribute('href');
    const goal = href.startsWith('#') && document.getElementById(href.slice(1));
    return { href, shown: Boolean(goal) && goal.getBoundingClientRect().height > 0 };
  }));
  const lost = links.filter(({ shown }) => !shown).map(({ href }) => href);
  checkEqual(lost, [], 'links that lead nowhere');
  const contents = await page.locator('nav a').count();
  check(contents >= papers.length + 3, `only ${contents} contents`);
});

test('it has a row for every check that was told, with its source and verdict', async () => {
  const page = await deskPage();
  const rows = await page.locator('tr.check').evaluateAll((all) => all.map((row) => ({
    name: row.cells[0].firstChild.textContent,
    source: row.querySelector('.source').textContent,
    verdict: row.cells[row.cells.length - 1].textContent,
  })));
  checkEqual(rows.length, told.count, 'rows of checks');
  const key = ({ name, source, verdict }) => `${name} | ${source} | ${verdict.toLowerCase()}`;
  const shown = rows.map(key).sort();
  const wanted = told.checks.map(key).sort();
  const missing = wanted.filter((one, i) => one !== shown[i]);
  checkEqual(missing.slice(0, 3), [], 'checks that are told and not shown');
});

test('verdicts have words and colours, and the head counts them', async () => {
  const page = await deskPage();
  const facts = await page.locator('.facts').innerText();
  check(new RegExp(`checks\\s+${told.count}\\b`).test(facts), `the head says ${facts}`);
  check(/failed\s+0\b/.test(facts) && /run\s+quick/.test(facts), `the head says ${facts}`);
  const colours = await page.evaluate(() => {
    const colour = (element) => getComputedStyle(element).color;
    const verdicts = [...document.querySelectorAll('tr.check > td.pass')];
    const fail = document.body.appendChild(document.createElement('span'));
    fail.className = 'fail';
    const failed = colour(fail);
    fail.remove();
    return { pass: [...new Set(verdicts.map(colour))], failed, text: colour(document.body) };
  });
  checkEqual(colours.pass.length, 1, 'colours of "pass"');
  checkEqual(new Set([colours.pass[0], colours.failed, colours.text]).size, 3,
    'colours of "pass", "FAIL" and text');
});

// --- tables and figures of the papers -----------------------------------------------------------

test('every table and figure of a paper is listed, and leads to what reproduces it', async () => {
  const page = await deskPage();
  for (const { name, paper, parts } of papers) {
    const rows = await page.locator(`section#${name} table.items tbody tr`).evaluateAll(
      (all) => all.map(({ cells }) => ({
        item: cells[0].textContent, outcome: cells[2].textContent,
        linked: cells[0].querySelector('a') !== null })));
    checkEqual(rows.map(({ item }) => item), paper.items.map(({ item }) => item), `items of ${name}`);
    check(rows.length > 0, `${name} lists no tables or figures`);
    // what a quick run leaves out cannot be led to
    if (parts.some((part) => part.left_out)) continue;
    const loose = rows.filter(({ outcome, linked }) => /^Reproduced/.test(outcome) && !linked);
    checkEqual(loose.map(({ item }) => item), [], `of ${name}, "reproduced" without a plot or table`);
  }
});

test('every plot is drawn, with a name, curves or dots, and a legend', async () => {
  const page = await deskPage();
  const plots = await page.locator('figure.plot').evaluateAll((all) => all.map((figure) => {
    const svg = figure.querySelector(':scope > svg');
    const { width, height } = svg.getBoundingClientRect();
    const marks = [...svg.querySelectorAll('.curve, .dot, .ring')];
    const drawn = marks.filter((mark) => {
      const box = mark.getBBox();
      return mark.tagName === 'path' ? box.width + box.height > 0 : box.width > 0;
    });
    return { id: figure.id, title: figure.querySelector('figcaption').textContent.trim(), width, height,
      drawn: drawn.length, labels: figure.querySelectorAll('.legend li').length,
      spoilt: marks.some((mark) => /nan|inf/i.test(mark.outerHTML)) };
  }));
  check(plots.length >= 20, `only ${plots.length} plots`);
  for (const plot of plots)
    check(plot.title && plot.width > 200 && plot.height > 100 && plot.drawn > 0 && plot.labels > 0
      && !plot.spoilt, `plot ${JSON.stringify(plot)}`);
});

test('no curve leaves its frame, no letters leave their plot or cover others', async () => {
  const page = await deskPage();
  const faults = await page.locator('figure.plot > svg').evaluateAll((all, edge) => all.flatMap((svg) => {
    const name = svg.parentElement.querySelector('figcaption').textContent;
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')];
    const boxes = texts.map((text) => text.getBoundingClientRect());
    const outside = (box) => box.left < frame.left - edge || box.right > frame.right + edge
      || box.top < frame.top - edge || box.bottom > frame.bottom + edge;
    const across = (a, b) => a.left + edge < b.right && b.left + edge < a.right
      && a.top + edge < b.bottom && b.top + edge < a.bottom;
    const found = texts.filter((_, i) => outside(boxes[i])).map((text) => `${text.textContent} sticks out`);
    for (const mark of svg.querySelectorAll('.curve, .dot, .ring'))
      if (outside(mark.getBoundingClientRect())) found.push('a curve or dot sticks out');
    for (let i = 0; i < boxes.length; i += 1)
      for (let k = 0; k < i; k += 1)
        if (across(boxes[i], boxes[k]))
          found.push(`${texts[i].textContent} covers ${texts[k].textContent}`);
    return found.map((what) => `${name}: ${what}`);
  }), EDGE);
  checkEqual(faults.slice(0, 5), [], 'faults of plots');
});

// --- how it reads -------------------------------------------------------------------------------

test('on a phone only tables scroll sideways, and letters of plots can be read', async () => {
  const page = await openPage({ viewport: PHONE });
  const seen = await page.evaluate(() => {
    const wide = [...document.body.querySelectorAll('*')].filter((element) =>
      element.closest('.wide') === null && element.getBoundingClientRect().right > innerWidth + 1);
    const upright = [...document.querySelectorAll('figure.plot > svg text:not([transform])')];
    return { width: document.documentElement.scrollWidth, inner: innerWidth,
      wide: wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120)),
      least: Math.min(...upright.map((text) => text.getBoundingClientRect().height)) };
  });
  checkEqual(seen.wide, [], 'what is wider than the phone');
  check(seen.width <= seen.inner, `the body is ${seen.width} px wide of ${seen.inner}`);
  check(seen.least >= LETTERS, `letters of a plot are ${seen.least} px high`);
});

// Contrast of WCAG 2: 4.5 is what normal text needs.
test('text stands out from its ground in light and in dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await openPage({ viewport: DESK, colorScheme });
    const { ground, worst } = await page.evaluate(() => {
      const parts = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);
      const linear = (part) => (part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
      const light = (colour) => parts(colour).map(linear)
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
      const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
          const colour = getComputedStyle(at).backgroundColor;
          if (!/, 0\)$/.test(colour)) return colour;
        }
        return 'rgb(255, 255, 255)';
      };
      const kinds = ['body', 'a', '.soft', '.source', '.pass', '.remark', '.facts dt', 'svg text',
        'svg .label', '.features .yes b', '.features .partly b', '.features .no b', '.legend li'];
      const contrasts = kinds.flatMap((kind) => {
        const element = document.querySelector(kind);
        if (element === null) return [];
        const style = getComputedStyle(element);
        const [a, b] = [light(kind.startsWith('svg') ? style.fill : style.color), light(behind(element))];
        return [{ kind, contrast: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) }];
      });
      contrasts.sort((a, b) => a.contrast - b.contrast);
      return { ground: light(behind(document.body)), worst: contrasts[0] };
    });
    check(colorScheme === 'dark' ? ground < 0.1 : ground > 0.9, `the ground of ${colorScheme} is ${ground}`);
    check(worst.contrast >= 4.5, `in ${colorScheme}, ${worst.kind} has a contrast of ${worst.contrast}`);
  }
});

await runAll();
