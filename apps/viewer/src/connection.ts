// The WebSocket to the server. When it is lost it is opened again, with longer and longer pauses;
// the server then sends everything anew, so nothing has to be remembered here. A server that was
// started again has another token: then it is of no use to go on, and a person is told what is.
import type { Request } from './requests';

export interface Events {
  text(message: Record<string, unknown>): void;
  binary(bytes: ArrayBuffer): void;
  opened(): void;
  closed(reason: string): void;
  refused(): void; // another server answers, for good
}

const FIRST_PAUSE = 300; // [ms]
const LONGEST_PAUSE = 5000;
const ANSWER_WITHIN = 5000; // [ms]
const FORBIDDEN = 403;

export class Connection {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private opened = false; // the last socket was

  constructor(private readonly token: string, private readonly events: Events) {
    this.open();
  }

  get connected(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  send(request: Request): void {
    if (this.connected) this.socket!.send(request);
  }

  private open(): void {
    // draws=1: time waits for the first picture of this page
    const address = `ws://${location.host}/socket?token=${encodeURIComponent(this.token)}&draws=1`;
    const socket = new WebSocket(address, 'reeve.v1');
    socket.binaryType = 'arraybuffer';
    this.opened = false;
    socket.onopen = () => {
      this.opened = true;
      this.events.opened();
    };
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = (event) => this.retry(event.reason);
    this.socket = socket;
  }

  private receive(message: string | ArrayBuffer): void {
    this.pause = FIRST_PAUSE; // only a server that talks is one that is back
    if (typeof message === 'string') this.events.text(JSON.parse(message));
    else this.events.binary(message);
  }

  private async retry(reason: string): Promise<void> {
    this.socket = null;
    this.events.closed(reason);
    if (!this.opened && await this.isForbidden()) return this.events.refused();
    setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  // A browser does not say why a socket was not opened; the page itself needs the same token.
  private async isForbidden(): Promise<boolean> {
    try {
      const answer = await fetch(`/?token=${encodeURIComponent(this.token)}`,
        { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN) });
      return answer.status === FORBIDDEN;
    } catch {
      return false; // nobody answers
    }
  }
}
