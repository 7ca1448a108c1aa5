import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContracts } from '../bin/catalogue.ts';
import { operationId } from '../src/protocol/call.ts';
import { openTestApp, type SignedIn, type TestApp } from '../src/server/testing/app.ts';

/* Every id that a client can send: somebody else's is answered as one that nobody has. */

type Kind =
  | 'account'
  | 'demo'
  | 'wallet'
  | 'transfer'
  | 'investment'
  | 'card'
  | 'strategy'
  | 'session'
  | 'client'
  | 'notice'
  | 'letter'
  | 'export'
  | 'personal'
  | 'report'
  | 'file'
  | 'quote'
  | 'figure'
  | 'watchlist'
  | 'delivery'
  | 'passkey'
  | 'alert'
  | 'order'
  | 'standing';

interface Row {
  readonly kind: Kind;
  /** What else the call cannot do without. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** The parameter is a list of ids. */
  readonly isList?: true;
  /** It is sent as text. */
  readonly isText?: true;
}

const trade = { symbol: 'EURUSD', side: 'buy', lots: '0.01' };
const named = { client_order_id: '11111111-1111-4111-8111-111111111111' };
const period = { from: '2026-01-01', till: '2026-02-01' };
const account = { kind: 'account' } as const;
const transfer = { kind: 'transfer' } as const;
const quote = { kind: 'quote' } as const;
const delivery = { kind: 'delivery' } as const;
const watchlist = { kind: 'watchlist' } as const;

