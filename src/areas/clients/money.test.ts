import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountNumber } from '../../base/id.ts';
import { parseMinor } from '../../base/money.ts';
import { fees, trading, wallet as walletOf } from '../../ledger/chart.ts';
import type { SignedIn, StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, restrict, runOf, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';
import { collectFor } from '../payments/provider/indebted.ts';

let app: TestApp;
let client: SignedIn;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let finance: StaffSignedIn;
let books: BookFixture;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  const counter = await openCounter('ng.active', { dollars: '1000.00', wallet: '300.00' });
  ({ app, books, client, payments, dollars, wallet } = counter);
  payouts = await openPayoutFixture(app, { client, payments, books });
  finance = await app.signInStaff('finance');
  await payouts.trade(dollars);
});
afterAll(() => app.close());

const read = async (as = finance, of: number = client.clientId) =>
  app.call({ method: 'GET', path: `/api/desk/clients/${of}/money`, as });

describe('where withdrawals go', () => {
  test('is shown by so much as its owner knows it by, and how far it has cooled off', async () => {
    const one = async () => (await read()).data.destinations;
    expect(await one()).toEqual([]);
    const { id, pin } = await payouts.ask(wallet, '50.00', {
      pm_id: 1011,
      wallet_email: 'amara@wallet.test',
      confirm_own_name: true,
    });
    expect(await one()).toMatchObject([
      { pm_id: 1011, name: 'a•••@wallet.test', is_named: true, state: 'unused', usable_from: null, screening: null },
    ]);
    await payments.save(id, { payment_code: pin });
    const [cooling] = await one();
    expect(cooling.state).toBe('cooling');
    expect(new Date(cooling.usable_from).getTime()).toBeGreaterThan(app.opened.clock.now().getTime());
    await app.opened.clock.advance(25 * 3600);
    expect((await one())[0].state).toBe('usable');
    await app.drain();
    await payouts.approve(id);
    await payouts.ends(id, 'completed');
    expect((await one())[0].state).toBe('usable');
  });

  test('names what paid in too, and the judgement of an address only to whoever decides of it', async () => {
    const { sql } = app.owner;
    const card = '4111********1111';
    await sql.run(
      `insert into payout_destination (client_id, method_id, name, usable_from, created_at) values ($1, 243, $2, now() - interval '1 year', now() - interval '1 year')`,
      [client.clientId, card],
    );
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const { id } = await sql.one<{ id: number }>(
      `insert into own_destination (client_id, method_id, name, details, created_at)
       values ($1, 337, $2, $3, now() - interval '2 years') returning id`,
      [client.clientId, `USDC-ETH ${address}`, JSON.stringify({ kind: 'coin', code: 'usdc', address, memo: null })],
    );
    for (const risk of ['low', 'severe'])
      await sql.run(`insert into destination_screening (destination_id, risk, reference, at) values ($1, $2, 'test', now())`, [
        id,
        risk,
      ]);
    const { destinations } = (await read()).data;
    expect(destinations.slice(1)).toMatchObject([
      { pm_id: 243, name: card, is_named: false, state: 'usable', screening: null },
      { pm_id: 337, is_named: true, state: 'unused', screening: { risk: 'severe' } },
    ]);
    expect(JSON.stringify(destinations)).not.toContain(address);
    const toAgent = (await read(await app.signInStaff('agent'))).data.destinations;
    expect(toAgent.map(({ screening }: { screening: unknown }) => screening)).toEqual([null, null, null]);
    // What is left of one that was erased with its client.
    await sql.run(`update own_destination set name = 'erased-' || id, details = '{}' where id = $1`, [id]);
    expect((await read()).data.destinations.at(-1)).toMatchObject({ name: null });
  });
});

/** The client has nothing left anywhere. */
async function spendAll(): Promise<void> {
  const owner = { company: 3, clientId: client.clientId } as const;
  const { platforms, book, clock } = app.opened.app;
  for (const place of [wallet, dollars]) {
    const minor = parseMinor(await books.inLedger(place), 'USD') ?? 0n;
    if (minor === 0n) continue;
    const tag = `fee-test-${place}`;
    if (place === dollars)
      await platforms.mt5.balanceOperation({ login: place, kind: 'balance', amount: -minor, currency: 'USD', tag });
    const from = place === wallet ? walletOf(owner, 'USD') : trading(owner, 'USD', accountNumber(place));
    const legs = [{ from, to: fees(3, 'USD'), minor }] as const;
    await book.submit({ movement: { key: `fee:test-${place}`, kind: 'fee', legs: [...legs], at: clock.now() } });
  }
}

test('a debt is shown with the reversal that it is the rest of, and with what was collected of it', async () => {
  expect((await read()).data.owed).toEqual([]);
  const amount = { minor: 90_000n, currency: 'USD' } as const;
  const { reference } = await payments.startDeposit(wallet, '900.00');
  await payments.told(reference, { status: 'approved', amount });
  await spendAll();
  await payments.told(reference, { kind: 'chargeback', status: 'approved', providerTransactionId: `back-${reference}`, amount });
  const {
    owed: [{ remaining, debts, currency }],
  } = (await read()).data;
  expect([currency, debts.length, debts[0].collected, debts[0].remaining]).toEqual(['USD', 1, '0.00', remaining]);
  const { reverses } = await app.owner.sql.one<{ reverses: number }>('select reverses from remittance where id = $1', [
    debts[0].transfer_id,
  ]);
  expect(await payments.detailsOf(reverses)).toMatchObject({ reversed_by: [debts[0].transfer_id] });
  await books.wallet(client, { currency: 'USD', amount: '25.00' });
  await collectFor({ needs: app.opened.app, run: runOf(app) }, client.clientId);
  const after = (await read()).data.owed[0];
  expect([after.debts[0].collected, after.debts[0].amount]).toEqual(['25.00', debts[0].amount]);
  expect(Number(after.remaining)).toBe(Number(remaining) - 25);
  await restrict(app, client, false);
});

test('whoever reads it is in the audit, and there is nothing of who is no client', async () => {
  await read();
  const admin = await app.signInStaff('admin');
  const path = `/api/desk/audit?client_id=${client.clientId}&action=client.read_money&actor=finance`;
  expect((await app.call({ method: 'GET', path, as: admin })).data.events[0]).toMatchObject({ actor_kind: 'staff' });
  expect((await read(finance, 999_999)).errors[0]?.code).toBe('client_not_found');
});
