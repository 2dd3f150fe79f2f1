// HTTP and WebSocket by hand, over a plain socket: what no browser would send.
import { createHash, randomBytes } from 'node:crypto';
import net from 'node:net';
import { once } from 'node:events';
import { check, PATIENCE, until } from './harness.mjs';

export const TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10, CONTINUATION = 0;
const FINAL = 0x80, MASKED = 0x80;

// --- bytes --------------------------------------------------------------------------------------

// A connection; `received` grows, `over` says that the other side has ended it.
export async function connect(port) {
  const socket = net.connect({ host: '127.0.0.1', port });
  const wire = { socket, received: Buffer.alloc(0), over: false };
  socket.on('data', (bytes) => { wire.received = Buffer.concat([wire.received, bytes]); });
  socket.on('error', () => { wire.over = true; });
  socket.on('close', () => { wire.over = true; });
  socket.on('end', () => { wire.over = true; });
  await once(socket, 'connect');
  return wire;
}

// --- HTTP ---------------------------------------------------------------------------------------

// Sends a request as it is written and returns status and body.
export async function request(port, path, headers = {}, method = 'GET') {
  const wire = await connect(port);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('');
  wire.socket.write(`${method} ${path} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
  await until(() => wire.over, `the server answered ${method} ${path}`);
  wire.socket.destroy();
  return answerOf(wire.received);
}

function answerOf(received) {
  const text = received.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const [first, ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  }));
  return { status: Number(first.split(' ')[1]), headers, body: text.slice(end + 4) };
}

// --- WebSocket ----------------------------------------------------------------------------------

// Asks for the WebSocket. `changes` replaces headers; null leaves one out. Returns the wire and the
// status; with 101, what is received afterwards are frames.
export async function shake(server, { token = server.token, changes = {} } = {}) {
  const wire = await connect(server.port);
  const key = randomBytes(16).toString('base64');
  const headers = {
    Host: server.host, Origin: `http://${server.host}`, Upgrade: 'websocket', Connection: 'Upgrade',
    'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': key, 'Sec-WebSocket-Protocol': 'reeve.v1',
    ...changes,
  };
  const lines = Object.entries(headers).filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}\r\n`).join('');
  wire.socket.write(`GET /socket?token=${token} HTTP/1.1\r\n${lines}\r\n`);
  await until(() => wire.received.includes('\r\n\r\n') || wire.over, 'the handshake was answered');
  const end = wire.received.indexOf('\r\n\r\n') + 4;
  const answer = answerOf(wire.received);
  if (answer.status === 101) {
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    check(answer.headers['sec-websocket-accept'] === accept, 'Sec-WebSocket-Accept is wrong');
    wire.received = wire.received.subarray(end);
  }
  return Object.assign(wire, { status: answer.status, answer });
}

// The bytes of a frame. `says`: the length that it claims to have.
export function frame(opcode, payload = Buffer.alloc(0), how = {}) {
  const { final = true, masked = true, reserved = 0, says = payload.length } = how;
  const head = [opcode | reserved | (final ? FINAL : 0)];
  const bit = masked ? MASKED : 0;
  // the short length, or eight bytes of it
  if (says < 126) head.push(bit | says);
  else head.push(bit | 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (says >>> shift) & 255));
  if (!masked) return Buffer.concat([Buffer.from(head), payload]);
  const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);
  return Buffer.concat([Buffer.from(head), mask, payload.map((byte, i) => byte ^ mask[i % 4])]);
}

// Takes the next whole frame out of what was received; null: there is none yet.
export function takeFrame(wire) {
  const { received } = wire;
  if (received.length < 2) return null;
  let length = received[1] & 127;
  let at = 2;
  if (length === 126 && received.length >= 4) [length, at] = [received.readUInt16BE(2), 4];
  if (length === 127 && received.length >= 10)
    [length, at] = [Number(received.readBigUInt64BE(2)), 10];
  if (received.length < at + length) return null;
  wire.received = received.subarray(at + length);
  return { opcode: received[0] & 15, payload: received.subarray(at, at + length) };
}

export const nextFrame = (wire, opcode, patience = PATIENCE) => until(() => {
  for (let got = takeFrame(wire); got; got = takeFrame(wire)) if (got.opcode === opcode) return got;
  return null;
}, `a frame with opcode ${opcode} came`, patience);

// Waits for the close frame and the end of the connection.
export async function closed(wire) {
  const { payload } = await nextFrame(wire, CLOSE);
  const code = payload.length >= 2 ? payload.readUInt16BE(0) : 0;
  await until(() => wire.over, 'the connection ended');
  wire.socket.destroy();
  return { code, reason: payload.toString('utf8', 2) };
}

// The bytes of a request of docs/viewer.md.
export function ask(kind, { scene = 0, index = null, numbers = [] } = {}) {
  const bytes = Buffer.alloc(8 + (index === null ? 0 : 8) + 8 * numbers.length);
  bytes.writeUInt8(kind, 0);
  bytes.writeUInt32LE(scene, 4);
  if (index !== null) bytes.writeUInt32LE(index, 8);
  const first = bytes.length - 8 * numbers.length;
  numbers.forEach((number, i) => bytes.writeDoubleLE(number, first + 8 * i));
  return bytes;
}

// A client as it should be: it acknowledges every frame, and notes roles and the latest frame.
export async function watch(server) {
  const wire = await shake(server);
  check(wire.status === 101, `a good client was answered ${wire.status}`);
  Object.assign(wire, { drives: false, number: 0, time: 0 });
  const read = () => {
    for (let got = takeFrame(wire); got; got = takeFrame(wire)) note(wire, got);
  };
  read();
  wire.socket.on('data', read);
  wire.goesOn = async () => {
    const { number, time } = wire;
    await until(() => wire.number > number + 3 && wire.time > time, 'a good client got frames');
    check(!wire.over, 'a good client was thrown out');
  };
  await wire.goesOn();
  return wire;
}

function note(wire, { opcode, payload }) {
  if (opcode === TEXT) {
    const message = JSON.parse(payload);
    if (message.type === 'role') wire.drives = message.drives;
  }
  if (opcode !== BINARY) return;
  wire.number = payload.readUInt32LE(4);
  wire.time = payload.readDoubleLE(16);
  wire.socket.write(frame(BINARY, ask(1, { index: wire.number })));
}
