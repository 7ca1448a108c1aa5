import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';

/* Whether what was paid in with the company before a move counts in the new one (document 1 §7, `update_deposit_records`). */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let payments: PaymentsFixture;
let before: number;
let pro: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars: before } = await openCounter('ng.active', { dollars: '0.00', wallet: '0.00' }));
  pro = await books.account(client, 'pro', { currency: 'USD', amount: '0.00' });
});
afterAll(() => app.close());

const update = (status: unknown, as = client) =>
  app.call({ method: 'POST', path: 'api/direct/client-data/update_deposit_records', body: { status }, as });
const form = async () => (await payments.get('api/payments/deposit')).data;
const firstAsked = async () =>
  (await form()).accounts.find(({ number }: { number: number }) => number === pro).first_deposit as string | null;

const idsOf = async (query = '') =>
  (await payments.get(`api/payments/deposit${query}`)).data.methods.map(({ pm_id }: { pm_id: number }) => pm_id) as number[];

test('a saved card is no method of who has none', async () => {
  expect(await idsOf('?pm_id=243')).toEqual(await idsOf());
});

test('whoever has not moved is told so', async () => {
  const { httpStatus, errors } = await update(1);
  expect([httpStatus, errors[0]?.code, errors[0]?.errmsg]).toEqual([409, 'no_company_move', expect.stringMatching(/\w+ \w+/)]);
  expect((await form()).deposit_records).toBeNull();
});

test.each([2, '', null, 'yes'])('%j is no answer', async (status) => {
  expect((await update(status)).httpStatus).toBe(422);
});

test('after a move deposits of the account before count towards the first money of what it has become, while the client says so', async () => {
  const { id, reference } = await payments.startDeposit(before, '1000.00');
  await books.decide(reference, 'approved');
  await payments.becomes(id, 'completed');
  const at = app.opened.clock.now();
  const { move } = await app.owner.sql.one<{ move: number }>(
    `insert into company_move (client_id, from_company, to_company, phase, begun_at, moved_at, ended_at, created_at)
     values ($1, 1, 3, 'moved', $2, $2, $2, $2) returning id as move`,
    [client.clientId, at],
  );
  await app.owner.sql.run(
    `insert into company_move_account (move_id, number, to_number, amount, credit, state) values ($1, $2, $3, 100000, 0, 'arrived')`,
    [move, before, pro],
  );
  expect([(await form()).deposit_records, await firstAsked()]).toEqual([0, '25000.00']);
  expect((await update(1)).data).toEqual({ direct: { status: 1 } });
  expect([(await form()).deposit_records, await firstAsked()]).toEqual([1, '24000.00']);
  // Asked twice it is the same.
  expect((await update('1')).data).toEqual({ direct: { status: 1 } });
  expect((await update('0')).data).toEqual({ direct: { status: 0 } });
  expect(await firstAsked()).toBe('25000.00');
});

test('it is nobody else’s to say', async () => {
  expect((await update(1, await app.signIn('in.gold'))).errors[0]?.code).toBe('no_company_move');
  expect((await form()).deposit_records).toBe(0);
});

test('the preferred method is kept under both names of its call', async () => {
  for (const path of ['update_preferred_method', 'api/update_preferred_method']) {
    for (const method of [340, 0]) {
      const { data } = await app.call({ method: 'POST', path, body: { method }, as: client });
      expect([path, data.preferred_method]).toEqual([path, method || null]);
      expect((await form()).preferred_method).toBe(method || null);
    }
  }
});

test('a card that has paid pays again by its own page, and stands in no list beside the other', async () => {
  expect(await idsOf()).not.toContain(243);
  expect(await idsOf('?pm_id=243')).toContain(243);
  expect(await idsOf('?pm_id=999')).toEqual(await idsOf());
  const { id, reference } = await payments.startDeposit(before, '120.00', { pm_id: 243 });
  await books.decide(reference, 'approved');
  await payments.becomes(id, 'completed');
  expect((await payments.get('api/cards')).data.cards).toHaveLength(1);
  const other = await app.signIn('in.gold');
  const { data } = await app.call({ method: 'GET', path: 'api/payments/deposit?pm_id=243', as: other });
  expect(data.methods.map(({ pm_id }: { pm_id: number }) => pm_id)).not.toContain(243);
});
