// The panel beside the picture comes and goes; the choice is remembered.
import { find, recall, remember } from './dom';

export function wirePanel(): void {
  const button = find('panel-toggle');
  const show = (visible: boolean) => {
    document.body.classList.toggle('panel-hidden', !visible);
    button.setAttribute('aria-expanded', String(visible));
  };
  show(recall('panel') !== 'hidden');
  button.onclick = () => {
    const visible = document.body.classList.contains('panel-hidden');
    show(visible);
    remember('panel', visible ? 'shown' : 'hidden');
  };
}
