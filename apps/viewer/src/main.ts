// Starts the page. The token stays in the address, so that a reload works.
import '../viewer.css';
import { App } from './app';
import { find, setText } from './dom';
import { wirePanel } from './panel';

function start(): void {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  wirePanel();
  try {
    window.reeve = new App(token).inspector();
  } catch (error) {
    const banner = find('banner');
    find('waiting').hidden = true;
    banner.hidden = false;
    const text = hasWebGL() ? `The page could not start: ${String(error)}`
      : 'This page draws with WebGL 2, which this browser does not offer. Turn on hardware '
        + 'acceleration in its settings, or open the address in a current Firefox or Chrome.';
    setText(banner, text);
  }
}

function hasWebGL(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

// WebGL keeps the page busy for long where a processor draws: the words of index.html are painted
// before that. A page in the background paints nothing, and starts all the same.
let started = false;
function startOnce(): void {
  if (!started) start();
  started = true;
}
requestAnimationFrame(() => setTimeout(startOnce));
setTimeout(startOnce, 200);
