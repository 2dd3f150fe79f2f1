// Ties and the holes of threads: balls and rings, seen through what is before them.
import {
  DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion,
  SphereGeometry, TorusGeometry, Vector3,
} from 'three';
import type { Mark } from './description';
import { MARK } from './frame';

const LEAST = { tie: 0.008, hole: 0.014 }; // radius, times that of the scene
const RING = 0.28; // thickness of a ring, times its radius
const AXIS = new Vector3(0, 0, 1); // of a ring as it is made

export class Marks {
  readonly group = new Group();
  private readonly material: MeshBasicMaterial; // without light and shade: they are small
  private readonly meshes: { tie: InstancedMesh; hole: InstancedMesh };

  constructor(private readonly marks: Mark[], color: string) {
    this.material = new MeshBasicMaterial({ color, depthTest: false });
    const count = Math.max(marks.length, 1);
    this.meshes = {
      tie: new InstancedMesh(new SphereGeometry(1, 16, 12), this.material, count),
      hole: new InstancedMesh(new TorusGeometry(1, RING, 8, 24), this.material, count),
    };
    for (const mesh of Object.values(this.meshes)) {
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.renderOrder = 1; // after what they are seen through
      this.group.add(mesh);
    }
  }

  update(values: Float32Array, size: number): void {
    const placed = { tie: 0, hole: 0 };
    const matrix = new Matrix4();
    const turn = new Quaternion();
    this.marks.forEach(({ kind }, i) => {
      const at = i * MARK;
      if (!(values[at + 6] > 0)) return; // broken, or empty
      const radius = Math.max(values[at + 6], LEAST[kind] * size);
      if (kind === 'hole') turn.setFromUnitVectors(AXIS, new Vector3().fromArray(values, at + 3));
      matrix.compose(new Vector3().fromArray(values, at), turn, new Vector3().setScalar(radius));
      this.meshes[kind].setMatrixAt(placed[kind]++, matrix);
    });
    for (const kind of ['tie', 'hole'] as const) {
      this.meshes[kind].count = placed[kind];
      this.meshes[kind].instanceMatrix.needsUpdate = true;
    }
  }

  dispose(): void {
    this.material.dispose();
    for (const mesh of Object.values(this.meshes)) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }
}
