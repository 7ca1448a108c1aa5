import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { suspense, wallet as walletAccount } from '../../ledger/chart.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import { takeSwapFreeFrom } from '../../server/testing/swapFreeFacts.ts';
import { due, meanwhile, sweep } from '../../server/testing/telling.ts';
import { moveTopic } from './driving.ts';

let app: TestApp;
let books: BookFixture;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await openMarkets(app);
});
afterAll(() => app.close());
// Whatever was moved, each company's book sums to zero in each currency, and the rest of the audit finds nothing either.
afterEach(async () => requireSound());

async function requireSound(): Promise<void> {
  const faults = await books.faults();
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
}

const base = 'api/direct/forextime/clients/migrate';
const transfer = 'api/direct/batch-b2b-transfer';
const get = (as: SignedIn, path: string) => app.call({ method: 'GET', path, as });
const act = (as: SignedIn, action: string, more: object = {}) =>
  app.call({ method: 'POST', path: base, as, body: { action, ...more } });
const post = (as: SignedIn, path: string, body: object = {}) =>
  app.call({ method: 'POST', path: `${transfer}/${path}`, as, body });

/** Where a client lives now. */
async function lives(as: SignedIn, country: string): Promise<void> {
  await app.owner.sql.run('update client set country = $2, version = version + 1 where id = $1', [as.clientId, country]);
  app.opened.app.sessions.forgetClient(as.clientId);
}

async function sentPin(as: SignedIn, way: 'sendpin' | 'sendpin_uk'): Promise<string> {
  const answer = await post(as, way);
  expect(answer.errors).toEqual([]);
  await app.drain();
  const { email } = await app.owner.sql.one<{ email: string }>('select email from client where id = $1', [as.clientId]);
  const { messages } = (await (await fetch(`${app.url}/sandbox/outbox?to=${email}`)).json()) as {
    messages: { pin: string | null }[];
  };
  return messages.find(({ pin }) => pin !== null)?.pin ?? '';
}

const otherThan = (pin: string): string => String((Number(pin) + 1) % 10_000).padStart(4, '0');

/** All accounts of a client by company, and what is in each company's book of theirs. */
async function whereIs(as: SignedIn) {
  const rows = await app.owner.sql.many<{ company: number; minor: string }>(
    `select company, sum(balance)::text as minor from ledger_account
      where client_id = $1 and kind in ('wallet', 'trading') group by company having sum(balance) <> 0 order by company`,
    [as.clientId],
  );
  const active = await app.owner.sql.many<{ company: number; count: number }>(
    `select company_id as company, count(*)::integer as count from trading_account
      where client_id = $1 and status = 'active' group by 1 order by 1`,
    [as.clientId],
  );
  return { money: rows, active };
}

async function approved(as: SignedIn, route: 'uk' | 'ftg'): Promise<void> {
  expect((await act(as, `accept_${route}_terms`, { is_terms_agreed: true })).errors).toEqual([]);
  expect((await act(as, `approve_${route}_movement`)).errors).toEqual([]);
}

