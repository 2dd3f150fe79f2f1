// What a person has to know at once: the connection, a fault, who drives.
import { find, setText } from './dom';

const COMPLAINT = 10000; // [ms]

export class Notices {
  private readonly banner = find('banner');
  private readonly role = find('role');
  private readonly take = find<HTMLButtonElement>('take');
  private timer = 0;

  constructor(onTake: () => void) {
    this.take.onclick = onTake;
  }

  // A fault that passes is told for a while.
  complain(text: string): void {
    this.say(text);
    this.timer = window.setTimeout(() => this.say(''), COMPLAINT);
  }

  // An empty text takes it away.
  say(text: string): void {
    clearTimeout(this.timer);
    setText(this.banner, text);
    this.banner.hidden = text === '';
  }

  showRole(drives: boolean, clients: number): void {
    this.role.hidden = drives;
    const watching = clients > 2 ? ` ${clients} pages look at it.` : '';
    setText(find('role-text'), `Another page has the controls; this one watches.${watching}`);
  }
}
