// The page as a whole: takes what the server sends, keeps the latest frame, draws it, and says so.
import { Vector3 } from 'three';
import { Bar } from './bar';
import { Connection } from './connection';
import { Controls } from './controls';
import { type Description, readDescription } from './description';
import { Display } from './display';
import { find, setText } from './dom';
import { type Frame, readFrame } from './frame';
import { Gallery } from './gallery';
import { Gizmo } from './gizmo';
import { Hand } from './hand';
import { Hover } from './hover';
import { frameFacts, type Inspector } from './inspect';
import { Keys } from './keys';
import { Legend } from './legend';
import { Notices } from './notices';
import { Picker } from './pick';
import { Plots } from './plots';
import { Profile } from './profile';
import { Report } from './report';
import { type Request, requests } from './requests';
import { Stage } from './stage';
import { Theme } from './theme';
import { Waiting } from './waiting';
import { WorldView } from './world_view';

const HIDDEN_PAUSE = 300; // [ms]; a page that draws nothing acknowledges after this time
const TURN = 0.06; // [rad] of the view, with a key
const CLOSER = 0.93; // of the distance, likewise

export class App {
  private description: Description | null = null;
  private frame: Frame | null = null;
  private view: WorldView | null = null;
  private drives = false;
  private drawn = 0; // frames
  private seen = false; // there was a picture of this scene
  private painted = false; // the words that stand for it were on the screen, so that drawing may begin
  private begun: number | null = null; // simulated time in the first picture [s]
  private opening = ''; // title of the scene that was asked for
  private onScreen: Frame | null = null;
  private acknowledged: Frame | null = null;

  private readonly theme = new Theme();
  private readonly stage = new Stage(find<HTMLCanvasElement>('view'));
  private readonly picker = new Picker(this.stage);
  private readonly send = (request: Request) => this.connection.send(request);
  private readonly waiting = new Waiting(this.stage.inSoftware);
  private readonly notices = new Notices(() => this.send(requests.take()));
  private readonly bar = new Bar(this.send);
  private readonly controls = new Controls(this.send);
  private readonly plots = new Plots(this.theme.palette);
  private readonly profile = new Profile();
  private readonly report = new Report();
  private readonly legend = new Legend();
  private readonly gizmo = new Gizmo(document.querySelector('#gizmo')!);
  private readonly display = new Display(() => this.choose());
  private readonly hover = new Hover(this.stage, this.picker);
  private readonly hand = new Hand(this.stage, this.picker, {
    view: () => this.view, frame: () => this.frame, drives: () => this.drives, send: this.send,
  });
  private readonly gallery: Gallery;
  private readonly connection: Connection;

  constructor(token: string) {
    this.gallery = new Gallery(token, (scene, title) => this.open(scene, title));
    this.waiting.forConnection();
    this.stage.scene.add(this.hand.group);
    this.stage.paint(this.theme.palette);
    this.theme.onChange(() => this.repaint());
    this.bindKeys();
    find('frame').onclick = () => this.frameAll();
    this.enable();
    this.connection = new Connection(token, {
      text: (message) => this.guard(() => this.receiveText(message)),
      binary: (bytes) => this.guard(() => this.receiveFrame(bytes)),
      opened: () => this.meet(),
      closed: (reason) => this.lose(reason),
      refused: () => this.giveUp(),
    });
    requestAnimationFrame(() => this.tick());
  }

  inspector(): Inspector {
    const app = this;
    return {
      get scene() { return app.description; },
      get frame() { return app.frame && frameFacts(app.frame); },
      get connected() { return app.connection.connected; },
      get drives() { return app.drives; },
      get frames() { return app.drawn; },
      get begun() { return app.begun; },
      get mirrors() { return app.stage.scene.environment !== null; },
      get ground() { return [...app.stage.ground.group.position, app.stage.ground.reach]; },
      project: (x, y, z) => {
        const at = app.stage.project(new Vector3(x, y, z));
        const { left, top } = app.stage.canvas.getBoundingClientRect();
        return { x: at.x + left, y: at.y + top };
      },
      plotted: (name) => app.plots.plotted(name),
      pick: (x, y) => {
        const { left, top } = app.stage.canvas.getBoundingClientRect();
        const picked = app.view && app.frame
          && app.picker.pick(x - left, y - top, app.view, app.frame);
        return picked && { ...picked, point: picked.point.toArray() };
      },
    };
  }

