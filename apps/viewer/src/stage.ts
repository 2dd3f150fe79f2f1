// The stage: renderer, camera, light and ground; what stands on it is put there by world_view.ts.
// Everything is in the world's own coordinates [m]; "up" is what the description says.
import {
  AmbientLight, Box3, DirectionalLight, HemisphereLight, MathUtils, type Mesh, MeshStandardMaterial,
  NeutralToneMapping, type Object3D, PerspectiveCamera, Scene, Sphere, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Camera } from './description';
import { fits, freeHeight, placeFor, type Reach } from './framing';
import { Ground } from './ground';
import { Quality } from './quality';
import { studioLight } from './studio';
import type { Palette } from './theme';

const SHADOW_PIXELS = 2048;
const MARGIN = 1.1; // of the picture round what a person wants framed
const ROOM = 1.3; // light and ground reach this much farther than things do
const FAR_AWAY = 3; // times the first size: what goes beyond is not followed
const SINK = 0.1; // times the first size: how far the ground gives way at once
const AT_ONCE = 40; // steps of the camera before the first picture, each an eighth of the way
const EASE_TIME = 0.15; // [s] in which the camera goes most of the way that is left
const STEEPEST = 0.05; // [rad] from straight above, where there is no aside
const BY_AMBIENT = 1; // light from all sides that stands for what things would mirror
const SUN = new Vector3(-0.45, -0.6, 1.1); // towards it, with z up

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera();
  readonly ground = new Ground();
  orbit: OrbitControls;
  stale = true; // something changed that the picture does not show yet
  private readonly renderer: WebGLRenderer;
  private readonly quality = new Quality();
  private fence: WebGLSync | null = null; // after the picture that is waited for
  private readonly sun = new DirectionalLight(0xfff4e6, 2.3);
  private readonly sky = new HemisphereLight(0xdfe9f5, 0x6b6258, 0.7);
  private readonly lit = new Sphere(new Vector3(), 0); // where light and ground were put for
  private readonly seen = new Box3(); // round all that was there so far
  private firstSize = 0; // of that box in the first frame [m]
  private groundHeight = 0; // along up [m]
  private groundHolds = false; // it is a plane of the world, and does not give way
  private untouched = true; // nobody has turned the view yet
  private shown = false; // something was, of this description
  private reach: Reach | null = null; // of the last frame
  private eased = 0; // when the camera last moved by itself [ms]

  // Throws if the browser has no WebGL 2.
  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: this.quality.smooth, alpha: true });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.quality.apply(this.renderer);
    const ambient = new AmbientLight(0xffffff, this.quality.mirrors ? 0.15 : BY_AMBIENT);
    if (this.quality.mirrors) this.scene.environment = studioLight(this.renderer);
    this.scene.environmentIntensity = 0.55;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(SHADOW_PIXELS, SHADOW_PIXELS);
    this.sun.shadow.radius = 2;
    this.scene.add(this.sun, this.sun.target, this.sky, ambient);
    this.scene.add(this.ground.group);
    this.orbit = this.makeOrbit();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
    this.resize();
  }

  // Puts something there. What would mirror the room must not, where that is not drawn: it would be
  // black.
  add(thing: Object3D): void {
    this.scene.add(thing);
    if (this.quality.mirrors) return;
    thing.traverse((part) => {
      const { material } = part as Mesh;
      if (material instanceof MeshStandardMaterial) material.metalness = 0;
    });
  }

  // Looks from where the description says.
  look(view: Camera): void {
    this.camera.up.fromArray(view.up).normalize();
    this.camera.position.fromArray(view.eye);
    this.camera.fov = MathUtils.radToDeg(view.field);
    this.camera.updateProjectionMatrix();
    this.groundHeight = view.ground;
    this.groundHolds = view.ground_holds;
    this.lit.radius = this.firstSize = 0;
    this.seen.makeEmpty();
    this.untouched = true;
    this.shown = false;
    this.reach = null;
    this.sky.position.copy(this.camera.up);
    // the orbit keeps "up" as it was when it was made
    this.orbit.dispose();
    this.orbit = this.makeOrbit();
    this.orbit.target.fromArray(view.target);
    this.orbit.update();
    this.stale = true;
  }

  // Turns light, shadows and ground to where things are, and the camera until a person takes it.
  // Light and ground follow in jumps: a shadow whose map moved a little with every frame would
  // shimmer.
  follow(box: Box3, reach: Reach): void {
    this.widen(box);
    this.reach = reach;
    this.backOff();
    const sphere = this.seen.getBoundingSphere(new Sphere());
    const needed = this.lit.center.distanceTo(sphere.center) + sphere.radius;
    if (this.lit.radius > 0 && needed <= this.lit.radius) return;
    this.lit.copy(sphere);
    this.lit.radius = sphere.radius * ROOM;
    this.aimSun();
    this.ground.place(this.camera.up, this.groundHeight, this.lit);
    this.stale = true;
  }

  // Moves the camera, without turning it, until all of the box is in the picture.
  frame(box: Box3): void {
    this.camera.position.copy(placeFor(this.camera, box, this.forward(), MARGIN, this.free()));
    this.orbit.target.copy(box.getCenter(new Vector3()));
    this.orbit.update();
    this.stale = true;
  }

  paint(palette: Palette): void {
    this.ground.paint(palette);
    this.stale = true;
  }

  draw(): void {
    // near and far go with the distance, so that a thread and a crane both have depth to spare
    const distance = this.camera.position.distanceTo(this.orbit.target);
    this.camera.near = distance / 500;
    this.camera.far = distance * 20 + 40 * this.lit.radius;
    this.camera.updateProjectionMatrix();
    this.ground.hides = this.groundHides;
    this.quality.apply(this.renderer);
    this.sun.castShadow = this.quality.shadows;
    this.renderer.render(this.scene, this.camera);
    this.stale = false;
  }

  get inSoftware(): boolean {
    return this.quality.inSoftware;
  }

  // Whether what was drawn before the first call is done: drawing goes on after draw() has returned.
  isDone(): boolean {
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    if (!this.fence) {
      this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      gl.flush();
    }
    const done = !this.fence || gl.isContextLost()
      || gl.getSyncParameter(this.fence, gl.SYNC_STATUS) === gl.SIGNALED;
    if (!done) return false;
    gl.deleteSync(this.fence);
    this.fence = null;
    return true;
  }

  // Turns the view about what is looked at [rad], as a drag does.
  turn(aside: number, upward: number): void {
    const { camera, orbit } = this;
    const offset = camera.position.clone().sub(orbit.target).applyAxisAngle(camera.up, aside);
    const angle = offset.angleTo(camera.up);
    const wanted = MathUtils.clamp(angle + upward, STEEPEST, Math.PI - STEEPEST);
    offset.applyAxisAngle(camera.up.clone().cross(offset).normalize(), wanted - angle);
    this.moveTo(offset);
  }

  // Comes closer (a factor below 1) or goes away.
  zoom(factor: number): void {
    this.moveTo(this.camera.position.clone().sub(this.orbit.target).multiplyScalar(factor));
  }

  // With every turn of the page.
  tick(): void {
    this.backOff(); // also while it is paused
    this.orbit.update();
    this.quality.tick();
  }

  // Nothing has changed.
  rest(): void {
    if (!this.quality.turnsFine(this.renderer)) return;
    this.sun.castShadow = true; // a still picture may take its time
    this.renderer.render(this.scene, this.camera);
  }

  // The CSS pixel of a world point, from the canvas's upper left corner.
  project(point: Vector3): { x: number; y: number; behind: boolean } {
    this.camera.updateMatrixWorld();
    const at = point.clone().project(this.camera);
    const { clientWidth, clientHeight } = this.canvas;
    return {
      x: (at.x + 1) / 2 * clientWidth, y: (1 - at.y) / 2 * clientHeight, behind: at.z > 1,
    };
  }

  // Whether the ground is before a point.
  hides(point: Vector3): boolean {
    return this.groundHides && point.dot(this.camera.up) < this.groundHeight;
  }

  // From below, a ground that holds is glass again.
  private get groundHides(): boolean {
    return this.groundHolds && this.camera.position.dot(this.camera.up) > this.groundHeight;
  }

  // Everything seen so far, but not what flies away.
  private widen(box: Box3): void {
    if (this.firstSize === 0) this.firstSize = box.getSize(new Vector3()).length();
    const wider = this.seen.clone().union(box);
    if (wider.getSize(new Vector3()).length() > FAR_AWAY * this.firstSize) return;
    this.seen.copy(wider);
    if (this.groundHolds) return;
    // nothing swings through the ground: it is no obstacle, only drawn
    const corners = [box.min, box.max].map((corner) => corner.dot(this.camera.up));
    const lowest = Math.min(...corners);
    if (lowest >= this.groundHeight - 1e-3 * this.firstSize) return;
    this.groundHeight = lowest - SINK * this.firstSize;
    this.lit.radius = 0;
  }

  private moveTo(offset: Vector3): void {
    this.untouched = false;
    this.camera.position.copy(this.orbit.target).add(offset);
    this.orbit.update();
    this.stale = true;
  }

  private forward(): Vector3 {
    return this.orbit.target.clone().sub(this.camera.position).normalize();
  }

  // Gently, but at once before anything was shown, and never once a person has taken the camera.
  private backOff(): void {
    if (!this.untouched || !this.reach) return;
    const now = performance.now();
    const seconds = Math.min((now - this.eased) / 1000, EASE_TIME);
    const share = this.shown ? 1 - Math.exp(-seconds / EASE_TIME) : 0.125;
    this.eased = now;
    for (let i = 0; i < (this.shown ? 1 : AT_ONCE); i++) {
      if (fits(this.camera, this.reach, this.free())) break;
      this.backOffBy(share);
    }
    this.shown = true;
  }

  // That share of the way to where everything seen so far is in the picture.
  private backOffBy(share: number): void {
    const forward = this.forward();
    const center = this.seen.getCenter(new Vector3());
    const distance = this.camera.position.distanceTo(this.orbit.target);
    const needed = placeFor(this.camera, this.seen, forward, MARGIN, this.free())
      .distanceTo(center);
    const farther = MathUtils.lerp(distance, Math.max(distance, needed), share);
    this.orbit.target.lerp(center, share);
    this.camera.position.copy(this.orbit.target).addScaledVector(forward, -farther);
    this.stale = true;
  }

  private free(): number {
    return freeHeight(this.canvas.clientHeight);
  }

  private makeOrbit(): OrbitControls {
    const orbit = new OrbitControls(this.camera, this.canvas);
    orbit.addEventListener('start', () => { this.untouched = false; });
    orbit.enableDamping = true;
    orbit.dampingFactor = 0.15;
    orbit.addEventListener('change', () => { this.stale = true; });
    return orbit;
  }

  private aimSun(): void {
    const { center, radius } = this.lit;
    const toSun = SUN.clone().normalize();
    if (this.camera.up.z < 0.9) toSun.add(this.camera.up).normalize();
    this.sun.target.position.copy(center);
    this.sun.position.copy(center).addScaledVector(toSun, 2 * radius);
    const box = this.sun.shadow.camera;
    box.left = box.bottom = -radius;
    box.right = box.top = radius;
    box.near = radius * 0.5;
    box.far = radius * 8; // a shadow falls on the ground behind what throws it
    box.updateProjectionMatrix();
    this.sun.shadow.normalBias = 1.5 * (2 * radius / SHADOW_PIXELS); // one and a half texels
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas.parentElement!;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.stale = true;
  }
}
