// Whether everything is in the picture, and from where it would be.
import { type Box3, MathUtils, type PerspectiveCamera, Vector3 } from 'three';

const EDGE = 0.97; // of the half picture; what is beyond counts as outside
const COVERED = 46; // CSS pixels above and below that buttons and the legend lie over

// How much of the picture's height is free.
export function freeHeight(pixels: number): number {
  return Math.max(0.5, 1 - 2 * COVERED / pixels);
}

// The point may be changed: it is the visitor's.
export type Visit = (point: Vector3) => void;
export type Reach = (visit: Visit) => void; // visits points that everything lies between

export function corners({ min, max }: Box3): Vector3[] {
  return Array.from({ length: 8 }, (_, i) => new Vector3(
    i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z));
}

// Whether all of it is in the picture; `free`: of its height.
export function fits(camera: PerspectiveCamera, reach: Reach, free: number): boolean {
  camera.updateMatrixWorld();
  let inside = true;
  reach((point) => {
    point.project(camera);
    inside &&= Math.abs(point.x) < EDGE && Math.abs(point.y) < EDGE * free && point.z < 1;
  });
  return inside;
}

// Where a camera that looks along `forward` has to stand to have all of the box in its picture;
// `margin`: how much larger the picture is; `free`: of its height.
export function placeFor(camera: PerspectiveCamera, box: Box3, forward: Vector3,
  margin: number, free: number): Vector3 {
  const center = box.getCenter(new Vector3());
  const right = forward.clone().cross(camera.up).normalize();
  const above = right.clone().cross(forward);
  const tangent = Math.tan(MathUtils.degToRad(camera.fov) / 2) / margin;
  const high = tangent * free;
  const wide = tangent * camera.aspect;
  let distance = 0;
  for (const corner of corners(box)) {
    corner.sub(center);
    // in the picture if |across| <= (distance + depth) tan(half angle), and likewise upwards
    const depth = corner.dot(forward);
    distance = Math.max(distance, Math.abs(corner.dot(above)) / high - depth,
      Math.abs(corner.dot(right)) / wide - depth);
  }
  return center.addScaledVector(forward, -distance);
}
