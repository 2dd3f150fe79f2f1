// Lines of a constant width on the screen, one colour for each piece, written in place. They keep a
// cable whole where its tube is thinner than a pixel.
import {
  type Color, DynamicDrawUsage, InstancedInterleavedBuffer, InterleavedBufferAttribute,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

const NEARER = 60; // steps of the depth buffer: enough for tubes of up to about four pixels
const WHOLE = 1.5; // pixels of the picture that a line needs so as not to break into dashes

export class ThinLine {
  readonly line: LineSegments2;
  private readonly geometry = new LineSegmentsGeometry();
  private readonly material: LineMaterial;
  private capacity = 0; // [pieces]
  private ends!: InstancedInterleavedBuffer; // six for each piece: from x y z, to x y z
  private colors!: InstancedInterleavedBuffer;

  // `pixels`: its width in pixels of the page
  constructor(pixels: number) {
    // a little nearer than it is: far away it then covers its tube, whose light and dark side would
    // alternate from pixel to pixel; near, where depth is finer, the tube still hides it
    this.material = new LineMaterial({
      linewidth: pixels, vertexColors: true,
      polygonOffset: true, polygonOffsetFactor: 0, polygonOffsetUnits: -NEARER,
    });
    this.reserve(16);
    this.line = new LineSegments2(this.geometry, this.material);
    this.line.frustumCulled = false;
    const prepare = this.line.onBeforeRender;
    this.line.onBeforeRender = (renderer, ...rest) => {
      prepare.call(this.line, renderer, ...rest);
      // a coarse picture has fewer pixels than the page
      this.material.linewidth = Math.max(pixels, WHOLE / renderer.getPixelRatio());
    };
  }

  // Makes room for `pieces` and returns the arrays to write; call done() afterwards.
  begin(pieces: number): { ends: Float32Array; colors: Float32Array } {
    if (pieces > this.capacity) this.reserve(Math.ceil(pieces * 1.25));
    this.geometry.instanceCount = pieces;
    this.line.visible = pieces > 0;
    return { ends: this.ends.array as Float32Array, colors: this.colors.array as Float32Array };
  }

  done(): void {
    this.ends.needsUpdate = true;
    this.colors.needsUpdate = true;
  }

  // A single line of one colour.
  set(from: ArrayLike<number>, to: ArrayLike<number>, color: Color): void {
    const { ends, colors } = this.begin(1);
    ends.set([from[0], from[1], from[2], to[0], to[1], to[2]]);
    color.toArray(colors, 0);
    color.toArray(colors, 3);
    this.done();
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }

  private reserve(pieces: number): void {
    this.geometry.dispose();
    this.ends = this.buffer(pieces, 'instanceStart', 'instanceEnd');
    this.colors = this.buffer(pieces, 'instanceColorStart', 'instanceColorEnd');
    this.capacity = pieces;
  }

  private buffer(pieces: number, start: string, end: string): InstancedInterleavedBuffer {
    const buffer = new InstancedInterleavedBuffer(new Float32Array(6 * pieces), 6, 1);
    buffer.setUsage(DynamicDrawUsage);
    this.geometry.setAttribute(start, new InterleavedBufferAttribute(buffer, 3, 0));
    this.geometry.setAttribute(end, new InterleavedBufferAttribute(buffer, 3, 3));
    return buffer;
  }
}
