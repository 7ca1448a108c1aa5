import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';

/*
 * Method × company × country × status × currency, as the server answers it. What is expected is written by hand from the documents and
 * readings.md, and not read from the tables: a client for each distinct row of those.
 */

let app: TestApp;
let books: BookFixture;
beforeAll(async () => {
  app = await openTestApp();
  for (const { as, company, country } of places)
    await app.owner.sql.run(
      `update client set company_id = $2, country = $3, status_id = 12 where email = $1 || '@atrium.test'`,
      [as, company, country],
    );
  books = await openBookFixture(app);
  // Beside those that the fixture keeps, of the same day.
  await app.owner.sql.run(
    `insert into reference_rate (currency, day, rate, published_at)
     select added, day, rate, published_at
       from reference_rate, unnest(string_to_array('BRL MXN INR IDR CZK PLN MYR THB', ' ')) added where currency = 'ZAR'`,
  );
});
afterAll(() => app.close());

type Lines = Readonly<Record<string, string>>;
interface Place {
  readonly as: string;
  readonly company: number;
  readonly country: string;
  /** Method → the currencies that it takes there. */
  readonly deposit: Lines;
  /** Of those that pay out without anything having come in by them. */
  readonly withdraw: Lines;
}

const main = 'USD EUR GBP';
const cents = `${main} USC EUC GBC`;
const wallets = { 1011: main, 1012: main };
const walletsOut = { 1011: cents, 1012: cents };
const globalCards = { 340: `${main} NGN VND BRL MXN INR EGP IDR CZK PLN MYR THB ZAR` };
const global = { ...globalCards, 337: main, ...wallets, 1010: main };
const globalOut = { 337: cents, ...walletsOut, 1010: cents };
const toBank = { 183: `${main} NGN USC EUC GBC NGC` };
const nigerian = { 85: 'NGN', 86: 'NGN', 87: 'NGN', 88: 'NGN', 89: 'NGN' };
const eu = { 340: `${main} CZK PLN`, ...wallets, 1010: main };
const euOut = { ...walletsOut, 1010: cents };
const uk = { 340: main, ...wallets, 1010: main };
const kenya = { 340: `${main} KES`, 337: main, ...wallets, 1010: main };
const kenyaOut = { 337: cents, ...walletsOut, 1010: `${main} KES USC EUC GBC` };

const places: readonly Place[] = [
  {
    as: 'global.active',
    company: 3,
    country: 'ZA',
    deposit: { ...global, 320: 'ZAR', 1013: 'ZAR' },
    withdraw: { ...globalOut, ...toBank },
  },
  {
    as: 'ng.active',
    company: 3,
    country: 'NG',
    deposit: { ...global, ...nigerian, 1013: 'NGN' },
    withdraw: { ...globalOut, ...toBank },
  },
  {
    as: 'global.promo',
    company: 3,
    country: 'MY',
    deposit: { ...global, 318: 'CNY', 320: 'MYR' },
    withdraw: { ...globalOut, ...toBank },
  },
  { as: 'investor.form', company: 3, country: 'TH', deposit: { ...global, 320: 'THB' }, withdraw: { ...globalOut, ...toBank } },
  {
    as: 'investor.waiting',
    company: 3,
    country: 'VN',
    deposit: { ...global, 320: 'VND' },
    withdraw: { ...globalOut, ...toBank },
  },
  {
    as: 'investor.approved',
    company: 3,
    country: 'ID',
    deposit: { ...global, 320: 'IDR' },
    withdraw: { ...globalOut, ...toBank },
  },
  { as: 'hk.active', company: 3, country: 'HK', deposit: { ...global, 318: 'CNY' }, withdraw: globalOut },
  { as: 'in.gold', company: 3, country: 'IN', deposit: global, withdraw: globalOut },
  { as: 'cn.active', company: 3, country: 'CN', deposit: { 340: main, 318: 'CNY', 1010: main }, withdraw: { 1010: cents } },
  { as: 'eu.active', company: 1, country: 'CY', deposit: { ...eu, 1013: 'EUR' }, withdraw: euOut },
  { as: 'eu.pro', company: 1, country: 'PL', deposit: eu, withdraw: euOut },
  { as: 'uk.active', company: 4, country: 'GB', deposit: { ...uk, 1013: 'GBP' }, withdraw: euOut },
  { as: 'investor.active', company: 4, country: 'GI', deposit: uk, withdraw: euOut },
  { as: 'ke.active', company: 5, country: 'KE', deposit: { ...kenya, 1013: 'KES' }, withdraw: kenyaOut },
  { as: 'provider.new', company: 5, country: 'UG', deposit: kenya, withdraw: kenyaOut },
];