/** Each parameter that names a thing of somebody's. */
const ids: Readonly<Record<string, Row>> = {
  'accounts.details number': account,
  'accounts.positions number': account,
  'accounts.orders number': account,
  'accounts.shares number': account,
  'accounts.trades number': account,
  'accounts.equity number': account,
  'accounts.changeStatus number': { ...account, more: { action: 'status', status: 2 } },
  'accounts.changeLeverage number': { ...account, more: { leverage: 100 } },
  'accounts.rename number': { ...account, more: { name: 'Mine' } },
  'bestTrades.one account': { ...account, isText: true, more: { order: '1' } },
  'bestTrades.render account': { ...account, more: { order: '1' } },
  'copyTrading.start account_number': account,
  'copying.copies id': { kind: 'investment' },
  'copying.pause id': { kind: 'investment' },
  'copying.resume id': { kind: 'investment' },
  'deposit.quote account_number': { ...account, more: { pm_id: 243, amount: '100', currency: 'USD' } },
  'deposit.instructions tid': transfer,
  'deposit.instructions account_number': account,
  'deposit.request remittance_id': transfer,
  'enrolment.turnover client_id': { kind: 'client', more: { anticipated_turnover: '5' } },
  'enrolment.taxResidency client_id': { kind: 'client', more: { tax_residency: 'NG' } },
  'exports.begin number': { kind: 'wallet', isText: true, more: { kind: 'statement', ...period, format: 'csv' } },
  'exports.begin account': { ...account, isText: true, more: { kind: 'transfers', format: 'csv' } },
  'exports.file id': { kind: 'export' },
  'exports.personalFile id': { kind: 'personal' },
  'exports.prepareReport account_login': { ...account, more: { date_from: '2026-01-01', date_to: '2026-02-01' } },
  'exports.reportFile id': { kind: 'report' },
  'exports.reports account_login': { ...account, more: { date_from: '2026-01-01', date_to: '2026-02-01' } },
  'files.own id': { kind: 'file' },
  'gold.buy quote_id': quote,
  'gold.sell quote_id': quote,
  'goldCollateral.previewPledge account': { ...account, isText: true, more: { by: 'g', amount: '10' } },
  'goldCollateral.pledge account': { ...account, isText: true, more: { by: 'g', amount: '10', credit: '10' } },
  'goldCollateral.returnable account': account,
  'goldCollateral.previewReturn account': { ...account, isText: true, more: { by: 'g', amount: '10' } },
  'goldCollateral.giveBack account': { ...account, isText: true, more: { by: 'g', amount: '10', credit: '10' } },
  'goldDelivery.pin delivery_id': delivery,
  'goldDelivery.confirm delivery_id': delivery,
  'goldDelivery.pay delivery_id': delivery,
  'goldDelivery.cancel delivery_id': delivery,
  'inbox.update ids': { kind: 'letter', isList: true, more: { action: 'read' } },
  'interposing.setRequiredPassword client_id': { kind: 'client', more: { password: 'Harbour2026', password2: 'Harbour2026' } },
  'transfer.quote account_number': { ...account, more: { target_account_number: 1, amount: '10' } },
  'transfer.quote target_account_number': { ...account, more: { account_number: 1, amount: '10' } },
  'prepaidCards.block id': { kind: 'card', more: { blocked: true } },
  'investments.details id': { kind: 'investment' },
  'investments.exists clientId': { kind: 'client' },
  'investments.follow trans_account': {
    ...account,
    more: { acc_no: 1, offer_id: 1, amount: '100', i_agree_tc: true, safety_mode: false, protection: 50 },
  },
  'investments.addFunds trans_account': {
    ...account,
    more: { action: 'add_funds', strategy_id: 1, amount: '100', currency: 'USD' },
  },
  'investments.addFunds strategy_id': {
    kind: 'investment',
    more: { action: 'add_funds', trans_account: 1, amount: '100', currency: 'USD' },
  },
  'investments.withdraw id': { kind: 'investment', more: { type: 'withdraw', amount: '10' } },
  'investments.shares id': { kind: 'investment' },
  'investments.statement account': { kind: 'account', more: { investorId: 1, id: 1 } },
  'investments.statement id': { kind: 'strategy', more: { investorId: 1 } },
  'investments.statement investorId': { kind: 'client', more: { id: 1 } },
  'investments.unsubscribe providerId': { kind: 'client', more: { strategyId: 1 } },
  'investments.unsubscribe strategyId': { kind: 'strategy', more: { providerId: 1 } },
  'notices.remove remove': { kind: 'notice' },
  'notices.read ids': { kind: 'notice', isList: true, isText: true },
  'opening.opened number': account,
  'opening.topUp number': { kind: 'demo', more: { amount: '100' } },
  'passwords.sendAccountPin account': { ...account, more: { method: 'email_sms' } },
  'passwords.checkAccountPin account': { ...account, more: { pin: '1234' } },
  'passwords.changeAccountPassword account': {
    ...account,
    more: { pin: '1234', password: 'Harbour2026', password2: 'Harbour2026' },
  },
  'swapFree.ofAccount number': account,
  'remittance.process account_number': {
    ...account,
    more: { action: 'confirm', transfer_type: 'deposit', amount: '100', pm_id: 243 },
  },
  'remittance.process target_account_number': {
    ...account,
    more: { action: 'confirm', transfer_type: 'transfer', account_number: 1, amount: '100' },
  },
  'remittance.process remittance_id': { ...transfer, more: { action: 'save' } },
  'providers.ofClient clientId': { kind: 'client' },
  'providers.approval account_number': { ...account, more: { nickname: 'Harbour', where: 'own' } },
  'providers.accountRequest account_number': {
    ...account,
    more: {
      investment_strategy_name: 'Harbour',
      description: 'Slow and sure.',
      investment_strategy_remuneration: '20',
      minimum: '100',
    },
  },
  'providers.offer strategy_id': { kind: 'strategy', more: { share: 20, minimum: '100' } },
  'strategyNews.ofStrategy strategy_id': { kind: 'strategy' },
  'strategyNews.write strategy_id': { kind: 'strategy', more: { title: 'A month', text: 'Ten trades were closed.' } },
  'remunerations.archive strategy_id': { kind: 'strategy' },
  'remunerations.followers strategy_id': { kind: 'strategy' },
  'remunerations.list strategy_id': { kind: 'strategy' },
  'security.end sid': { kind: 'session' },
  'security.removeFactor id': { kind: 'passkey', more: { kind: 'passkey', password: 'Sandbox2026!' } },
  'statements.statement number': { kind: 'wallet', more: period },
  'statements.file number': { kind: 'wallet', more: { ...period, format: 'csv' } },
  'statistics.ofAccount number': account,
  'tradeReports.costs account_login': { ...account, more: { date_from: '2026-01-01', date_to: '2026-02-01' } },
  'trading.past account': account,
  'trading.removeAlert id': { kind: 'alert' },
  'trading.removeFigure id': { kind: 'figure' },
  'trading.terms account': { ...account, more: { symbol: 'EURUSD' } },
  'trading.trailing account': account,
  'trading.setTrailing account': { ...account, more: { id: '1', distance_points: 100 } },
  'trading.positions account': account,
  'trading.margin account': { ...account, more: trade },
  'trading.watch account': { ...account, more: { stream: 'a'.repeat(20), tab: 'a', symbols: [] } },
  'trading.place account': { ...account, more: { ...trade, ...named } },
  'trading.change account': { ...account, more: { ...named, id: '1', at_price: '1' } },
  'trading.cancel account': { ...account, more: { ...named, id: '1' } },
  'trading.stops account': { ...account, more: { ...named, id: '1' } },
  'trading.close account': { ...account, more: { ...named, id: '1' } },
  'trading.closeBy account': { ...account, more: { ...named, id: '1', by: '2' } },
  'trading.closeManyBy account': { ...account, more: { ...named, symbol: 'EURUSD' } },
  'trading.closeMany account': { ...account, more: { ...named, which: 'all' } },
  'trading.unanswered account': account,
  'trading.order id': { kind: 'order' },
  'trading.renameWatchlist id': { ...watchlist, more: { name: 'Mine' } },
  'trading.moveWatchlist id': { ...watchlist, more: { place: 0 } },
  'trading.chooseWatchlist id': watchlist,
  'trading.removeWatchlist id': watchlist,
  'trading.keepWatched id': { ...watchlist, more: { symbol: 'EURUSD', is_watched: false } },
  'trading.moveWatched id': { ...watchlist, more: { symbol: 'EURUSD', place: 0 } },
  'transferAutomation.create account_number': {
    ...account,
    more: { target_account_number: 1, occasion: 'dates', moves: 'amount', amount: '10', every: 'month', day: 1 },
  },
  'transferAutomation.create target_account_number': {
    ...account,
    more: { account_number: 1, occasion: 'dates', moves: 'amount', amount: '10', every: 'month', day: 1 },
  },
  'transferAutomation.change id': { kind: 'standing', more: { action: 'pause' } },
  'history.transfers tid': transfer,
  'history.transfers account': account,
  'history.cancel tid': transfer,
  'history.accept tid': transfer,
  'history.result tid': transfer,
  'statements.receipt tid': { ...transfer, more: { format: 'pdf' } },
  'history.spreadsheet account': account,
  'wallet.statement number': { kind: 'wallet' },
  'withdraw.quote account_number': { kind: 'wallet', more: { amount: '10', pm_id: 243 } },
  'withdraw.pin remittance_id': transfer,
};

