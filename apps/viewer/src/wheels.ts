// Pulleys and drums: they go with their body and turn by the frame's angles.
import {
  Box3, type BufferGeometry, Group, type Intersection, Matrix4, Mesh, MeshStandardMaterial,
  Quaternion, SphereGeometry, Vector3,
} from 'three';
import type { Cable, Wheel } from './description';
import { corners, type Visit } from './framing';
import { darker } from './looks';
import { drum, sheave, SPOKE } from './wheel_shape';

const POINT_WINCH = 3; // a winch without a radius is a ball this many times as thick as its cable
const Z = new Vector3(0, 0, 1);

export class Wheels {
  readonly group = new Group();
  private readonly geometries = new Map<string, BufferGeometry>();
  private readonly material = new MeshStandardMaterial(
    { vertexColors: true, metalness: 0.35, roughness: 0.5 });
  private readonly bare: MeshStandardMaterial;
  private readonly meshes: Mesh[];

  constructor(private readonly wheels: Wheel[], cables: Cable[], private readonly color: string) {
    this.bare = new MeshStandardMaterial({ color: darker(color, SPOKE), roughness: 0.6 });
    this.meshes = wheels.map((wheel) => {
      const mesh = this.makeMesh(wheel, cables[wheel.cable]?.radius ?? 0);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.matrixAutoUpdate = false;
      return mesh;
    });
    for (const mesh of this.meshes) this.group.add(mesh);
  }

  update(bodies: Matrix4[], angles: Float32Array): void {
    const turn = new Quaternion();
    const scale = new Vector3(1, 1, 1);
    this.wheels.forEach((wheel, i) => {
      const { matrix } = this.meshes[i];
      const rotation = new Quaternion().setFromUnitVectors(Z, new Vector3(...wheel.axis));
      rotation.multiply(turn.setFromAxisAngle(Z, angles[i] ?? 0));
      matrix.compose(new Vector3(...wheel.center), rotation, scale);
      if (wheel.body >= 0) matrix.premultiply(bodies[wheel.body]);
      this.meshes[i].matrixWorldNeedsUpdate = true;
    });
  }

  reach(visit: Visit): void {
    this.wheels.forEach(({ radius }, i) => {
      const center = new Vector3().setFromMatrixPosition(this.meshes[i].matrix);
      const half = new Vector3(radius, radius, radius);
      for (const corner of corners(new Box3(center.clone().sub(half), center.add(half))))
        visit(corner);
    });
  }

  // The body that a wheel under the pointer sits on; -1: the world, or no wheel.
  bodyOf(hit: Intersection): number {
    const index = this.meshes.indexOf(hit.object as Mesh);
    return index < 0 ? -1 : this.wheels[index].body;
  }

  dispose(): void {
    for (const geometry of this.geometries.values()) geometry.dispose();
    this.material.dispose();
    this.bare.dispose();
  }

  private makeMesh(wheel: Wheel, cable: number): Mesh {
    const size = { radius: wheel.radius, width: wheel.width, cable, color: this.color };
    const point = !(wheel.radius > cable);
    const key = `${point ? 'point' : wheel.drum} ${wheel.radius} ${wheel.width} ${cable}`;
    if (!this.geometries.has(key)) {
      const make = () => (wheel.drum ? drum(size) : sheave(size));
      this.geometries.set(key, point ? new SphereGeometry(POINT_WINCH * cable) : make());
    }
    return new Mesh(this.geometries.get(key), point ? this.bare : this.material);
  }
}
