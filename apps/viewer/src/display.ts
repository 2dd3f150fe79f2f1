// What is shown besides the things themselves: colours, arrows, dots, the scale of it all.
import type { Coloring } from './cables';
import { find, setText } from './dom';
import { length, roundQuantity } from './format';
import type { WorldView } from './world_view';

const COLORINGS: Coloring[] = ['plain', 'tension', 'twist'];

export class Display {
  private readonly coloring = find<HTMLSelectElement>('colour');
  private readonly forces = find<HTMLInputElement>('forces');
  private readonly contacts = find<HTMLInputElement>('contacts');
  private readonly edges = find<HTMLInputElement>('edges');
  private readonly scale = find('scale');

  constructor(changed: () => void) {
    this.coloring.onchange = this.forces.onchange = this.contacts.onchange = changed;
    this.edges.onchange = changed;
  }

  // Forces and contacts come only if the server is asked for them.
  get wantsForces(): boolean {
    return this.forces.checked || this.contacts.checked;
  }

  apply(view: WorldView): void {
    const chosen = this.coloring.value as Coloring;
    view.cables.coloring = COLORINGS.includes(chosen) ? chosen : 'tension';
    view.glyphs.showForces = this.forces.checked;
    view.glyphs.showContacts = this.contacts.checked;
    view.solids.showEdges = this.edges.checked;
    this.edges.parentElement!.hidden = view.description.solids.length === 0;
  }

  showScale(view: WorldView, gridSpacing: number): void {
    const parts = [`grid ${length(gridSpacing)}`];
    const { showForces, showContacts, newtonsPerMetre } = view.glyphs;
    const force = roundQuantity(newtonsPerMetre * gridSpacing, 'N');
    if ((showForces || showContacts) && newtonsPerMetre > 0)
      parts.push(`arrows ${length(gridSpacing)} = ${force}`);
    setText(this.scale, parts.join(' · '));
  }
}
