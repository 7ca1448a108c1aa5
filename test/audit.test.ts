import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uncovered } from '../bench/restore/covered.ts';
import { clientId } from '../src/base/id.ts';
import { recordAudit, sealAudit } from '../src/ledger/audit.ts';
import { post } from '../src/ledger/book.ts';
import { opening, wallet } from '../src/ledger/chart.ts';
import { anchorHead } from '../src/server/background/anchoring.ts';
import { storageOf } from '../src/server/start/outside.ts';
import { sandboxStorage } from '../src/server/start/sandboxed.ts';
import { openTestDatabase, type TestDatabase } from '../src/server/testing/database.ts';

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

function audit(): Promise<{ readonly code: unknown; readonly said: string }> {
  const args = ['--disable-warning=ExperimentalWarning', 'bin/audit.ts', '--days', '1'];
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
