import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptedTags, closeFastify, openFastify } from './fastify.ts';
import { servePages } from './pages.ts';
import { loadServerWords } from '../serve/words.ts';

const words = loadServerWords();
const open = () =>
  openFastify({ log: pino({ level: 'silent' }), words, trustedProxies: [], isSecure: false, maxBodyBytes: () => 64 * 1024 });

let fastify: FastifyInstance;
let port: number;

beforeAll(async () => {
  fastify = await open();
  servePages(fastify, {
    documents: { read: async () => '<!doctype html>', words: () => [] },
    pages: [{ path: 'deposits', title: 'nav.deposit' }],
    deskPages: [],
    brand: () => ({ key: 'atrium', name: 'Atrium', themeColor: '#000000' }) as never,
    language: () => 'en',
    session: async () => undefined,
    region: () => undefined,
    connectSources: [],
    isSecure: false,
  });
  port = await listenOn(fastify);
});
afterAll(() => fastify.close());

async function listenOn(server: FastifyInstance): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

/** Sends these very bytes and answers everything that came back. */
async function exchange(text: string): Promise<{ status: number; location: string | undefined; body: string }> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(text);
  let answer = '';
  for await (const piece of socket) answer += String(piece);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.slice(9, 12)), location: /^location: (.*)$/im.exec(head)?.[1]?.trim(), body };
}

const ask = (path: string) => exchange(`GET ${path} HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n`);

test.each(['/'.repeat(14_000) + 'x', '/en' + '/'.repeat(14_000), '/api/js/' + 'a'.repeat(3000), `/en/${'%2f'.repeat(1000)}?x=1`])(
  'an address longer than any of ours is refused before it is looked at',
  async (path) => {
    const { status, body } = await ask(path);
    expect([status, JSON.parse(body).errors[0].code]).toEqual([414, 'path_too_long']);
  },
);

test('what is asked of an address may be longer than it', async () => {
  expect((await ask(`/en/deposits/?x=${'a'.repeat(6000)}`)).status).toBe(302);
});

test.each(['//', '//evil.example', '//evil.example/x', '/\\evil.example', '/r//evil.example', '/r/\\evil.example'])(
  'the address %s never leads to another host and is no fault of ours',
  async (path) => {
    const { status, location } = await ask(path);
    expect([302, 404]).toContain(status);
    expect(location ?? '/').toMatch(/^\/(?![/\\])/);
  },
);

test.each([
  ['an address that cannot be decoded', 'GET /api/%zz HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n', 404],
  ['a head that is no HTTP', 'GARBAGE\r\n\r\n', 400],
  ['a head that is too long', `GET / HTTP/1.1\r\nHost: portal\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('%s is refused in the envelope', async (_what, text, status) => {
  const answer = await exchange(text);
  const envelope = JSON.parse(answer.body) as { success: boolean; code: number };
  expect([answer.status, envelope.success, envelope.code]).toEqual([status, false, status]);
});

test('a server that closes answers what is under way, on connections that would stay open too', async () => {
  const closing = await open();
  const begun = Promise.withResolvers<void>();
  const leave = Promise.withResolvers<void>();
  closing.get('/slow', async () => {
    begun.resolve();
    await leave.promise;
    return { done: true };
  });
  const slowPort = await listenOn(closing);
  const agent = new Agent({ keepAlive: true });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    get({ port: slowPort, host: '127.0.0.1', path: '/slow', agent }, resolve).on('error', reject);
  });
  await begun.promise;
  const closed = closeFastify(closing);
  leave.resolve();
  const response = await answered;
  response.resume();
  expect(response.statusCode).toBe(200);
  await closed;
  agent.destroy();
});

test.each([
  ['ar-EG,ar;q=0.9,en;q=0.8', ['ar-EG', 'ar', 'en']],
  ['en;q=0.5,zh-CN;q=0.9', ['zh-CN', 'en']],
  ['en;q=0.5,ar;q=0', ['en']],
  ['en, ar', ['en', 'ar']],
  ['*', ['*']],
  ['', []],
  [';;;q=1,,de', ['de']],
])('a browser that sends %j accepts %j', (header, tags) => {
  expect(acceptedTags(header)).toEqual(tags);
});

test('of a header without end only the beginning is read', () => {
  expect(acceptedTags(Array.from({ length: 5000 }, (_, place) => `x${place}`).join(','))).toHaveLength(20);
});

/** Asks over a line that tells of each writing to it: what a socket would put into one packet, as far as it fits. */
async function writingsOf(server: FastifyInstance, path: string): Promise<Buffer[]> {
  const writings: Buffer[] = [];
  const line = new Duplex({
    read: () => undefined,
    write(piece: Buffer | string, _encoding, done) {
      writings.push(Buffer.from(piece));
      done();
    },
    writev(pieces, done) {
      writings.push(Buffer.concat(pieces.map(({ chunk }) => Buffer.from(chunk))));
      done();
    },
  });
  const ended = new Promise((resolve) => line.on('finish', resolve));
  server.server.emit('connection', line);
  line.push(`GET ${path} HTTP/1.1\r\nHost: portal\r\nAccept-Encoding: gzip, br\r\nConnection: close\r\n\r\n`);
  await ended;
  return writings;
}

test('an answer that is not long enough to be compressed is written at once, its head and its body together', async () => {
  const own = await open();
  const json = 'application/json; charset=utf-8';
  own.get('/text', async (_request, reply) => reply.type(json).send(JSON.stringify({ text: 'x'.repeat(3000) })));
  own.get('/bytes', async (_request, reply) => reply.type(json).send(Buffer.from(JSON.stringify({ text: 'x'.repeat(3000) }))));
  await own.ready();
  for (const path of ['/text', '/bytes']) expect(await writingsOf(own, path)).toHaveLength(1);
  await own.close();
});
