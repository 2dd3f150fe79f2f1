// The ends of every cable, as small balls: one that is fixed in the air is seen to be fixed, and
// one that is free has none.
import {
  DynamicDrawUsage, InstancedMesh, Matrix4, MeshStandardMaterial, SphereGeometry,
} from 'three';
import type { Cable } from './description';
import { type Frame, POINT } from './frame';

const THICK = 2.2; // radius, times that of the cable
const LEAST = 0.006; // times the radius of the scene

export class Fittings {
  readonly mesh: InstancedMesh;

  constructor(private readonly cables: Cable[], color: string) {
    const steel = new MeshStandardMaterial({ color, metalness: 0.4, roughness: 0.5 });
    const most = Math.max(2 * cables.length, 1);
    this.mesh = new InstancedMesh(new SphereGeometry(1, 16, 12), steel, most);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.castShadow = true;
    this.mesh.frustumCulled = false;
  }

  update({ pointCounts, points }: Frame, size: number): void {
    const matrix = new Matrix4();
    let first = 0;
    let placed = 0;
    pointCounts.forEach((count, cable) => {
      const { free } = this.cables[cable];
      for (const end of [0, 1]) {
        if (count < 2 || free[end]) continue;
        const at = (end === 0 ? first : first + count - 1) * POINT;
        const radius = Math.max(THICK * points[at + 3], LEAST * size);
        matrix.makeScale(radius, radius, radius);
        matrix.setPosition(points[at], points[at + 1], points[at + 2]);
        this.mesh.setMatrixAt(placed++, matrix);
      }
      first += count;
    });
    this.mesh.count = placed;
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshStandardMaterial).dispose();
    this.mesh.dispose();
  }
}
