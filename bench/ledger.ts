/**
 * `npm run bench:ledger`: postings a second at 1, 32 and 256 callers, bare and with everything that belongs to them
 * (the remittance's own step with its timeline, outbox row, audit event), beside pgbench TPC-B on the same server, disk and
 * run. Whole postings are made as the product makes them; once more while the audit chain is sealed beside them, as its worker does.
 * The book's invariants are checked afterwards; a broken one ends the run with an error.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { auditLedger, sealAudit } from '../src/ledger/audit.ts';
import { startEmbedded } from '../src/server/database/embedded.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { applicationRole, openPool, sqlOver, type Pool } from '../src/server/database/pool.ts';
import { findPgbench, measurePgbench } from './pgbench.ts';
import { measurePostings, preparePostings, type MeasuredPostings, type PostingRun } from './postings.ts';
import { openPaymentsFixture } from './remittances.ts';

const secondsEach = Number(process.env['BENCH_SECONDS'] ?? 10);
const rounds = 5;
/** More than an ordinary machine completes in a run; one that does is done sooner. */
const waitingEach = 30_000 * secondsEach;
const targetRatio = 5.6;

const whole = { name: 'whole', isWhole: true, isSealed: false };
const bare = { name: 'bare', isWhole: false, isSealed: false };
const most: PostingRun = { ...whole, callers: 256 };
const mostWhileSealed: PostingRun = { ...most, name: 'whole, sealed meanwhile', isSealed: true };
const others: readonly PostingRun[] = [
  { ...whole, callers: 1 },
  { ...whole, callers: 32 },
  { ...bare, callers: 1 },
  { ...bare, callers: 32 },
  { ...bare, callers: 256 },
];

async function main(): Promise<void> {
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'bench-'));
  const server = await startEmbedded({ folder, isDurable: true });
  try {
    await measureAll(server.url('bench'), server.url('postgres'));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(url: string, adminUrl: string): Promise<void> {
  await administer(adminUrl, 'create database bench');
  await administer(adminUrl, 'create database tpcb');
  await migrate({ ownerUrl: url, applicationUrl: url });
  const owner = openPool({ url, max: 2 });
  const application = openPool({ url, role: applicationRole });
  await preparePostings(owner, application);

  const payments = openPaymentsFixture(owner);
  const tpcb: number[] = [];
  const pgbench = findPgbench();
  const tpcbUrl = Object.assign(new URL(adminUrl), { pathname: '/tpcb' }).href;
  const takeTpcb = () => {
    if (pgbench) tpcb.push(measurePgbench({ program: pgbench, url: tpcbUrl, seconds: secondsEach, isFirst: tpcb.length === 0 }));
  };
  const take = async (run: PostingRun) => {
    await payments.fill(waitingEach);
    // What the run before has left to seal and to write is not this one's.
    while (await sealAudit(application.sql)) continue;
    await owner.sql.run('checkpoint');
    return measurePostings(application, { ...run, seconds: secondsEach }, payments);
  };

  // The two that are compared take turns, so that whatever else the machine does falls on both: each round is compared with
  // what pgbench did just before it and just after.
  const compared: MeasuredPostings[] = [];
  for (let round = 0; round < rounds; round += 1) {
    takeTpcb();
    compared.push(await take(most));
  }
  takeTpcb();
  const whileSealed = await take(mostWhileSealed);
  const measured = [...compared, whileSealed];
  for (const run of others) measured.push(await take(run));

  const yardstick = tpcb.length > 0 ? middle(tpcb) : undefined;
  print(
    'pgbench TPC-B -c 8 -j 2, scale 10',
    tpcb.length > 0 ? tpcb.map((figure) => `${Math.round(figure)} /s`).join(', ') : 'not found',
  );
  for (const each of measured) report(each, yardstick);
  await checkInvariants(application, owner, measured);
  if (yardstick !== undefined) {
    const ratios = compared.map((each, round) => each.perSecond / middle(tpcb.slice(round, round + 2)));
    const ratio = middle(ratios);
    print(
      'whole at 256 callers ÷ pgbench',
      `${ratio.toFixed(2)} (the median of ${ratios.map((each) => each.toFixed(2)).join(', ')}; target ${targetRatio}: ${ratio >= targetRatio ? 'met' : 'missed'})`,
    );
    print('the same, chain sealed meanwhile', `${(whileSealed.perSecond / (tpcb.at(-1) ?? yardstick)).toFixed(2)}`);
  }
  await Promise.all([application.close(), owner.close()]);
}

function report(each: MeasuredPostings, yardstick: number | undefined): void {
  const ratio = yardstick === undefined ? '' : `, ${(each.perSecond / yardstick).toFixed(2)} × pgbench`;
  const times = `p50 ${each.p50Ms.toFixed(1)} ms, p99 ${each.p99Ms.toFixed(1)} ms`;
  print(`${each.name} postings, ${each.callers} callers`, `${Math.round(each.perSecond)} /s, ${times}${ratio}`);
}

function middle(figures: readonly number[]): number {
  const sorted = figures.toSorted((first, second) => first - second);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2;
}

async function checkInvariants(application: Pool, owner: Pool, measured: readonly MeasuredPostings[]): Promise<void> {
  const began = performance.now();
  while (await sealAudit(application.sql)) continue;
  const sealed = performance.now();
  const slow = await owner.connect();
  const findings = await auditLedger(sqlOver(slow), { scope: 'whole' });
  const posted = measured.reduce((sum, each) => sum + each.posted, 0);
  const whole = measured.reduce((sum, each) => sum + (each.isWhole ? each.posted : 0), 0);
  const counts = await sqlOver(slow).one<Record<string, bigint>>(
    `select (select count(*) from ledger_movement where kind = 'deposit') as movements,
       (select count(*) from remittance where phase = 'completed') as steps,
       (select count(*) from remittance_stage) as timeline,
       (select count(*) from outbox) as told, (select count(*) from audit_event) as recorded`,
  );
  await slow.end();
  // Each that has come to rest is told by one event, of which its client's browsers hear and a notice is made.
  const expected = { movements: posted, steps: whole, timeline: whole, told: whole, recorded: whole };
  for (const [name, count] of Object.entries(expected)) {
    if (counts[name] !== BigInt(count)) throw new Error(`${name}: ${counts[name]} in the database, ${count} acknowledged`);
  }
  if (findings.length > 0)
    throw new Error(
      `the audit found ${findings.length}: ${findings
        .slice(0, 5)
        .map((each) => `${each.check} ${each.detail}`)
        .join('; ')}`,
    );
  print(
    'invariants',
    `hold over ${posted} postings: balances, zero sums, floors, chain, steps, outbox, audit (sealed in ${seconds(sealed - began)}, audited in ${seconds(performance.now() - sealed)})`,
  );
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function print(what: string, figure: string): void {
  process.stdout.write(`${what.padEnd(40)} ${figure}\n`);
}

await main();
