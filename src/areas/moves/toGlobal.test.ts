import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginRange } from '../../law/numbers.ts';
import { changeSetting } from '../../server/start/settings.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openDemo, openMarkets } from '../../server/testing/dealer.ts';
import { pinSentTo } from '../../server/testing/telling.ts';
import { keepSnapshot } from '../accounts/face.ts';

/* A client of the EU moves to the global company: from the form to the first sign-in there, with all that the table of moves names. */

let app: TestApp;
let books: BookFixture;
const hosts = { eu: 'eu.broker.example', global: 'www.broker.example' } as const;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await openMarkets(app);
});
afterAll(() => app.close());

const own = 'api/direct/migrate-to-another-company';
const transfer = 'api/direct/batch-b2b-transfer';
const get = (as: Pick<SignedIn, 'cookie' | 'token'>, path: string) => app.call({ method: 'GET', path, as });
const post = (as: SignedIn, path: string, body: object = {}) => app.call({ method: 'POST', path, as, body });
const act = (as: SignedIn, action: string, more: object = {}) =>
  post(as, 'api/direct/forextime/clients/migrate', { action, ...more });

const told = {
  residence_country: 'MY',
  birth_date: '1980-05-01',
  place_of_birth: 'CY',
  account: 'micro',
  currency: 'USD',
  leverage: '1000',
  traded_system_experience: ['forex', 'cfd'],
  traded_experience: '2',
  number_of_trades: '1',
  annual_volume: '1',
  tax_residency: 'DE',
  tax_id: '12345678901',
  experience_risk: '1_1',
};

/** Five dollars, which the platform has and the book has not. */
async function giveBonus(kind: 'mt4' | 'mt5', login: number): Promise<void> {
  const platform = app.opened.app.platforms[kind];
  await platform.balanceOperation({ login, kind: 'credit', amount: 500n, currency: 'USD', tag: `move-bonus-${login}` });
  const seen = await platform.account(login);
  if (seen.outcome === 'done') await keepSnapshot(app.owner.sql, seen.account);
}

/** What the client has: on either platform, one under a bonus, one for bonuses, one for play, a wallet, and an order between two of them. */
async function holdings(client: SignedIn) {
  const { sql } = app.owner;
  const dollars = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '1000.00' });
  const euros = await books.account(client, 'standard', { currency: 'EUR', amount: '500.00' });
  const promo = await books.account(client, 'standard', { currency: 'USD', amount: '40.00' });
  await giveBonus('mt4', promo);
  // Whose bonus is gone is no account for bonuses any more.
  await sql.run('update trading_account set is_promo = true where number = $1', [promo]);
  const raised = await app.call({
    method: 'PATCH',
    path: `api/accounts/${dollars}/leverage`,
    body: { leverage: 30 },
    as: client,
  });
  expect(raised.errors).toEqual([]);
  await app.drain();
  await giveBonus('mt5', dollars);
  const demo = await openDemo(app, client, { leverage: 25 });
  const wallet = await books.wallet(client, { currency: 'USD', amount: '300.00' });
  const order = { occasion: 'dates', every: 'month', day: 1, amount: '5' };
  for (const target of [dollars, promo])
    expect(
      (await post(client, 'api/transfer-automation', { account_number: wallet, target_account_number: target, ...order })).errors,
    ).toEqual([]);
  return { dollars, euros, promo, demo, wallet };
}

type Held = Awaited<ReturnType<typeof holdings>>;

/** Asks by the form, which signs out; the desk sees it, and approves. */
async function approvedAtDesk(client: SignedIn): Promise<SignedIn> {
  expect((await act(client, 'migrate', told)).data.direct.status).toBe('asked');
  expect((await get(client, 'api/client_info')).httpStatus).toBe(401);
  const compliance = await app.signInStaff('compliance');
  const { items } = (await get(compliance, '/api/desk/queues/moves')).data;
  expect(items).toMatchObject([{ client_id: client.clientId, detail: { from: 1, to: 3, country: 'MY' } }]);
  const path = `/api/desk/moves/${items[0].subject.split(':')[1]}`;
  expect((await get(compliance, path)).data.move).toMatchObject({ from: 1, to: 3, phase: 'asked', told: { account: 'micro' } });
  const body = { decision: 'approved', reason: 'Lives in Penang by the tenancy.' };
  expect((await app.call({ method: 'POST', path, as: compliance, body })).errors).toEqual([]);
  expect((await get(compliance, '/api/desk/queues/moves')).data.items).toEqual([]);
  return app.signIn('eu.active');
}

