// Forces as arrows; contacts as dots with an arrow for the normal force and one for friction.
// Arrows have a stated scale that only changes when it no longer fits.
import {
  Color, ConeGeometry, CylinderGeometry, DynamicDrawUsage, Group, InstancedMesh, Matrix4,
  type BufferGeometry, MeshStandardMaterial, Quaternion, SphereGeometry, Vector3,
} from 'three';
import { round125 } from './format';
import { CONTACT, FORCE, type Frame, SLIDES } from './frame';

const LONGEST = 0.22; // arrow, times the radius of the scene
const THICK = 0.006; // arrow, times the radius of the scene
const HEAD = 4.5; // length of a head, times the thickness
const JOINT = new Color('#35b57c');
const CABLE = new Color('#e3b02c');
const TOUCH = new Color('#e5484d');
const STICK = new Color('#4c8fe0'); // friction where nothing slides
const SLIDE = new Color('#f08a24'); // and where something does
const X = new Vector3(1, 0, 0);

// Instances of one geometry, as many as there are this frame.
class Copies {
  mesh: InstancedMesh;

  constructor(private readonly group: Group, geometry: BufferGeometry) {
    this.mesh = this.make(geometry, new MeshStandardMaterial({ roughness: 0.6 }), 64);
  }

  begin(count: number): void {
    if (count > this.mesh.instanceMatrix.count) {
      const { geometry, material } = this.mesh;
      this.group.remove(this.mesh);
      this.mesh.dispose();
      this.mesh = this.make(geometry, material as MeshStandardMaterial, count * 2);
    }
    this.mesh.count = count;
  }

  set(i: number, matrix: Matrix4, color: Color): void {
    this.mesh.setMatrixAt(i, matrix);
    this.mesh.setColorAt(i, color);
  }

  done(): void {
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshStandardMaterial).dispose();
    this.mesh.dispose();
  }

  private make(geometry: BufferGeometry, material: MeshStandardMaterial, room: number)
    : InstancedMesh {
    const mesh = new InstancedMesh(geometry, material, room);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    this.group.add(mesh);
    return mesh;
  }
}

export class Glyphs {
  readonly group = new Group();
  showForces = false;
  showContacts = false;
  newtonsPerMetre = 0; // 0: nothing was drawn yet
  private readonly shafts = new Copies(this.group,
    new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0).rotateZ(-Math.PI / 2));
  private readonly heads = new Copies(this.group,
    new ConeGeometry(2.4, HEAD, 16).translate(0, HEAD / 2, 0).rotateZ(-Math.PI / 2));
  private readonly dots = new Copies(this.group, new SphereGeometry(1, 12, 8));

  // `size`: radius of the scene [m]
  update(frame: Frame, size: number): void {
    const forces = this.showForces ? frame.forces.length / FORCE : 0;
    const contacts = this.showContacts ? frame.contacts.length / CONTACT : 0;
    for (const copies of [this.shafts, this.heads]) copies.begin(forces + 2 * contacts);
    this.dots.begin(contacts);
    this.followScale(this.largest(frame), size);
    for (let i = 0; i < forces; i++) this.drawForce(frame, i, size);
    for (let i = 0; i < contacts; i++) this.drawContact(frame, i, forces + 2 * i, size);
    for (const copies of [this.shafts, this.heads, this.dots]) copies.done();
  }

  dispose(): void {
    for (const copies of [this.shafts, this.heads, this.dots]) copies.dispose();
  }

  // Of all forces that are shown [N].
  private largest({ forces, contacts }: Frame): number {
    let most = 0;
    for (let at = 0; this.showForces && at < forces.length; at += FORCE)
      most = Math.max(most, Math.hypot(...forces.subarray(at + 3, at + 6)));
    for (let at = 0; this.showContacts && at < contacts.length; at += CONTACT)
      most = Math.max(most, contacts[at + 6]);
    return most;
  }

  private followScale(most: number, size: number): void {
    const length = this.newtonsPerMetre > 0 ? most / this.newtonsPerMetre : 0;
    const fits = length > 0.25 * LONGEST * size && length < 1.6 * LONGEST * size;
    if (most > 0 && !fits && Number.isFinite(most))
      this.newtonsPerMetre = round125(most / (LONGEST * size));
  }

  private drawForce(frame: Frame, i: number, size: number): void {
    const at = i * FORCE;
    const start = new Vector3().fromArray(frame.forces, at);
    const force = new Vector3().fromArray(frame.forces, at + 3);
    const color = frame.forceKinds[at + 6] === 0 ? JOINT : CABLE;
    const length = force.length() / (this.newtonsPerMetre || 1);
    this.arrow(i, start, force.normalize(), { length, thick: THICK * size, color });
  }

  private drawContact(frame: Frame, i: number, arrow: number, size: number): void {
    const at = i * CONTACT;
    const point = new Vector3().fromArray(frame.contacts, at);
    const normal = new Vector3().fromArray(frame.contacts, at + 3);
    const friction = new Vector3().fromArray(frame.contacts, at + 7);
    const slides = frame.contactKinds[at + 10] === SLIDES;
    const radius = THICK * size;
    const scale = this.newtonsPerMetre || 1;
    this.dots.set(i, new Matrix4().makeScale(radius, radius, radius).setPosition(point),
      slides ? SLIDE : TOUCH);
    this.arrow(arrow, point, normal,
      { length: frame.contacts[at + 6] / scale, thick: 0.6 * THICK * size, color: TOUCH });
    this.arrow(arrow + 1, point, friction.clone().normalize(), {
      length: friction.length() / scale, thick: 0.6 * THICK * size, color: slides ? SLIDE : STICK,
    });
  }

  private arrow(i: number, from: Vector3, along: Vector3,
    { length, thick, color }: { length: number; thick: number; color: Color }): void {
    const turn = new Quaternion().setFromUnitVectors(X, along);
    // a short arrow is all head
    const head = Math.min(thick, length / HEAD);
    const shaft = Math.max(length - HEAD * head, 0);
    const matrix = new Matrix4();
    this.shafts.set(i, matrix.compose(from, turn, new Vector3(shaft, head, head)), color);
    const tip = from.clone().addScaledVector(along, shaft);
    this.heads.set(i, matrix.compose(tip, turn, new Vector3(head, head, head)), color);
  }
}
