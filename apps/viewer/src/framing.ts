// Whether everything is in the picture, and from where it would be.
import { type Box3, MathUtils, type PerspectiveCamera, Vector3 } from 'three';

const EDGE = 0.97; // of the half picture; what is beyond counts as outside

// The point may be changed: it is the visitor's.
export type Visit = (point: Vector3) => void;
export type Reach = (visit: Visit) => void; // visits points that everything lies between

export function corners({ min, max }: Box3): Vector3[] {
  return Array.from({ length: 8 }, (_, i) => new Vector3(
    i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z));
}

// Whether all of it is in the picture.
export function fits(camera: PerspectiveCamera, reach: Reach): boolean {
  camera.updateMatrixWorld();
  let inside = true;
  reach((point) => {
    point.project(camera);
    inside &&= Math.abs(point.x) < EDGE && Math.abs(point.y) < EDGE && point.z < 1;
  });
  return inside;
}

// Where a camera that looks along `forward` has to stand to have all of the box in its picture;
// `margin`: how much larger the picture is.
export function placeFor(camera: PerspectiveCamera, box: Box3, forward: Vector3,
  margin: number): Vector3 {
  const center = box.getCenter(new Vector3());
  const right = forward.clone().cross(camera.up).normalize();
  const above = right.clone().cross(forward);
  const high = Math.tan(MathUtils.degToRad(camera.fov) / 2) / margin;
  let distance = 0;
  for (const corner of corners(box)) {
    corner.sub(center);
    // in the picture if |across| <= (distance + depth) tan(half angle), and likewise upwards
    const depth = corner.dot(forward);
    distance = Math.max(distance, Math.abs(corner.dot(above)) / high - depth,
      Math.abs(corner.dot(right)) / (high * camera.aspect) - depth);
  }
  return center.addScaledVector(forward, -distance);
}
