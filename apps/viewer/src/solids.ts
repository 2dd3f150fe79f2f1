// Solids: surfaces whose corners come with every frame, smooth where their triangles say so, with
// the edges of their elements over them if they are asked for.
import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, type Intersection, LineBasicMaterial,
  LineSegments, Mesh, MeshStandardMaterial, Vector3,
} from 'three';
import type { Solid } from './description';
import type { Visit } from './framing';
import { darker } from './looks';

const SURFACE = { metalness: 0, roughness: 0.55 };
const WIRE = { opacity: 0.45, transparent: true };
const WIRE_SHARE = 0.03; // of the light of the surface
const OFFSET = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };

interface Shown { mesh: Mesh; wire: LineSegments; positions: BufferAttribute }

export class Solids {
  readonly group = new Group();
  private readonly material: MeshStandardMaterial;
  private readonly wireMaterial: LineBasicMaterial;
  private readonly shown: Shown[];

  constructor(solids: Solid[], color: string) {
    this.material = new MeshStandardMaterial({ color, ...SURFACE, ...OFFSET });
    this.wireMaterial = new LineBasicMaterial({ color: darker(color, WIRE_SHARE), ...WIRE });
    this.shown = solids.map((solid) => this.make(solid));
    for (const { mesh, wire } of this.shown) this.group.add(mesh, wire);
  }

  set showEdges(shown: boolean) {
    for (const { wire } of this.shown) wire.visible = shown;
  }

  update(corners: Float32Array): void {
    let at = 0;
    for (const { mesh, positions } of this.shown) {
      const { array } = positions;
      if (at + array.length > corners.length) return;
      (array as Float32Array).set(corners.subarray(at, at + array.length));
      positions.needsUpdate = true;
      mesh.geometry.computeVertexNormals();
      mesh.geometry.computeBoundingSphere();
      at += array.length;
    }
  }

  reach(visit: Visit): void {
    for (const { positions } of this.shown)
      for (let i = 0; i < positions.count; i++)
        visit(new Vector3().fromBufferAttribute(positions, i));
  }

  // The solid under the pointer; -1: none.
  indexOf(hit: Intersection): number {
    return this.shown.findIndex(({ mesh }) => mesh === hit.object);
  }

  get meshes(): Mesh[] {
    return this.shown.map(({ mesh }) => mesh);
  }

  dispose(): void {
    this.material.dispose();
    this.wireMaterial.dispose();
    for (const { mesh, wire } of this.shown) {
      mesh.geometry.dispose();
      wire.geometry.dispose();
    }
  }

  private make({ vertices, triangles }: Solid): Shown {
    const positions = new BufferAttribute(new Float32Array(3 * vertices), 3);
    positions.setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry().setAttribute('position', positions);
    geometry.setIndex(triangles);
    const mesh = new Mesh(geometry, this.material);
    mesh.castShadow = mesh.receiveShadow = true;
    const lines = new BufferGeometry().setAttribute('position', positions);
    lines.setIndex(edgesOf(triangles));
    const wire = new LineSegments(lines, this.wireMaterial);
    wire.visible = mesh.frustumCulled = wire.frustumCulled = false;
    return { mesh, wire, positions };
  }
}

// Each edge once, between vertices.
function edgesOf(triangles: number[]): number[] {
  const seen = new Set<string>();
  const edges: number[] = [];
  for (let i = 0; i < triangles.length; i++) {
    const next = i % 3 === 2 ? i - 2 : i + 1;
    const [a, b] = [triangles[i], triangles[next]].sort((x, y) => x - y);
    if (seen.has(`${a} ${b}`)) continue;
    seen.add(`${a} ${b}`);
    edges.push(a, b);
  }
  return edges;
}
