// Cables: lit tubes, and lines inside them that are never thinner than two pixels. Near,
// the tube hides its line; far away only the line is left, and a thin cable does not break into
// dashes.
import { Color, Group, Mesh, MeshStandardMaterial, Vector3 } from 'three';
import { Fittings } from './fittings';
import type { Cable, Colors } from './description';
import { type Frame, POINT, TENSION, TWIST } from './frame';
import type { Visit } from './framing';
import { ColorScale, type Range, SIGN, SteadyRange } from './scale';
import type { Palette } from './theme';
import { ThinLine } from './thin_line';
import { Tube } from './tube';

export type Coloring = 'plain' | 'tension' | 'twist';

const LINE_PIXELS = 2;

export class Cables {
  readonly group = new Group();
  coloring: Coloring = 'tension';
  readonly scales: Record<'tension' | 'twist', ColorScale>;
  private readonly ranges = { tension: new SteadyRange(false), twist: new SteadyRange(true) };
  private readonly tube = new Tube();
  private readonly line = new ThinLine(LINE_PIXELS);
  private readonly fittings: Fittings;
  private readonly material = new MeshStandardMaterial(
    { vertexColors: true, metalness: 0.1, roughness: 0.55 });
  private colors = new Float32Array(0); // three for each piece
  private readonly plain = new Color();
  private readonly slack = new Color();

  constructor(cables: Cable[], private readonly chosen: Colors) {
    this.scales = { tension: new ColorScale(chosen.tension), twist: new ColorScale(SIGN) };
    this.fittings = new Fittings(cables, chosen.link);
    this.material.onBeforeCompile = glow;
    const mesh = new Mesh(this.tube.geometry, this.material);
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    this.group.add(mesh, this.line.line, this.fittings.mesh);
  }

  // The range of the colours now, for the legend.
  get range(): Range {
    return this.coloring === 'twist' ? this.ranges.twist.range : this.ranges.tension.range;
  }

  // Where nothing pulls, for the legend.
  get slackColor(): string {
    return this.slack.getStyle();
  }

  paint(palette: Palette): void {
    this.plain.set(palette.cable);
    this.slack.set(this.chosen.slack[palette.name]);
  }

  // `size`: radius of the scene [m]
  update(frame: Frame, size: number): void {
    const pieces = frame.runs.reduce((sum, { count }) => sum + count - 1, 0);
    if (this.colors.length < 3 * pieces)
      this.colors = new Float32Array(3 * Math.ceil(pieces * 1.25));
    this.followRanges(frame);
    const { ends, colors } = this.line.begin(pieces);
    let piece = 0;
    eachPiece(frame, (at) => {
      this.writeColor(frame.points, at);
      for (let k = 0; k < 3; k++) {
        ends[6 * piece + k] = frame.points[at + k];
        ends[6 * piece + 3 + k] = frame.points[at + POINT + k];
        colors[6 * piece + k] = colors[6 * piece + 3 + k] = this.colors[3 * piece + k] = COLOR[k];
      }
      piece++;
    });
    this.line.done();
    this.tube.update(frame, this.colors);
    this.fittings.update(frame, size);
  }

  reach(visit: Visit, { points }: Frame): void {
    const point = new Vector3();
    for (let at = 0; at < points.length; at += POINT)
      if (Number.isFinite(points[at])) visit(point.fromArray(points, at));
  }

  dispose(): void {
    this.tube.geometry.dispose();
    this.material.dispose();
    this.line.dispose();
    this.fittings.dispose();
  }

  private writeColor(points: Float32Array, at: number): void {
    const tension = points[at + TENSION];
    if (this.coloring === 'plain') this.plain.toArray(COLOR);
    else if (this.coloring === 'twist')
      this.scales.twist.write(points[at + TWIST], this.range, COLOR, 0);
    else if (tension > 0) this.scales.tension.write(tension, this.range, COLOR, 0);
    else this.slack.toArray(COLOR);
  }

  private followRanges(frame: Frame): void {
    for (const [name, place] of [['tension', TENSION], ['twist', TWIST]] as const) {
      let [low, high] = [Infinity, -Infinity];
      eachPiece(frame, (at) => {
        const value = frame.points[at + place];
        if (!Number.isFinite(value) || (place === TENSION && value <= 0)) return;
        low = Math.min(low, value);
        high = Math.max(high, value);
      });
      this.ranges[name].follow(low, high, performance.now() / 1000);
    }
  }
}

// A tube shines a little in its own colour: so it is like its line and like the legend, even where
// no light falls.
function glow(shader: { fragmentShader: string }): void {
  shader.fragmentShader = shader.fragmentShader.replace('#include <emissivemap_fragment>',
    'totalEmissiveRadiance += 0.45 * diffuseColor.rgb;');
}

const COLOR = new Float32Array(3); // of the piece in hand

// Calls with the place of the first point of every piece.
function eachPiece(frame: Frame, visit: (at: number) => void): void {
  for (const { first, count } of frame.runs)
    for (let i = 0; i + 1 < count; i++) visit((first + i) * POINT);
}
