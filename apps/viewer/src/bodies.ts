// Bodies, drawn with one InstancedMesh for each geometry and surface.
import {
  Color, DoubleSide, Group, InstancedMesh, Matrix4, type Object3D, Quaternion, Vector3,
} from 'three';
import type { Body, Geometry } from './description';
import { POSE } from './frame';
import { corners, type Visit } from './framing';
import { type Look, lookOf, surfaceMaterial } from './looks';
import { Library, type Part, PLANE } from './parts';

interface Placed { body: number; part: Part; color: Color }

const ONE = new Vector3(1, 1, 1);
const ASLEEP = 0.55; // share of its colour that a sleeping body keeps

export class Bodies {
  readonly group = new Group();
  readonly matrices: Matrix4[]; // of every body, as of the last update
  private readonly library: Library;
  private readonly meshes: { mesh: InstancedMesh; placed: Placed[] }[] = [];
  private asleep = new Uint8Array(0); // as drawn

  // `marker`: radius of what stands for a body without a shape [m]
  constructor(bodies: Body[], geometries: Geometry[], marker: number) {
    this.matrices = bodies.map(() => new Matrix4());
    const shapes = bodies.reduce((sum, body) => sum + body.shapes.length, 0);
    this.library = new Library(shapes, geometries);
    const buckets = new Map<string, Placed[]>();
    bodies.forEach((body, index) => {
      for (const { part, look } of this.partsOf(body, marker)) {
        const key = `${look.surface}|${part.geometry}`;
        if (!buckets.has(key)) buckets.set(key, []);
        buckets.get(key)!.push({ body: index, part, color: look.color });
      }
    });
    for (const [key, placed] of buckets) this.addMesh(key, placed);
  }

  update(poses: Float32Array): void {
    const position = new Vector3();
    const rotation = new Quaternion();
    this.matrices.forEach((matrix, i) => {
      const at = i * POSE;
      position.fromArray(poses, at);
      rotation.set(poses[at + 4], poses[at + 5], poses[at + 6], poses[at + 3]);
      matrix.compose(position, rotation, ONE);
    });
    const product = new Matrix4();
    for (const { mesh, placed } of this.meshes) {
      placed.forEach(({ body, part }, i) => {
        mesh.setMatrixAt(i, product.multiplyMatrices(this.matrices[body], part.matrix));
      });
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null; // picking makes it anew
    }
  }

  // Dims the bodies that sleep; `asleep` is empty if none does.
  dim(asleep: Uint8Array): void {
    const same = asleep.length === this.asleep.length
      && asleep.every((sleeps, body) => sleeps === this.asleep[body]);
    if (same) return;
    this.asleep = asleep.slice();
    const color = new Color();
    for (const { mesh, placed } of this.meshes) {
      placed.forEach((part, i) => {
        color.copy(part.color).multiplyScalar(asleep[part.body] ? ASLEEP : 1);
        mesh.setColorAt(i, color);
      });
      mesh.instanceColor!.needsUpdate = true;
    }
  }

  // Visits the corners of a box round every part; planes reach for ever and do not count.
  reach(visit: Visit): void {
    const product = new Matrix4();
    for (const { placed } of this.meshes)
      for (const { body, part } of placed) {
        if (part.geometry === PLANE) break; // so are all of them
        const bounds = this.library.bounds(part.geometry);
        product.multiplyMatrices(this.matrices[body], part.matrix);
        // a body gone astray is not looked for
        if (!Number.isFinite(product.elements[12])) continue;
        for (const corner of corners(bounds)) visit(corner.applyMatrix4(product));
      }
  }

  // Which body an intersection with one of the meshes belongs to.
  bodyOf(object: Object3D, instance: number | undefined): number {
    const found = this.meshes.find(({ mesh }) => mesh === object);
    return found && instance !== undefined ? found.placed[instance].body : -1;
  }

  dispose(): void {
    this.library.dispose();
    for (const { mesh } of this.meshes) {
      (mesh.material as { dispose(): void }).dispose();
      mesh.dispose();
    }
  }

  private partsOf(body: Body, marker: number): { part: Part; look: Look }[] {
    if (body.kind === 'scalar') return []; // it has no place in space
    if (body.shapes.length === 0)
      return [{ part: this.library.marker(marker), look: lookOf(body, null) }];
    return body.shapes.flatMap((shape) => {
      const look = lookOf(body, shape);
      return this.library.partsOf(shape).map((part) => ({ part, look }));
    });
  }

  private addMesh(key: string, placed: Placed[]): void {
    const surface = key.split('|')[0] as Look['surface'];
    const { geometry, open } = placed[0].part;
    const material = surfaceMaterial(surface);
    material.polygonOffset = geometry === PLANE; // its grid lies upon it
    material.polygonOffsetFactor = material.polygonOffsetUnits = 1;
    if (open) material.shadowSide = DoubleSide; // else only what faces away from the sun throws one
    const mesh = new InstancedMesh(this.library.get(geometry), material, placed.length);
    placed.forEach(({ color }, i) => mesh.setColorAt(i, color));
    mesh.castShadow = geometry !== PLANE; // a wall or ceiling that nobody sees keeps no light off
    mesh.receiveShadow = true;
    mesh.frustumCulled = false; // its bounds change with every frame
    this.meshes.push({ mesh, placed });
    this.group.add(mesh);
  }
}