  // A message that makes no sense is told, and the page goes on with the next.
  private guard(receive: () => void): void {
    try {
      receive();
    } catch (error) {
      this.notices.complain(error instanceof Error ? error.message : String(error));
    }
  }

  private receiveText(message: Record<string, unknown>): void {
    if (message.type === 'scene') this.show(readDescription(message));
    if (message.type === 'notice') this.tell(String(message.text));
    if (message.type === 'role') {
      this.drives = message.drives === true;
      this.notices.showRole(this.drives, Number(message.clients));
      this.enable();
    }
  }

  private receiveFrame(bytes: ArrayBuffer): void {
    if (!this.description) return;
    const frame = readFrame(bytes, this.description);
    const wait = () => this.acknowledge(frame);
    if (frame.scene !== this.description.scene) return wait();
    this.frame = frame;
    this.plots.record(frame);
    this.bar.update(frame);
    this.profile.update(frame, this.bar.budget);
    this.report.update(frame);
    // animation frames stop when the page is hidden; the server is answered all the same, but for
    // the first frame of a scene: that one is seen before time begins
    setTimeout(() => { if (this.seen) wait(); }, HIDDEN_PAUSE);
  }

  private open(scene: number, title: string): void {
    this.opening = title;
    this.waiting.forScene(title);
    this.send(requests.open(scene));
  }

  // What the server has to say; an empty text takes it back.
  private tell(text: string): void {
    const title = this.opening;
    this.opening = '';
    if (title !== '' && this.seen) this.waiting.end();
    if (title === '' || text === '') this.notices.say(text);
    else this.gallery.complain(`“${title}” cannot be opened:\n${text}`);
  }

  private show(description: Description): void {
    const first = this.description === null || this.description.title !== description.title
      || this.description.current !== description.current;
    this.hand.release();
    // a frame of what goes is drawn no more, and must not keep the next one from coming
    if (this.frame) this.acknowledge(this.frame);
    this.opening = '';
    if (first) this.seen = this.painted = false;
    if (this.seen) this.waiting.end();
    else this.waiting.forPicture();
    this.view?.dispose();
    this.description = description;
    this.frame = null;
    this.view = new WorldView(description, this.theme.palette);
    this.stage.add(this.view.group);
    this.display.apply(this.view);
    // a body that came or went does not turn the camera
    if (first) this.stage.look(description.camera);
    this.bar.clear();
    this.controls.build(description);
    this.plots.build(description);
    this.profile.build(description);
    this.report.build(description);
    this.gallery.build(description);
    this.enable();
    document.title = `${description.title} – Reeve`;
    setText(find('title'), description.title);
    setText(find('look'), description.look);
    this.showKeys();
  }

  // About the connection: over everything.
  private say(text: string): void {
    this.notices.say(text);
    this.gallery.say(text);
  }

  private meet(): void {
    this.say('');
    this.acknowledged = null; // another server counts its frames from the start
    if (this.display.wantsForces) this.send(requests.forces(true));
  }

  private giveUp(): void {
    this.waiting.end();
    this.say('Reeve was started again, and the address of this page is no longer valid. '
      + 'Close this page and open the address that Reeve printed last.');
  }

  private lose(reason: string): void {
    this.drives = false;
    this.opening = '';
    this.waiting.end();
    this.enable();
    this.say(reason ? `The server closed the connection: ${reason}`
      : 'The connection to Reeve is lost. Is it still running? Trying again…');
  }

  private enable(): void {
    this.bar.enable(this.drives);
    this.controls.enable(this.drives);
    this.gallery?.enable(this.drives);
    if (!this.drives) this.hand.release();
  }

  private tick(): void {
    requestAnimationFrame(() => this.tick());
    this.guard(() => this.draw());
  }