/** Those that look like an id and name nothing of anybody's, or something that everybody may see. */
const none: Readonly<Record<string, string>> = {
  'appropriateness.save account': 'a type of account',
  'enrolment.submit account': 'a type of account',
  'opening.openLive account': 'a type of account',
  'opening.openDemo account': 'a type of account',
  'moves.act account': 'a type of account',
  'bestTrades.one order': 'a position of the account, which is looked at first',
  'bestTrades.render order': 'a position of the client’s accounts',
  'calendar.setAlert event_id': 'an event, which everybody may see',
  'calendar.removeAlert event_id': 'an event, which everybody may see',
  'copyTrading.subscribe id': 'a strategy, which everybody may see',
  'copyTrading.trades id': 'a strategy, which everybody may see',
  'copyTrading.cancel id': 'a strategy, which everybody may see',
  'documents.upload doc_id': 'a kind of paper',
  'passwords.sendAccountPin captcha_sid': 'a captcha that was solved, good for whom it was put',
  'passwords.sendProfilePin captcha_sid': 'a captcha that was solved, good for whom it was put',
  'passwords.profilePasswordByAction captcha_sid': 'a captcha that was solved, good for whom it was put',
  'stocks.getForm account_type_id': 'a type of account',
  'stocks.saveForm account_type_id': 'a type of account',
  'stocks.saveForm occupation_id': 'one of a list',
  'stocks.saveForm title_and_position_id': 'one of a list',
  'stocks.saveForm annual_income_id': 'one of a list',
  'stocks.saveForm saving_investments_id': 'one of a list',
  'stocks.saveForm investment_objectives_id': 'one of a list',
  'stocks.saveForm tin_number': 'the client’s tax number',
  'remittance.process bank_account': 'the client’s account at a bank',
  'remittance.process wire_account': 'the client’s account at a bank',
  'providers.approval external_account': 'an account elsewhere',
  'investments.offer acc_no': 'a strategy, which everybody may see',
  'investments.follow acc_no': 'a strategy, which everybody may see',
  'investments.follow offer_id': 'an offer of a strategy, which everybody may see',
  'strategies.details acc_no': 'a strategy, which everybody may see',
  'strategies.profile client_id': 'a provider, whom everybody may see',
  'strategies.tradingReview acc_no': 'a strategy, which everybody may see',
  'strategies.computation acc_no': 'a strategy, which everybody may see',
  'strategies.deals acc_no': 'a strategy, which everybody may see',
  'trading.setTrailing id': 'a position of the account, which is looked at first',
  'trading.change id': 'a position of the account, which is looked at first',
  'trading.closeBy id': 'a position of the account, which is looked at first',
  'trading.cancel id': 'a position of the account, which is looked at first',
  'trading.stops id': 'a position of the account, which is looked at first',
  'trading.close id': 'a position of the account, which is looked at first',
  'trading.watch order': 'the order of what is looked at',
  'trading.place client_order_id': 'the client’s own name of the order',
  'trading.change client_order_id': 'the client’s own name of the order',
  'trading.cancel client_order_id': 'the client’s own name of the order',
  'trading.stops client_order_id': 'the client’s own name of the order',
  'trading.close client_order_id': 'the client’s own name of the order',
  'trading.closeMany client_order_id': 'the client’s own name of the order',
  'trading.closeBy client_order_id': 'the client’s own name of the order',
  'trading.closeManyBy client_order_id': 'the client’s own name of the order',
  'withdraw.quote destination': 'a destination, looked for among the client’s own alone: areas/payments has its test',
  'remittance.process destination': 'a destination, looked for among the client’s own alone: areas/payments has its test',
  'history.paper tid': 'comes with a file: areas/transfers has its test',
  'files.sendPart id': 'comes with a file: areas/files has its test',
};

