// What shiny things mirror: a bright sky, a darker floor and two lamps, drawn once into a small
// cube. Without it metal would be black.
import {
  BackSide, Color, IcosahedronGeometry, Mesh, MeshBasicMaterial, PlaneGeometry, PMREMGenerator,
  Scene, type Texture, type WebGLRenderer, BufferAttribute,
} from 'three';

const SKY = new Color(0.75, 0.82, 0.92);
const FLOOR = new Color(0.16, 0.15, 0.14);
const LAMPS = [
  { at: [-4, -6, 9], size: 5, light: 9 },
  { at: [7, 3, 4], size: 3, light: 5 },
];

export function studioLight(renderer: WebGLRenderer): Texture {
  const room = new Scene();
  room.add(dome());
  for (const { at, size, light } of LAMPS) {
    const material = new MeshBasicMaterial({ color: new Color(light, light, light) });
    const lamp = new Mesh(new PlaneGeometry(size, size), material);
    lamp.position.set(at[0], at[1], at[2]);
    lamp.lookAt(0, 0, 0);
    room.add(lamp);
  }
  const generator = new PMREMGenerator(renderer);
  const texture = generator.fromScene(room, 0.03).texture;
  generator.dispose();
  return texture;
}

function dome(): Mesh {
  const geometry = new IcosahedronGeometry(20, 4);
  const position = geometry.getAttribute('position');
  const colors = new Float32Array(position.count * 3);
  const mixed = new Color();
  for (let i = 0; i < position.count; i++) {
    const height = position.getZ(i) / 20;
    const sky = Math.min(1, Math.max(0, 0.5 + 2.5 * height));
    mixed.lerpColors(FLOOR, SKY, sky).toArray(colors, 3 * i);
  }
  geometry.setAttribute('color', new BufferAttribute(colors, 3));
  return new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, side: BackSide }));
}
