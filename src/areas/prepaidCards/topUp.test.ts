import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';
import { holdSweeps, meanwhile, sweep } from '../../server/testing/telling.ts';
import { followCard } from './following.ts';

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let client: SignedIn;
let dollars: number;
let wallet: number;
let card: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars, wallet } = await openCounter('global.active', {
    dollars: '10.00',
    wallet: '500.00',
  }));
  await holdSweeps(app, ['prepaidCards.due']);
  payouts = await openPayoutFixture(app, { client, payments, books });
  await payouts.trade(dollars);
  const asked = { currency: 'USD', name_on_card: 'X', street: '1 Long Street', city: 'Cape Town', postcode: '8001' };
  const { offer } = (await look()).data;
  const body = { ...asked, name_on_card: offer.name_on_card, accept_terms: true, fee: '10.00' };
  card = (await payments.post('api/prepaid-cards', body)).data.card.id;
  await app.drain();
  const { reference } = await app.owner.sql.one<{ reference: string }>('select reference from prepaid_card where id = $1', [
    card,
  ]);
  for (const _ of [1, 2, 3, 4]) await payments.post(`/sandbox/payments/${reference}`, { outcome: 'approved' });
  await follow();
});
afterAll(() => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const look = () => app.call({ method: 'GET', path: 'api/prepaid-cards', as: client });
const mine = async () => (await look()).data.cards.find(({ id }: { id: number }) => id === card);
const fault = (mode: string, count = 1) => payments.post('/sandbox/faults', { target: 'payments', mode, count });
async function follow(): Promise<void> {
  await app.owner.sql.run(`update prepaid_card set due_at = '2000-01-01'`);
  await sweep(app, 'prepaidCards.due');
}
const way = async () => ({ pm_id: 1014, destination: String((await mine()).top_up.destination) });
/** As if the card had cooled off long ago. */
const coolOff = () => app.owner.sql.run(`update payout_destination set usable_from = '2000-01-01'`);
async function approved(amount: string): Promise<number> {
  const id = await payouts.asked(wallet, amount, await way());
  await coolOff();
  return id;
}
const balance = async (): Promise<string> =>
  (await app.call({ method: 'GET', path: 'api/direct/wallets', as: client })).data.wallets.find(
    ({ number }: { number: number }) => number === wallet,
  ).balance;
const atIssuer = async (id: number): Promise<readonly string[]> => payouts.atProvider(id);

test('an active card says what can go onto it, and a method leads there with nothing to name', async () => {
  expect((await mine()).top_up).toMatchObject({ pm_id: 1014, available: '490.00', back: [] });
  const { methods } = (await payments.get('api/payments/withdraw')).data;
  const method = methods.find(({ pm_id }: { pm_id: number }) => pm_id === 1014);
  expect(method).toMatchObject({ destination: 'card', destinations: [{ name: expect.stringMatching(/^USD •••• \d{4}/) }] });
});

test.each(['none', 'timeout_before', 'timeout_after', 'duplicate'])('with the answer as %s it is loaded once', async (mode) => {
  const before = Number(await balance());
  const id = await approved('60.00');
  await fault(mode);
  await payouts.approve(id);
  await payouts.ends(id, 'completed');
  expect(await atIssuer(id)).toEqual([expect.stringMatching(/60\.00$/)]);
  expect(Number(await balance())).toBe(before - 60);
});

test('a load that the issuer does not answer waits in sight, and the money is held', async () => {
  const before = Number(await balance());
  const id = await approved('60.00');
  await fault('timeout_before', 50);
  await payouts.approve(id);
  await payouts.lookAgain();
  expect((await payments.detailsOf(id)).status).toBe('processing');
  expect(Number(await balance())).toBe(before - 60);
  await fault('none');
  await payouts.ends(id, 'completed');
  expect(await atIssuer(id)).toHaveLength(1);
});

test('who names no card, a new one, or somebody else’s is refused', async () => {
  const confirm = async (more: object) => (await payouts.confirm(wallet, '60.00', { pm_id: 1014, ...more })).errors[0];
  expect(await confirm({})).toMatchObject({ code: 'field_required' });
  expect(await confirm({ destination: 'new_card' })).toMatchObject({ code: 'field_required' });
  const stranger = await app.signIn('eu.active');
  const other = await books.wallet(stranger, { currency: 'USD', amount: '200.00' });
  const { errors } = await app.call({
    method: 'POST',
    path: 'api/payments_process',
    as: stranger,
    body: { action: 'confirm', transfer_type: 'withdraw', account_number: other, amount: '60.00', ...(await way()) },
  });
  expect(errors[0]).toMatchObject({ code: 'destination_not_valid' });
});

test('what was paid in goes back first: a card is loaded with what lies beyond and no more', async () => {
  await payouts.payIn(wallet, '100.00');
  const { top_up: top } = await mine();
  expect(top).toMatchObject({ back: [{ currency: 'USD', amount: '100.00' }] });
  const all = await balance();
  expect(Number(top.available)).toBe(Number(all) - 100);
  const { quote } = await payouts.ask(wallet, '130.00', await way());
  expect(quote.split.lines.map(({ pm_id, amount }: { pm_id: number; amount: string }) => [pm_id, amount])).toEqual([
    [243, '100.00'],
    [1014, '30.00'],
  ]);
  const only = await payouts.ask(wallet, '60.00', await way());
  expect(only.quote.split.lines.map(({ pm_id }: { pm_id: number }) => pm_id)).toEqual([243]);
});

test('a card that its client blocks takes nothing from then on: what was on its way comes back', async () => {
  const chosen = await way();
  const before = Number(await balance());
  const id = await approved('130.00');
  const path = `api/prepaid-cards/${card}/block`;
  expect((await payments.post(path, { blocked: true })).errors).toEqual([]);
  expect((await payouts.confirm(wallet, '130.00', chosen)).errors[0]).toMatchObject({ code: 'destination_not_valid' });
  await payouts.approve(id);
  await payouts.ends(id, 'completed');
  expect(Number(await balance())).toBe(before - 100);
  expect((await atIssuer(id)).filter((each) => each.endsWith('30.00'))).toEqual([]);
  await follow();
  expect(await mine()).toMatchObject({ phase: 'blocked', top_up: null });
  await payments.post(path, { blocked: false });
  await follow();
  expect(await mine()).toMatchObject({ phase: 'active', top_up: { pm_id: 1014 } });
});

test('a load that never came to the issuer comes back where its card was blocked meanwhile', async () => {
  const { cardissuer } = app.opened.app.payments;
  if (!cardissuer) throw new Error('nobody issues cards');
  const before = Number(await balance());
  const id = await approved('60.00');
  const lost = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;
  await meanwhile(cardissuer, { payOut: lost }, async () => {
    await payouts.approve(id);
    await payouts.lookAgain();
  });
  expect((await payments.detailsOf(id)).status).toBe('processing');
  const path = `api/prepaid-cards/${card}/block`;
  await payments.post(path, { blocked: true });
  let again = 0;
  const counts = async () => {
    again += 1;
    return lost();
  };
  await meanwhile(cardissuer, { payOut: counts }, () => payouts.ends(id, 'failed'));
  expect([Number(await balance()), await atIssuer(id), again]).toEqual([before, [], 0]);
  await follow();
  await payments.post(path, { blocked: false });
  await follow();
  expect(await mine()).toMatchObject({ phase: 'active' });
  // Until nothing of the block can be on its way any more.
  await app.opened.clock.advance(700);
  await follow();
});

test('a load that the issuer declines comes back', async () => {
  const before = Number(await balance());
  const id = await approved('60.00');
  const { reference } = await app.owner.sql.one<{ reference: string }>('select reference from prepaid_card where id = $1', [
    card,
  ]);
  // Blocked at the issuer, whose word of it is not understood here: the load is declined.
  await app.owner.sql.run(`update prepaid_card set reference = 'unknown' where id = $1`, [card]);
  await app.opened.app.payments.cardissuer?.cards?.setBlocked(reference, true);
  await payouts.approve(id);
  const held = async () => {
    const sql = 'select held_for as "heldFor" from payout where remittance_id = $1';
    const { heldFor } = (await app.owner.sql.maybe<{ heldFor: string | null }>(sql, [id])) ?? { heldFor: null };
    // A part that is held is given back by the next look.
    if (heldFor === null) await payouts.lookAgain();
    return heldFor;
  };
  await expect.poll(held).toBe('refused');
  await payouts.ends(id, 'failed');
  expect(Number(await balance())).toBe(before);
  expect((await atIssuer(id)).filter((each) => each.includes('completed'))).toEqual([]);
  await app.owner.sql.run(`update prepaid_card set reference = $2 where id = $1`, [card, reference]);
});

test('what the issuer refuses to do of a card is asked for ever more seldom', async () => {
  const issuer = app.opened.app.payments.cardissuer;
  if (!issuer?.cards) throw new Error('nobody issues cards');
  const found = await issuer.cards.lookUp(
    (await app.owner.sql.one<{ reference: string }>('select reference from prepaid_card where id = $1', [card])).reference,
  );
  await follow();
  const { phase } = await mine();
  await app.owner.sql.run('update prepaid_card set wants_blocked = $2, refusals = 0 where id = $1', [card, phase !== 'blocked']);
  const cards = { ...issuer.cards, setBlocked: async () => ({ outcome: 'refused', message: 'not now' }) as const };
  const waits: number[] = [];
  for (let times = 0; times < 13; times += 1) {
    const now = app.opened.app.clock.now().getTime();
    await followCard({ ...app.opened.app, payments: { cardissuer: { ...issuer, cards } } }, card);
    const { due } = await app.owner.sql.one<{ due: Date }>('select due_at as due from prepaid_card where id = $1', [card]);
    waits.push(Math.round((due.getTime() - now) / 60_000));
  }
  expect(found.outcome).toBe('found');
  expect([waits.slice(0, 4), waits.at(-1)]).toEqual([[1, 2, 4, 8], 1440]);
});

test('of a card that another one has replaced, the old one takes nothing any more', async () => {
  const desk = app.opened.app.payments.cardissuer?.cards;
  if (!desk) throw new Error('nobody issues cards');
  await app.owner.sql.run('update prepaid_card set wants_blocked = null where id = $1', [card]);
  const { reference } = await app.owner.sql.one<{ reference: string }>('select reference from prepaid_card where id = $1', [
    card,
  ]);
  const found = await desk.lookUp(reference);
  if (found.outcome !== 'found' || !found.state.card) throw new Error('there is no card');
  const { state } = found;
  const told = (later: number, more: object) => {
    const issued = { ...state.card, ...more } as NonNullable<typeof state.card>;
    const answer = { ...found, state: { ...state, phase: 'active', version: state.version + later, card: issued } } as const;
    return meanwhile(desk, { lookUp: async () => answer }, follow);
  };
  const open = async () => {
    const rows = await app.owner.sql.many<{ card: string }>(
      `select o.details->>'card' as card from own_destination o join card_destination c on c.destination_id = o.id where c.is_open`,
    );
    return rows.map((row) => row.card);
  };
  await told(1, {});
  expect(await open()).toEqual([state.card?.id]);
  await told(2, { id: 'another', lastFour: '0001' });
  expect(await open()).toEqual(['another']);
});
