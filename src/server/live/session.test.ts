import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedClients } from '../../../seed/clients.ts';
import type { Database } from '../../base/sql.ts';
import { clientId, type ClientId } from '../../base/id.ts';
import { defaultSettings } from '../../settings/index.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { newsOf, openSessions, type OpenedSession, type Sessions } from './session.ts';

let app: TestDatabase;
let client: ClientId;
let sessions: Sessions;
let opened: OpenedSession;
let statements = 0;
/** Set: the next statement is held back after the database has answered it. */
let heldBack: Promise<void> | undefined;

beforeAll(async () => {
  app = await openTestDatabase();
  client = clientId(Number((await app.database.transact((sql) => seedClients(sql, new Date()))).get('global.active')));
});
afterAll(() => app.close());
beforeEach(async () => {
  const { sql } = app.database;
  const many: typeof sql.many = async (text, values) => {
    statements += 1;
    const rows = await sql.many(text, values);
    await heldBack;
    return rows as never;
  };
  const database: Database = { ...app.database, sql: { ...sql, many } };
  const clock = { now: () => new Date(), wall: () => new Date() };
  sessions = openSessions({ database, clock, settings: () => defaultSettings });
  opened = await sessions.open(sql, { clientId: client, address: '127.0.0.1', agent: 'test' });
  [statements, heldBack] = [0, undefined];
});

test('a session that was asked for a moment ago is believed', async () => {
  for (let count = 0; count < 5; count += 1) expect(await sessions.find(opened.secret)).toBeDefined();
  expect(statements).toBe(1);
});

test('a session that has ended is not believed from when that is heard', async () => {
  await sessions.find(opened.secret);
  await sessions.end(app.database.sql, opened.sid);
  sessions.forget(opened.sid);
  expect(await sessions.find(opened.secret)).toBeUndefined();
});

test('nor is one whose end is heard while it is still being read', async () => {
  const answered = Promise.withResolvers<void>();
  heldBack = answered.promise;
  const reading = sessions.find(opened.secret);
  await expect.poll(() => statements).toBe(1);
  await sessions.end(app.database.sql, opened.sid);
  sessions.forget(opened.sid);
  answered.resolve();
  await reading;
  expect(await sessions.find(opened.secret)).toBeUndefined();
});

test('what has changed of a client is known from when that is heard, by every session of theirs and by no other', async () => {
  const before = await sessions.find(opened.secret);
  await app.database.sql.run('update client set version = version + 1, notices_version = notices_version + 1 where id = $1', [
    client,
  ]);
  sessions.forgetClient(client + 1);
  expect(await sessions.find(opened.secret)).toEqual(before);
  sessions.forgetClient(client);
  expect((await sessions.find(opened.secret))?.versions.all).toBe((before?.versions.all ?? 0) + 1);
});

test('what a browser was told is known without a statement, and written down when it is next used', async () => {
  const session = await sessions.find(opened.secret);
  if (!session) throw new Error('the session does not stand');
  expect(newsOf(session)).toBe('all');
  sessions.markTold(session);
  expect([newsOf((await sessions.find(opened.secret)) ?? session), statements]).toEqual(['none', 1]);
  const told = await sessions.find(opened.secret);
  if (!told) throw new Error('the session does not stand');
  await sessions.markUsed({ ...told, seenAt: new Date(0) });
  expect(await app.database.sql.one('select told_version from session where sid = $1', [opened.sid])).toEqual({
    told_version: session.versions.all,
  });
});

test.each([
  ['nothing has changed', { all: 9, notices: 4, inbox: 2 }, 'none'],
  ['notices have come', { all: 11, notices: 6, inbox: 2 }, { notices: true, inbox: false }],
  ['a message has come', { all: 10, notices: 4, inbox: 3 }, { notices: false, inbox: true }],
  ['something else has changed as well', { all: 11, notices: 5, inbox: 2 }, 'all'],
] as const)('where %s, that is what rides along', (_what, versions, news) => {
  expect(newsOf({ versions, told: { all: 9, notices: 4, inbox: 2 } })).toEqual(news);
});
