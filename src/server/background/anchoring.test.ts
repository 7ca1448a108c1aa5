import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { after, minuteMs } from '../../base/time.ts';
import { recordAudit, sealAudit } from '../../ledger/audit.ts';
import { openStorage } from '../../ports/storage/index.ts';
import type { NewObject, ObjectStorage } from '../../ports/storage/port.ts';
import { readConfig } from '../start/config.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { anchorAge, anchorHead, readAnchors } from './anchoring.ts';
import { countFindings } from './bookkeeping.ts';

let app: TestDatabase;
let folder: string;
let storage: ObjectStorage;
let lines: { level: number; msg: string; seal?: string; hash?: string }[];
let now: Date;

beforeEach(async () => {
  app = await openTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'atrium-anchors-'));
  storage = openStorage({ provider: 'disk', folder, keys: [{ id: 'k', secret: 'a secret of thirty-two characters' }] });
  lines = [];
  now = new Date('2026-03-02T10:04:00Z');
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** As loud as a portal that nobody has told anything. */
const log = () => pino({ level: readConfig({}).logLevel }, { write: (line) => void lines.push(JSON.parse(line)) });
const anchor = (into: ObjectStorage = storage) => anchorHead(app.database.sql, { storage: into, log: log(), wall: () => now });
const later = (minutes: number) => (now = after(now, minutes * minuteMs));
const anchored = () => readAnchors(storage, { from: after(now, -120 * minuteMs), to: now });

async function seal(): Promise<void> {
  const before = await app.database.sql.one('select count(*) as count from audit_seal');
  await recordAudit(app.database.sql, { actor: { kind: 'system', id: 'test' }, action: 'a.b', subject: 'c:1', at: now });
  await expect
    .poll(async () => {
      await sealAudit(app.database.sql);
      return app.database.sql.one('select count(*) as count from audit_seal');
    })
    .not.toEqual(before);
}
const head = () =>
  app.database.sql.one<{ seal: string; hash: string }>(
    `select number::text as seal, encode(hash, 'hex') as hash from audit_seal order by number desc limit 1`,
  );

test('the head of the chain leaves the database as a line of the log and as an object, once in ten minutes in which it moved', async () => {
  await anchor();
  expect(lines).toEqual([]);
  await seal();
  await anchor();
  const first = await head();
  expect(lines).toMatchObject([{ level: 40, msg: 'the audit chain stands here', ...first }]);
  expect((await anchored()).anchors).toMatchObject([{ era: 1, seal: BigInt(first.seal), hash: first.hash }]);

  await seal();
  await anchor();
  expect(lines).toHaveLength(1);
  later(10);
  await anchor();
  later(10);
  await anchor();
  expect(lines).toHaveLength(2);
  expect(await anchored()).toMatchObject({
    anchors: [{ hash: first.hash }, await head().then(({ hash }) => ({ hash }))],
    slots: 13,
  });
  expect(await app.database.sql.one(anchorAge)).toEqual({ count: 0n });
});

test('what is put there is to be kept for five years', async () => {
  const put: NewObject[] = [];
  await seal();
  await anchor({ ...storage, put: async (key, object) => (put.push(object), storage.put(key, object)) });
  expect(put.map(({ keepUntil }) => keepUntil?.getUTCFullYear())).toEqual([2031]);
});

test('a store that does not take it is asked again', async () => {
  await seal();
  const full: ObjectStorage = { ...storage, put: async () => ({ outcome: 'unknown', reason: 'full' }) };
  await expect(anchor(full)).rejects.toThrow('could not be kept');
  await anchor();
  expect((await anchored()).anchors).toHaveLength(1);
});

test('a head that is written down and not in the chain any more is found by the next pass', async () => {
  await seal();
  await anchor();
  await app.owner.transact(async (sql) => {
    await sql.run('set local session_replication_role = replica');
    for (const table of ['audit_seal', 'audit_index', 'ledger_rollup']) await sql.run(`delete from ${table}`);
    await sql.run(`update audit_event set detail = '{"address":"10.0.0.1"}'`);
    // Nor does the database say that there was one.
    await sql.run('delete from cursor_mark');
  });
  await seal();
  later(10);
  await anchor();
  expect(lines).toContainEqual(expect.objectContaining({ level: 50, check: 'anchor_differs' }));
  expect(await app.database.sql.one(countFindings)).toEqual({ count: 1n });
});
