import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { deskTables } from './deskTables.ts';

let app: TestApp;
let client: SignedIn;
let finance: StaffSignedIn;
let accounts: readonly number[];

beforeAll(async () => {
  app = await openTestApp();
  const books = await openBookFixture(app);
  client = await app.signIn('in.gold');
  finance = await app.signInStaff('finance');
  const opened = async () => books.account(client, 'advantage mt5', { currency: 'USD', amount: '0' });
  accounts = [await opened(), await opened(), await opened()];
  // A gram is ten million; worth and credit in cents. Of the last nothing is pledged any more.
  const pledges = [
    [20n * 10_000_000n, 160_000, 40_000, 'none'],
    [10n * 10_000_000n, 80_000, 68_000, 'call'],
    [0n, 0, 0, 'none'],
  ] as const;
  for (const [place, [weight, worth, credit, level]] of pledges.entries())
    await app.owner.sql.run(
      `insert into gold_pledge (number, client_id, company_id, weight, credit, level, worth, valued_at, price_at, opened_at)
       values ($1, $2, 3, $3, $4, $5, $6, now(), now(), now())`,
      [accounts[place], client.clientId, weight, credit, level, worth],
    );
});
afterAll(() => app.close());

const pledges = (query = '') => app.call({ method: 'GET', path: `/api/desk/gold-pledges${query}`, as: finance });

test('pledges of all clients are told, those first on which most of their worth is lent', async () => {
  expect((await pledges()).data).toMatchObject({
    pledges: [
      {
        account: accounts[1],
        client_id: client.clientId,
        company: 3,
        worth: '800.00',
        credit: '680.00',
        lent_percent: '85',
        level: 'call',
      },
      { account: accounts[0], worth: '1600.00', credit: '400.00', lent_percent: '25', level: 'none', waits: false },
    ],
    totals: { count: 2, worth: '2400.00', credit: '1080.00', weight: { g: '30.0000000' } },
    next: null,
  });
});

test('pledges are told of one client, and of none where there are none', async () => {
  expect((await pledges(`?client_id=${client.clientId}`)).data.pledges).toHaveLength(2);
  expect((await pledges('?client_id=1')).data).toMatchObject({ pledges: [], totals: { count: 0, credit: '0.00' }, next: null });
  // Behind the last there is nothing, and no further page.
  expect((await pledges('?after=2')).data).toMatchObject({ pledges: [], next: null });
});

test('the list of pledges is taken along as it stands, those of one client too', async () => {
  const rowsOf = async (asked: object) => {
    const needs = { sql: app.owner.sql, say: (id: string) => id, now: app.opened.clock.now(), mostRows: 100 };
    const opened = await deskTables()[0]?.open(asked, needs);
    const rows = [];
    for await (const page of opened?.table.rows ?? []) rows.push(...page);
    return rows;
  };
  const all = JSON.stringify(await rowsOf({}));
  expect(all.indexOf(String(accounts[1]))).toBeLessThan(all.indexOf(String(accounts[0])));
  expect(all).toContain('680.00');
  expect(await rowsOf({ client_id: String(client.clientId) })).toHaveLength(2);
  expect(await rowsOf({ client_id: '1' })).toEqual([]);
});

test('the gold of one client is told whole: what is held, pledged and asked home', async () => {
  await app.owner.sql.run(
    `insert into gold_delivery (client_id, company_id, vault, phase, size, count, weight, fee, insurance, insured, recipient, street,
       town, postcode, country, phone, asked_at, requested_at)
     select $1, 3, 'zurich', phase, 100000000, 2, 200000000, 100, 100, 100000, 'A', 'B', 'C', '1', 'ZA', '+27000000', now(), requested
     from (values ('asked', null::timestamptz), ('requested', timestamptz '2026-11-20T09:30:00Z')) as made (phase, requested)`,
    [client.clientId],
  );
  const told = await app.call({ method: 'GET', path: `/api/desk/gold-pledges/clients/${client.clientId}`, as: finance });
  expect(told.data).toMatchObject({
    held: { g: expect.stringMatching(/^\d+\.\d{7}$/) },
    pledges: [
      { account: accounts[0], credit: '400.00' },
      { account: accounts[1], credit: '680.00' },
    ],
    // What was never confirmed is none.
    deliveries: [{ phase: 'requested', count: 2, weight: { g: '20.0000000' }, requested_at: '2026-11-20T09:30:00.000Z' }],
  });
  expect(
    await app.owner.sql.many('select action from audit_event where client_id = $1 and action = $2', [
      client.clientId,
      'gold.read',
    ]),
  ).toHaveLength(1);
  const unknown = await app.call({ method: 'GET', path: '/api/desk/gold-pledges/clients/1', as: finance });
  expect(unknown.errors).toMatchObject([{ code: 'client_not_found' }]);
});