test('a client of the EU who lives in the UK moves there with every account and all money, at once', async () => {
  const client = await app.signIn('eu.active');
  const dollars = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '1000.00' });
  const euros = await books.account(client, 'standard', { currency: 'EUR', amount: '500.00' });
  const wallet = await books.wallet(client, { currency: 'USD', amount: '300.00' });
  await takeSwapFreeFrom(app, dollars, app.opened.clock.now());
  expect((await get(client, `${base}?action=is_b2b_uk_transfer_available`)).data.direct.b2b_transfer_available).toBe(false);
  expect((await post(client, 'sendpin_uk')).errors[0]?.code).toBe('company_move_not_offered');

  await lives(client, 'GB');
  expect((await get(client, `${base}?action=is_b2b_uk_transfer_available`)).data.direct.b2b_transfer_available).toBe(true);
  expect((await get(client, `${base}?action=is_b2b_transfer_available`)).data.direct.b2b_transfer_available).toBe(false);
  expect((await get(client, 'api/direct/migrate-to-another-company?action=is-available')).data.direct).toMatchObject({
    available: true,
    route: 'uk',
    terms: { version: 1 },
    move: { status: 'open', company: 4, is_terms_agreed: false },
  });
  expect((await post(client, 'sendpin_uk')).errors[0]?.code).toBe('terms_not_accepted');
  expect((await act(client, 'approve_uk_movement')).errors[0]?.code).toBe('terms_not_accepted');
  expect((await act(client, 'accept_uk_terms')).errors[0]?.code).toBe('terms_not_accepted');
  expect((await act(client, 'accept_ftg_terms', { is_terms_agreed: true })).errors[0]?.code).toBe('company_move_not_offered');
  expect((await act(client, 'login_to_uk')).errors[0]?.code).toBe('company_not_yours');
  await approved(client, 'uk');
  // A move that may be made shuts the opening of accounts.
  const opening = { account: 'standard', currency: 'USD', leverage: 25, i_agree_tc: true };
  expect((await app.call({ method: 'POST', path: 'api/accounts/live', body: opening, as: client })).errors[0]?.code).toBe(
    'company_move_open',
  );

  const { direct } = (await get(client, `${transfer}/info_uk`)).data;
  expect(direct).toMatchObject({ client_id: client.clientId, status: 'open', company: 4, is_approved: true, blockers: [] });
  expect(direct.accounts).toEqual([
    expect.objectContaining({ number: dollars, balance: '1000.00', becomes: { title: expect.any(String), leverage: 25 } }),
    expect.objectContaining({ number: euros, balance: '500.00', becomes: expect.anything() }),
  ]);
  expect(direct.amounts).toEqual([
    { currency: 'USD', amount: '1300.00' },
    { currency: 'EUR', amount: '500.00' },
  ]);

  const wrong = await post(client, 'process_uk', { pin: otherThan(await sentPin(client, 'sendpin_uk')) });
  expect(wrong.errors[0]).toMatchObject({ code: 'pin_wrong', validation_messages: { pin: { pin_check: expect.any(String) } } });
  await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 61 } });
  const done = await post(client, 'process_uk', { pin: await sentPin(client, 'sendpin_uk') });
  expect(done.errors).toEqual([]);
  expect(done.data.direct.status).toBe('moved');

  const { data } = await get(client, 'api/client_info');
  expect(data).toMatchObject({ id: client.clientId, company_id: 4, branch_id: 3, site: 'uk', is_terms_agreed: true });
  const { live } = (await get(client, 'api/accounts')).data.accounts;
  expect(live.map(({ currency, balance }: { currency: string; balance: string }) => `${currency} ${balance}`).toSorted()).toEqual(
    ['EUR 500.00', 'USD 1000.00'],
  );
  for (const { number, balance } of live) {
    expect([dollars, euros]).not.toContain(number);
    expect((await get(client, `api/accounts/${number}`)).data.is_swap_free_withdrawn).toBe(balance === '1000.00');
    expect([await books.onPlatform(number), await books.inLedger(number)]).toEqual([balance, balance]);
  }
  expect([await books.onPlatform(dollars), await books.inLedger(wallet)]).toEqual(['0.00', '300.00']);
  expect(await app.opened.app.platforms.mt5.account(dollars)).toMatchObject({ account: { access: 'closed' } });
  expect(await whereIs(client)).toEqual({ money: [{ company: 4, minor: '180000' }], active: [{ company: 4, count: 2 }] });

  const signedOn = await act(client, 'login_to_uk');
  expect(signedOn.data.direct).toMatchObject({ status: 'moved', redirect: null, company_id: 4, sid: expect.any(String) });
  const cookie = signedOn.headers.getSetCookie().find((each) => each.startsWith('show_region='));
  expect(cookie).toMatch(/^show_region=uk;.*Max-Age=15724800/);
  expect((await get(client, `${transfer}/info_uk`)).data.direct).toMatchObject({ status: 'moved', company: 4, accounts: [] });
});

