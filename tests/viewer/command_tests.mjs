// `reeve view` as a command: what it prints, how it ends, what it says when it cannot start.
import net from 'node:net';
import os from 'node:os';
import { once } from 'node:events';
import { check, checkEqual, finish, serve, sleep, start, stop, test } from './harness.mjs';

const QUIET = 300; // [ms] in which nothing more may be printed
const short = { short: true };

test('view prints one address on standard output and ends with 0 after Ctrl-C', async () => {
  const server = await serve('02-pendulum-150');
  await sleep(QUIET);
  const form = /^http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{32}\n$/;
  check(form.test(server.run.out), `standard output is ${JSON.stringify(server.run.out)}`);
  await stop(server);
  checkEqual(server.run.out, `${server.address}\n`, 'standard output at the end');
}, short);

test('every start has a token of its own', async () => {
  const [one, other] = [await serve('02-pendulum-150'), await serve('02-pendulum-150')];
  check(one.token !== other.token, `both have ${one.token}`);
  await stop(one);
  await stop(other);
}, short);

test('view ends with 0 after a termination signal too', async () => {
  const server = await serve('13-gantry-crane', '--paused');
  server.run.child.kill('SIGTERM');
  await finish(server.run);
  checkEqual(server.run.code, 0, 'exit code');
}, short);

test('a port that is taken is named, with exit code 1', async () => {
  const taken = net.createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address();
  const run = await finish(start('view', '02-pendulum-150', '--no-open', '--port', String(port)));
  taken.close();
  checkEqual(run.code, 1, 'exit code');
  checkEqual(run.out, '', 'standard output');
  check(run.err.includes(String(port)) && run.err.includes('in use'), `it said: ${run.err}`);
}, short);

test('a host that is no address is answered with a sentence', async () => {
  for (const host of ['example.invalid', 'localhost', '300.1.1.1', '0.0.0.0']) {
    const run = await finish(start('view', '02-pendulum-150', '--no-open', '--host', host));
    checkEqual(run.code, 2, `--host ${host}: exit code`);
    checkEqual(run.out, '', `--host ${host}: standard output`);
    check(run.err.includes(host) && run.err.includes('must be'), `--host ${host}: ${run.err}`);
  }
}, short);

test('an address of a network is warned of in one line, one of this machine is not', async () => {
  const local = await serve('02-pendulum-150');
  check(!local.run.err.includes('network'), `it said: ${local.run.err}`);
  await stop(local);
  const address = Object.values(os.networkInterfaces()).flat()
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (!address) return; // this machine has no network; a test in C has the rule
  const server = await serve('02-pendulum-150', '--host', address);
  const lines = server.run.err.split('\n').filter((line) => line.includes('warning'));
  checkEqual(lines.length, 1, `lines with a warning in: ${server.run.err}`);
  for (const word of [address, 'network', 'drives'])
    check(lines[0].includes(word), `the warning lacks "${word}": ${lines[0]}`);
  await stop(server);
}, short);

test('a scene that does not exist is answered with a sentence and exit code 2', async () => {
  const run = await finish(start('view', '02-pendulun-150', '--no-open'));
  checkEqual(run.code, 2, 'exit code');
  checkEqual(run.out, '', 'standard output');
  check(run.err.includes('02-pendulun-150'), `it said: ${run.err}`);
}, short);
