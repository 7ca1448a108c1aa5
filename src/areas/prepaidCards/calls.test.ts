import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { holdSweeps, meanwhile, sweep } from '../../server/testing/telling.ts';
import { followCard } from './following.ts';

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let dollars: number;

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app, ['prepaidCards.due']);
  books = await openBookFixture(app);
  client = await app.signIn('global.active');
  dollars = await books.wallet(client, { currency: 'USD', amount: '35.00' });
});
afterAll(() => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const get = (as = client) => app.call({ method: 'GET', path: 'api/prepaid-cards', as });
const post = (path: string, body: object, as = client) => app.call({ method: 'POST', path, body, as });
const cards = async (as = client) => (await get(as)).data.cards;
const newest = async () => (await cards())[0];
async function wish(more: object = {}) {
  const { offer } = (await get()).data;
  return {
    currency: 'USD',
    name_on_card: offer.name_on_card,
    street: '1 Long Street',
    city: 'Cape Town',
    postcode: '8001',
    accept_terms: true,
    fee: '10.00',
    ...more,
  };
}
const apply = async (more: object = {}) => post('api/prepaid-cards', await wish(more));
const referenceOf = async (id: number): Promise<string> =>
  (await app.owner.sql.one<{ reference: string }>('select reference from prepaid_card where id = $1', [id])).reference;
const decide = (reference: string, outcome: 'approved' | 'declined') => post(`/sandbox/payments/${reference}`, { outcome });
const becomes = (phase: string) => expect.poll(async () => (await newest()).phase).toBe(phase);
async function look(): Promise<void> {
  await app.owner.sql.run(`update prepaid_card set due_at = '2000-01-01'`);
  await sweep(app, 'prepaidCards.due');
}
const balance = async () =>
  (await app.call({ method: 'GET', path: 'api/direct/wallets', as: client })).data.wallets.find(
    ({ number }: { number: number }) => number === dollars,
  ).balance;
function issuer() {
  const { cardissuer } = app.opened.app.payments;
  if (!cardissuer?.cards) throw new Error('nobody issues cards');
  return { ...cardissuer, cards: cardissuer.cards };
}
const absent = async () => ({ outcome: 'absent' }) as const;
const refuses = async () => ({ outcome: 'refused', message: 'told by the test' }) as const;
const fault = (mode: string, count = 1) => post('/sandbox/faults', { target: 'payments', mode, count });

test('an offer says what each currency costs; where none are issued nobody can ask for one', async () => {
  const { offer, why, cards: none } = (await get()).data;
  expect([why, none]).toEqual([null, []]);
  expect(offer.currencies).toEqual([
    { currency: 'USD', fee: '10.00', balance: '35.00' },
    { currency: 'EUR', fee: '10.00', balance: expect.any(String) },
  ]);
  const elsewhere = await app.signIn('cn.active');
  expect((await get(elsewhere)).data).toMatchObject({ offer: null, why: 'prepaid_card_not_offered' });
  const { errors } = await post('api/prepaid-cards', await wish(), elsewhere);
  expect(errors[0]).toMatchObject({ code: 'prepaid_card_not_offered' });
});

test.each([
  [{ name_on_card: 'SOMEBODY ELSE' }, 'prepaid_card_name'],
  [{ fee: '1.00' }, 'prepaid_card_fee_changed'],
  [{ accept_terms: false }, 'field_required'],
  [{ currency: 'GBP' }, 'prepaid_card_not_offered'],
])('an application with %o is refused and takes nothing', async (more, code) => {
  expect((await apply(more)).errors[0]).toMatchObject({ code });
  expect([await cards(), await balance()]).toEqual([[], '35.00']);
});

test('without the fee in the wallet nothing is asked for', async () => {
  expect((await apply({ currency: 'EUR' })).errors[0]).toMatchObject({ code: 'prepaid_card_money_short' });
  expect(await cards()).toEqual([]);
});

test('whoever may not withdraw may not ask for a card', async () => {
  const frozen = await app.signIn('global.frozen');
  expect((await post('api/prepaid-cards', await wish(), frozen)).errors[0]).toMatchObject({ code: 'account_frozen' });
});

test('an application whose answers are lost is asked once, declined with a reason, and its fee comes back once', async () => {
  await fault('timeout_after', 2);
  const { data } = await apply();
  expect(data.card).toMatchObject({ phase: 'requested', fee: '10.00', last_four: null });
  expect(await balance()).toBe('25.00');
  await app.drain();
  await fault('none');
  await look();
  const reference = await referenceOf(data.card.id);
  expect((await apply()).errors[0]).toMatchObject({ code: 'prepaid_card_exists' });
  await fault('duplicate');
  await decide(reference, 'declined');
  await becomes('declined');
  await look();
  expect(await newest()).toMatchObject({ reason: expect.stringMatching(/confirm who you are/) });
  expect(await balance()).toBe('35.00');
});

test('an application that the issuer has taken is not declined by what it says once, or to another process', async () => {
  const { cards: desk } = issuer();
  let id = 0;
  await meanwhile(desk, { lookUp: async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const }, async () => {
    ({ id } = (await apply()).data.card);
    await app.drain();
  });
  // Both have found that the issuer does not know it: what it tells the second one does not undo the first.
  const taken = () => followCard(app.opened.app, id);
  const second = { ...desk, lookUp: absent, apply: async () => taken().then(refuses) };
  await followCard({ ...app.opened.app, payments: { cardissuer: { ...issuer(), cards: second } } }, id);
  expect([(await newest()).phase, await balance()]).toEqual(['requested', '25.00']);
  await meanwhile(desk, { lookUp: absent, apply: refuses }, look);
  expect([(await newest()).phase, await balance()]).toEqual(['requested', '25.00']);
  // The first has not written down yet what it was told.
  await app.owner.sql.run('update prepaid_card set version = 0 where id = $1', [id]);
  const { lookUp } = desk;
  let looks = 0;
  const late = { lookUp: async (reference: string) => (looks++ === 0 ? absent() : lookUp(reference)), apply: refuses };
  await meanwhile(desk, late, look);
  expect([(await newest()).phase, await balance()]).toEqual(['requested', '25.00']);
  await decide(await referenceOf(id), 'declined');
  await becomes('declined');
  expect(await balance()).toBe('35.00');
});

test('a card goes from request to active by messages that come twice, forged and out of order, and is blocked and given back', async () => {
  const { data } = await apply();
  await app.drain();
  const reference = await referenceOf(data.card.id);
  for (const [mode, phase] of [
    ['forge', 'in_review'],
    ['duplicate', 'approved'],
    ['reorder', 'shipped'],
    ['none', 'active'],
  ] as const) {
    await fault(mode);
    await decide(reference, 'approved');
    await becomes(phase);
  }
  expect(await newest()).toMatchObject({
    last_four: expect.stringMatching(/^\d{4}$/),
    expires: expect.stringMatching(/^\d{4}-\d\d$/),
  });
  expect(await balance()).toBe('25.00');
  const { kept } = await app.owner.sql.one<{ kept: string }>(
    `select (to_jsonb(c) - 'reference' - 'issuer_card')::text as kept from prepaid_card c where id = $1`,
    [data.card.id],
  );
  expect(kept).not.toMatch(/\d{12,19}/);

  const path = `api/prepaid-cards/${data.card.id}/block`;
  const stranger = await app.signIn('eu.active');
  expect((await post(path, { blocked: true }, stranger)).errors[0]).toMatchObject({ code: 'prepaid_card_not_found' });
  expect((await post(path, { blocked: true })).data.card).toMatchObject({ phase: 'active', wants: 'blocked' });
  await becomes('blocked');
  await post(path, { blocked: false });
  await becomes('active');
  await expect.poll(async () => (await newest()).wants).toBe(null);
});

test('a block that takes back an unblocking under way is done', async () => {
  const path = `api/prepaid-cards/${(await newest()).id}/block`;
  await post(path, { blocked: true });
  await becomes('blocked');
  await expect.poll(async () => (await newest()).wants).toBe(null);
  await meanwhile(issuer().cards, { setBlocked: async () => ({ outcome: 'unknown', reason: 'told by the test' }) }, async () => {
    expect((await post(path, { blocked: false })).data.card).toMatchObject({ phase: 'blocked', wants: 'active' });
    expect((await post(path, { blocked: true })).data.card).toMatchObject({ phase: 'blocked', wants: null });
  });
  await app.drain();
  await look();
  expect(await newest()).toMatchObject({ phase: 'blocked', wants: null });
});

test('a card that nothing can be made of keeps nobody else waiting', async () => {
  const { id } = await newest();
  const other = await app.owner.sql.one<{ id: number; reference: string }>(
    `insert into prepaid_card (client_id, company_id, currency, fee, name_on_card, street, city, postcode, country, asked_at, moved_at, due_at)
     select client_id, company_id, 'EUR', 0, name_on_card, street, city, postcode, country, asked_at, moved_at, '1999-01-01'
     from prepaid_card where id = $1 returning id, reference`,
    [id],
  );
  const { cards: desk } = issuer();
  const { lookUp } = desk;
  const fails = async (reference: string) => {
    if (reference === other.reference) throw new Error('told by the test');
    return lookUp(reference);
  };
  await app.owner.sql.run(`update prepaid_card set due_at = '2000-01-01' where id = $1`, [id]);
  await meanwhile(desk, { lookUp: fails }, () => sweep(app, 'prepaidCards.due').catch(() => undefined));
  await holdSweeps(app, ['prepaidCards.due']);
  const sql = 'select id from prepaid_card where id = any($1::integer[]) and due_at > $2 order by id';
  expect(await app.owner.sql.many(sql, [[id, other.id], app.opened.app.clock.now()])).toEqual([{ id }, { id: other.id }]);
  await app.owner.sql.run(`update prepaid_card set phase = 'expired' where id = $1`, [other.id]);
});

test('a message that is not the issuer’s is refused without a trace, and one about somebody else’s application moves nothing', async () => {
  const answer = await fetch(`${app.url}/api/webhooks/cards/cardissuer`, { method: 'POST', body: '{"merchant":"atrium"}' });
  expect(answer.status).toBe(403);
  expect(
    await app.owner.sql.one(`select count(*)::integer as count from refused_message where provider = 'cards'`),
  ).toMatchObject({
    count: 1,
  });
});
