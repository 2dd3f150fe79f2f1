// Who is let in, and what becomes of those who send nonsense. A good client watches meanwhile: it
// must not notice anything.
import { check, checkEqual, serve, sleep, stop, test } from './harness.mjs';
import {
  ask, BINARY, closed, connect, CONTINUATION, frame, nextFrame, PING, PONG, request, shake, TEXT,
  watch,
} from './raw.mjs';

const short = { short: true };
const SCENE = '02-pendulum-150';
const WRONG_TOKEN = '0'.repeat(32);

test('the page needs the token, its scripts do not', async () => {
  const server = await serve(SCENE, '--paused');
  const Host = server.host;
  const get = async (path) => (await request(server.port, path, { Host })).status;
  checkEqual(await get(`/?token=${server.token}`), 200, 'the page');
  for (const path of ['/', '/?token=', `/?token=${WRONG_TOKEN}`, `/?token=${server.token}0`,
    `/?token=${server.token.slice(1)}`, `/?Token=${server.token}`,
    `/?token=${server.token}&token=${WRONG_TOKEN}`])
    check([400, 403].includes(await get(path)), `GET ${path} was let in`);
  checkEqual(await get(`/?token=${WRONG_TOKEN}`), 403, 'a wrong token');
  checkEqual(await get(`/thumbnail/0.png?token=${WRONG_TOKEN}`), 403, 'a thumbnail, wrong token');
  for (const path of ['/viewer.js', '/viewer.css']) checkEqual(await get(path), 200, path);
  for (const path of ['/../etc/passwd', '/viewer.js/', '/%2e%2e/x', '/index.html'])
    checkEqual(await get(path), 404, path);
  await stop(server);
}, short);

test('another Host header is refused, for pages and for WebSockets', async () => {
  const server = await serve(SCENE, '--paused');
  const path = `/?token=${server.token}`;
  const hosts = ['evil.example', `evil.example:${server.port}`, '127.0.0.1',
    `127.0.0.2:${server.port}`, `${server.host}.evil.example`, ''];
  for (const Host of hosts) {
    const { status } = await request(server.port, path, { Host });
    checkEqual(status, 403, `Host: ${Host}`);
    const wire = await shake(server, { changes: { Host } });
    checkEqual(wire.status, 403, `WebSocket, Host: ${Host}`);
  }
  const { status } = await request(server.port, path, { Host: `localhost:${server.port}` });
  checkEqual(status, 200, 'Host: localhost');
  await stop(server);
}, short);

test('a WebSocket needs the token, the right Origin and the subprotocol', async () => {
  const server = await serve(SCENE, '--paused');
  const status = async (how) => {
    const wire = await shake(server, how);
    wire.socket.destroy();
    return wire.status;
  };
  checkEqual(await status({}), 101, 'a right handshake');
  checkEqual(await status({ token: WRONG_TOKEN }), 403, 'a wrong token');
  for (const Origin of ['http://evil.example', `https://${server.host}`, 'null', null,
    `http://${server.host}.evil.example`, `http://localhost`])
    checkEqual(await status({ changes: { Origin } }), 403, `Origin: ${Origin}`);
  checkEqual(await status({ changes: { 'Sec-WebSocket-Protocol': 'reeve.v2' } }), 400, 'reeve.v2');
  checkEqual(await status({ changes: { 'Sec-WebSocket-Key': 'short' } }), 400, 'a bad key');
  checkEqual(await status({ changes: { 'Sec-WebSocket-Version': '8' } }), 426, 'version 8');
  checkEqual(await status({ changes: { Upgrade: null } }), 426, 'no Upgrade');
  await stop(server);
}, short);

test('only GET and HEAD are answered, and answers forbid what the page does not need', async () => {
  const server = await serve(SCENE, '--paused');
  const path = `/?token=${server.token}`;
  const send = (method) => request(server.port, path, { Host: server.host }, method);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    check((await send(method)).status >= 400, `${method} was answered`);
  checkEqual((await send('HEAD')).status, 200, 'HEAD');
  const { headers } = await send('GET');
  check(headers['content-security-policy']?.includes("default-src 'none'"), 'no content policy');
  check(headers['content-security-policy']?.includes("frame-ancestors 'none'"), 'may be framed');
  checkEqual(headers['x-content-type-options'], 'nosniff', 'X-Content-Type-Options');
  checkEqual(headers['referrer-policy'], 'no-referrer', 'Referrer-Policy');
  check(!('access-control-allow-origin' in headers), 'other origins may read answers');
  await stop(server);
}, short);

