import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { debt, fees, suspense, wallet as walletOf } from '../../../ledger/chart.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import type { PaymentState } from '../../../ports/payments/port.ts';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { openCounter, restrict, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { creditUnmatched } from './reviews.ts';

/* Whatever becomes of an order at its provider, and whenever staff credit what it brought: the client ends with what the provider's log says. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let wallet: number;
let client: SignedIn;

beforeAll(async () => {
  ({ app, books, client, payments, wallet } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const owner = () => ({ company: 3, clientId: client.clientId });
const usd = (minor: bigint) => ({ minor, currency: 'USD' }) as const;
const of = (account: ReturnType<typeof suspense>) => balanceOf(app.owner.sql, account);

/** What the client has, less what they owe: a debt that is collected meanwhile changes nothing of it. */
const worth = async () => (await of(walletOf(owner(), 'USD'))) + (await of(debt(owner(), 'USD')));

/** What another process takes just now it has taken in a moment. */
const becomes = (sum: () => Promise<bigint>, expected: bigint) => expect.poll(sum, { interval: 20 }).toBe(expected);

/** A part of what there is, in thousandths; all of it is as likely as any part. */
const part = fc.oneof(fc.constant(1_000n), fc.bigInt({ min: 1n, max: 999n }));
const step = fc.oneof(
  fc.record({ does: fc.constant('pay' as const), minor: fc.bigInt({ min: 1_000n, max: 12_000n }) }),
  fc.record({ does: fc.constant('credit' as const) }),
  fc.record({ does: fc.constant('spend' as const) }),
  fc.record({ does: fc.constantFrom('refund' as const, 'chargeback' as const), part }),
  // All of a payment that is still whole, whichever that is.
  fc.record({ does: fc.constantFrom('refund_one' as const, 'chargeback_one' as const), which: fc.nat(5) }),
  fc.record({ does: fc.constant('won_back' as const), part }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** An order as its provider knows it. */
interface Log {
  readonly reference: string;
  /** What it brought less what was taken of it. */
  balance: bigint;
  /** What was charged back and not given again. */
  disputed: bigint;
  readonly paid: bigint[];
  told: number;
  spent: bigint;
  isDeclined: boolean;
}

async function tell(log: Log, kind: PaymentState['kind'], minor: bigint): Promise<void> {
  if (minor <= 0n) return;
  log.told += 1;
  const state = { kind, status: 'approved', providerTransactionId: `${log.told}-${log.reference}`, amount: usd(minor) } as const;
  // The same once more, as providers do.
  for (let times = 0; times < 2; times += 1) await payments.told(log.reference, state);
  log.balance += kind === 'payment' || kind === 'won_back' ? minor : -minor;
  if (kind === 'chargeback') log.disputed += minor;
  if (kind === 'won_back') log.disputed -= minor;
}

async function credit(reference: string): Promise<void> {
  const waiting = await app.owner.sql.many<{ id: number }>(
    `select t.id::integer as id from provider_transaction t join remittance r on r.id = t.remittance_id
     where r.reference = $1 and t.outcome = 'suspense' order by t.id`,
    [reference],
  );
  for (const { id } of waiting)
    expect(await app.owner.transact((sql) => creditUnmatched(sql, { id, now: app.opened.clock.now() }))).toBe('done');
}

/** All that is in the wallet, but what is just then taken of it for a debt. */
async function spend(log: Log): Promise<void> {
  const minor = await of(walletOf(owner(), 'USD'));
  if (minor <= 0n) return;
  const leg = { from: walletOf(owner(), 'USD'), to: fees(3, 'USD'), minor };
  const key = `fee:${log.reference}-${log.told}-${log.spent}`;
  const posted = await app.opened.app.book.submit({ movement: { key, kind: 'fee', legs: [leg], at: app.opened.clock.now() } });
  if (posted.outcome === 'refused') return spend(log);
  log.spent += minor;
}

async function take(log: Log, taken: Step): Promise<void> {
  switch (taken.does) {
    case 'pay': {
      // A deposit that was declined is paid after all by what it was asked for, and by nothing else.
      const minor = log.isDeclined ? 10_000n : taken.minor;
      log.isDeclined = false;
      log.paid.push(minor);
      return tell(log, 'payment', minor);
    }
    case 'credit':
      return credit(log.reference);
    case 'spend':
      return spend(log);
    case 'refund_one':
    case 'chargeback_one': {
      const [minor = 0n] = log.paid.splice(taken.which % Math.max(log.paid.length, 1), 1);
      return tell(log, taken.does === 'refund_one' ? 'refund' : 'chargeback', minor < log.balance ? minor : log.balance);
    }
    case 'won_back':
      return tell(log, taken.does, (log.disputed * taken.part) / 1_000n);
    default:
      return tell(log, taken.does, (log.balance * taken.part) / 1_000n);
  }
}

/** Nothing of the order waits for anybody. */
async function expectAtRest(reference: string): Promise<void> {
  const waiting = await app.owner.sql.many(
    `select t.kind, t.outcome from provider_transaction t join remittance r on r.id = t.remittance_id
     where r.reference = $1 and (t.outcome is null or t.outcome = 'suspense' or t.outcome = 'on_review' and t.kind <> 'payment')`,
    [reference],
  );
  expect(waiting).toEqual([]);
}

test.each([
  ['credited', 10_000n],
  ['declined, which its payer’s bank then gives back', 8_000n],
] as const)('the client ends with what the provider has, or owes the rest, of a deposit that was %s', async (_how, first) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
      await restrict(app, client, false);
      const [before, suspended] = [await worth(), await of(suspense(3, 'USD'))];
      const { reference } = await payments.startDeposit(wallet, '100.00');
      const log: Log = { reference, balance: 0n, disputed: 0n, paid: [first], told: 0, spent: 0n, isDeclined: first < 10_000n };
      await tell(log, 'payment', first);
      if (log.isDeclined) {
        await tell(log, 'chargeback', first);
        await tell(log, 'won_back', first);
      }
      const had = async () => (await worth()) + log.spent - before;
      for (const each of steps) {
        await take(log, each);
        // What came is the client's, or in suspense; nobody has had more than there is.
        await becomes(async () => (await had()) + (await of(suspense(3, 'USD'))) - suspended, log.balance);
      }
      await credit(reference);
      await becomes(had, log.balance);
      await tell(log, 'refund', log.balance / 3n);
      await tell(log, 'chargeback', log.balance);
      await expect.poll(had, { interval: 20 }).toBe(0n);
      await becomes(() => of(suspense(3, 'USD')), suspended);
      await expectAtRest(reference);
    }),
    { numRuns: 10 },
  );
});
