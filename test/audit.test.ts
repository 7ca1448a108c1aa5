import { execFile } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uncovered } from '../bench/restore/covered.ts';
import { clientId } from '../src/base/id.ts';
import { recordAudit, sealAudit } from '../src/ledger/audit.ts';
import { coverageOf } from '../src/ledger/coverage.ts';
import { post } from '../src/ledger/book.ts';
import { opening, wallet } from '../src/ledger/chart.ts';
import { beginEra } from '../src/ledger/era.ts';
import { anchorHead } from '../src/server/background/anchoring.ts';
import { storageOf } from '../src/server/start/outside.ts';
import { sandboxStorage } from '../src/server/start/sandboxed.ts';
import { openTestDatabase, type TestDatabase } from '../src/server/testing/database.ts';
import { untilFinal } from '../src/server/testing/horizon.ts';

/* `npm run audit`, as whoever runs a broker calls it. */

let database: TestDatabase;
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-audit-'));

beforeAll(async () => {
  database = await openTestDatabase();
  const { owner } = database;
  const legs = [{ from: opening(3, 'USD'), to: wallet({ company: 3, clientId: clientId(1) }, 'USD'), minor: 100n }] as const;
  const at = new Date();
  await recordAudit(owner.sql, { actor: { kind: 'system', id: 'test' }, action: 'test.audited', subject: 'test:1', at });
  await owner.transact((sql) => post(sql, { movement: { key: 'opening_balance:audited', kind: 'opening_balance', legs, at } }));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

function audit(...more: readonly string[]): Promise<{ readonly code: unknown; readonly said: string }> {
  const args = ['--disable-warning=ExperimentalWarning', 'bin/audit.ts', '--days', '1', ...more];
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, ATRIUM_DATA: folder };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });
}

test('says what it looked at, and what nothing outside the database vouches for', async () => {
  const bare = await audit();
  expect([bare.code, bare.said]).toEqual([0, expect.stringMatching(/Everything agrees\.\n$/)]);
  expect(uncovered(bare.said)).toHaveLength(3);

  const { owner } = database;
  await expect.poll(() => owner.transact((sql) => sealAudit(sql)), { interval: 20 }).toBeDefined();
  const storage = storageOf(sandboxStorage(folder));
  await anchorHead(owner.sql, { storage, log: pino({ level: 'silent' }), wall: () => new Date() });
  const { code, said } = await audit();
  expect([code, uncovered(said)]).toEqual([0, []]);
});

test('ends with 2, and says what was not looked at, where the anchors cannot be read', async () => {
  const files = path.join(folder, 'files');
  renameSync(files, `${files}.away`);
  writeFileSync(files, 'no folder');
  const { code, said } = await audit();
  rmSync(files);
  renameSync(`${files}.away`, files);
  expect([code, said]).toEqual([2, expect.stringMatching(/^anchors {3}could not be read: audit\/.+$/m)]);
  expect(said).not.toMatch(/Everything agrees/);
});

/** Under a seal that covers nothing else. */
async function sealEvent(subject: string): Promise<void> {
  const { owner } = database;
  await recordAudit(owner.sql, { actor: { kind: 'system', id: 'test' }, action: 'test.audited', subject, at: new Date() });
  const sealed = async () => {
    await owner.transact((sql) => sealAudit(sql));
    return (await owner.sql.one<{ open: number }>(unsealed, [subject])).open;
  };
  await expect.poll(sealed, { interval: 20 }).toBe(0);
}

test('does not take an era for the operator’s own that was begun over what was cut', async () => {
  const { owner } = database;
  await sealEvent('test:era');
  const log = pino({ level: 'silent' });
  const wall = () => new Date(Date.now() - 60 * 60_000);
  await anchorHead(owner.sql, { storage: storageOf(sandboxStorage(folder)), log, wall });
  await owner.transact(async (sql) => {
    await sql.run('set local session_replication_role = replica');
    await sql.run(cutsLast);
    await beginEra(sql, { author: 'whoever', at: new Date() });
  });
  // Under one seal with what had been cut: a seal that ended before the era would be the very one that was cut.
  await untilFinal(owner.sql);
  await owner.transact((sql) => sealAudit(sql));
  expect((await coverageOf(owner.sql)).unsealed).toBe(0n);
  const unknown = await audit();
  expect([unknown.code, unknown.said]).toEqual([1, expect.stringMatching(/say --eras 2\n(?:.*\n)*✗ anchor_differs/)]);
  const known = await audit('--eras', '2');
  expect([known.code, known.said]).toEqual([
    0,
    expect.stringMatching(/ [1-9]\d* were given up when a backup was restored, 0 differ/),
  ]);
  expect((await audit('--eras', 'two')).code).toBe(2);
});

test('ends with 1 and names what it has found where the last seals were cut and one was linked anew', async () => {
  const { owner } = database;
  for (const subject of ['test:2', 'test:3', 'test:4']) await sealEvent(subject);
  const log = pino({ level: 'silent' });
  // Each ten minutes have one anchor, and these have theirs from the test before.
  const wall = () => new Date(Date.now() - 30 * 60_000);
  await anchorHead(owner.sql, { storage: storageOf(sandboxStorage(folder)), log, wall });
  const { last } = await owner.sql.one<{ last: bigint }>('select max(number) as last from audit_seal');
  expect((await audit('--eras', '2')).code).toBe(0);

  await owner.transact(async (sql) => {
    await sql.run('set local session_replication_role = replica');
    await sql.run('delete from audit_seal where number > $1::bigint - 2', [last]);
    await sql.run(relinksLast);
  });
  const { code, said } = await audit('--eras', '2');
  expect(code).toBe(1);
  expect(said).toMatch(/^✗ chain_broken: /m);
  expect(said).toMatch(
    new RegExp(String.raw`^✗ anchor_differs: seal ${last} .* is not in the chain, which ends with seal \d+$`, 'm'),
  );
});

const unsealed = `select count(*)::integer as open from audit_event e where subject = $1
  and not exists (select from audit_seal s where e.transaction_id >= s.from_transaction and e.transaction_id < s.upto_transaction)`;
/** The last seal, and what is found by it. */
const cutsLast = `with cut as (delete from audit_seal where number = (select max(number) from audit_seal) returning from_transaction, upto_transaction)
  delete from audit_index i using audit_event e, cut
  where e.id = i.event_id and e.transaction_id >= cut.from_transaction and e.transaction_id < cut.upto_transaction`;
/** The last seal that is left is of something else, as its own hash says. */
const relinksLast = `update audit_seal set hash = sha256(hash) where number = (select max(number) from audit_seal)`;
