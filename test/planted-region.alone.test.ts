import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { notify } from '../src/areas/notices/face.ts';
import { openingNotices } from '../src/areas/opening/notices.ts';
import { clientId } from '../src/base/id.ts';
import { platformGroups } from '../src/law/platformGroups.ts';
import type { RegionRules } from '../src/law/regions/profile.ts';
import { directionAsks } from '../src/protocol/payment.ts';
import { openTestApp, type SignedIn, type TestApp } from '../src/server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../src/server/testing/bookFixture.ts';
import { account, everybody, knowing } from '../src/server/testing/newcomers.ts';
import { openPaymentsFixture } from '../src/server/testing/paymentsFixture.ts';
import { changeSetting } from '../src/server/start/settings.ts';

/*
 * China with cells that company 3 has otherwise, as any region added by the recipe may have them: what is written there is obeyed
 * by every reader, and nobody else of the company is touched by it.
 */
vi.mock('../src/law/regions/china.ts', async () => {
  const { retailCaps } = await import('../src/law/regions/retailCaps.ts');
  const overrides: Required<RegionRules> = {
    languages: ['zh'],
    riskWarning: true,
    incentives: { retail: [], professional: [], counterparty: [] },
    trading: {
      leverageCaps: { retail: retailCaps, professional: null, counterparty: null },
      negativeBalanceProtection: false,
      closeOutPercent: 80,
    },
    appropriatenessTest: ['retail'],
    defaultPlatform: 'mt4',
    demo: { balance: '777', leverage: 25 },
    gold: { openTo: 'everybody', purchaseTax: { CN: 1000 } },
    investing: 'closed',
    stockAccounts: false,
    verifiedBeforeOpening: true,
    enrolment: {
      form: 'eu',
      isClosable: false,
      asks: ['risk_understanding'],
      namesAgriculture: true,
      defaults: { anticipated_turnover: '8' },
      refusesTaxResidents: [],
      refusesCitizens: ['BR'],
    },
    unverifiedDeposits: 'capped',
    papersLockSince: new Date('2024-01-01T00:00:00Z'),
    residenceProof: { asksWhose: false, mostMonths: 2, accepts: ['tax_letter'] },
    paymentProofs: ['local'],
    tracking: 'never',
    payoutPin: null,
  };
  return { china: { company: 3, countries: ['CN'], overrides } };
});

let app: TestApp;
let books: BookFixture;
let planted: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  planted = await app.signIn('cn.active');
  other = await app.signIn('ng.active');
});
afterAll(() => app.close());

const info = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data;
const gates = async (as: SignedIn) => (await info(as)).gates;

/** A seeded client of another state, once the application knows. */
async function put(name: string, status: number, registeredAt: string): Promise<SignedIn> {
  const as = await app.signIn(name);
  await app.owner.sql.run(
    `update client set status_id = $2, registered_at = $3, has_approved_id = false, has_approved_residence = false, version = version + 1
      where id = $1`,
    [as.clientId, status, registeredAt],
  );
  await expect.poll(async () => (await info(as)).status_id, { interval: 20 }).toBe(status);
  return as;
}

const openAccount = (as: SignedIn, leverage: number) =>
  app.call({
    method: 'POST',
    path: 'api/accounts/live',
    body: { account: 'advantage mt5', currency: 'USD', leverage, i_agree_tc: true },
    as,
  });

test('its languages are the ones that its clients are answered in', async () => {
  const ask = async (as: SignedIn) =>
    (await app.call({ method: 'GET', path: 'api/transfers?tid=999999999&lang=ar', as })).errors[0]?.errmsg ?? '';
  expect(await ask(planted)).toMatch(/\p{Script=Han}/u);
  expect(await ask(other)).toMatch(/\p{Script=Arabic}/u);
});

test('its letters bear its warning, in its language', async () => {
  const letterTo = async (as: SignedIn, name: string) => {
    const order = { clientId: clientId(as.clientId), notice: openingNotices.account_opened, values: {} } as const;
    await app.owner.sql.run(`update client set language = 'ar' where id = $1`, [as.clientId]);
    await app.database.transact((sql) => notify(sql, { ...order, key: `letter:${name}`, now: app.opened.clock.now() }));
    await app.drain();
    const answer = await fetch(`${app.url}/sandbox/outbox?to=${name}@atrium.test`);
    return ((await answer.json()) as { messages: { text: string }[] }).messages[0]?.text ?? '';
  };
  const letter = await letterTo(planted, 'cn.active');
  expect(letter).toMatch(/\p{Script=Han}/u);
  expect(letter).toContain('74–89');
  const others = await letterTo(other, 'ng.active');
  expect(others).toMatch(/\p{Script=Arabic}/u);
  expect(others).not.toContain('74–89');
});