/** Every method that pays in or out by itself somewhere: what a client cannot use is told of with its reason. */
const paysIn = [340, 318, 85, 86, 87, 88, 89, 320, 337, 1011, 1012, 1010, 1013];
const paysOut = [243, 318, 183, 337, 1011, 1012, 1010];
/** Those that give back what came in, and nothing besides; UnionPay where it is offered. */
const onlyBack = (country: string) => [243, ...(['MY', 'HK', 'CN'].includes(country) ? [318] : [])];

interface Told {
  readonly pm_id: number;
  readonly reason: string;
  readonly next?: string | null;
}
interface Offered {
  readonly methods: readonly { readonly pm_id: number; readonly terms?: readonly { currency: string; min: string }[] }[];
  readonly unavailable: readonly Told[];
}
const formOf = async (direction: string, as: SignedIn): Promise<Offered> =>
  (await app.call({ method: 'GET', path: `api/payments/${direction}`, as })).data;
const linesOf = ({ methods }: Offered): Lines =>
  Object.fromEntries(methods.map(({ pm_id, terms = [] }) => [pm_id, terms.map(({ currency }) => currency).join(' ')]));
const sorted = (line: Lines): Lines =>
  Object.fromEntries(Object.entries(line).map(([id, taken]) => [id, taken.split(' ').toSorted().join(' ')]));
const others = (all: readonly number[], { deposit: usable }: { readonly deposit: Lines }) =>
  all.filter((id) => usable[String(id)] === undefined);

describe.each(places)('a client of company $company from $country', ({ as, country, deposit, withdraw }) => {
  test('pays in, pays out and moves money by what is offered there, and reads of the rest why not', async () => {
    const client = await app.signIn(as);
    const [paidIn, paidOut, moved] = await Promise.all(['deposit', 'withdraw', 'transfer'].map((each) => formOf(each, client)));
    if (!paidIn || !paidOut || !moved) throw new Error('a form has no answer');
    expect(sorted(linesOf(paidIn))).toEqual(sorted(deposit));
    expect(sorted(linesOf(paidOut))).toEqual(sorted(withdraw));
    expect(moved.methods.map(({ pm_id }) => pm_id)).toEqual([19]);
    const shut = (told: readonly Told[]) => Object.fromEntries(told.map(({ pm_id, reason }) => [pm_id, reason]));
    const expectedIn = others(paysIn, { deposit }).map((id) => [id, 'not_in_country']);
    expect(shut(paidIn.unavailable)).toEqual(Object.fromEntries(expectedIn));
    const back = onlyBack(country);
    const expectedOut = others(paysOut, { deposit: withdraw }).map((id) => [
      id,
      back.includes(id) ? 'nothing_paid_in' : 'not_in_country',
    ]);
    expect(shut(paidOut.unavailable)).toEqual(Object.fromEntries(expectedOut));
    expect(
      paidOut.unavailable
        .filter(({ next }) => next === 'deposit')
        .map(({ pm_id }) => pm_id)
        .toSorted(),
    ).toEqual(back.toSorted());
    expect(moved.unavailable).toEqual([]);
  });

  test('is quoted each currency of each method, and refused any other', async () => {
    const client = await app.signIn(as);
    const account = await books.wallet(client, { currency: 'USD', amount: '0.00' });
    const { methods } = await formOf('deposit', client);
    const quote = async (pm_id: number | string, currency: string, amount: string) => {
      const asked = { account_number: String(account), pm_id: String(pm_id), currency, amount, crypto_network: 'BTC' };
      const { errors } = await app.call({
        method: 'GET',
        path: `api/payments/deposit/quote?${new URLSearchParams(asked)}`,
        as: client,
      });
      return errors[0]?.code;
    };
    for (const { pm_id, terms = [] } of methods)
      for (const { currency, min } of terms)
        expect([pm_id, currency, await quote(pm_id, currency, min)]).toEqual([pm_id, currency, undefined]);
    for (const id of paysIn) {
      const isOffered = deposit[String(id)] !== undefined;
      // Nobody's card or wallet is in Japanese yen here.
      expect([id, await quote(id, 'JPY', '10000')]).toEqual([id, isOffered ? 'currency_not_offered' : 'method_not_offered']);
    }
  });
});

