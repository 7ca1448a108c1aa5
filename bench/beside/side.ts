/**
 * One of the programs that `npm run bench -- --only beside` compares, by the sources beside which this file stands: a portal with its
 * callers, and a database for postings. Told by a message what to measure, it answers with the figure.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sealAudit } from '../../src/ledger/audit.ts';
import { migrate } from '../../src/server/database/migrate.ts';
import { applicationRole, openPool } from '../../src/server/database/pool.ts';
import { findPgbench, measurePgbench } from '../pgbench.ts';
import { measurePostings, preparePostings } from '../postings.ts';
import { openPaymentsFixture } from '../remittances.ts';
import { openLine } from '../transfers/ask.ts';
import { openCallers, prepareClients } from '../transfers/clients.ts';
import { between, each, perSecondOf, read } from '../transfers/counters.ts';
import { runTransfers } from '../transfers/moving.ts';
import { openPortal } from '../transfers/portal.ts';
import type { Asked, Answered, Subject } from './subjects.ts';

const callers = 64;
const postingCallers = 256;
const idleSeconds = 3;
/** More than any machine posts in a second. */
const postedPerSecondMost = 30_000;

async function main(folder: string): Promise<void> {
  const portal = await openPortal(folder, { prepare: (owner) => prepareClients(owner, callers), givesOwner: true });
  const line = openLine(portal.url, callers);
  const bench = { line, callers: await openCallers(portal.owner, line.ask, callers) };
  const url = portal.postingsUrl;
  await migrate({ ownerUrl: url, applicationUrl: url });
  const owner = openPool({ url, max: 2 });
  const application = openPool({ url, role: applicationRole });
  await preparePostings(owner, application);
  const payments = openPaymentsFixture(owner);
  let yardsticks = 0;

  const post = async (seconds: number, isSealed: boolean): Promise<Answered> => {
    await payments.fill(postedPerSecondMost * seconds);
    while (await sealAudit(application.sql)) continue;
    await owner.sql.run('checkpoint');
    const run = { name: 'whole', callers: postingCallers, isWhole: true, isSealed, seconds };
    // The portal's own database stands in the same PostgreSQL, and its jobs go on: they are no part of a posting.
    const idle = await read(portal);
    await wait(idleSeconds * 1000);
    const before = await read(portal);
    const { perSecond, posted } = await measurePostings(application, run, payments);
    const { callersMs, databaseMs } = each(between(before, await read(portal)), perSecondOf(between(idle, before)), posted);
    return { perSecond, cpuMs: callersMs + databaseMs };
  };
  const transfer = async (kind: 'wallet to wallet' | 'wallet to account', seconds: number): Promise<Answered> => {
    const before = await read(portal);
    const { perSecond, completed } = await runTransfers(bench, { kind, callers, seconds });
    const { webMs, workerMs, vendorsMs, databaseMs } = between(before, await read(portal));
    return { perSecond, cpuMs: (webMs + workerMs + vendorsMs + databaseMs) / completed };
  };
  const measures: Readonly<Record<Subject, (seconds: number) => Promise<Answered>>> = {
    'wallet to wallet': (seconds) => transfer('wallet to wallet', seconds),
    'wallet to account': (seconds) => transfer('wallet to account', seconds),
    postings: (seconds) => post(seconds, false),
    'postings, sealed meanwhile': (seconds) => post(seconds, true),
    pgbench: async (seconds) => {
      const program = findPgbench();
      if (!program) throw new Error('pgbench is not found');
      yardsticks += 1;
      return { perSecond: measurePgbench({ program, url: portal.yardstickUrl, seconds, isFirst: yardsticks === 1 }) };
    },
  };
  const close = async (): Promise<void> => {
    await Promise.all([line.close(), owner.close(), application.close()]);
    await portal.close();
    process.disconnect();
  };
  process.on('message', (asked: Asked) => {
    const answering =
      asked === 'close' ? close() : measures[asked.subject](asked.seconds).then((answer) => process.send?.(answer));
    answering.catch((error: unknown) => process.send?.({ fault: String(error) } satisfies Answered));
  });
  process.send?.({ perSecond: 0 } satisfies Answered);
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('the folder is missing');
await main(folder);
