import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { StaffSignedIn } from '../../server/testing/app.ts';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';

/* What a closed client has made beyond what was paid in is theirs, too (readings, decision 7). */

let counter: Counter;
let payouts: PayoutFixture;
let finance: StaffSignedIn;

beforeAll(async () => {
  counter = await openCounter('ng.active', { dollars: '0.00', wallet: '25.00' });
  payouts = await openPayoutFixture(counter.app, counter);
  finance = await counter.app.signInStaff('finance');
});
afterAll(() => counter.app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await counter.books.faults()).toEqual([]));

const path = () => `/api/desk/closing/${counter.client.clientId}`;
const decide = (body: object) =>
  counter.app.call({ method: 'POST', path: path(), body: { reason: 'the account that papers show', ...body }, as: finance });

test('what has no way back goes to an account that staff names, once two persons agree and it has cooled off', async () => {
  const { app, books, client, wallet } = counter;
  await payouts.payIn(wallet, '150.00');
  await app.owner.sql.run('update client set status_id = 5, version = version + 1 where id = $1', [client.clientId]);
  app.opened.app.sessions.forgetClient(client.clientId);
  const { data } = await app.call({ method: 'GET', path: path(), as: finance });
  const [left] = data.wallets;
  expect(left).toMatchObject({ number: wallet, goes_back: '150.00', wayless: '25.00' });
  expect(left.methods.map(({ kind }: { kind: string }) => kind)).not.toContain('coin');
  const to = { account_number: wallet, pm_id: 1011, wallet_email: 'owner@example.com' };
  for (const [missing, field] of [
    [{ account_number: undefined }, 'account_number'],
    [{ pm_id: undefined }, 'pm_id'],
    [{ pm_id: 337 }, 'pm_id'],
    [{ wallet_email: undefined }, 'wallet_email'],
  ] as const) {
    const refused = await decide({ action: 'pay_rest', ...to, ...missing });
    expect([refused.httpStatus, Object.keys(refused.errors[0]?.validation_messages ?? {})]).toEqual([422, [field]]);
  }
  const asked = await decide({ action: 'pay_rest', ...to });
  expect(asked.data).toMatchObject({ approval: { kind: 'money', asked_by: 'finance' } });
  expect((await payouts.agree(asked.data.approval.id)).errors).toEqual([]);
  const { id, amount } = await app.owner.sql.one<{ id: number; amount: bigint }>(
    `select id, amount from remittance where client_id = $1 and transfer_type = 'withdraw'`,
    [counter.client.clientId],
  );
  expect(amount).toBe(17_500n);
  await app.opened.clock.advance(25 * 3600);
  await payouts.ends(id, 'completed');
  const parts = await app.owner.sql.many('select way, provider, phase, amount from payout where remittance_id = $1 order by id', [
    id,
  ]);
  expect(parts).toEqual([
    { way: 'refund', provider: 'praxis', phase: 'completed', amount: 15_000n },
    { way: 'payout', provider: 'skrill', phase: 'completed', amount: 2_500n },
  ]);
  expect(await books.inLedger(wallet)).toBe('0.00');
});
