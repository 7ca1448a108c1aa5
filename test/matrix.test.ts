import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContracts } from '../bin/catalogue.ts';
import { clientId } from '../src/base/id.ts';
import { gateActions, type GateAction } from '../src/law/gates.ts';
import { regionKeys, type RegionKey } from '../src/law/regions/profile.ts';
import { statusIds } from '../src/law/statuses.ts';
import { operationId } from '../src/protocol/call.ts';
import { gateErrors } from '../src/protocol/gateErrors.ts';
import { openTestApp, type SignedIn, type TestApp } from '../src/server/testing/app.ts';
import {
  gateLetters,
  gateTable,
  homeOf,
  leftByLock,
  leftByOtherSite,
  lettersOf,
  specialCountries,
} from '../src/server/testing/gateTable.ts';
import { changeSetting } from '../src/server/start/settings.ts';

/*
 * Every page and every call × the fifteen statuses × the five regions, the special countries and the sites of other companies, on the
 * server, against the written table. What is shut is refused by every call, and what is open by none of a sample, which goes round so
 * that each call has its turn. The gate of each write is written down in seeded-clients.test.ts.
 */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The gate of every read of a signed-in client; `none`: whoever is signed in. */
const reads: Readonly<Partial<Record<GateAction | 'none', readonly string[]>>> = {
  view: words(`
    accounts.overview accounts.live accounts.demo accounts.investment accounts.investmentByOldName accounts.zero accounts.archive
    accounts.details accounts.positions accounts.trades accounts.orders accounts.shares accounts.equity bestTrades.list bestTrades.one
    calendar.events calendar.file copyTrading.status copyTrading.signals copyTrading.top copyTrading.freePaid
    copyTrading.own copyTrading.trades copying.copies dashboard.asks dashboard.dashboard dashboard.live dashboard.investment
    deposit.form deposit.quote deposit.instructions deposit.page deposit.cards exports.list exports.reports
    files.own forecasts.ofYear inbox.list transfer.form transfer.quote investments.list investments.exists
    investments.details investments.shares investments.statement investors.state moves.available moves.info
    moves.infoUk moves.isAvailable moves.migration opening.liveTypes opening.demoTypes opening.opened opening.levels passwords.accounts
    pivots.symbols pivots.levels pivots.priceLevels prepaidCards.look providers.ofClient rates.rates remunerations.followers
    remunerations.list research.clientTc search.search statements.funds statements.statement
    statistics.ofAccount strategies.registry strategies.list strategies.details strategies.profile
    strategies.others strategies.tradingReview strategies.computation strategies.deals strategyNews.feed
    strategyNews.ofStrategy swapFree.ofAccount tradeReports.accounts tradeReports.costs trading.past trading.alerts
    trading.watchlists trading.terms trading.trailing trading.chartLayout trading.figures trading.unanswered
    trading.accounts trading.symbols trading.symbol trading.ticks trading.candles trading.positions
    trading.margin trading.order transferAutomation.list transferAutomation.history history.transfers
    history.overview history.find history.result wallet.wallets wallet.statement withdraw.form withdraw.quote
  `),
  take_test: words(`
    appropriateness.test appropriateness.testByOldName
  `),
  view_documents: words(`
    documents.list documents.listBeside verification.init verification.status verification.check
    verification.scanCountries verification.scanStatus
  `),
  enrol: words(`
    enrolment.details
  `),
  view_profile: words(`
    dormancy.state enrolment.regdata enrolment.questionnaire exports.personalFiles exports.personalFile freezing.state
    personalData.retention personalData.erasure profile.profile
    profile.subscriptions profile.picture tracking.consent
  `),
  export_transfers: words(`
    exports.file exports.reportFile gold.file statements.file statements.receipt
    history.spreadsheet
  `),
  gold: words(`
    gold.trading gold.course gold.statement goldCollateral.internal goldCollateral.returnable
    goldDelivery.info
  `),
  none: words(`
    interposing.personalData interposing.terms notices.list notices.push professional.application security.sessions security.signIns
    security.factors session.clientInfo
  `),
  invest: words(`
    investments.managers investments.offer
  `),
  view_signals: words(`
    signals.instruments signals.ofInstrument signals.candles signals.chart
  `),
  view_stocks: words(`
    stocks.overview
  `),
};