  private draw(): void {
    // one turn of the page, so that the words that stand for the picture are painted
    if (!this.painted && this.frame) {
      this.painted = true;
      return;
    }
    this.hand.flush();
    this.stage.tick();
    const { view, frame } = this;
    const fresh = frame !== null && frame !== this.onScreen;
    if (view && frame && fresh) this.place(view, frame);
    if (view && frame) this.hover.update(view, frame);
    this.plots.draw();
    if (!this.seen && frame && !fresh) return this.finish(frame);
    // what has no frame yet has no place: the picture before stays until it comes
    if (this.stage.stale && (frame || !view)) {
      this.stage.draw();
      this.gizmo.draw(this.stage.camera);
      if (frame) this.hand.show(frame, view?.size ?? 1);
    } else if (frame) this.stage.rest();
    if (frame && fresh) this.onScreen = frame;
    if (frame && fresh && this.seen) {
      this.drawn++;
      this.acknowledge(frame);
    }
  }

  // The first picture of a scene counts when it is on the screen; time begins with it.
  private finish(frame: Frame): void {
    if (!this.stage.isDone()) return;
    this.seen = true;
    this.begun = frame.time;
    this.drawn++;
    this.waiting.end();
    this.acknowledge(frame);
  }

  private place(view: WorldView, frame: Frame): void {
    view.update(frame);
    if (!view.box.isEmpty()) this.stage.follow(view.box, (visit) => view.reach(visit, frame));
    this.hand.show(frame, view.size);
    this.legend.update(view.cables, frame.points.length > 0);
    view.planes.rule(this.stage.ground.spacing);
    this.display.showScale(view, this.stage.ground.spacing);
    this.stage.stale = true;
  }

  private acknowledge(frame: Frame): void {
    if (this.acknowledged && this.acknowledged.number >= frame.number
      && this.acknowledged.scene === frame.scene) return;
    this.acknowledged = frame;
    this.send(requests.shown(frame.number));
  }

  private choose(): void {
    this.send(requests.forces(this.display.wantsForces));
    this.refresh();
  }

  // Draws the same frame again, after a choice that changes how it looks.
  private refresh(): void {
    if (!this.view || !this.frame) return;
    this.display.apply(this.view);
    this.place(this.view, this.frame);
  }

  private repaint(): void {
    this.stage.paint(this.theme.palette);
    this.plots.paint(this.theme.palette);
    this.view?.cables.paint(this.theme.palette);
    this.refresh();
  }

  private frameAll(): void {
    if (this.view && !this.view.box.isEmpty()) this.stage.frame(this.view.box);
  }

  private bindKeys(): void {
    const drive = (act: () => void) => () => { if (this.drives) act(); };
    const toggle = drive(() => this.bar.togglePlay());
    const keys = new Keys({
      view: (key, shift) => this.moveView(key, shift),
      control: (key, down) => this.drives && this.controls.press(key, down),
      page: {
        space: toggle, p: toggle,
        '.': drive(() => this.bar.step()),
        r: drive(() => this.bar.reset()),
        home: () => this.frameAll(),
        escape: () => this.hand.release(),
      },
    });
    addEventListener('blur', () => {
      keys.letGo();
      this.controls.letGo();
      this.hand.release();
    });
    // a button that was clicked must not swallow the space bar afterwards
    addEventListener('click', (event) => {
      const clicked = event.target as HTMLElement;
      if (event.detail > 0 && clicked.closest('button, summary, input[type=checkbox]'))
        (document.activeElement as HTMLElement | null)?.blur();
    });
  }

  private moveView(key: string, shift: boolean): boolean {
    const turns: Record<string, [number, number]> = {
      left: [-TURN, 0], right: [TURN, 0], up: [0, -TURN], down: [0, TURN],
    };
    if (shift && key in turns) this.stage.turn(...turns[key]);
    else if (key === '+' && !this.controls.uses('+')) this.stage.zoom(CLOSER);
    else if (key === '-' && !this.controls.uses('-')) this.stage.zoom(1 / CLOSER);
    else return false;
    return true;
  }

  // A key that the scene uses is not offered for the page.
  private showKeys(): void {
    const caps = { 'play-key': ['space', 'p'], 'step-key': ['.'], 'reset-key': ['r'] };
    for (const [id, keys] of Object.entries(caps)) {
      const free = keys.find((key) => !this.controls.uses(key));
      find(id).hidden = free === undefined;
      setText(find(id), free === 'space' ? 'Space' : free?.toUpperCase() ?? '');
    }
  }
}