/** From what is offered to the PIN, each step only after the one before. */
async function agree(client: SignedIn, { dollars, euros, promo }: Held): Promise<void> {
  const codes = async (answer: ReturnType<typeof post>) => (await answer).errors.map(({ code }: { code: string }) => code);
  expect((await get(client, own)).data.direct).toMatchObject({
    available: true,
    route: 'ftg',
    terms: { version: 1, documents: expect.arrayContaining([expect.anything()]) },
    move: { status: 'open', company: 3 },
  });
  expect((await get(client, 'api/client_info')).data.gates).toMatchObject({
    open_live_account: { code: 'company_move_open' },
    open_demo_account: { code: 'company_move_open' },
    invest: { code: 'company_move_open' },
    deposit: null,
  });
  expect(await codes(act(client, 'accept_uk_terms', { is_terms_agreed: true }))).toEqual(['company_move_not_offered']);
  expect(await codes(act(client, 'approve_ftg_movement'))).toEqual(['terms_not_accepted']);
  expect(await codes(act(client, 'accept_ftg_terms'))).toEqual(['terms_not_accepted']);
  expect(await codes(act(client, 'accept_ftg_terms', { is_terms_agreed: true }))).toEqual([]);
  expect(await codes(post(client, `${transfer}/sendpin`))).toEqual(['terms_not_accepted']);
  expect(await codes(act(client, 'approve_ftg_movement'))).toEqual([]);
  expect(await codes(post(client, `${transfer}/sendpin_uk`))).toEqual(['company_move_not_offered']);
  const { direct } = (await get(client, `${transfer}/info`)).data;
  const { accounts, amounts, blockers } = direct;
  expect(accounts.toSorted((a: { number: number }, b: { number: number }) => a.number - b.number)).toMatchObject(
    [
      // 1:30 is what the EU allows: the global company has 1:25 and 1:50.
      { number: dollars, balance: '1000.00', bonus: '5.00', leverage: 30, becomes: { leverage: 25 } },
      { number: euros, balance: '500.00', becomes: { leverage: 25 } },
      { number: promo, balance: '40.00', bonus: '5.00', becomes: null },
    ].toSorted((a, b) => a.number - b.number),
  );
  expect([amounts, blockers]).toEqual([
    [
      { currency: 'USD', amount: '1340.00' },
      { currency: 'EUR', amount: '500.00' },
    ],
    [],
  ]);
  const available = await get(client, 'api/direct/forextime/clients/migrate?action=is_b2b_transfer_available');
  expect(available.data.direct.b2b_transfer_available).toBe(true);
}

/** Every account is a new one of the other company, the old ones are emptied, shut and in the archive, and the books say the same. */
async function requireMoved(client: SignedIn, { dollars, euros, promo, demo, wallet }: Held): Promise<void> {
  const { live } = (await get(client, 'api/accounts')).data.accounts as {
    live: { number: number; currency: string; balance: string; leverage: number; platform: 'mt4' | 'mt5' }[];
  };
  const shown = live.map(({ currency, balance, leverage }) => ({ currency, balance, leverage }));
  expect(shown.toSorted((a, b) => a.currency.localeCompare(b.currency))).toEqual([
    { currency: 'EUR', balance: '500.00', leverage: 25 },
    { currency: 'USD', balance: '1000.00', leverage: 25 },
  ]);
  for (const { number, balance, platform } of live) {
    const { first, last } = loginRange({ platform, company: 3, isDemo: false });
    expect(number >= first && number <= last).toBe(true);
    expect([await books.onPlatform(number), await books.inLedger(number)]).toEqual([balance, balance]);
    expect(await app.opened.app.platforms[platform].account(number)).toMatchObject({ account: { access: 'full', credit: 0n } });
  }
  await app.drain();
  const { mt4, mt5 } = app.opened.app.platforms;
  for (const [number, platform] of [
    [dollars, mt5],
    [euros, mt4],
    [promo, mt4],
    [demo, mt5],
  ] as const)
    expect(await platform.account(number)).toMatchObject({ account: { access: 'closed', credit: 0n } });
  for (const number of [dollars, euros, promo]) expect(await books.onPlatform(number)).toBe('0.00');
  const statuses = await app.owner.sql.many<{ number: number; company: number; status: string }>(
    'select number, company_id as company, status from trading_account where number = any($1) order by number',
    [[dollars, euros, promo, demo]],
  );
  expect(statuses.map(({ company, status }) => `${company} ${status}`)).toEqual(Array.from({ length: 4 }, () => '1 archived'));
  // What was for bonuses is in the wallet.
  expect(await books.inLedger(wallet)).toBe('340.00');
  const held = await app.owner.sql.many(
    `select company, unit, sum(balance)::text as minor from ledger_account where client_id = $1 and kind in ('wallet', 'trading')
      group by 1, 2 having sum(balance) <> 0 order by 1, 2`,
    [client.clientId],
  );
  expect(held).toEqual([
    { company: 3, unit: 'EUR', minor: '50000' },
    { company: 3, unit: 'USD', minor: '134000' },
  ]);
  // An order goes on with the account that the old one became; that of an account whose money went into the wallet has ended.
  const becomes = live.find(({ currency }) => currency === 'USD')?.number;
  expect((await get(client, 'api/transfer-automation')).data.orders).toMatchObject([
    { account_number: wallet, target_account_number: becomes, status: 'active' },
  ]);
}