/** The gate of every page, as it is written in its address; `/` is the first one. */
const pages: Readonly<Partial<Record<GateAction, readonly string[]>>> = {
  view: words(`
    feedback accounts accounts/{id:int} accounts/archive best-trades economic-calendar copy-trading copy-trading/start
    investors/copies/{id:int} / transfer-information exports market-forecast inbox investors/investments
    accounts/closed investors/investments/{id:int} investors/shares/{id:int}
    pamm/investment-statement/{investorId:int}/strategy/{id:int} investors/waiting investors/approved
    b2b-transfer b2b-transfer-uk move-to-another-company account-level accounts/open pivot-points platforms providers/approval
    providers/account-request providers/strategies providers/strategies/{id:int} conversion-rates
    providers/followers/{id:int} providers/remunerations services/indicators services/trading-central
    pro-trading-tools signal-centre statements accounts/statistics/{id:int} accounts/swap-free/{id:int}
    strategies strategies/manager/{id:int}
    accounts/strategy/{id:int} strategies/news providers/news/{id:int} trade-report webtrader
    transfer-automation transfers transfers/{id:int} transfers/find transfers/list mobile-transfers
    {brand}-wallet {brand}-mastercard
  `),
  take_test: words(`
    profile/appropriateness-test
  `),
  deposit: words(`
    deposits deposits/widget/{id:int} external-form deposits/{id:int}
  `),
  view_documents: words(`
    verify-payment verify-payment/upload documents documents/list documents/other documents/id documents/por documents/scan
    documents/verification
  `),
  change_profile: words(`
    profile/edit-tax-id profile/update-records profile/change-email profile/change-mobile
    profile/verify-email profile/verify-mobile profile/add-email
  `),
  view_profile: words(`
    profile/freeze profile/wake profile/change-password personal-data profile/professional profile
    profile/subscriptions profile/privacy profile/security
  `),
  gold: words(`
    gold/trading gold/collateral gold/return gold/delivery
  `),
  buy_gold: words(`
    gold/buy
  `),
  sell_gold: words(`
    gold/sell
  `),
  transfer: words(`
    internal
  `),
  invest: words(`
    accounts/open/investor investors/questionnaire
  `),
  withdraw: words(`
    investors/withdrawal/{id:int} accounts/investor/{id:int}/withdrawal withdraw withdraw/widget/{id:int}
    withdraw/{id:int}
  `),
  trade_demo: words(`
    accounts/top-up/{id:int}
  `),
  open_live_account: words(`
    accounts/open/live
  `),
  open_demo_account: words(`
    accounts/open/demo
  `),
  change_trading_password: words(`
    accounts/password accounts/password/{id:int}
  `),
  view_signals: words(`
    {brand}-signals
  `),
  view_stocks: words(`
    stock-trading
  `),
  open_stock_account: words(`
    stock-trading/form
  `),
};

interface Place {
  readonly name: string;
  readonly company: number;
  readonly country: string;
  /** Without approved papers, and registered since they are asked for. */
  readonly isLocked: boolean;
  /** Of a client who comes in by the site of another company: its host name. */
  readonly host?: string;
  /** The letter of a gate, status by status. */
  readonly row: (gate: GateAction) => readonly string[];
}

const rowIn = (region: RegionKey) => (gate: GateAction) =>
  lettersOf(gateTable.find(([action, regions]) => action === gate && regions.includes(region))?.[2] ?? '');

const otherSites = ['eu', 'uk'] as const;
/** What a status says of itself, wherever its client is. */
const saidByStatus: ReadonlySet<string> = new Set(['D', 'C', 'N', 'K']);

/** A country that has no region of its own. */
const anywhere = 'MY';

