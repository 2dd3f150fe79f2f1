// The WebSocket to the server. When it is lost it is opened again, with longer and longer pauses;
// the server then sends everything anew, so nothing has to be remembered here.
import type { Request } from './requests';

export interface Events {
  text(message: Record<string, unknown>): void;
  binary(bytes: ArrayBuffer): void;
  opened(): void;
  closed(reason: string): void;
}

const FIRST_PAUSE = 300; // [ms]
const LONGEST_PAUSE = 5000;

export class Connection {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;

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
    const address = `ws://${location.host}/socket?token=${encodeURIComponent(this.token)}`;
    const socket = new WebSocket(address, 'reeve.v1');
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.events.opened();
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = (event) => this.retry(event.reason);
    this.socket = socket;
  }

  private receive(message: string | ArrayBuffer): void {
    this.pause = FIRST_PAUSE; // only a server that talks is one that is back
    if (typeof message === 'string') this.events.text(JSON.parse(message));
    else this.events.binary(message);
  }

  private retry(reason: string): void {
    this.socket = null;
    this.events.closed(reason);
    setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }
}
