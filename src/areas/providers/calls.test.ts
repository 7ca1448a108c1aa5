import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { due, meanwhile } from '../../server/testing/telling.ts';

let app: TestApp;
let books: BookFixture;
let compliance: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await openMarkets(app);
  compliance = await app.signInStaff('compliance');
});
afterAll(() => app.close());

const base = 'api/direct/investment-program';
const provider = async (as: SignedIn) =>
  (await app.call({ method: 'GET', path: `${base}/clients/${as.clientId}`, as })).data.direct.provider;
const ask = (as: SignedIn, body: object) => app.call({ method: 'POST', path: `${base}/provider-approval`, as, body });
const convert = (as: SignedIn, body: object) =>
  app.call({
    method: 'POST',
    path: `${base}/account-request`,
    as,
    body: { investment_strategy_remuneration: 20, minimum: '250', ...body },
  });
const decide = (id: number, body: object) =>
  app.call({ method: 'POST', path: `/api/desk/providers/${id}`, as: compliance, body: { reason: 'As it was seen.', ...body } });
const waiting = async (): Promise<{ subject: string; client_id: number }[]> =>
  (await app.call({ method: 'GET', path: '/api/desk/queues/providers', as: compliance })).data.items;
const waitingOf = async (as: SignedIn): Promise<number> => {
  const found = (await waiting()).find(({ client_id: id }) => id === as.clientId);
  return Number(found?.subject.split(':')[1]);
};
const noticesOf = async (as: SignedIn): Promise<string[]> =>
  (
    await app.owner.sql.many<{ type: string }>(
      `select type from notice where client_id = $1 and (type like 'provider_%' or type like 'strategy_%') order by id`,
      [as.clientId],
    )
  ).map(({ type }) => type);

/** A client whom the desk has taken. */
async function taken(name: string, nickname: string): Promise<SignedIn> {
  const client = await app.signIn(name);
  await ask(client, { nickname, where: 'external', external_account: 'Somewhere 1234567' });
  await decide(await waitingOf(client), { decision: 'approved' });
  return client;
}

test('a client asks, is declined with what to mend, asks again and is taken; then an account becomes a strategy', async () => {
  const client = await app.signIn('global.active');
  const number = await books.account(client, 'ecn mt4', { currency: 'USD', amount: '1500.00' });
  expect(await provider(client)).toMatchObject({ status: 'form', is_offered: true, request: null, strategies: [] });
  expect((await convert(client, { account_number: number, investment_strategy_name: 'Early' })).errors[0]?.code).toBe(
    'provider_not_approved',
  );
  expect((await ask(client, { nickname: 'Bird', where: 'external', external_account: '  ' })).errors[0]).toMatchObject({
    code: 'field_required',
    validation_messages: { external_account: expect.anything() },
  });
  expect((await ask(client, { nickname: 'x', where: 'own', account_number: number })).errors[0]).toMatchObject({
    validation_messages: { nickname: expect.anything() },
  });
  expect((await ask(client, { nickname: 'Early Bird', where: 'own', account_number: number })).errors).toEqual([]);
  expect((await ask(client, { nickname: 'Early Bird', where: 'own', account_number: number })).errors[0]?.code).toBe(
    'approval_waiting',
  );
  const first = await waitingOf(client);
  const looked = await app.call({ method: 'GET', path: `/api/desk/providers/${first}`, as: compliance });
  expect(looked.data.request).toMatchObject({ nickname: 'Early Bird', own: { number, balance: '1500.00', trades: 0 } });
  expect((await decide(first, { decision: 'declined' })).errors[0]?.code).toBe('field_required');
  await decide(first, { decision: 'declined', reason_code: 'suspicion' });
  // Nobody is told of a suspicion.
  expect((await provider(client)).request).toMatchObject({ status: 'declined', reason: 'not_accepted' });
  expect((await decide(first, { decision: 'approved' })).errors[0]?.code).toBe('not_waiting');
  expect((await convert(client, { account_number: number, investment_strategy_name: 'Early' })).errors[0]?.code).toBe(
    'provider_not_approved',
  );

  await ask(client, { nickname: 'Early Bird', where: 'own', account_number: number });
  await decide(await waitingOf(client), { decision: 'approved' });
  expect(await provider(client)).toMatchObject({
    status: 'no_strategies',
    nickname: 'Early Bird',
    request: null,
    trade_accounts: [{ number }],
  });
  expect((await waiting()).filter(({ client_id: id }) => id === client.clientId)).toEqual([]);
  expect((await ask(client, { nickname: 'Other', where: 'own', account_number: number })).errors[0]?.code).toBe(
    'provider_approved',
  );

  const answer = await convert(client, { account_number: number, investment_strategy_name: 'Early', description: 'Mornings.' });
  expect(answer.errors).toEqual([]);
  expect(answer.data.direct.provider).toMatchObject({
    status: 'has_strategies',
    trade_accounts: [],
    strategies: [{ acc_no: number, name: 'Early', status: 'active', currency: 'USD', offer: { share: 20, minimum: '250.00' } }],
  });
  const account = (await app.call({ method: 'GET', path: `api/accounts/${number}`, as: client })).data.account;
  expect(account).toMatchObject({ type: 'manager', leverage: 200, leverage_pending: null });
  const told = await app.opened.app.platforms.mt4.account(number);
  expect(told).toMatchObject({ outcome: 'done', account: { leverage: 200, group: expect.stringContaining('manager') } });
  expect(await noticesOf(client)).toEqual(['provider_declined', 'provider_taken', 'strategy_ready']);
});

