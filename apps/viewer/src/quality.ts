// How much drawing the machine can do. Without a graphics card the processor draws everything,
// which the simulation needs as well: then edges are not smoothed and nothing mirrors, which takes
// many seconds to prepare there. While pictures come slowly they get coarser, and in the end lose
// their shadows; without a card, one that stands still is drawn once more, finely. `quality=high` in
// the address asks for the finest at all times, `quality=low` for what is quickest.
import type { WebGLRenderer } from 'three';

const SLOW = 90; // [ms] between two pictures
const VERY_SLOW = 400;
const AWAY = 5000; // a pause this long means that nobody looked
const PATIENCE = 8; // slow pictures; very slow ones count three times
const WARM_UP = 40; // turns of the page: the first pictures are slow everywhere
const STILL = 400; // [ms] without a new picture
const FINE = 2; // pixels of the picture for one of the page, each way
const COARSER = 0.8;
const COARSEST = 0.75; // likewise, at least

function wanted(): string {
  return new URLSearchParams(location.search).get('quality') ?? 'auto';
}

// True if a processor does the work of a graphics card.
function drawsInSoftware(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

export class Quality {
  readonly inSoftware = drawsInSoftware();
  readonly smooth: boolean; // edges
  readonly mirrors: boolean; // things mirror what is around them
  shadows = wanted() !== 'low';
  private readonly fixed = wanted() !== 'auto';
  private ratio = wanted() === 'low' ? COARSEST : Math.min(devicePixelRatio, 2);
  private slow = 0; // slow pictures lately
  private ticked = 0; // when the page last had a turn [ms]
  private turns = 0;
  private drawn = 0; // when something was last drawn [ms]
  private fine = false; // the last picture was

  constructor() {
    this.smooth = this.mirrors = wanted() === 'high' || (wanted() !== 'low' && !this.inSoftware);
  }

  // Before a picture of something that moves.
  apply(renderer: WebGLRenderer): void {
    if (renderer.getPixelRatio() !== this.ratio) renderer.setPixelRatio(this.ratio);
    this.drawn = performance.now();
    this.fine = false;
  }

  // With every turn of the page, drawn or not: turns come late when drawing is slow.
  tick(): void {
    const took = performance.now() - this.ticked;
    this.ticked += took;
    if (this.fixed || took > AWAY || this.turns++ < WARM_UP) return;
    if (took > SLOW) this.slow += took > VERY_SLOW ? 3 : 1;
    else this.slow = Math.max(0, this.slow - 0.25);
    if (this.slow < PATIENCE) return;
    this.slow = 0;
    if (this.ratio <= COARSEST) this.shadows = false;
    this.ratio = Math.max(COARSEST, this.ratio * COARSER);
  }

  // True once when nothing has changed for a while: then the picture is worth more pixels.
  turnsFine(renderer: WebGLRenderer): boolean {
    if (this.fixed || this.smooth || this.fine || performance.now() - this.drawn < STILL) return false;
    renderer.setPixelRatio(FINE);
    this.fine = true;
    return true;
  }
}
