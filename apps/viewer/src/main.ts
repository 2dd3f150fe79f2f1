// Starts the page. The token stays in the address, so that a reload works.
import '../viewer.css';
import { App } from './app';
import { find } from './dom';
import { wirePanel } from './panel';

function start(): void {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  wirePanel();
  try {
    window.reeve = new App(token).inspector();
  } catch (error) {
    const banner = find('banner');
    banner.hidden = false;
    banner.textContent = hasWebGL() ? `The page could not start: ${String(error)}`
      : 'This page draws with WebGL 2, which this browser does not offer. Turn on hardware '
        + 'acceleration in its settings, or open the address in a current Firefox or Chrome.';
  }
}

function hasWebGL(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

start();
