// Bundles the page: node build.mjs OUTDIR writes index.html, viewer.js and viewer.css there.
// Everything the page needs is in these three files; nothing is fetched from elsewhere.
import { build } from 'esbuild';
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const outdir = path.resolve(process.argv[2] ?? path.join(here, 'dist'));

// The licences of what is bundled go where the code goes.
async function licences() {
  const texts = [];
  for (const name of ['three', 'uplot']) {
    const text = await readFile(path.join(here, 'node_modules', name, 'LICENSE'), 'utf8');
    texts.push(`${name}\n\n${text.trim()}`);
  }
  return `/*! This file holds parts of\n\n${texts.join('\n\n')}\n*/`;
}

await mkdir(outdir, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { viewer: 'src/main.ts' }, // it imports viewer.css, which imports uPlot's
  outdir,
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  legalComments: 'none',
  footer: { js: await licences() },
  logLevel: 'warning',
});
await copyFile(path.join(here, 'index.html'), path.join(outdir, 'index.html'));

for (const name of ['index.html', 'viewer.js', 'viewer.css']) {
  const { size } = await stat(path.join(outdir, name));
  console.log(`${name} ${(size / 1024).toFixed(1)} KiB`);
}
