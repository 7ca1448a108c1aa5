import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn, StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import { openCardFixture, type CardFixture } from '../../server/testing/cardFixture.ts';
import { meanwhile } from '../../server/testing/telling.ts';
import { readCardSearch } from './rules.ts';

let app: TestApp;
let cards: CardFixture;
let client: SignedIn;
let finance: StaffSignedIn;
let agent: StaffSignedIn;
let id: number;

beforeAll(async () => {
  cards = await openCardFixture('global.active', { wallet: '300.00' });
  ({ app, client } = cards);
  [finance, agent] = [await app.signInStaff('finance'), await app.signInStaff('agent')];
  id = await cards.active('USD');
});
afterAll(() => app.close());

const get = (path: string, as = finance) => app.call({ method: 'GET', path: `/api/desk/${path}`, as });
const list = async (query = '') => (await get(`prepaid-cards${query}`)).data.cards;
const hold = (held: boolean, as = finance, of = id) =>
  app.call({ method: 'POST', path: `/api/desk/prepaid-cards/${of}/hold`, body: { held, reason: 'Lost, by telephone.' }, as });
const block = (blocked: boolean) =>
  app.call({ method: 'POST', path: `api/prepaid-cards/${id}/block`, body: { blocked }, as: client });

test('cards are found by phase, client, last digits, reference and the beginning of the name', async () => {
  const { reference, digits, name } = await app.owner.sql.one<{ reference: string; digits: string; name: string }>(
    'select reference, last_four as digits, name_on_card as name from prepaid_card where id = $1',
    [id],
  );
  for (const search of ['', String(client.clientId), `#${client.clientId}`, digits, reference, name.slice(0, 4).toLowerCase()])
    expect([search, await list(`?search=${encodeURIComponent(search)}`)]).toEqual([search, [expect.objectContaining({ id })]]);
  expect(await list('?phase=active')).toHaveLength(1);
  for (const query of [
    '?phase=declined',
    '?search=NOBODY',
    '?search=%25',
    '?search=99999999999',
    `?search=${digits}&phase=blocked`,
  ])
    expect([query, await list(query)]).toEqual([query, []]);
  expect(readCardSearch('4294967296')).toMatchObject({ by: 'name' });
});

test('a client’s cards stand on their page, and whoever reads any is in the audit', async () => {
  const { cards: own } = (await get(`clients/${client.clientId}/prepaid-cards`, agent)).data;
  expect(own).toMatchObject([{ id, phase: 'active', currency: 'USD', may_hold: true, is_held: false }]);
  expect((await get('clients/999999/prepaid-cards')).errors[0]).toMatchObject({ code: 'client_not_found' });
  const events = await app.owner.sql.many(
    `select actor_id as actor, client_id as client from audit_event where action = 'prepaid_card.read'`,
  );
  expect(events).toEqual([{ actor: 'agent', client: client.clientId }]);
  expect((await get('prepaid-cards', agent)).errors[0]).toMatchObject({ code: 'not_your_right' });
});

test('what staff have blocked its client cannot take back, nothing goes onto it, and the issuer is asked again', async () => {
  expect((await hold(true, agent)).errors[0]).toMatchObject({ code: 'not_your_right' });
  expect((await hold(false)).errors[0]).toMatchObject({ code: 'prepaid_card_not_held' });
  expect((await hold(true)).data.card).toMatchObject({ is_held: true, wants: 'blocked' });
  expect((await hold(true)).errors[0]).toMatchObject({ code: 'prepaid_card_is_held' });
  expect((await block(false)).errors[0]).toMatchObject({ code: 'prepaid_card_held' });
  await cards.follow();
  expect(await cards.own(id)).toMatchObject({ phase: 'blocked', held: true, top_up: null });
  // Somebody has had the issuer lift it.
  await app.opened.clock.advance(3600);
  await cards.follow();
  const issuer = app.opened.app.payments.cardissuer?.cards;
  if (!issuer) throw new Error('nobody issues cards');
  await issuer.setBlocked(await cards.referenceOf(id), false);
  // Its message may be followed before the sweep, and the block asked for within one round: it is not answered yet.
  await meanwhile(issuer, { setBlocked: async () => ({ outcome: 'unknown', reason: 'told by the test' }) }, async () => {
    await cards.follow();
    expect(await cards.own(id)).toMatchObject({ phase: 'active', wants: 'blocked', top_up: null });
  });
  await cards.follow();
  await cards.follow();
  expect(await cards.own(id)).toMatchObject({ phase: 'blocked' });
  const admin = await app.signInStaff('admin');
  const { events } = (await app.call({ method: 'GET', path: '/api/desk/audit?action=prepaid_card.hold', as: admin })).data;
  expect(events).toMatchObject([
    {
      actor: 'finance',
      client_id: client.clientId,
      reason: 'Lost, by telephone.',
      before: { is_held: false },
      after: { is_held: true },
    },
  ]);
});

test('given back it stays blocked until its client lifts that', async () => {
  expect((await hold(false)).data.card).toMatchObject({ is_held: false });
  await app.opened.clock.advance(3600);
  await cards.follow();
  expect(await cards.own(id)).toMatchObject({ phase: 'blocked', held: false });
  expect((await block(false)).errors).toEqual([]);
  await cards.follow();
  expect(await cards.own(id)).toMatchObject({ phase: 'active', top_up: { pm_id: 1014 } });
});

test('of a card that has ended there is nothing to be blocked, and of none nothing at all', async () => {
  expect((await hold(true, finance, 999_999)).errors[0]).toMatchObject({ code: 'prepaid_card_not_found' });
  await app.owner.sql.run(`update prepaid_card set phase = 'expired' where id = $1`, [id]);
  expect((await hold(true)).errors[0]).toMatchObject({ code: 'prepaid_card_ended' });
  expect((await list())[0]).toMatchObject({ may_hold: false });
});