const places: readonly Place[] = [
  ...regionKeys.map((region) => ({
    name: region,
    company: homeOf[region].company,
    country: homeOf[region].country || anywhere,
    isLocked: false,
    row: rowIn(region),
  })),
  ...specialCountries.map(({ name, company, country, region, rows }) => ({
    name,
    company,
    country,
    isLocked: false,
    row: (gate: GateAction) => {
      const own = rows.find(([gates]) => gates.includes(gate));
      return own ? lettersOf(own[1]) : rowIn(region)(gate);
    },
  })),
  {
    name: 'China, locked',
    company: 3,
    country: 'CN',
    isLocked: true,
    // What a status says of itself speaks first, and whoever is approved is not held.
    row: (gate: GateAction) =>
      rowIn('china')(gate).map((letter, at) =>
        leftByLock.includes(gate) || statusIds[at] === 12 || saidByStatus.has(letter) ? letter : 'L',
      ),
  },
  // The documents' "global user": of the global company, on the site of another one.
  ...otherSites.map((site) => ({
    name: `global, on the site of the ${site}`,
    company: 3,
    country: anywhere,
    isLocked: false,
    host: `${site}.broker.example`,
    row: (gate: GateAction) =>
      // No site of the UK shows them, to whomever (document 1 §6).
      rowIn(site === 'uk' && gate === 'view_signals' ? 'uk' : 'global')(gate).map((letter) =>
        leftByOtherSite.includes(gate) || saidByStatus.has(letter) ? letter : 'E',
      ),
  })),
];

let app: TestApp;
let as: SignedIn;
let calls: readonly Gated[];
/** Of each gate the calls that may be made without anything of the client's becoming other than it was. */
let harmless: Readonly<Partial<Record<GateAction, Readonly<Record<'reads' | 'writes', readonly Gated[]>>>>>;

interface Gated {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly gate: GateAction;
  /** Behind the gate the input itself refuses what is sent, or nothing of the client's has the number that it names. */
  readonly changesNothing: boolean;
}

beforeAll(async () => {
  app = await openTestApp();
  const at = app.opened.clock.now();
  for (const site of otherSites) {
    const change = { path: `sites.${site}`, value: [`${site}.broker.example`], author: 'test', at, effectiveAt: at };
    await app.owner.transact((sql) => changeSetting(sql, change));
  }
  await app.opened.settings.refresh();
  as = await app.signIn('global.active');
  calls = (await loadContracts()).flatMap((contract) =>
    Object.entries(contract.calls).flatMap(([name, { who, gate, method, path, input }]) => {
      const fromPath = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, '1']));
      const changesNothing = path.includes('{') || !input.safeParse(fromPath).success;
      return who === 'client' && gate ? [{ name: operationId(contract, name), method, path, gate, changesNothing }] : [];
    }),
  );
  harmless = Object.fromEntries(
    gateActions.map((gate) => {
      const own = calls.filter((call) => call.gate === gate);
      const reads = own.filter(({ method }) => method === 'GET');
      return [gate, { reads, writes: own.filter(({ method, changesNothing }) => method !== 'GET' && changesNothing) }];
    }),
  );
});
afterAll(() => app.close());

test('the gate of every read and of every page is the one that is written down', async () => {
  const contracts = await loadContracts();
  const found: Record<string, string[]> = {};
  const pagesFound: Record<string, string[]> = {};
  for (const contract of contracts) {
    for (const [name, { who, method, gate }] of Object.entries(contract.calls))
      if (who === 'client' && method === 'GET') (found[gate ?? 'none'] ??= []).push(operationId(contract, name));
    for (const { path, gate } of Object.values(contract.pages ?? {})) (pagesFound[gate ?? 'none'] ??= []).push(path || '/');
  }
  expect(sorted(found)).toEqual(sorted(reads));
  expect(sorted(pagesFound)).toEqual(sorted(pages));
});

function sorted(of: Readonly<Record<string, readonly string[]>>) {
  return Object.fromEntries(Object.entries(of).map(([key, names]) => [key, names.toSorted()]));
}

