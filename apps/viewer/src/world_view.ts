// Everything that stands on the stage for one description; made anew when another one comes.
import { Box3, Group, type Object3D, Sphere, Vector3 } from 'three';
import { Bodies } from './bodies';
import { Cables } from './cables';
import type { Description } from './description';
import type { Frame } from './frame';
import type { Visit } from './framing';
import { Glyphs } from './glyphs';
import { Links } from './links';
import { Marks } from './marks';
import { Planes } from './planes';
import { Rods } from './rods';
import { Solids } from './solids';
import type { Palette } from './theme';
import { Wheels } from './wheels';

const MARKER = 0.012; // a body without a shape, times the radius of the scene

export class WorldView {
  readonly group = new Group();
  readonly bodies: Bodies;
  readonly wheels: Wheels;
  readonly cables: Cables;
  readonly solids: Solids;
  readonly glyphs = new Glyphs();
  readonly planes: Planes;
  readonly box = new Box3(); // round everything, as of the last update
  size: number; // radius of the scene [m]
  private readonly links: Links;
  private readonly marks: Marks;
  private readonly rods: Rods;
  private readonly parts: { group: Object3D; dispose(): void }[];

  constructor(readonly description: Description, palette: Palette) {
    const { eye, target } = description.camera;
    const distance = new Vector3(...eye).distanceTo(new Vector3(...target));
    this.size = distance / 3;
    const { bodies, geometries, colors } = description;
    this.bodies = new Bodies(bodies, geometries, MARKER * this.size);
    this.planes = new Planes(bodies);
    this.wheels = new Wheels(description.wheels, description.cables, colors.wheel);
    this.links = new Links(description.joints, this.size, colors.link);
    this.cables = new Cables(description.cables, colors);
    this.cables.paint(palette);
    this.rods = new Rods(bodies);
    this.solids = new Solids(description.solids, colors.solid);
    this.marks = new Marks(description.marks, colors.mark);
    this.parts = [this.bodies, this.wheels, this.cables, this.glyphs, this.links, this.rods,
      this.planes, this.solids, this.marks];
    for (const part of this.parts) this.group.add(part.group);
  }

  update(frame: Frame): void {
    if (frame.bodies.length > 0) this.bodies.update(frame.bodies);
    this.bodies.dim(frame.asleep);
    this.planes.update(this.bodies.matrices);
    this.wheels.update(this.bodies.matrices, frame.wheelAngles);
    this.links.update(this.bodies.matrices);
    this.rods.update(this.bodies.matrices);
    this.cables.update(frame, this.size);
    if (frame.solids.length > 0) this.solids.update(frame.solids);
    this.marks.update(frame.marks, this.size);
    this.glyphs.update(frame, this.size);
    this.box.makeEmpty();
    this.reach((point) => this.box.expandByPoint(point), frame);
    if (!this.box.isEmpty()) this.size = this.box.getBoundingSphere(new Sphere()).radius;
  }

  // Visits points that everything lies between.
  reach(visit: Visit, frame: Frame): void {
    this.bodies.reach(visit);
    this.wheels.reach(visit);
    this.cables.reach(visit, frame);
    this.solids.reach(visit);
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const part of this.parts) part.dispose();
  }
}
