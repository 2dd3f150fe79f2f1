// Joints that span something: a bar for a fixed distance, a coil for a spring, and a stay from a
// body's middle to each point it is held at, and a block where the world holds something. So a load
// does not hang on nothing. A stay inside its body's shape is not seen.
import {
  BoxGeometry, Color, CylinderGeometry, Group, InstancedMesh, Matrix4, MeshStandardMaterial, Quaternion, Vector3,
} from 'three';
import type { Joint } from './description';
import { darker } from './looks';
import { ThinLine } from './thin_line';

const THICK = 0.004; // of a bar, times the radius of the scene
const SHORT = 0.005; // bars below this share of the scene's radius are not drawn
const TURNS = 14; // of a coil
const TURN_PIECES = 12;
const COIL_PIECES = TURNS * TURN_PIECES;
const COIL_RADIUS = 5; // in thicknesses of a bar
const COIL_PIXELS = 2;
const BLOCK = 0.05; // edge of a block, times the radius of the scene
const IRON = 0.75; // of the light of a bar, that a block has
const X = new Vector3(1, 0, 0);
const UNPLACED = new Set(['slider', 'angle']); // their points are no place where something is held

interface End { body: number; at: Vector3 }
interface Span { from: End; to: End }

export class Links {
  readonly group = new Group();
  private readonly bars: Span[] = [];
  private readonly springs: Span[] = [];
  private readonly coils = new ThinLine(COIL_PIXELS);
  private readonly mesh: InstancedMesh;
  private readonly blocks: InstancedMesh;
  private readonly steel: Color;

  constructor(joints: Joint[], private readonly size: number, color: string) {
    this.steel = new Color(color);
    const held: Vector3[] = []; // by the world
    for (const { type, bodies, points } of joints) {
      if (UNPLACED.has(type)) continue;
      const [from, to] = [0, 1].map((k) => ({ body: bodies[k], at: new Vector3(...points[k]) }));
      if (type === 'spring') this.springs.push({ from, to });
      else if (type === 'distance') this.bars.push({ from, to });
      for (const end of [from, to].filter(({ body }) => body < 0)) held.push(end.at);
      for (const end of [from, to])
        if (end.body >= 0 && end.at.length() > SHORT * size)
          this.bars.push({ from: { body: end.body, at: new Vector3() }, to: end });
    }
    const bar = new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0).rotateZ(-Math.PI / 2);
    const steel = new MeshStandardMaterial({ color, metalness: 0.4, roughness: 0.5 });
    this.mesh = new InstancedMesh(bar, steel, this.bars.length);
    this.mesh.castShadow = true;
    this.mesh.frustumCulled = false;
    this.blocks = blocksAt(held, BLOCK * size, darker(color, IRON));
    this.group.add(this.mesh, this.blocks, this.coils.line);
  }

  update(bodies: Matrix4[]): void {
    const thick = THICK * this.size;
    const matrix = new Matrix4();
    this.bars.forEach(({ from, to }, i) => {
      const start = placed(from, bodies);
      const along = placed(to, bodies).sub(start);
      const length = along.length();
      const turn = new Quaternion().setFromUnitVectors(X, along.normalize());
      this.mesh.setMatrixAt(i, matrix.compose(start, turn, new Vector3(length, thick, thick)));
    });
    this.mesh.instanceMatrix.needsUpdate = true;
    const { ends, colors } = this.coils.begin(this.springs.length * COIL_PIECES);
    this.springs.forEach(({ from, to }, i) => {
      this.writeCoil(placed(from, bodies), placed(to, bodies), ends.subarray(6 * COIL_PIECES * i));
    });
    for (let i = 0; i < 2 * this.springs.length * COIL_PIECES; i++) this.steel.toArray(colors, 3 * i);
    this.coils.done();
  }

  dispose(): void {
    for (const mesh of [this.mesh, this.blocks]) {
      mesh.geometry.dispose();
      (mesh.material as MeshStandardMaterial).dispose();
      mesh.dispose();
    }
    this.coils.dispose();
  }

  private writeCoil(from: Vector3, to: Vector3, ends: Float32Array): void {
    const along = to.clone().sub(from);
    const turn = new Quaternion().setFromUnitVectors(X, along.clone().normalize());
    const [u, v] = [new Vector3(0, 1, 0), new Vector3(0, 0, 1)].map((a) => a.applyQuaternion(turn));
    const point = (i: number): Vector3 => {
      const share = i / COIL_PIECES;
      const angle = 2 * Math.PI * TURNS * share;
      // the coil opens and closes at its ends
      const radius = COIL_RADIUS * THICK * this.size * Math.min(1, 10 * share, 10 * (1 - share));
      return from.clone().addScaledVector(along, share)
        .addScaledVector(u, radius * Math.cos(angle)).addScaledVector(v, radius * Math.sin(angle));
    };
    for (let i = 0; i < COIL_PIECES; i++) {
      point(i).toArray(ends, 6 * i);
      point(i + 1).toArray(ends, 6 * i + 3);
    }
  }
}

function blocksAt(points: Vector3[], edge: number, color: Color): InstancedMesh {
  const iron = new MeshStandardMaterial({ color, metalness: 0.3, roughness: 0.6 });
  const blocks = new InstancedMesh(new BoxGeometry(edge, edge, edge), iron, points.length);
  points.forEach((point, i) => blocks.setMatrixAt(i, new Matrix4().setPosition(point)));
  blocks.castShadow = true;
  blocks.frustumCulled = false;
  return blocks;
}

function placed({ body, at }: End, bodies: Matrix4[]): Vector3 {
  return body >= 0 ? at.clone().applyMatrix4(bodies[body]) : at.clone();
}