test('its retail clients pass the test before a first account, and there is one to pass', async () => {
  for (const as of [planted, other])
    await app.owner.sql.run('update client set at_passed = false, version = version + 1 where id = $1', [as.clientId]);
  const test = { path: 'api/direct/questionnaire' };
  await expect
    .poll(async () => (await gates(planted)).open_live_account, { interval: 20 })
    .toMatchObject({ code: 'appropriateness_test_required' });
  expect(await gates(other)).toMatchObject({ open_live_account: null, take_test: { code: 'test_not_asked' } });
  const asked = await app.call({ method: 'GET', ...test, as: planted });
  expect(asked.data).toMatchObject({ version: 'general-1', form_available: true });
  const answers = [123, 146, 148, 152, 155, 158, 160, 163, 167, 169];
  const taken = await app.call({ method: 'POST', ...test, body: { action: 'save', answers }, as: planted });
  expect(taken.data).toMatchObject({ is_passed: true, max_leverage: 30 });
  expect(await gates(planted)).toMatchObject({ open_live_account: null });
});

test('it invests in nobody, and nobody is asked there whether that is what they came for', async () => {
  expect([(await gates(planted)).invest, (await gates(other)).invest]).toMatchObject([{ code: '30003' }, null]);
  const purposes = async (name: string) => {
    const as = await put(name, 8, '2023-12-01');
    const { data } = await app.call({ method: 'GET', path: 'api/direct/clients/details', as });
    return data.field_dictionaries.purpose_of_transactions.map(({ id }: { id: string }) => id);
  };
  expect([await purposes('cn.locked'), await purposes('global.my')]).toEqual([
    ['1', '2', 'other'],
    ['1', '2', '3', 'other'],
  ]);
});

test('its second step is a form of its own', async () => {
  const details = async (name: string) => {
    const as = await put(name, 8, '2023-12-01');
    return (await app.call({ method: 'GET', path: 'api/direct/clients/details', as })).data;
  };
  const [own, theirs] = [await details('cn.locked'), await details('global.my')];
  const isAsked = { risk_understanding: 'required' };
  expect(own).toMatchObject({ form: 'eu', is_closable: false, refused_citizens: ['BR'], fields: isAsked });
  expect(own.fields_values).toMatchObject({ anticipated_turnover: '8' });
  expect(theirs).toMatchObject({ form: 'global', is_closable: true, refused_citizens: [] });
  expect(theirs.fields).not.toMatchObject(isAsked);
  const natures = ({ field_dictionaries: lists }: typeof own) => lists.business_nature.map(({ id }: { id: string }) => id);
  expect([natures(own), natures(theirs)]).toEqual([
    ['1', '2', '3', '5', '4'],
    ['1', '2', '3', '4'],
  ]);
});

test('it takes tax residents whom the company’s others lead elsewhere', async () => {
  const submit = async (name: string, besides: object) => {
    const as = await put(name, 8, '2023-12-01');
    const body = { ...everybody, ...besides, tax_residency: 'DE', tax_id: '12345678901' };
    const answer = await app.call({ method: 'POST', path: 'api/direct/clients/details', body, as });
    return [answer.httpStatus, answer.errors.map(({ code }) => code)];
  };
  const asked = { national_doc_number: '11010519491231002X', individual_postcode: '100000', risk_understanding: 'yes' };
  expect(await submit('cn.locked', { ...asked, answers: knowing })).toEqual([200, []]);
  expect(await submit('global.my', account)).toEqual([422, ['80002']]);
});

test('no account for shares is opened there, nor its pages', async () => {
  const offered = async (as: SignedIn) => {
    const { data } = await app.call({ method: 'GET', path: 'api/account_types/live?lang=en', as });
    return data.account_types.some(({ family }: { family: string }) => family === 'stock');
  };
  expect((await gates(planted)).view_stocks).toMatchObject({ code: 'stock_not_available_here' });
  expect((await gates(other)).view_stocks).toBeNull();
  expect([await offered(planted), await offered(other)]).toEqual([false, true]);
});

test('who registered from its day on sees papers and profile only, and nobody who came before', async () => {
  const code = async (as: SignedIn) => (await gates(as)).view?.code;
  expect(await code(await put('cn.locked', 9, '2024-01-01'))).toBe('documents_and_profile_only');
  expect(await code(await put('cn.locked', 8, '2023-12-31'))).toBeUndefined();
  expect(await code(await put('global.full', 9, '2024-01-01'))).toBeUndefined();
});

test('before the papers its clients pay in up to the cap, and open no account', async () => {
  const at = app.opened.clock.now();
  const value = [{ company: 3, cap: '55', currency: 'USD', days: 9 }];
  const change = { path: 'unverified.companies', value, author: 'test', at, effectiveAt: at };
  await app.owner.transact((sql) => changeSetting(sql, change));
  const [own, theirs] = [await put('cn.locked', 9, '2023-12-31'), await put('global.full', 9, '2023-12-31')];
  expect(await gates(own)).toMatchObject({ deposit: null, open_demo_account: { code: 'verify_profile' } });
  expect(await gates(theirs)).toMatchObject({ deposit: { code: 'upload_documents' }, open_demo_account: null });
  const unverified = async () => (await app.call({ method: 'GET', path: 'api/payments/deposit', as: own })).data.unverified;
  await expect.poll(unverified, { interval: 20 }).toMatchObject({ left: '55.00', currency: 'USD', days: 9 });
});