test('names are each one’s own, however they are written, and only the own accounts can be named', async () => {
  const client = await taken('provider.new', 'Second');
  const other = await app.signIn('ng.active');
  expect((await ask(other, { nickname: 'second', where: 'external', external_account: 'A 1' })).errors[0]?.code).toBe(
    'nickname_taken',
  );
  const number = await books.account(client, 'ecn mt4', { currency: 'EUR', amount: '300.00' });
  expect((await ask(other, { nickname: 'Third', where: 'own', account_number: number })).errors[0]?.code).toBe(
    'account_not_found',
  );
  // What was made on an account that copies was made by somebody else.
  const copied = await books.account(other, 'standard', { currency: 'USD', amount: '300.00' });
  await app.owner.sql.run(`update trading_account set type_key = 'investor' where number = $1`, [copied]);
  expect((await provider(other)).own_accounts.map((each: { number: number }) => each.number)).not.toContain(copied);
  expect((await ask(other, { nickname: 'Third', where: 'own', account_number: copied })).errors[0]?.code).toBe(
    'account_not_found',
  );
  expect((await convert(other, { account_number: number, investment_strategy_name: 'Mine' })).errors[0]?.code).toBe(
    'account_not_found',
  );
  expect((await convert(client, { account_number: number, investment_strategy_name: 'EARLY' })).errors[0]).toMatchObject({
    code: 'strategy_name_taken',
    validation_messages: { investment_strategy_name: expect.anything() },
  });
  const standard = await books.account(client, 'standard', { currency: 'USD', amount: '300.00' });
  expect((await convert(client, { account_number: standard, investment_strategy_name: 'Std' })).errors[0]?.code).toBe(
    'account_not_convertible',
  );
  const small = await books.account(client, 'ecn mt4', { currency: 'USD', amount: '99.00' });
  expect((await convert(client, { account_number: small, investment_strategy_name: 'Small' })).errors[0]?.code).toBe(
    'strategy_too_small',
  );
  const seen = await app.call({ method: 'GET', path: `${base}/clients/${client.clientId}`, as: other });
  expect(seen.errors[0]?.code).toBe('profile_not_yours');
});

test('an answer of the platform that was lost is found out by the job, and the account is a strategy once', async () => {
  const client = await taken('in.gold', 'Lost Answer');
  const number = await books.account(client, 'ecn mt4', { currency: 'USD', amount: '400.00' });
  const { mt4 } = app.opened.app.platforms;
  const changeGroup: typeof mt4.changeGroup = async (...asked) => {
    await mt4Before(...asked);
    return { outcome: 'unknown', reason: 'told by the test' };
  };
  const mt4Before = mt4.changeGroup.bind(mt4);
  await meanwhile(mt4, { changeGroup }, async () => {
    const answer = await convert(client, { account_number: number, investment_strategy_name: 'Lost' });
    expect(answer.data.direct.provider.strategies).toMatchObject([{ status: 'converting', since: null }]);
  });
  const held = (await app.call({ method: 'GET', path: `api/accounts/${number}`, as: client })).data.account;
  // Nothing can be opened meanwhile.
  expect(held).toMatchObject({ type: 'ecn mt4', leverage_pending: 200 });
  await due(app, 'providers.convert');
  expect((await provider(client)).strategies).toMatchObject([{ name: 'Lost', status: 'active' }]);
  await due(app, 'providers.convert');
  expect(await noticesOf(client)).toEqual(['provider_taken', 'strategy_ready']);
});