/** Interfaces §5: who is seeded with which status; null: open. */
const registration = ['complete_registration', 'registration_step2'] as const;
const leaving = ['only_withdrawals', 'withdraw'] as const;
const everything = <Why>(why: Why) => ({ deposit: why, withdraw: why, transfer: why });
test.each([
  ['global.demo', 3, everything(registration)],
  ['global.lead', 6, everything(registration)],
  ['global.my', 8, everything(registration)],
  ['eu.lead', 8, everything(registration)],
  ['uk.lead', 8, everything(registration)],
  ['global.repeat', 66, { deposit: registration, withdraw: null, transfer: registration }],
  ['global.full', 9, everything(['upload_documents', 'documents'])],
  ['ke.full', 9, everything(['upload_documents', 'documents'])],
  ['global.pending', 7, everything(['documents_under_review', 'documents'])],
  ['global.inactive', 16, { deposit: leaving, withdraw: null, transfer: leaving }],
  ['global.dormant', 11, { deposit: leaving, withdraw: null, transfer: leaving }],
  ['global.declined', 13, { deposit: leaving, withdraw: null, transfer: leaving }],
  ['global.frozen', 14, everything(['account_frozen', 'support'])],
  ['closed.client', 5, everything(['account_closed', 'support'])],
  ['closed.noneu', 18, everything(['service_not_available', 'dashboard'])],
  ['closed.uk', 19, everything(['service_not_available_uk', 'support'])],
] as const)('%s, of status %i, reads which of the three is shut, by what, and what opens it', async (as, status, expected) => {
  const client = await app.signIn(as);
  const { status_id: own } = await app.owner.sql.one<{ status_id: number }>('select status_id from client where id = $1', [
    client.clientId,
  ]);
  expect(own).toBe(status);
  for (const [direction, why] of Object.entries(expected)) {
    const { methods, unavailable } = await formOf(direction, client);
    const shut = unavailable.filter(({ reason }) => reason !== 'not_in_country' && reason !== 'nothing_paid_in');
    const reasons = new Set(shut.map(({ reason, next }) => `${reason} ${next}`));
    expect([direction, methods.length > 0, [...reasons]]).toEqual([direction, why === null, why === null ? [] : [why.join(' ')]]);
  }
});

test('who came after the lock of China reads no form before the papers, and who is deleted does not come in', async () => {
  const client = await app.signIn('cn.locked');
  for (const direction of ['deposit', 'withdraw', 'transfer']) {
    const { httpStatus, errors } = await app.call({ method: 'GET', path: `api/payments/${direction}`, as: client });
    expect([httpStatus, errors[0]?.code]).toEqual([403, 'documents_and_profile_only']);
  }
  await app.owner.sql.run(`update client set status_id = 4 where email = 'provider.active@atrium.test'`);
  await expect(app.signIn('provider.active')).rejects.toThrow('cannot sign in');
});