test('its accounts are offered and opened up to its leverage, in groups of its own that the platform keeps by its rules', async () => {
  const offer = (await app.call({ method: 'GET', path: 'api/account_types/demo', as: planted })).data;
  expect(offer).toMatchObject({ default_platform: 'mt4', demo: { balance: '777' } });
  expect((await openAccount(planted, 500)).errors[0]?.code).toBe('leverage_not_offered');
  const group = async (number: number) =>
    (await app.owner.sql.one<{ group: string }>('select group_name as "group" from trading_account where number = $1', [number]))
      .group;
  const own = await openAccount(planted, 30);
  expect(await group(own.data.number)).toBe(String.raw`china\retail\advantage-mt5-USD`);
  const theirs = await openAccount(other, 500);
  expect(await group(theirs.data.number)).toBe(String.raw`global\retail\advantage-mt5-USD`);
  const byName = new Map(platformGroups('mt5').map((each) => [each.name, each]));
  expect(byName.get(String.raw`china\retail\advantage-mt5-USD`)).toMatchObject({
    leverageMax: 30,
    leverageCaps: { share: 5 },
    stopOutPercent: 80,
    negativeBalanceProtection: false,
  });
});

test('what it does not protect is not paid back, what the company else protects is', async () => {
  const losing = async (as: SignedIn) => {
    const { number } = await app.owner.sql.one<{ number: number }>('select number from trading_account where client_id = $1', [
      as.clientId,
    ]);
    await app.opened.app.platforms.mt5.balanceOperation({
      login: number,
      kind: 'correction',
      amount: -5_000n,
      currency: 'USD',
      tag: `crash-${number}`,
      checkMargin: false,
    });
    return number;
  };
  const numbers = [await losing(planted), await losing(other)];
  await app.owner.sql.run(`update trading_account set snapshot_at = snapshot_at - interval '1 day', asked_at = null`);
  for (const name of ['accounts.snapshots', 'mirror.negative']) await app.opened.worker?.sweep(name);
  const balances = await Promise.all(numbers.map((number) => app.opened.app.platforms.mt5.account(number)));
  expect(balances.map((told) => told.outcome === 'done' && told.account.balance)).toEqual([-5_000n, 0n]);
});

test('its clients hold gold, bought with its tax, where the company’s others do not', async () => {
  const gold = async (as: SignedIn) => app.call({ method: 'GET', path: 'api/gold/trading', as });
  expect((await gold(planted)).data).toMatchObject({ tax_percent: '10' });
  expect((await gold(other)).errors[0]).toMatchObject({ code: 'gold_not_available_here' });
});

test('a proof of residence is as new as it has to be there, and says whose it is where that is asked', async () => {
  const papers = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'documents', as })).data;
  const proofs = async (as: SignedIn) => (await papers(as)).payment_methods.map(({ proof }: { proof: string }) => proof);
  expect([await proofs(planted), await proofs(other)]).toEqual([['local'], ['card', 'bank', 'local']]);
  const samples = (await app.call({ method: 'GET', path: '/api/sites/default/files/api/pordocs-3.json?country=CN' })).data
    .samples;
  expect(samples.map(({ key }: { key: string }) => key)).toEqual(['tax_letter']);
  const asked = async (as: SignedIn) => (await papers(as)).residence_proof;
  expect([await asked(planted), await asked(other)]).toEqual([
    { asks_whose: false, most_months: 2 },
    { asks_whose: true, most_months: 6 },
  ]);
});

test('nobody is asked to refer a friend where it bars incentives', async () => {
  const mayRefer = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data.canRefer;
  expect([await mayRefer(planted), await mayRefer(other)]).toEqual([false, true]);
});

test('money leaves without a PIN there', async () => {
  // The same cell answers for every way out; transfers, which ask for none otherwise, begin without more.
  Object.assign(directionAsks, { transfer: { pin: true } });
  try {
    const isAsked = async (as: SignedIn) => {
      const wallet = await books.wallet(as, { currency: 'USD', amount: '20.00' });
      const account = await books.account(as, 'advantage mt5', { currency: 'USD', amount: '0' });
      return (await openPaymentsFixture(app, as).askTransfer(wallet, account, '5.00')).data.pin_required;
    };
    expect([await isAsked(planted), await isAsked(other)]).toEqual([false, true]);
  } finally {
    Object.assign(directionAsks, { transfer: { pin: false } });
  }
});

test('nobody is asked whether they may be counted where nothing is', async () => {
  const isAsked = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/tracking/consent', as })).data.is_asked;
  expect([await isAsked(planted), await isAsked(other)]).toEqual([false, true]);
});