/** What compliance reads of it afterwards. */
async function requireSeenAtDesk({ clientId }: SignedIn): Promise<void> {
  const admin = await app.signInStaff('admin');
  const { events } = (await get(admin, `/api/desk/audit?client_id=${clientId}&action=company_move.&limit=100`)).data;
  const done = events.map(({ action }: { action: string }) => action.replace('company_move.', ''));
  expect(done.toReversed().filter((action: string) => action !== 'read')).toEqual([
    'ask',
    'decide',
    'terms',
    'approve',
    'begin',
    'moved',
  ]);
  const moved = events.find(({ action }: { action: string }) => action === 'company_move.moved');
  expect(moved.detail).toMatchObject({ from: 1, to: 3, accounts: [expect.anything(), expect.anything(), expect.anything()] });
  const { client, accounts } = (await get(admin, `/api/desk/clients/${clientId}`)).data;
  expect(client).toMatchObject({ company: 3, branch: 1, region: 'global', country: 'MY' });
  const active = accounts.filter(({ status }: { status: string }) => status === 'active');
  expect(active).toHaveLength(2);
}

/** At the portal of one of the companies: what the client is told there. */
async function infoAt(as: SignedIn, site: keyof typeof hosts) {
  const headers = { cookie: as.cookie, host: hosts[site] };
  const answer = await app.opened.fastify.inject({ method: 'GET', url: '/api/js/api/client_info', headers });
  return answer.json<{ data: { company_id: number; site: string; gates: Record<string, { code: string } | null> } }>().data;
}

/** As when the desk has approved a proof of where they live now. */
async function provenAgain({ clientId }: SignedIn): Promise<void> {
  const { sql } = app.owner;
  const papers = 'select status_id as status, has_approved_residence as residence from client where id = $1';
  expect(await sql.one(papers, [clientId])).toEqual({ status: 9, residence: false });
  await sql.run('update client set status_id = 12, has_approved_residence = true, version = version + 1 where id = $1', [
    clientId,
  ]);
  app.opened.app.sessions.forgetClient(clientId);
}

test('a client of the EU moves to the global company, and goes on there', async () => {
  const before = await app.signIn('eu.active');
  const held = await holdings(before);
  const client = await approvedAtDesk(before);
  await agree(client, held);
  expect((await post(client, `${transfer}/sendpin`)).errors).toEqual([]);
  const done = await post(client, `${transfer}/process`, { pin: await pinSentTo(app, 'eu.active@atrium.test') });
  expect([done.errors, done.data?.direct.status]).toEqual([[], 'moved']);
  await requireMoved(client, held);
  await requireSeenAtDesk(client);
  expect(await books.faults()).toEqual([]);

  const at = app.opened.clock.now();
  for (const [site, host] of Object.entries(hosts)) {
    const change = { path: `sites.${site}`, value: [host], author: 'test', at, effectiveAt: at };
    await app.owner.transact((sql) => changeSetting(sql, change));
  }
  await app.opened.settings.refresh();
  // Where they were they only read, and are led over; the browser knows from then on where they belong.
  expect((await infoAt(client, 'eu')).gates['deposit']).toMatchObject({ code: 'service_not_available_log_in_global' });
  const signedOn = await act(client, 'login_to_ftg');
  expect(signedOn.data.direct).toMatchObject({
    status: 'moved',
    company_id: 3,
    redirect: `https://${hosts.global}/en/login`,
    sid: expect.any(String),
  });
  const cookies = signedOn.headers.getSetCookie().filter((each) => each.startsWith('show_region='));
  expect(cookies).toEqual([expect.stringMatching(/^show_region=global;.*Max-Age=15724800/)]);
  expect((await act(client, 'login_to_uk')).errors[0]?.code).toBe('company_not_yours');
  const there = await app.signIn('eu.active');
  expect(there.clientId).toBe(client.clientId);
  // What proved where they lived proves nothing of where they live now.
  const unproven = { code: 'upload_documents' };
  expect(await infoAt(there, 'global')).toMatchObject({
    company_id: 3,
    branch_id: 1,
    site: 'global',
    is_terms_agreed: true,
    gates: { deposit: unproven, withdraw: unproven, open_live_account: unproven, gold: { code: 'gold_not_available_here' } },
  });
  await provenAgain(there);
  // The account that the form asked for is one press away.
  expect((await get(there, own)).data.direct).toMatchObject({
    available: false,
    wished: { account: 'micro', currency: 'USD', leverage: '1000' },
    move: { status: 'moved', company: 3 },
  });
  const opened = { account: 'micro', currency: 'USD', leverage: 1000, i_agree_tc: true };
  expect((await post(there, 'api/accounts/live', opened)).errors).toEqual([]);
});
