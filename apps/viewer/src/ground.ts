// The ground: a floor that fades into the background, with a grid whose spacing is stated, and the
// shadows on it.
import {
  Color, CustomBlending, DoubleSide, Group, Mesh, OneFactor, OneMinusSrcAlphaFactor, PlaneGeometry,
  ShaderMaterial, ShadowMaterial, type Sphere, Vector3,
} from 'three';
import { round125 } from './format';
import type { Palette } from './theme';

const REACH = 7; // radius of the floor, times that of the scene
const SHADOW_REACH = 2.2; // of the part that catches shadows
const CELLS = 12; // squares across the scene, about

// A line is drawn about one pixel wide at any distance, and fades where squares get smaller than
// that. Every fifth line is stronger.
const VERTEX = `
  varying vec2 at;
  void main() {
    at = position.xy;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;
const FRAGMENT = `
  varying vec2 at;
  uniform float reach, spacing, strength;
  uniform vec2 shift;
  uniform vec3 floorColor, lineColor;
  float lines(vec2 p) {
    vec2 width = fwidth(p);
    vec2 distance = abs(fract(p - 0.5) - 0.5) / width;
    vec2 fine = clamp(1.2 - distance, 0.0, 1.0) * clamp(1.0 - 2.0 * width, 0.0, 1.0);
    return max(fine.x, fine.y);
  }
  void main() {
    float fade = 1.0 - smoothstep(0.15, 1.0, length(at) / reach);
    vec2 p = (at + shift) / spacing;
    float line = strength * max(0.5 * lines(p), lines(p / 5.0));
    gl_FragColor = vec4(mix(floorColor, lineColor, line), fade);
    #include <colorspace_fragment>
  }`;

export class Ground {
  readonly group = new Group();
  spacing = 1; // [m]
  reach = 0; // half a side of the floor [m]
  private readonly floor = new ShaderMaterial({
    vertexShader: VERTEX, fragmentShader: FRAGMENT,
    // drawn before everything; shadows lie upon it
    depthWrite: false, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    blending: CustomBlending, side: DoubleSide,
    blendSrcAlpha: OneFactor, blendDstAlpha: OneMinusSrcAlphaFactor,
    uniforms: {
      reach: { value: 1 }, spacing: { value: 1 }, strength: { value: 0.5 },
      shift: { value: [0, 0] }, floorColor: { value: new Color() },
      lineColor: { value: new Color() },
    },
  });
  private readonly shadow = new ShadowMaterial({ depthWrite: false });
  private readonly plane = new Mesh(new PlaneGeometry(2, 2), this.floor);
  private readonly catcher = new Mesh(new PlaneGeometry(2, 2), this.shadow);

  constructor() {
    this.catcher.receiveShadow = true;
    this.plane.renderOrder = -2;
    this.catcher.renderOrder = -1;
    this.group.add(this.plane, this.catcher);
    this.group.visible = false;
  }

  place(up: Vector3, height: number, scene: Sphere): void {
    this.reach = REACH * scene.radius;
    this.spacing = round125(2 * scene.radius / CELLS);
    this.group.visible = true;
    this.group.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), up);
    this.group.position.copy(scene.center)
      .addScaledVector(up, height - scene.center.dot(up));
    this.plane.geometry.dispose();
    this.plane.geometry = new PlaneGeometry(2 * this.reach, 2 * this.reach);
    this.catcher.scale.setScalar(SHADOW_REACH * scene.radius);
    // grid lines pass through the world's origin, wherever the floor's middle is
    const middle = this.group.position.clone()
      .applyQuaternion(this.group.quaternion.clone().invert());
    const uniforms = this.floor.uniforms;
    uniforms.reach.value = this.reach;
    uniforms.spacing.value = this.spacing;
    uniforms.shift.value = [middle.x, middle.y];
  }

  // Whether it hides what lies below; else that is seen as through glass.
  set hides(hides: boolean) {
    this.floor.depthWrite = hides;
  }

  paint(palette: Palette): void {
    this.floor.uniforms.floorColor.value.set(palette.ground);
    this.floor.uniforms.lineColor.value.set(palette.gridLine);
    this.floor.uniforms.strength.value = palette.gridAlpha;
    this.shadow.opacity = palette.shadow;
  }
}