test('what is open on an account stands against a move, and the move says what', async () => {
  const client = await app.signIn('eu.pro');
  const number = await books.account(client, 'standard', { currency: 'USD', amount: '1000.00' });
  await lives(client, 'GB');
  await approved(client, 'uk');
  const pin = await sentPin(client, 'sendpin_uk');
  const { mt4 } = app.opened.app.platforms;
  const position = { position: '1', login: number } as never;
  await meanwhile(mt4, { positionsOf: async () => ({ outcome: 'done', positions: [position] }) }, async () => {
    expect((await get(client, `${base}?action=is_b2b_uk_transfer_available`)).data.direct.b2b_transfer_available).toBe(false);
    expect((await get(client, `${transfer}/info_uk`)).data.direct.blockers).toEqual(['positions']);
    const answer = await post(client, 'process_uk', { pin });
    expect([answer.errors[0]?.code, answer.data]).toEqual(['company_move_blocked', { blockers: ['positions'] }]);
  });

  // Opened at the last moment, after the first look: it is all given back, and the client can try again.
  await meanwhile(mt4, { positions: async () => ({ outcome: 'done', positions: [position] }) }, async () => {
    expect((await post(client, 'process_uk', { pin })).data.direct.status).toBe('given_up');
  });
  expect(await whereIs(client)).toEqual({ money: [{ company: 1, minor: '100000' }], active: [{ company: 1, count: 1 }] });
  expect(await mt4.account(number)).toMatchObject({ account: { access: 'full', balance: 100000n } });
  expect((await get(client, 'api/client_info')).data.gates.deposit).toBe(null);
  const notices = await app.owner.sql.many<{ type: string }>(
    `select type from notice where client_id = $1 and type like 'company_move%' order by id`,
    [client.clientId],
  );
  expect(notices.map(({ type }) => type)).toEqual(['company_move_offered', 'company_move_given_up']);

  await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 61 } });
  const again = await post(client, 'process_uk', { pin: await sentPin(client, 'sendpin_uk') });
  expect(again.data.direct.status).toBe('moved');
  // Elective professionals are assessed anew.
  expect((await get(client, 'api/client_info')).data).toMatchObject({ company_id: 4, client_category: 0 });
});

test('an answer that a platform loses is found out by the job, and nothing else moves meanwhile', async () => {
  const client = await app.signIn('uk.active');
  const first = await books.account(client, 'standard', { currency: 'USD', amount: '700.00' });
  const second = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '200.00' });
  await lives(client, 'ZA');
  await approved(client, 'ftg');
  const pin = await sentPin(client, 'sendpin');
  const { mt5 } = app.opened.app.platforms;
  const usual = mt5.balanceOperation.bind(mt5);
  // It takes effect, and nobody hears of it.
  const deaf = async (...given: Parameters<typeof usual>) => {
    await usual(...given);
    return { outcome: 'unknown', reason: 'the line was cut' } as const;
  };
  await meanwhile(
    mt5,
    { balanceOperation: deaf, findByTag: async () => ({ outcome: 'unknown', reason: 'no answer' }) },
    async () => {
      expect((await post(client, 'process', { pin })).data.direct.status).toBe('under_way');
    },
  );
  expect((await get(client, 'api/client_info')).data).toMatchObject({
    company_id: 4,
    gates: { deposit: { code: 'company_move_under_way' }, withdraw: { code: 'company_move_under_way' } },
  });
  expect((await post(client, 'process', { pin })).errors[0]?.code).toBe('company_move_under_way');
  // Of two accounts one is empty already; the client is still whole in the old company.
  expect((await whereIs(client)).active).toEqual([{ company: 4, count: 2 }]);
  await outlastOperations(app);
  await due(app, moveTopic);
  expect((await get(client, 'api/client_info')).data).toMatchObject({ company_id: 3, branch_id: 1, gates: { deposit: null } });
  expect(await whereIs(client)).toEqual({ money: [{ company: 3, minor: '90000' }], active: [{ company: 3, count: 2 }] });
  expect([await books.onPlatform(first), await books.onPlatform(second)]).toEqual(['0.00', '0.00']);
});

