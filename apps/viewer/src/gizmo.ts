// The little axes in the corner: which way x, y and z point.
import { type Camera, Vector3 } from 'three';

const SVG = 'http://www.w3.org/2000/svg';
const ARM = 24; // [px]
const AXES = [
  { name: 'x', along: new Vector3(1, 0, 0), color: 'var(--axis-x)' },
  { name: 'y', along: new Vector3(0, 1, 0), color: 'var(--axis-y)' },
  { name: 'z', along: new Vector3(0, 0, 1), color: 'var(--axis-z)' },
];

function add(parent: Element, tag: string, attributes: Record<string, string>): Element {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

export class Gizmo {
  private readonly arms: { line: Element; label: Element }[];

  constructor(private readonly svg: Element) {
    this.arms = AXES.map(({ name, color }) => {
      const line = add(svg, 'line',
        { stroke: color, 'stroke-width': '2.5', 'stroke-linecap': 'round' });
      const label = add(svg, 'text', { fill: color });
      label.textContent = name;
      return { line, label };
    });
  }

  draw(camera: Camera): void {
    const order: { depth: number; arm: number }[] = [];
    AXES.forEach(({ along }, i) => {
      const seen = along.clone().transformDirection(camera.matrixWorldInverse);
      const { line, label } = this.arms[i];
      line.setAttribute('x2', (ARM * seen.x).toFixed(1));
      line.setAttribute('y2', (-ARM * seen.y).toFixed(1));
      label.setAttribute('x', (1.38 * ARM * seen.x).toFixed(1));
      label.setAttribute('y', (-1.38 * ARM * seen.y).toFixed(1));
      order.push({ depth: seen.z, arm: i });
    });
    // the arm that points away lies below the others
    order.sort((a, b) => a.depth - b.depth);
    for (const { arm } of order) this.svg.append(this.arms[arm].line, this.arms[arm].label);
  }
}
