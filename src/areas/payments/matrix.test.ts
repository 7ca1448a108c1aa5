import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Currency } from '../../base/currency.ts';
import { companyFor, countries } from '../../law/countries.ts';
import { methodDirections, methodsOffered } from '../../law/methods.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { cellsIn, heldOut, limitOut, toldOut } from '../../server/testing/methodCells.ts';

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
  readonly company: CompanyId;
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

test('no country has a row of its own that none of these clients walks', () => {
  const rowOf = (company: CompanyId, country: string) => {
    const scope = { region: regionProfileOf({ company, country }).key, country, changes: [] };
    const offers = methodDirections.map((direction) => methodsOffered({ ...scope, direction }));
    return JSON.stringify(offers, ['method', 'id', 'terms', 'currency']);
  };
  const walked = new Set(places.map(({ company, country }) => rowOf(company, country)));
  const taken = countries.filter(({ iso2 }) => companyFor(iso2) !== undefined).map(({ iso2 }) => iso2);
  expect(taken.filter((iso2) => !walked.has(rowOf(companyFor(iso2) ?? 3, iso2)))).toEqual([]);
});

/** Back to cards, by region; and to UnionPay's where that is offered. */
const cardsOut: Readonly<Record<number, string>> = { 1: main, 3: `${cents} NGN NGC`, 4: main, 5: `${main} KES` };
const everyCurrency = `${cents} NGN NGC KES`.split(' ');

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
interface OfferedMethod {
  readonly pm_id: number;
  readonly hours?: string | null;
  readonly document?: string | null;
  readonly terms?: readonly { currency: string; min: string; max: string; fee_percent: string; arrives: string }[];
}
interface Offered {
  readonly methods: readonly OfferedMethod[];
  readonly unavailable: readonly Told[];
}
const askOut = (as: SignedIn, asked: object) =>
  app.call({
    method: 'POST',
    path: 'api/payments_process',
    body: { action: 'confirm', transfer_type: 'withdraw', ...asked },
    as,
  });
const formOf = async (direction: string, as: SignedIn): Promise<Offered> =>
  (await app.call({ method: 'GET', path: `api/payments/${direction}`, as })).data;
const linesOf = ({ methods }: Offered): Lines =>
  Object.fromEntries(methods.map(({ pm_id, terms = [] }) => [pm_id, terms.map(({ currency }) => currency).join(' ')]));
const sorted = (line: Lines): Lines =>
  Object.fromEntries(Object.entries(line).map(([id, taken]) => [id, taken.split(' ').toSorted().join(' ')]));
const others = (all: readonly number[], { deposit: usable }: { readonly deposit: Lines }) =>
  all.filter((id) => usable[String(id)] === undefined);

describe.each(places)('a client of company $company from $country', ({ as, company, country, deposit, withdraw }) => {
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

  test('reads of each method that pays in its least and most in each currency, its fee, its time, its hours and its paper', async () => {
    const { methods } = await formOf('deposit', await app.signIn(as));
    for (const { pm_id: id, hours, document, terms = [] } of methods) {
      const cells = cellsIn[id];
      expect([id, hours, document]).toEqual([id, cells?.hours, cells?.document]);
      const told = terms.map(({ currency, ...cell }) => [currency, `${cell.min} ${cell.max}`, cell.fee_percent, cell.arrives]);
      expect([id, told]).toEqual([id, terms.map(({ currency }) => [currency, cells?.limits[currency], '0', cells?.arrives])]);
    }
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

  test('asks for money out of an account in each currency by each method: it is taken with its limits, or refused at its field', async () => {
    const client = await app.signIn(as);
    const back = onlyBack(country).map((id) => [id, id === 318 ? cents : cardsOut[company]]);
    const taken: Lines = { ...withdraw, ...Object.fromEntries(back) };
    for (const currency of everyCurrency) {
      const account = await books.wallet(client, { currency: currency as Currency, amount: '0' });
      for (const id of paysOut) {
        const isOffered = taken[String(id)] !== undefined;
        const isTaken = taken[String(id)]?.split(' ').includes(currency) ?? false;
        const { errors, data } = await askOut(client, { account_number: account, pm_id: id, amount: '1' });
        const [error] = errors;
        const field = Object.keys(error?.validation_messages ?? {})[0];
        const said = [id, currency, error?.code, field, isTaken ? `${data.min} ${data.max}` : undefined];
        const refused = isOffered ? ['currency_not_offered', 'currency', undefined] : ['method_not_offered', 'pm_id', undefined];
        expect(said).toEqual([id, currency, ...(isTaken ? ['limit_exceed', 'amount', limitOut(id, currency)] : refused)]);
      }
    }
  });

  test('is offered to pay back by what has paid in, up to what it brought, and no more is told that nothing came', async () => {
    const client = await app.signIn(as);
    const account = await books.wallet(client, { currency: 'USD', amount: '0' });
    const back = onlyBack(country);
    for (const id of back)
      await app.owner.sql.run(
        `insert into remittance (client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number, amount, currency,
           account_amount, account_currency, provider_transaction, created_at, expires_at, saved_at, updated_at)
         values ($1, $2, 'deposit', 'completed', $3, $4, 'praxis', $5, $6, $7, 12345, 'USD', $3, now(), now(), now(), now())`,
        [
          client.clientId,
          company,
          `m${client.clientId}-${id}`,
          id === 243 ? 340 : id,
          account,
          id === 243 ? 12_345 : 90_000,
          id === 243 ? 'USD' : 'CNY',
        ],
      );
    const { methods, unavailable } = (await app.call({ method: 'GET', path: 'api/payments/withdraw', as: client })).data;
    const left = (id: number) => methods.find(({ pm_id }: Told) => pm_id === id)?.left;
    for (const id of back)
      expect([id, left(id)]).toEqual([
        id,
        [id === 243 ? { currency: 'USD', amount: '123.45' } : { currency: 'CNY', amount: '900.00' }],
      ]);
    expect(unavailable.map(({ reason }: Told) => reason)).not.toContain('nothing_paid_in');
    // Now that each has something to give back: its time, its hours and its paper.
    for (const method of methods as readonly OfferedMethod[]) expect(toldOut(method)).toEqual(heldOut(method.pm_id));
  });
});

/** Interfaces §5: who is seeded with which status; null: open. */
const registration = ['complete_registration', 'registration_step2'] as const;
const leaving = ['only_withdrawals', 'withdraw'] as const;
const asleep = ['account_dormant', 'wake'] as const;
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
  ['global.dormant', 11, { deposit: asleep, withdraw: null, transfer: asleep }],
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
  // Who asks all the same is refused by the same.
  const account = await books.wallet(client, { currency: 'USD', amount: '0' });
  const { errors } = await askOut(client, { account_number: account, pm_id: 1010, amount: '100' });
  expect(errors[0]?.code).toBe(expected.withdraw?.[0] ?? 'not_enough_money');
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
