import { once } from 'node:events';
import { get, request as sendRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { seedClients } from '../../../seed/clients.ts';
import { clientId } from '../../base/id.ts';
import { defaultSettings } from '../../settings/index.ts';
import { contract, type Handlers } from '../../protocol/call.ts';
import { openSessions } from '../live/session.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openServed } from '../testing/served.ts';

const filed = contract({
  area: 'filed',
  calls: {
    file: {
      method: 'GET',
      path: 'api/file',
      summary: 'Writes a file.',
      who: 'client',
      runs: 'read',
      answersFile: 'text/csv; charset=utf-8',
      input: z.object({}),
      output: z.object({}),
      errors: {},
    },
  },
});
/** Files end when the test says so. */
let finish: PromiseWithResolvers<void>;
let exportSeconds = 60;
const handlers = {
  file: async () => ({ fileName: 'file.csv', body: pieces() }),
} satisfies Handlers<typeof filed>;
let underWay = 0;
async function* pieces(): AsyncGenerator<Uint8Array> {
  underWay += 1;
  try {
    yield Buffer.from('first');
    await finish.promise;
    yield Buffer.from('last');
  } finally {
    underWay -= 1;
  }
}

let base: TestDatabase;
let fastify: FastifyInstance;
let port: number;
let cookies: readonly string[];
beforeAll(async () => {
  base = await openTestDatabase();
  const { database } = base;
  const settings = () => ({ ...defaultSettings, lists: { ...defaultSettings.lists, exportsAtOnce: 2, exportSeconds } });
  fastify = await openServed({ database, area: { contract: filed, handlers }, settings });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  port = (fastify.server.address() as AddressInfo).port;
  const ids = await database.transact((sql) => seedClients(sql, new Date()));
  const sessions = openSessions({ database, clock: { now: () => new Date(), wall: () => new Date() }, settings });
  const open = (name: string) =>
    database.transact((sql) => sessions.open(sql, { clientId: clientId(Number(ids.get(name))), address: '::1', agent: '' }));
  const opened = await Promise.all(['global.active', 'eu.active', 'uk.active'].map(open));
  cookies = opened.map(({ secret }) => `atrium_session=${secret}`);
});
beforeEach(() => {
  finish = Promise.withResolvers<void>();
});
afterAll(async () => {
  finish.resolve();
  await fastify.close();
  await base.close();
});

/** Answers when the head of the answer is there. */
async function ask(client: number): Promise<IncomingMessage> {
  const request = get({ port, path: '/api/js/api/file', headers: { cookie: cookies[client] } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}
async function read(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of answer) text += String(piece);
  return text;
}
const nobodyWrites = async () => {
  while ((await base.owner.sql.many('select 1 from export_lease where until > now()')).length > 0);
};

test('whoever asks for the head of a file alone has none written behind their back', async () => {
  for (let time = 0; time < 3; time += 1) {
    const request = sendRequest({ port, method: 'HEAD', path: '/api/js/api/file', headers: { cookie: cookies[0] } }).end();
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([200, 'attachment; filename="file.csv"']);
    await expect.poll(() => underWay, { interval: 20 }).toBe(0);
    await nobodyWrites();
  }
});

test('somebody has one file at a time written, and is told when to ask for the next', async () => {
  const first = await ask(0);
  const second = await ask(0);
  expect([first.statusCode, second.statusCode]).toEqual([200, 429]);
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(await read(second)).errors[0].code).toBe('too_many_requests');
  finish.resolve();
  expect(await read(first)).toBe('firstlast');
  await nobodyWrites();
});

test('whoever has the whole of a file gets the next at once', async () => {
  finish.resolve();
  // Writing off a place takes its time.
  await base.owner.sql.run(
    `create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return old; end $$`,
  );
  await base.owner.sql.run('create trigger slowly before delete on export_lease for each row execute function slowly()');
  for (let time = 0; time < 3; time += 1) {
    const answer = await ask(0);
    expect([answer.statusCode, await read(answer)]).toEqual([200, 'firstlast']);
  }
  await base.owner.sql.run('drop trigger slowly on export_lease');
  await nobodyWrites();
});

test('few files are written in all, whoever asks for them', async () => {
  const two = [await ask(0), await ask(1)];
  const third = await ask(2);
  expect([...two, third].map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
  for (const answer of [...two, third]) answer.destroy();
  await nobodyWrites();
  expect((await ask(2)).statusCode).toBe(200);
  finish.resolve();
  await nobodyWrites();
});

test('what takes longer than a file may is cut off, and its place is free', async () => {
  exportSeconds = 1;
  const slow = await ask(0);
  exportSeconds = 60;
  await expect(read(slow)).rejects.toThrow('aborted');
  await nobodyWrites();
  expect((await ask(0)).statusCode).toBe(200);
  finish.resolve();
});