test('whoever stays with the main branch ends an open move to the UK', async () => {
  const client = await app.signIn('eu.lead');
  await lives(client, 'GB');
  expect((await act(client, 'change_branch_uk_to_main')).errors[0]?.code).toBe('branch_is_main');
  expect((await act(client, 'accept_uk_terms', { is_terms_agreed: true })).data.direct.status).toBe('open');
  expect((await act(client, 'change_branch_uk_to_main')).errors).toEqual([]);
  const row = await app.owner.sql.one('select phase from company_move where client_id = $1', [client.clientId]);
  expect(row).toEqual({ phase: 'withdrawn' });
  // Whoever thinks better of it is told anew: it is another move.
  const offers = async () =>
    app.owner.sql.many(
      `select closed_at is null as "isOpen" from notice where client_id = $1 and type = 'company_move_offered' order by id`,
      [client.clientId],
    );
  expect(await offers()).toEqual([{ isOpen: false }]);
  expect((await act(client, 'accept_uk_terms', { is_terms_agreed: true })).data.direct.status).toBe('open');
  expect(await offers()).toEqual([{ isOpen: false }, { isOpen: true }]);
  expect((await act(client, 'accept_mauritius_terms', { is_terms_agreed: true })).errors[0]?.code).toBe('company_not_yours');
  const global = await app.signIn('global.active');
  expect((await act(global, 'accept_mauritius_terms', { is_terms_agreed: true })).errors).toEqual([]);
});

test('what is paid only after the move follows the client', async () => {
  const client = await app.signIn('ng.active');
  await lives(client, 'GB');
  await books.wallet(client, { currency: 'USD', amount: '10.00' });
  await approved(client, 'uk');
  expect((await post(client, 'process_uk', { pin: await sentPin(client, 'sendpin_uk') })).data.direct.status).toBe('moved');
  const wallet = (await get(client, 'api/direct/wallets')).data;
  expect(JSON.stringify(wallet)).toContain('10.00');
  const from = suspense(3, 'USD');
  const to = walletAccount({ company: 3, clientId: client.clientId }, 'USD');
  const legs = [{ from, to, minor: 500n }] as const;
  const at = app.opened.app.clock.now();
  await app.opened.app.book.submit({
    movement: { key: `unmatched_credited:late-${client.clientId}`, kind: 'unmatched_credited', legs, at },
  });
  await sweep(app, 'moves.late');
  expect(await whereIs(client)).toMatchObject({ money: [{ company: 4, minor: '1500' }] });
});

test.each([
  { what: 'frozen', status: 14 },
  { what: 'closed', status: 5 },
])('a move does not begin of whom the desk has $what while the platforms were asked', async ({ status }) => {
  const client = await app.signIn('in.gold');
  const { sql } = app.owner;
  if (status === 14) {
    await books.account(client, 'advantage mt5', { currency: 'USD', amount: '10.00' });
    await lives(client, 'GB');
    await approved(client, 'uk');
  }
  await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 61 } });
  const pin = await sentPin(client, 'sendpin_uk');
  const { mt5 } = app.opened.app.platforms;
  const usual = mt5.accounts.bind(mt5);
  const accounts: typeof mt5.accounts = async (...asked) => {
    await sql.run('update client set status_id = $2, version = version + 1 where id = $1', [client.clientId, status]);
    return usual(...asked);
  };
  await meanwhile(mt5, { accounts }, async () => {
    expect((await post(client, 'process_uk', { pin })).errors[0]?.code).toBe('company_move_not_offered');
  });
  const row = await sql.one('select phase from company_move where client_id = $1', [client.clientId]);
  expect(row).toEqual({ phase: 'offered' });
  await sql.run('update client set status_id = 12, version = version + 1 where id = $1', [client.clientId]);
  app.opened.app.sessions.forgetClient(client.clientId);
});