test('what became a strategy only after its provider was closed is followed by nobody', async () => {
  const client = await taken('cn.active', 'Gone');
  const number = await books.account(client, 'ecn mt4', { currency: 'USD', amount: '400.00' });
  const { mt4 } = app.opened.app.platforms;
  const changeGroup: typeof mt4.changeGroup = async () => ({ outcome: 'unknown', reason: 'told by the test' });
  await meanwhile(mt4, { changeGroup }, async () => {
    expect((await convert(client, { account_number: number, investment_strategy_name: 'Gone' })).errors).toEqual([]);
  });
  await app.owner.sql.run('update client set status_id = 5, version = version + 1 where id = $1', [client.clientId]);
  await due(app, 'providers.convert');
  const row = await app.owner.sql.one('select status from strategy where client_id = $1', [client.clientId]);
  expect(row).toEqual({ status: 'closed' });
  expect(await noticesOf(client)).toEqual(['provider_taken']);
});

test('what the platform refuses leaves the account as it was, and its name free', async () => {
  const client = await taken('ke.active', 'Refused');
  const number = await books.account(client, 'ecn mt4', { currency: 'USD', amount: '400.00' });
  const { mt4 } = app.opened.app.platforms;
  const before = await mt4.account(number);
  const refuses = async () => ({ outcome: 'refused', code: 'wrong_leverage', message: 'told by the test' }) as const;
  const wish = { account_number: number, investment_strategy_name: 'Refused' };
  await meanwhile(mt4, { changeLeverage: refuses }, async () => {
    expect((await convert(client, wish)).errors[0]?.code).toBe('platform_refused');
  });
  const standing = (told: typeof before) => told.outcome === 'done' && [told.account.group, told.account.leverage];
  expect(standing(await mt4.account(number))).toEqual(standing(before));
  expect(await provider(client)).toMatchObject({ status: 'no_strategies', strategies: [] });
  expect((await convert(client, wish)).errors).toEqual([]);
});

test('an offer is changed for those who come, and every one that was made is kept', async () => {
  const client = await app.signIn('global.active');
  const [strategy] = (await provider(client)).strategies;
  const path = `${base}/strategies/${strategy.id}/offer`;
  const offer = (body: object, as = client) => app.call({ method: 'POST', path, as, body });
  expect((await offer({ share: 51, minimum: '250' })).errors[0]).toMatchObject({
    validation_messages: { share: expect.anything() },
  });
  expect((await offer({ share: 30, minimum: '99' })).errors[0]?.code).toBe('minimum_too_small');
  expect((await offer({ share: 30, minimum: '500' })).data.direct.provider.strategies[0].offer).toEqual({
    share: 30,
    minimum: '500.00',
  });
  await offer({ share: 30, minimum: '500' });
  expect((await offer({ share: 0, minimum: '500' }, await app.signIn('in.gold'))).errors[0]?.code).toBe('strategy_not_found');
  const made = await app.owner.sql.many<{ share: number }>(
    'select share from strategy_offer where strategy_id = $1 order by id',
    [strategy.id],
  );
  expect(made.map(({ share }) => share)).toEqual([20, 30]);
});

test('the account of a strategy is put away once the strategy is closed, and not beside those who follow it', async () => {
  const client = await app.signIn('global.active');
  const [strategy] = (await provider(client)).strategies;
  const { acc_no: number } = strategy;
  const { mt4 } = app.opened.app.platforms;
  const told = await mt4.account(number);
  if (told.outcome !== 'done') throw new Error('the platform does not answer');
  const amount = -told.account.balance;
  await mt4.balanceOperation({ login: number, kind: 'balance', amount, currency: 'USD', tag: 'emptied' });
  const archive = () =>
    app.call({ method: 'PATCH', path: `api/direct/accounts/${number}?action=status`, as: client, body: { status: 3 } });
  expect(await archive()).toMatchObject({ httpStatus: 422, errors: [{ code: 'account_is_strategy' }] });
  await app.owner.sql.run(`update strategy set status = 'closed' where id = $1`, [strategy.id]);
  expect((await archive()).data.account.status).toBe('archived');
});

test('where a company has no manager accounts nobody asks to be a provider', async () => {
  const client = await app.signIn('eu.active');
  expect((await provider(client)).is_offered).toBe(false);
  expect((await ask(client, { nickname: 'Europe', where: 'external', external_account: 'A 1' })).errors[0]?.code).toBe(
    'providers_not_offered',
  );
});