const NONE = 0; // a close frame without a code: allowed, and what wslay sends here

// what is sent, the close code of RFC 6455 and a word of the reason
const nonsense = [
  ['a text message', frame(TEXT, Buffer.from('hello')), 1003, 'binary'],
  ['an empty message', frame(BINARY), 1008, 'bytes'],
  ['a kind that does not exist', frame(BINARY, ask(200)), 1008, 'kind'],
  ['kind 0', frame(BINARY, ask(0)), 1008, 'kind'],
  ['a request that is too short', frame(BINARY, ask(7)), 1008, 'bytes'],
  ['a request that is too long', frame(BINARY, ask(3, { numbers: [1] })), 1008, 'bytes'],
  ['a head with other bytes', frame(BINARY, Buffer.from([3, 1, 0, 0, 0, 0, 0, 0])), 1008, '0'],
  ['a speed of 0', frame(BINARY, ask(7, { numbers: [0] })), 1008, 'speed'],
  ['a speed of NaN', frame(BINARY, ask(7, { numbers: [NaN] })), 1008, 'speed'],
  ['a position of 2', frame(BINARY, ask(8, { index: 0, numbers: [2] })), 1008, 'position'],
  ['a point at infinity', frame(BINARY, ask(11, { numbers: [0, 0, Infinity] })), 1008, ''],
  ['65 bytes', frame(BINARY, Buffer.alloc(65)), 1009, '64'],
  ['4 GB, announced', frame(BINARY, Buffer.alloc(32), { says: 0xffffffff }), 1009, '64'],
  ['65 bytes in pieces', Buffer.concat([frame(BINARY, Buffer.alloc(40), { final: false }),
    frame(CONTINUATION, Buffer.alloc(25))]), 1009, '64'],
  ['no mask', frame(BINARY, ask(3), { masked: false }), 1002, ''],
  ['a reserved bit', frame(BINARY, ask(3), { reserved: 0x40 }), 1002, ''],
  ['a reserved opcode', frame(5, ask(3)), 1002, ''],
  ['a continuation of nothing', frame(CONTINUATION, ask(3)), 1002, ''],
  ['a long ping', frame(PING, Buffer.alloc(126)), NONE, ''],
  ['401 messages at once', Buffer.concat(Array(1000).fill(frame(BINARY, ask(12)))), 1008, '400'],
];

test('nonsense is answered with a close code and a reason, and others go on', async () => {
  const server = await serve(SCENE);
  const good = await watch(server);
  for (const [what, bytes, code, word] of nonsense) {
    const wire = await shake(server);
    checkEqual(wire.status, 101, 'handshake');
    wire.socket.write(bytes);
    const end = await closed(wire);
    checkEqual(end.code, code, `close code after ${what} ("${end.reason}")`);
    check(end.reason.includes(word), `after ${what}: reason "${end.reason}" lacks "${word}"`);
  }
  await good.goesOn();
  check(good.drives, 'the good client lost the controls');
  good.socket.destroy();
  await stop(server);
}, short);

test('bytes that are no HTTP, and requests that never end, harm nobody', async () => {
  const server = await serve(SCENE);
  const good = await watch(server);
  const garbage = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 167 + 13) & 255));
  const wires = [];
  for (const bytes of [garbage, Buffer.from('GET / HTTP/1.1\r\nHost: '), Buffer.alloc(0),
    Buffer.from(`GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`)]) {
    const wire = await connect(server.port);
    wire.socket.write(bytes);
    wires.push(wire);
  }
  await sleep(200);
  await good.goesOn();
  const { status } = await request(server.port, `/?token=${server.token}`, { Host: server.host });
  checkEqual(status, 200, 'the page, meanwhile');
  for (const { socket } of [good, ...wires]) socket.destroy();
  await stop(server);
}, short);

test('a ping is answered with what it said', async () => {
  const server = await serve(SCENE);
  const wire = await shake(server);
  wire.socket.write(frame(PING, Buffer.from('are you there')));
  const { payload } = await nextFrame(wire, PONG);
  checkEqual(payload.toString(), 'are you there', 'answer');
  wire.socket.destroy();
  await stop(server);
}, short);
