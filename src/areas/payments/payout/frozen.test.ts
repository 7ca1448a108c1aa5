import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs } from '../../../base/time.ts';
import type { Sql } from '../../../base/sql.ts';
import type { SignedIn, StaffSignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import {
  openCounter,
  openPaymentsFixture,
  restrict,
  runOf,
  type PaymentsFixture,
} from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';
import { holdSweeps, isWaitedFor, meanwhile, sweep } from '../../../server/testing/telling.ts';
import { sendDue } from './sending.ts';

/* What was approved of a client who is frozen: whoever it was in hand of, whatever its provider has of it, and once they are opened again. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let wallet: number;

beforeAll(async () => {
  let dollars: number;
  ({ app, books, client, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '0', wallet: '0' }));
  payouts = await openPayoutFixture(app, { client, payments, books });
  await payouts.trade(dollars);
  await holdSweeps(app, ['remittance.payouts']);
});
afterAll(async () => app.close());
beforeEach(async () => void (await payouts.payIn(wallet, '100.00')));
afterEach(async () => {
  await become(12);
  // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
  expect(await books.faults()).toEqual([]);
});

const become = (status: number, sql: Sql = app.owner.sql) =>
  sql.run('update client set status_id = $2, version = version + 1 where id = $1', [client.clientId, status]);

/** Approved, to a card that is new and has to cool off first. */
async function cooling(): Promise<number> {
  await app.owner.sql.run('delete from payout_destination');
  await app.owner.sql.run(`update remittance set created_at = $2 where client_id = $1 and transfer_type = 'deposit'`, [
    client.clientId,
    app.opened.clock.now(),
  ]);
  const id = await payouts.asked(wallet, '50.00');
  await payouts.approve(id);
  await app.drain();
  expect((await payments.detailsOf(id)).timeline.at(-1)).toMatchObject({ code: 'withdrawal_cooling' });
  return id;
}

/** They have cooled off by now, and nobody has looked at them since. */
const coolOff = () => app.opened.clock.advance(dayMs / 1000);

async function approved(): Promise<number> {
  const id = await cooling();
  await coolOff();
  return id;
}

async function look(): Promise<void> {
  await app.owner.sql.run(`update payout set due_at = '2000-01-01' where phase in ('waiting', 'sent') and due_at <> 'infinity'`);
  await sweep(app, 'remittance.payouts');
}

const partOf = (id: number) =>
  app.owner.sql.one<{ phase: string; heldFor: string | null }>(
    'select phase, held_for as "heldFor" from payout where remittance_id = $1',
    [id],
  );
const inWallet = async () => Number(await books.inLedger(wallet));

test('a freeze that is under way while a part is in hand is waited for, and the part stays', async () => {
  const id = await approved();
  const [isTaken, isFrozen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isOver = false;
  const freezing = app.owner.transact(async (sql) => {
    await isTaken.promise;
    await become(14, sql);
    isFrozen.resolve();
    await expect.poll(async () => isOver || (await isWaitedFor(app)), { timeout: 20_000 }).toBe(true);
  });
  const run = runOf(app);
  const many: Sql['many'] = async <Row>(text: string, values?: readonly unknown[]) => {
    const rows = await run.sql.many<Row>(text, values);
    if (!text.includes('for update skip locked') || rows.length === 0) return rows;
    isTaken.resolve();
    await isFrozen.promise;
    return rows;
  };
  const { app: needs } = app.opened;
  const sending = sendDue({ needs, engine: needs.engine, run: { ...run, sql: { ...run.sql, many } } }).finally(
    () => (isOver = true),
  );
  await Promise.all([sending, freezing]);
  expect(await partOf(id)).toEqual({ phase: 'waiting', heldFor: null });
  expect(await payouts.atProvider(id)).toEqual([]);
  // A freeze that nobody of the desk has ended lets it go.
  await become(12);
  await look();
  expect((await payouts.atProvider(id)).length).toBe(1);
  await payouts.ends(id, 'completed');
});

test.each(['frozen', 'disputed'] as const)(
  'a part that its provider never had is not ordered of a client who is %s by now, and staff give it back',
  async (what) => {
    const id = await approved();
    const before = await inWallet();
    const { praxis } = app.opened.app.payments;
    const unanswered = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;
    await meanwhile(praxis, { payOut: unanswered }, look);
    expect(await partOf(id)).toMatchObject({ phase: 'sent' });
    const set = (isSo: boolean) => (what === 'frozen' ? become(isSo ? 14 : 12) : restrict(app, client, isSo));
    await set(true);
    try {
      await look();
      expect(await payouts.atProvider(id)).toEqual([]);
      expect(await partOf(id)).toEqual({ phase: 'waiting', heldFor: 'refused' });
      expect((await payouts.decide(id, { action: 'send_back' })).errors).toEqual([]);
      await look();
      await app.drain();
      expect((await inWallet()) - before).toBe(50);
      expect(await payouts.atProvider(id)).toEqual([]);
    } finally {
      await set(false);
    }
  },
);

const reason = 'Told by the test.';
async function ofDesk(compliance: StaffSignedIn, what: string): Promise<void> {
  const [action, code] = what.split(' ');
  const path = `/api/desk/client-status/${client.clientId}`;
  const asked = await app.call({ method: 'POST', path, as: compliance, body: { action, reason_code: code, reason } });
  expect(asked.errors).toEqual([]);
  if (!asked.data.approval) return;
  expect((await payouts.agree(asked.data.approval.id)).errors).toEqual([]);
}

async function signInAgain(): Promise<void> {
  client = await app.signIn('ng.active');
  payments = openPaymentsFixture(app, client);
  payouts = await openPayoutFixture(app, { client, payments, books });
}

test('a part of which its provider told nothing all the while a client was frozen is not ordered anew afterwards', async () => {
  const id = await approved();
  const compliance = await app.signInStaff('compliance');
  const unanswered = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;
  await meanwhile(app.opened.app.payments.praxis, { payOut: unanswered }, look);
  await ofDesk(compliance, 'freeze taken_over');
  await ofDesk(compliance, 'reopen identity_shown');
  await signInAgain();
  expect(await partOf(id)).toMatchObject({ phase: 'sent' });
  await look();
  expect(await payouts.atProvider(id)).toEqual([]);
  expect(await partOf(id)).toEqual({ phase: 'waiting', heldFor: 'refused' });
  expect((await payouts.decide(id, { action: 'retry' })).errors).toEqual([]);
  await look();
  expect((await payouts.atProvider(id)).length).toBe(1);
});

test.each(['reopen identity_shown', 'close own_wish'])(
  'what was approved before a freeze goes out by staff alone once the client is let go by the desk: %s',
  async (ends) => {
    const [paid, given] = [await cooling(), await cooling()];
    await coolOff();
    const compliance = await app.signInStaff('compliance');
    const before = await inWallet();
    await ofDesk(compliance, 'freeze taken_over');
    await look();
    await ofDesk(compliance, ends);
    await look();
    for (const id of [paid, given]) {
      expect(await payouts.atProvider(id)).toEqual([]);
      expect(await partOf(id)).toEqual({ phase: 'waiting', heldFor: 'split' });
    }
    const subjects = (await payouts.queue()).map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining([`remittance:${paid}`, `remittance:${given}`]));
    await signInAgain();
    expect(await payments.detailsOf(paid)).toMatchObject({ status: 'processing', next: { who: 'house' } });
    await payouts.approve(paid);
    expect((await payouts.decide(given, { action: 'send_back' })).errors).toEqual([]);
    await app.drain();
    await look();
    expect((await payouts.atProvider(paid)).length).toBe(1);
    expect(await payouts.atProvider(given)).toEqual([]);
    expect((await inWallet()) - before).toBe(50);
    expect((await payouts.queue()).map(({ subject }) => subject)).not.toContain(`remittance:${given}`);
  },
);