describe.each(places)('$name', (place) => {
  test.each(statusIds.map((status, at) => ({ status, at })).filter(({ status }) => status !== 4))(
    'in status $status is told of every page, refused by every call, and refused by none, what the table has',
    async ({ status, at }) => {
      await become(place, status);
      const wanted = Object.fromEntries(
        gateActions.map((gate) => {
          const code = gateLetters[place.row(gate)[at] ?? ''];
          return [gate, code === 'yes' ? null : code];
        }),
      );
      const { client_info: info } = await ask({ method: 'GET', path: 'api/client_info' }, place);
      const told = Object.entries(info as Record<string, { readonly code: string } | null>);
      expect(Object.fromEntries(told.map(([gate, shut]) => [gate, shut?.code ?? null]))).toEqual(wanted);
      const shut = calls.filter(({ gate }) => wanted[gate] !== null);
      const answers: [string, unknown][] = [];
      for (const call of shut) answers.push([call.name, (await ask(call, place)).code]);
      expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(shut.map(({ name, gate }) => [name, wanted[gate]])));
      const refused: string[] = [];
      for (const call of inTurn(gateActions.filter((gate) => wanted[gate] === null))) {
        const { first, status: answered } = await ask(call, place);
        if (first in gateErrors || answered === 401 || answered === 500) refused.push(`${call.name}: ${answered} ${first}`);
      }
      expect(refused).toEqual([]);
    },
  );
});

test('every gate that a call stands behind has one that may be made where it is open', () => {
  const without = gateActions.filter((gate) => {
    const { reads = [], writes = [] } = harmless[gate] ?? {};
    return calls.some((call) => call.gate === gate) && reads.length + writes.length === 0;
  });
  expect(without).toEqual([]);
});

let turns = 0;

/** A read and a write of each of the gates, another time the next ones. */
function inTurn(gates: readonly GateAction[]): Gated[] {
  turns += 1;
  return gates.flatMap((gate) => {
    const { reads = [], writes = [] } = harmless[gate] ?? {};
    return [reads[turns % reads.length], writes[turns % writes.length]].filter((call) => call !== undefined);
  });
}

test('whoever may not sign in at all is signed in nowhere: in that status every call answers as to a stranger, in every place', async () => {
  // The session is looked at before the gate, so that elsewhere one call of each gate is enough.
  const oneOfEach = gateActions.flatMap((gate) => calls.filter((call) => call.gate === gate).slice(0, 1));
  for (const [at, place] of places.entries()) {
    expect(place.row('sign_in')[statusIds.indexOf(4)]).toBe('D');
    await become(place, 4);
    const answers: [string, unknown][] = [];
    for (const call of at === 0 ? calls : oneOfEach) answers.push([`${place.name}: ${call.name}`, (await ask(call, place)).code]);
    expect(answers.filter(([, code]) => code !== 401)).toEqual([]);
  }
});

/** Signed in as before, the client is somebody else. */
async function become({ company, country, isLocked }: Place, status: number): Promise<void> {
  await app.owner.sql.run(
    `update client set company_id = $2, country = $3, status_id = $4, at_passed = true, has_approved_id = not $5,
       has_approved_residence = not $5, registered_at = '2024-05-01', version = version + 1 where id = $1`,
    [as.clientId, company, country, status, isLocked],
  );
  app.opened.app.sessions.forgetClient(clientId(as.clientId));
}

let asked = 0;

/** Without a network between. Calls are counted by the address, so that each comes from another one. */
async function ask({ method, path }: Pick<Gated, 'method' | 'path'>, { host = 'localhost' }: Pick<Place, 'host'>) {
  asked += 1;
  const filled = path.replaceAll(/\{\w+\}/g, '1');
  const { statusCode, body } = await app.opened.fastify.inject({
    method: method as 'GET',
    remoteAddress: `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
    url: filled.startsWith('/') ? filled : `/api/js/${filled}`,
    headers: { host, cookie: as.cookie, authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { payload: '{}' }),
  });
  // A file stands in no envelope.
  const { errors = [], data } = (body.startsWith('{') ? JSON.parse(body) : {}) as {
    readonly errors?: readonly { readonly code: string }[];
    readonly data?: { readonly gates?: object } | null;
  };
  const first = errors[0]?.code ?? '';
  const isShut = statusCode === 403 || statusCode === (gateErrors as Readonly<Record<string, number>>)[first];
  return { code: isShut ? first : statusCode, first, status: statusCode, client_info: data?.gates };
}
