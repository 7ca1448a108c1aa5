import { setTimeout as wait } from 'node:timers/promises';
import { received } from '../src/areas/payments/movements.ts';
import { clientId } from '../src/base/id.ts';
import { sealAudit } from '../src/ledger/audit.ts';
import { openBook, type Intent } from '../src/ledger/book.ts';
import * as chart from '../src/ledger/chart.ts';
import type { Pool } from '../src/server/database/pool.ts';
import { amount, clients, type PaymentsFixture } from './remittances.ts';

export interface PostingRun {
  readonly name: string;
  readonly callers: number;
  readonly isWhole: boolean;
  readonly isSealed: boolean;
}

export interface MeasuredPostings extends PostingRun {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly posted: number;
}

/** As the worker's (src/server/background/bookkeeping.ts). */
const sealEveryMs = 2000;

/** Bare postings are counted through all the runs, so that each has a key of its own. */
let bareTaken = 0;

/** Clients with open wallets. */
export async function preparePostings(owner: Pool, application: Pool): Promise<void> {
  const book = openBook({ sql: application.sql });
  const at = new Date();
  await Promise.all(
    Array.from({ length: clients }, (_, index) =>
      book.submit({
        movement: {
          key: `opening_balance:${index}`,
          kind: 'opening_balance',
          at,
          legs: [{ from: chart.opening(3, 'USD'), to: walletOf(index), minor: 100_000n }],
        },
      }),
    ),
  );
  await book.close();
  while (await sealAudit(application.sql)) continue;
  await owner.sql.run('vacuum analyze');
}

const walletOf = (index: number) => chart.wallet({ company: 3, clientId: clientId(index + 1) }, 'USD');
const praxis = chart.provider(3, 'USD', 'praxis');

/** So many callers post one after the other, for so long. */
export async function measurePostings(
  application: Pool,
  run: PostingRun & { readonly seconds: number },
  payments: PaymentsFixture,
): Promise<MeasuredPostings> {
  const book = openBook({ sql: application.sql });
  const latencies: number[] = [];
  const begin = performance.now();
  const until = begin + run.seconds * 1000;
  const caller = async () => {
    while (performance.now() < until) {
      const sent = performance.now();
      const intent = run.isWhole ? wholeIntent(payments) : bareIntent();
      if (!intent) return;
      const answer = await book.submit(intent);
      if (answer.outcome !== 'posted' || answer.repeated)
        throw new Error(`${intent.movement.key} was not posted: ${JSON.stringify(answer.outcome)}`);
      latencies.push(performance.now() - sent);
    }
  };
  const sealing = run.isSealed ? sealUntil(application, until) : undefined;
  await Promise.all(Array.from({ length: run.callers }, caller));
  const seconds = (performance.now() - begin) / 1000;
  await sealing;
  await book.close();
  latencies.sort((first, second) => first - second);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { ...run, perSecond: latencies.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), posted: latencies.length };
}

/** Beside the callers, as the worker does it. */
async function sealUntil(application: Pool, until: number): Promise<void> {
  while (performance.now() + sealEveryMs < until) {
    await wait(sealEveryMs);
    await sealAudit(application.sql);
  }
}

/** A wallet deposit: the provider owes it, the client has it. Clients are taken in a scattered order. */
function bareIntent(): Intent {
  bareTaken += 1;
  const wallet = walletOf((bareTaken * 7919) % clients);
  return {
    movement: {
      key: `deposit:bare-${bareTaken}`,
      kind: 'deposit',
      at: new Date(),
      legs: [{ from: praxis, to: wallet, minor: amount }],
    },
  };
}

/** Undefined when no payer is left. */
function wholeIntent(payments: PaymentsFixture): Intent | undefined {
  const remittance = payments.take();
  return remittance && received(remittance, { at: new Date(), set: { provider_transaction: `bench-${remittance.id}` } });
}
