import { clientId } from '../base/id.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { verifyAnchors, headOf } from './anchor.ts';
import { auditLedger, recordAudit, sealAudit } from './audit.ts';
import { post } from './book.ts';
import * as chart from './chart.ts';
import { beginEra, eraFault, erasOf, othersAtDatabase } from './era.ts';

let app: TestDatabase;
beforeEach(async () => {
  app = await openTestDatabase();
});
afterEach(() => app.close());

const at = new Date('2026-03-02T10:00:00Z');
const wallet = chart.wallet({ company: 3, clientId: clientId(100001) }, 'USD');
const praxis = chart.provider(3, 'USD', 'praxis');
const depositOf = (id: number) =>
  ({ movement: { key: `deposit:${id}`, kind: 'deposit', legs: [{ from: praxis, to: wallet, minor: 500n }], at } }) as const;
const signedIn = { actor: { kind: 'client', id: '1' }, action: 'session.login', subject: 'client:1', at } as const;

const unsealed = `select count(*)::integer as count from audit_event where transaction_id >= (select coalesce(max(upto_transaction), 0) from audit_seal)`;

/** Other tests' open transactions on the same server hold the horizon back for a moment. */
async function sealAll(): Promise<void> {
  await expect
    .poll(async () => {
      await sealAudit(app.database.sql);
      return app.database.sql.one(unsealed);
    })
    .toEqual({ count: 0 });
}

/** The numbers of the PostgreSQL that all of this is said to come from: far ahead of where this one counts. */
const farAhead = 1_000_000_000_000n;

/** Leaves the database as a dump of another PostgreSQL leaves it here: rows and seals by that one's numbers. */
async function asRestored({ isSealed }: { readonly isSealed: boolean }): Promise<void> {
  await app.owner.transact(async (sql) => {
    await sql.run('set local session_replication_role = replica');
    for (const table of ['audit_event', 'ledger_movement', 'ledger_entry', 'ledger_account'])
      await sql.run(`update ${table} set transaction_id = transaction_id + ${farAhead}`);
    await sql.run(`update audit_era set cluster = '1', shift = ${farAhead}`);
  });
  if (isSealed) await sealAll();
  await app.owner.transact(async (sql) => {
    await sql.run('set local session_replication_role = replica');
    await sql.run('update audit_era set shift = 0');
  });
}

let filled = 0;
async function fill(): Promise<void> {
  filled += 1;
  await post(app.database.sql, depositOf(filled));
  await recordAudit(app.database.sql, signedIn);
}

test('a database that grew in this PostgreSQL goes on', async () => {
  await fill();
  await sealAll();
  expect(await eraFault(app.database.sql)).toBeUndefined();
});

test.each([{ isSealed: true }, { isSealed: false }])(
  'a restored dump is known, and goes on in a new era that stands under a seal ($isSealed)',
  async (how) => {
    await fill();
    await asRestored(how);
    const { sql } = app.database;
    expect(await eraFault(sql)).toBe('other_cluster');
    expect(await app.database.transact((inside) => beginEra(inside, { author: 'ada', at }))).toBe(2);
    expect(await eraFault(sql)).toBeUndefined();
    await fill();
    await sealAll();
    expect(await auditLedger(sql, { scope: 'whole' })).toEqual([]);
    const last = await sql.one<{ number: bigint }>('select max(number) as number from audit_seal');
    const { number } = await sql.one<{ number: bigint }>(
      `select number from audit_seal s join audit_event e on e.transaction_id >= s.from_transaction and e.transaction_id < s.upto_transaction
       where e.action = 'audit.new_era'`,
    );
    expect(number).toBeLessThanOrEqual(last.number);
    expect(await erasOf(sql)).toMatchObject([{ number: 1 }, { number: 2, author: 'ada', after_seal: expect.any(BigInt) }]);
  },
);

test('a PostgreSQL that counts from before the last seal is known, though it calls itself the same', async () => {
  await fill();
  await asRestored({ isSealed: true });
  await expect(sealAudit(app.database.sql)).rejects.toThrow('npm run audit -- --new-era');
  await app.owner.transact(async (sql) => {
    await sql.run('set local session_replication_role = replica');
    await sql.run('update audit_era set cluster = (pg_control_system()).system_identifier::text');
  });
  expect(await eraFault(app.database.sql)).toBe('behind');
});