const looksLikeId =
  /(^|_)(id|tid|number|login|sid|acc|account|ticket|position|order)s?$|_no$|[a-z]Ids?$|^(?:remove|destination)$/;
const isPlain = /doc_number|national|profession|pm_id|state_reg|tax_id/;

let app: TestApp;
let reader: SignedIn;
let goldReader: SignedIn;
let foreign: Readonly<Record<Kind, string | number>>;

beforeAll(async () => {
  app = await openTestApp({ seeds: 'whole' });
  reader = await app.signIn('ng.active');
  goldReader = await app.signIn('eu.active');
  foreign = await whatOthersHave();
});
afterAll(() => app.close());

test('every id parameter of every call of a client stands in one of the two tables', async () => {
  const found = (await operations()).flatMap(({ name, keys }) => keys.map((key) => `${name} ${key}`));
  expect(found.toSorted()).toEqual([...Object.keys(ids), ...Object.keys(none)].toSorted());
});

test('the id of somebody else is answered as one that nobody has', async () => {
  const calls = new Map((await operations()).map((each) => [each.name, each]));
  const apart: string[] = [];
  const unread: string[] = [];
  for (const [parameter, { kind, more = {}, isList, isText }] of Object.entries(ids)) {
    const [name = '', key = ''] = parameter.split(' ');
    const call = calls.get(name);
    if (!call) throw new Error(`there is no call ${name}`);
    const ask = async (asked: string | number) => {
      const id = isText ? String(asked) : asked;
      await app.owner.sql.run('delete from rate_window');
      const input: Record<string, unknown> = { ...more, [key]: isList ? [id] : id };
      const { path, query, body } = placed(call, input);
      return answered({ method: call.method, path: path + query, body }, name.startsWith('gold') ? goldReader : reader);
    };
    const [theirs, nobodys] = [await ask(foreign[kind]), await ask(unknown[kind])];
    if (JSON.stringify(theirs) !== JSON.stringify(nobodys))
      apart.push(`${parameter}: ${JSON.stringify(theirs)} against ${JSON.stringify(nobodys)}`);
    if (nobodys.codes.some(([code]) => code === 'validation_failed')) unread.push(`${parameter} ${JSON.stringify(nobodys)}`);
  }
  expect(apart, 'told apart').toEqual([]);
  expect(unread, 'never came to be looked up').toEqual([]);
});

