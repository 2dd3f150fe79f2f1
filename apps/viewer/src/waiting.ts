// What is said over the stage while there is no picture yet of what was asked for. The first words
// are part of index.html, so that they are there before any script runs.
import { find, setText } from './dom';

const IN_SOFTWARE = 'Without a graphics card this takes some seconds. The scene waits.';
const WITH_A_CARD = 'The scene waits for it.';

export class Waiting {
  private readonly box = find('waiting');

  constructor(private readonly inSoftware: boolean) {}

  forConnection(): void {
    this.show('Connecting to Reeve…', '');
  }

  forPicture(): void {
    this.show('Drawing the first picture…', this.inSoftware ? IN_SOFTWARE : WITH_A_CARD);
  }

  forScene(title: string): void {
    this.show(`Opening “${title}”…`, '');
  }

  end(): void {
    this.box.hidden = true;
  }

  private show(what: string, why: string): void {
    setText(find('waiting-what'), what);
    setText(find('waiting-why'), why);
    this.box.hidden = false;
  }
}
