// The gallery: every scene with its picture, title and sentence.
import type { Description } from './description';
import { find, make } from './dom';

export class Gallery {
  private readonly page = find<HTMLDialogElement>('gallery');
  private readonly list = find('gallery-list');
  private readonly button = find<HTMLButtonElement>('gallery-open');
  private readonly close = find<HTMLButtonElement>('gallery-close');
  private readonly error = find('gallery-error');
  private shown = ''; // the scenes that are listed now

  constructor(private readonly token: string, private readonly open: (scene: number, title: string) => void) {
    this.button.onclick = () => this.show();
    this.close.onclick = () => this.page.close();
    // with nothing behind it there is nothing to go back to
    this.page.oncancel = (event) => { if (this.close.hidden) event.preventDefault(); };
  }

  build({ gallery, current, bodies }: Description): void {
    this.button.hidden = gallery.length === 0;
    // pictures are costly: the list is made once and only marked afterwards
    const key = JSON.stringify(gallery);
    if (key !== this.shown) {
      this.list.replaceChildren(...gallery.map((scene, i) => this.item(scene, i)));
      this.shown = key;
    }
    [...this.list.children].forEach((item, i) => {
      if (i === current) item.setAttribute('aria-current', 'true');
      else item.removeAttribute('aria-current');
    });
    this.close.hidden = current < 0 && bodies.length === 0;
    if (this.close.hidden && gallery.length > 0) this.show();
  }

  enable(drives: boolean): void {
    for (const item of this.list.children) (item as HTMLButtonElement).disabled = !drives;
  }

  // The same as the banner of the page, which the gallery hides.
  say(text: string): void {
    this.error.textContent = text;
    this.error.hidden = text === '';
  }

  // Why the scene that was asked for is not there; the list is open again to ask for another.
  complain(text: string): void {
    this.say(text);
    if (text !== '') this.show();
    this.error.scrollIntoView({ block: 'nearest' });
  }

  private show(): void {
    if (!this.page.open) this.page.showModal();
  }

  private item({ title, look, name }: Description['gallery'][number], index: number): HTMLElement {
    const picture = make('img');
    picture.alt = '';
    picture.loading = 'lazy';
    picture.src = `thumbnail/${index}.png?token=${encodeURIComponent(this.token)}`;
    picture.onerror = () => picture.classList.add('missing');
    const button = make('button', 'scene-card', picture,
      make('span', 'scene-text', make('strong', '', title || name), make('span', '', look)));
    button.dataset.scene = String(index);
    button.onclick = () => {
      this.page.close();
      this.complain('');
      this.open(index, title || name);
    };
    return button;
  }
}
