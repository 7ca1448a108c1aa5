import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CardDesk } from '../../ports/payments/cards.ts';
import type { TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCardFixture, type CardFixture } from '../../server/testing/cardFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';
import { meanwhile } from '../../server/testing/telling.ts';

/* Requests that arrive at the issuer after their time, cards that look alike, and a card of another currency than the wallet's. */

let app: TestApp;
let books: BookFixture;
let cards: CardFixture;
let payouts: PayoutFixture;
let desk: CardDesk;
let id: number;

beforeAll(async () => {
  cards = await openCardFixture('global.active', { wallet: '500.00' });
  ({ app, books } = cards);
  payouts = await openPayoutFixture(app, cards);
  await payouts.trade(cards.dollars);
  id = await cards.active('USD');
  const known = app.opened.app.payments.cardissuer?.cards;
  if (!known) throw new Error('nobody issues cards');
  desk = known;
});
afterAll(() => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const block = (blocked: boolean) => cards.payments.post(`api/prepaid-cards/${id}/block`, { blocked });
const atIssuer = async () => {
  const found = await desk.lookUp(await cards.referenceOf(id));
  return found.outcome === 'found' ? found.state.phase : found.outcome;
};
const lost = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;

test('an unblocking that is on its way comes after a block that has taken it back, and the card is blocked again', async () => {
  await block(true);
  await cards.follow();
  await app.opened.clock.advance(3600);
  await cards.follow();
  // It is sent, nobody answers, and it is still on its way.
  await meanwhile(desk, { setBlocked: lost }, async () => {
    await block(false);
    await cards.follow();
  });
  await block(true);
  await cards.follow();
  expect([await atIssuer(), (await cards.own(id)).phase]).toEqual(['blocked', 'blocked']);
  // Now it lands.
  await desk.setBlocked(await cards.referenceOf(id), false);
  await cards.follow();
  await cards.follow();
  expect([await atIssuer(), await cards.own(id)]).toEqual([
    'blocked',
    expect.objectContaining({ phase: 'blocked', wants: null }),
  ]);
  // Once nothing can be on its way any more, whoever unblocks it at the issuer is heeded.
  await app.opened.clock.advance(3600);
  await cards.follow();
  await desk.setBlocked(await cards.referenceOf(id), false);
  await cards.follow();
  expect([await atIssuer(), (await cards.own(id)).phase]).toEqual(['active', 'active']);
});

test('what is not wanted any more when it would be sent is not sent', async () => {
  let sent = 0;
  const counts = async () => {
    sent += 1;
    return lost();
  };
  const { lookUp } = desk;
  // The client changes their mind between the look and the request.
  const changes = async (reference: string) => {
    const answer = await lookUp(reference);
    await app.owner.sql.run('update prepaid_card set wants_blocked = false where id = $1', [id]);
    return answer;
  };
  await app.owner.sql.run('update prepaid_card set wants_blocked = true where id = $1', [id]);
  await meanwhile(desk, { lookUp: changes, setBlocked: counts }, cards.follow);
  expect(sent).toBe(0);
  await app.opened.clock.advance(3600);
  await cards.follow();
  expect(await cards.own(id)).toMatchObject({ phase: 'active', wants: null });
});

test('a card that looks like the one whose place it takes can be topped up, and the old one cannot', async () => {
  const found = await desk.lookUp(await cards.referenceOf(id));
  if (found.outcome !== 'found' || !found.state.card) throw new Error('there is no card');
  const { state } = found;
  const told = (later: number, card: string) => {
    const answer = {
      ...found,
      state: { ...state, phase: 'active', version: state.version + later, card: { ...state.card, id: card } },
    } as Awaited<ReturnType<CardDesk['lookUp']>>;
    return meanwhile(desk, { lookUp: async () => answer }, cards.follow);
  };
  const open = async () =>
    app.owner.sql.many<{ card: string; name: string }>(
      `select o.details->>'card' as card, o.name from own_destination o join card_destination c on c.destination_id = o.id where c.is_open`,
    );
  const name = (await open())[0]?.name;
  await told(1, 'alike');
  expect(await open()).toEqual([{ card: 'alike', name: `${name} (2)` }]);
  expect(await cards.own(id)).toMatchObject({ top_up: { pm_id: 1014 } });
  await told(2, 'alike as well');
  expect(await open()).toEqual([{ card: 'alike as well', name: `${name} (3)` }]);
  // The first of them comes back: it is known by its own name.
  await told(3, state.card?.id ?? '');
  expect(await open()).toEqual([{ card: state.card?.id, name }]);
});

test('a card is topped up out of a wallet of another currency, at the rate that was agreed, once', async () => {
  await app.owner.sql.run('update prepaid_card set version = 0 where id = $1', [id]);
  await cards.follow();
  const euros = await books.wallet(cards.client, { currency: 'EUR', amount: '200.00' });
  const { top_up: topUp } = await cards.own(id);
  const way = { pm_id: topUp.pm_id, destination: String(topUp.destination) };
  const { id: asked, quote, pin } = await payouts.ask(euros, '100.00', way);
  const [line] = quote.split.lines;
  expect(line).toMatchObject({ pm_id: 1014, amount: '100.00', currency: 'EUR', account_currency: 'USD' });
  // A hundred euros are about a hundred and eight dollars, less the markup of the rate.
  expect(Number(line.account_amount)).toBeGreaterThan(100);
  expect(Number(line.account_amount)).toBeLessThanOrEqual(108);
  await cards.payments.save(asked, { payment_code: pin });
  await app.owner.sql.run(`update payout_destination set usable_from = '2000-01-01'`);
  await app.drain();
  await cards.payments.post('/sandbox/faults', { target: 'payments', mode: 'timeout_after', count: 1 });
  await payouts.approve(asked);
  await payouts.ends(asked, 'completed');
  expect(await payouts.atProvider(asked)).toEqual([expect.stringMatching(new RegExp(`${line.account_amount}$`))]);
  expect(await books.inLedger(euros)).toBe('100.00');
});
