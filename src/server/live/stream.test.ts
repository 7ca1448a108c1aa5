import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedClients } from '../../../seed/clients.ts';
import { clientId, type ClientId } from '../../base/id.ts';
import { after, hourMs } from '../../base/time.ts';
import { defaultSettings } from '../../settings/index.ts';
import { openFastify } from '../http/fastify.ts';
import { writeLiveLines } from '../background/dispatch.ts';
import { openSessions, type Sessions } from './session.ts';
import { openOpenStreams } from './openStreams.ts';
import { openLiveStream, serveStream, type LiveStream } from './stream.ts';
import { openTestDatabase, testReach, type TestDatabase } from '../testing/database.ts';
import { loadServerWords } from '../serve/words.ts';

const log = pino({ level: 'silent' });
let app: TestDatabase;
let fastify: FastifyInstance;
let stream: LiveStream;
let sessions: Sessions;
let client: ClientId;
let other: ClientId;
let port: number;
let wall = new Date();

beforeAll(async () => {
  app = await openTestDatabase();
  const { database } = app;
  const clock = { now: () => wall, wall: () => wall };
  const settings = () => defaultSettings;
  const ids = await database.transact((sql) => seedClients(sql, clock.now()));
  client = clientId(Number(ids.get('global.active')));
  other = clientId(Number(ids.get('eu.active')));
  const words = loadServerWords();
  fastify = await openFastify({ log, words, trustedProxies: [], isSecure: false, maxBodyBytes: () => 64 * 1024 });
  sessions = openSessions({ database, clock, settings });
  stream = openLiveStream({
    database,
    sessions,
    reach: testReach(database),
    openStreams: openOpenStreams(database.sql),
  });
  serveStream(fastify, { stream, sessions, settings, cookieName: 'atrium_session', words });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  port = (fastify.server.address() as AddressInfo).port;
});
beforeEach(() => {
  wall = new Date();
});
afterAll(async () => {
  await fastify.close();
  await app.close();
});

interface Browser {
  readonly socket: Socket;
  heard(text: string): Promise<string>;
  readonly ended: Promise<void>;
}

const signIn = (who = client) => sessions.open(app.database.sql, { clientId: who, address: '127.0.0.1', agent: 'test' });

function listenAs(secret: string, query = ''): Browser {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.write(`GET /api/js/stream${query} HTTP/1.1\r\nHost: portal\r\nCookie: atrium_session=${secret}\r\n\r\n`);
  let text = '';
  socket.on('data', (piece: string) => (text += piece));
  const ended = Promise.withResolvers<void>();
  // The answer is chunked: its end is an empty chunk, whether or not the connection stays.
  socket.on('data', () => text.endsWith('\r\n0\r\n\r\n') && ended.resolve());
  socket.on('close', () => ended.resolve());
  return {
    socket,
    ended: ended.promise,
    heard: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => text.includes(wanted) && resolve(text);
        socket.on('data', look);
        socket.on('close', () => reject(new Error(`the stream ended: ${text}`)));
        look();
      }),
  };
}

const tell = (topics: readonly string[], who: ClientId | null = client) =>
  writeLiveLines(app.database, [{ client_id: who, topics }]);

test('a page that comes back names the last line it saw in the address, and hears what it missed', async () => {
  const { secret } = await signIn();
  const first = listenAs(secret);
  const hello = await first.heard('event: hello');
  first.socket.destroy();
  await tell(['accounts']);
  const lastId = /^id: (\d+)/m.exec(hello)?.[1];
  const second = listenAs(secret, `?last_event_id=${lastId}`);
  expect(await second.heard('"accounts"')).not.toContain('event: hello');
  second.socket.destroy();
});

test('an answer says how far the lines are, and a stream that begins there hears what changed before it stood', async () => {
  const { secret } = await signIn();
  const known = listenAs(secret);
  await known.heard('event: hello');
  await tell(['wallets']);
  stream.wake();
  await known.heard('"wallets"');
  known.socket.destroy();
  const answer = await fastify.inject({ url: '/api/js/stream' });
  const readSince = String(answer.headers['live-line']);
  await tell(['accounts']);
  const first = listenAs(secret, `?last_event_id=${readSince}`);
  expect(await first.heard('"accounts"')).not.toContain('"wallets"');
  first.socket.destroy();
});

test('what one client is told another one hears neither at once nor on coming back', async () => {
  const { secret } = await signIn(other);
  const before = listenAs(secret);
  const hello = await before.heard('event: hello');
  await tell(['wallets']);
  await tell(['inbox'], null);
  stream.wake();
  // Lines come in order: who hears the one for everybody has heard all that came before it.
  expect(await before.heard('"inbox"')).not.toContain('"wallets"');
  before.socket.destroy();
  const back = listenAs(secret, `?last_event_id=${/^id: (\d+)/m.exec(hello)?.[1]}`);
  expect(await back.heard('"inbox"')).not.toContain('"wallets"');
  back.socket.destroy();
});

test('signing out ends the streams of that session and of no other', async () => {
  const [leaving, staying] = [await signIn(), await signIn()];
  const [gone, kept] = [listenAs(leaving.secret), listenAs(staying.secret)];
  await Promise.all([gone.heard('event: hello'), kept.heard('event: hello')]);
  stream.drop(leaving.sid);
  await gone.ended;
  await tell(['wallets']);
  stream.wake();
  expect(await kept.heard('"wallets"')).toContain('event: stale');
  kept.socket.destroy();
});

test('a session that runs out while its stream is open takes the stream with it, and listening keeps none alive', async () => {
  const { secret } = await signIn();
  const browser = listenAs(secret);
  await browser.heard('event: hello');
  await stream.dropEnded();
  wall = after(wall, defaultSettings.session.idleSeconds * 1000 + hourMs);
  await stream.dropEnded();
  await browser.ended;
  expect(stream.size).toBe(0);
});

test('one client holds twelve streams at most, and telling the others goes on when the first was ended', async () => {
  const { secret } = await signIn();
  const first = listenAs(secret);
  await first.heard('event: hello');
  first.socket.pause();
  const others = Array.from({ length: 12 }, () => listenAs(secret));
  await Promise.all(others.map((browser) => browser.heard('event: hello')));
  expect(stream.size).toBeLessThanOrEqual(12);
  await tell(['rates']);
  stream.wake();
  await Promise.all(others.map((browser) => browser.heard('"rates"')));
  for (const browser of [first, ...others]) browser.socket.destroy();
});

test('a browser that stops reading is let go instead of being written to without end', async () => {
  const { secret } = await signIn();
  const browser = listenAs(secret);
  await browser.heard('event: hello');
  browser.socket.pause();
  const closed = new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (stream.size > 0) return;
      clearInterval(look);
      resolve();
    }, 10);
  });
  const long = 'x'.repeat(200_000);
  for (let count = 0; count < 80 && stream.size > 0; count += 1) {
    await tell([long]);
    stream.wake();
  }
  await closed;
  expect(stream.size).toBe(0);
  browser.socket.destroy();
});

test('a question for the head alone opens no stream', async () => {
  const { secret } = await signIn();
  const answer = await fastify.inject({ method: 'HEAD', url: '/api/js/stream', headers: { cookie: `atrium_session=${secret}` } });
  expect(answer.statusCode).toBe(404);
});