interface Told {
  readonly httpStatus: number;
  /** Each code with the fields that it is told at. */
  readonly codes: readonly (readonly [string, readonly string[]])[];
}

/** What is said of it; of a file no more than that there is one. */
async function answered(
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: object | undefined },
  as: SignedIn,
): Promise<Told> {
  const response = await fetch(`${app.url}${path.startsWith('/') ? '' : '/api/js/'}${path}`, {
    method,
    headers: { cookie: as.cookie, authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('json')) return { httpStatus: response.status, codes: [] };
  const { errors = [] } = JSON.parse(text) as { errors?: { code: string; validation_messages?: object }[] };
  return {
    httpStatus: response.status,
    codes: errors.map(({ code, validation_messages: fields }) => [code, Object.keys(fields ?? {})] as const),
  };
}

const nobodyUuid = '99999999-9999-4999-8999-999999999999';
const unknown: Readonly<Record<Kind, string | number>> = {
  account: 999_999_999,
  demo: 999_999_999,
  wallet: 999_999_999,
  transfer: 999_999_999,
  investment: 999_999_999,
  card: 999_999_999,
  strategy: 999_999_999,
  session: 'nobodys-session-at-all',
  client: 999_999_999,
  notice: 999_999_999,
  letter: 999_999_999,
  export: nobodyUuid,
  personal: nobodyUuid,
  report: nobodyUuid,
  file: nobodyUuid,
  quote: nobodyUuid,
  figure: nobodyUuid,
  watchlist: 999_999_999,
  delivery: 999_999_999,
  passkey: 999_999_999,
  alert: 999_999_999,
  order: 999_999_999,
  standing: 999_999_999,
};

async function whatOthersHave(): Promise<Readonly<Record<Kind, string | number>>> {
  const of = async (sql: string): Promise<string | number> => {
    const found = await app.owner.sql.one<{ id: string | number | bigint }>(sql);
    return typeof found.id === 'bigint' ? Number(found.id) : found.id;
  };
  const owner = `(select id from client where email = 'global.active@atrium.test')`;
  const follower = `(select id from client where email = 'global.promo@atrium.test')`;
  await app.signIn('global.active');
  const exported = (kind: string) =>
    of(
      `insert into export_file (id, client_id, kind, asked, format, language, created_at, expires_at)
         values (gen_random_uuid(), ${owner}, '${kind}', '{}', 'csv', 'en', now(), now() + interval '1 day') returning id`,
    );
  return {
    account: await of(
      `select number as id from trading_account where client_id = ${owner} and not is_demo order by number limit 1`,
    ),
    demo: await of(`select number as id from trading_account where client_id = ${owner} and is_demo order by number limit 1`),
    wallet: await of(`select number as id from wallet where client_id = ${owner} order by number limit 1`),
    transfer: await of(`select id from remittance where client_id = ${owner} order by id limit 1`),
    investment: await of(
      `insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, asked_at, started_at)
         select a.client_id, o.strategy_id, a.number, o.id, o.share, false, 50, 'active', now(), now()
           from strategy_offer o, trading_account a where a.client_id = ${follower} and not a.is_demo
           order by o.id, a.number limit 1 returning id`,
    ),
    card: await of(
      `insert into prepaid_card (client_id, company_id, currency, fee, name_on_card, street, city, postcode, country, phase, asked_at, moved_at, due_at)
         select id, company_id, 'USD', 0, 'JANE DOE', 'Street', 'City', '8001', 'ZA', 'active', now(), now(), 'infinity' from client
           where id = ${owner} returning id`,
    ),
    strategy: await of('select id from strategy order by id limit 1'),
    session: await of(`select sid as id from session where client_id = ${owner} and ended_at is null limit 1`),
    client: await of(`select ${owner} as id`),
    notice: await of(`insert into notice (client_id, type, level, is_closable, display, key, created_at)
       values (${owner}, 'account_opened', 'info', true, 'always', 'foreign', now()) returning id`),
    letter: await of(`select id from inbox_message where client_id = ${owner} order by id limit 1`),
    export: await exported('transfers'),
    personal: await exported('personal_data'),
    report: await exported('trade_report'),
    file: await of(`insert into stored_file (id, client_id, call, state, kind, bytes, sha256, name, about, created_at)
       values (gen_random_uuid(), ${owner}, 'documents.upload', 'kept', 'png', 10, repeat('a', 64), 'front.png', 'document:1', now()) returning id`),
    quote:
      await of(`insert into gold_quote (id, client_id, company_id, side, weight, metal, spread, tax, total, bid, ask, price_at, quoted_at, expires_at)
       values (gen_random_uuid(), ${owner}, 1, 'buy', 10000, 100, 1, 0, 101, '2000.00', '2001.00', now(), now(), now() + interval '1 hour') returning id`),
    figure: await of(`insert into chart_figure (client_id, id, platform, symbol, kind, points)
       values (${owner}, gen_random_uuid(), 'mt5', 'EURUSD', 'line', '[]') returning id`),
    delivery:
      await of(`insert into gold_delivery (client_id, company_id, vault, phase, size, count, weight, fee, insurance, insured, recipient, street, town,
         postcode, country, phone, asked_at)
       values (${owner}, 1, 'zurich', 'asked', 10000, 1, 10000, 1, 1, 1, 'Somebody', 'Street 1', 'Town', '1', 'DE', '1', now()) returning id`),
    passkey: await of(`insert into client_passkey (client_id, credential_id, public_key, counter, transports, name, created_at)
       values (${owner}, 'foreign', '\\x00', 0, '{}', 'Phone', now()) returning id`),
    alert: await of(`insert into price_alert (client_id, platform, symbol, digits, price, direction, created_at, looked_at)
       values (${owner}, 'mt5', 'EURUSD', 5, '1.5', 'rises', now(), now()) returning id`),
    order: await of(`insert into trading_order (client_id, number, kind, symbol, side, lots, tag, status, created_at, sent_at)
       select ${owner}, number, 'open', 'EURUSD', 'buy', '0.01', 'foreign', 'failed', now(), now() from trading_account
         where client_id = ${owner} and not is_demo order by number limit 1 returning id`),
    standing:
      await of(`insert into standing_order (client_id, account_number, target_number, currency, occasion, share, created_at, since, changed_at)
       values (${owner}, 1, 2, 'USD', 'deposit', 10, now(), now(), now()) returning id`),
    watchlist: await of(`insert into symbol_watchlist (client_id, platform, name, place, chosen_at, created_at)
       values (${owner}, 'mt5', 'Foreign', 9, now(), now()) returning id`),
  };
}

interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query: readonly string[];
  readonly keys: readonly string[];
}

async function operations(): Promise<Operation[]> {
  return (await loadContracts()).flatMap((contract) =>
    Object.entries(contract.calls).flatMap(([call, { who, method, path, query = [], input }]) => {
      const keys = Object.keys(input.shape).filter((key) => looksLikeId.test(key) && !isPlain.test(key));
      return who === 'client' && keys.length > 0
        ? [{ name: operationId(contract, call), method, path, query: [...query], keys }]
        : [];
    }),
  );
}

/** Where each part of an input goes: into the path, the query or the body. */
function placed({ method, path, query }: Operation, input: Record<string, unknown>) {
  const left = { ...input };
  const filled = path.replaceAll(/\{(\w+)(?::int)?\}/g, (_all, key: string) => {
    const value = String(left[key] ?? '1');
    delete left[key];
    return encodeURIComponent(value);
  });
  const inQuery = Object.entries(left).filter(([key]) => method === 'GET' || query.includes(key));
  const inBody = Object.fromEntries(Object.entries(left).filter(([key]) => !inQuery.some(([one]) => one === key)));
  const text = new URLSearchParams(inQuery.map(([key, value]): [string, string] => [key, String(value)])).toString();
  return { path: filled, query: text === '' ? '' : `?${text}`, body: method === 'GET' ? undefined : inBody };
}