test('an era in a PostgreSQL that counts on from before moves no numbers', async () => {
  await fill();
  await sealAll();
  await untilPastSeals();
  await beginEra(app.database.sql, { author: 'ada', at });
  expect(await app.database.sql.one('select shift from audit_era where number = 2')).toEqual({ shift: 0n });
});

/** Until no transaction of another test's database is open that began before the last seal: they are numbered together. */
async function untilPastSeals(): Promise<void> {
  await expect
    .poll(() =>
      app.database.sql.one(`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint > max(upto_transaction) as "isPast"
        from audit_seal`),
    )
    .toEqual({ isPast: true });
}

test('an era that was changed, or has no event under the seals, is found each night', async () => {
  await fill();
  await beginEra(app.database.sql, { author: 'ada', at });
  await sealAll();
  const attempt = app.owner.sql.run('update audit_era set after_seal = 7');
  await expect(attempt).rejects.toThrow('never changed or deleted');
  await app.owner.transact(async (sql) => {
    await sql.run('set local session_replication_role = replica');
    await sql.run('update audit_era set after_seal = 7 where number = 2');
  });
  expect(await auditLedger(app.database.sql, { scope: 'whole' })).toMatchObject([{ check: 'era_differs', detail: 'era 2' }]);
});

test('sessions of others are told, so that no era begins under them', async () => {
  const other = await app.owner.connect();
  try {
    expect((await othersAtDatabase(app.database.sql)).length).toBeGreaterThan(0);
  } finally {
    await other.end();
  }
});

/** What somebody who owns the tables can do to the chain so that it agrees with itself. */
const cuts = `delete from audit_seal where number = (select max(number) from audit_seal)`;
const relinks = `do $$
  declare each audit_seal; previous bytea := '';
  begin
    update audit_event set detail = '{"address":"10.0.0.1"}' where id = (select min(id) from audit_event);
    for each in select * from audit_seal order by number loop
      select content_hash into each.content_hash from audit_content(each.from_transaction, each.upto_transaction, each.form);
      each.hash := audit_link_hash(previous, each);
      update audit_seal set content_hash = each.content_hash, hash = each.hash where number = each.number;
      previous := each.hash;
    end loop;
  end $$`;

test.each([
  ['cut at its end', cuts, /^seal \d+ .* is not in the chain, which ends with seal \d+$/],
  ['linked anew from the first event on', relinks, /^seal \d+ .* has the hash \w{64} in the chain$/],
])('a chain that was %s agrees with itself and not with what was written down outside', async (_, statement, told) => {
  const { sql } = app.database;
  for (let count = 0; count < 3; count += 1) {
    await fill();
    await sealAll();
  }
  const anchor = await headOf(sql);
  if (!anchor) throw new Error('there is no seal');
  expect(anchor.era).toBe(1);
  expect(await verifyAnchors(sql, [anchor])).toEqual({ findings: [], held: 1, givenUp: 0 });

  await app.owner.transact(async (inside) => {
    await inside.run('set local session_replication_role = replica');
    await inside.run(statement);
  });
  const chain = await auditLedger(sql, { scope: 'whole' });
  expect(chain.filter(({ check }) => check === 'chain_broken')).toEqual([]);
  const { findings } = await verifyAnchors(sql, [anchor]);
  expect(findings).toMatchObject([{ check: 'anchor_differs', detail: expect.stringMatching(told) }]);
});

test('what a restored backup no longer had is given up by the era that says so, and by no other', async () => {
  const { sql } = app.database;
  for (let count = 0; count < 3; count += 1) {
    await fill();
    await sealAll();
  }
  const anchor = await headOf(sql);
  if (!anchor) throw new Error('there is no seal');
  await app.owner.transact(async (inside) => {
    await inside.run('set local session_replication_role = replica');
    await inside.run(cuts);
  });
  await beginEra(sql, { author: 'ada', at });
  expect(await verifyAnchors(sql, [anchor])).toEqual({ findings: [], held: 0, givenUp: 1 });
  expect((await verifyAnchors(sql, [{ ...anchor, era: 2 }])).findings).toHaveLength(1);
  // Whoever cuts seals may begin an era as well: one that the operator does not know of gives nothing up.
  expect(await verifyAnchors(sql, [anchor], 1)).toMatchObject({ findings: [{ check: 'anchor_differs' }], givenUp: 0 });
  expect(await verifyAnchors(sql, [anchor], 2)).toEqual({ findings: [], held: 0, givenUp: 1 });
});
