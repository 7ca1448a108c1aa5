import { readTimeCursor, writeTimeCursor } from '../../base/cursor.ts';
import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, utcDay, type Clock } from '../../base/time.ts';
import { isCopied } from '../../law/accountTypes.ts';
import type { Settings } from '../../settings/index.ts';
import type { ClientIdentity, Handlers } from '../../protocol/call.ts';
import type { Account } from '../../protocol/account.ts';
import { isReversed } from '../../protocol/period.ts';
import { readTrades, tradedSymbols, type KeptTrade } from '../deals/face.ts';
import { changeAccountLeverage, changeAccountStatus, detailsOf, type ChangeNeeds } from './changes.ts';
import { accountsContract, type Trade } from './contract.ts';
import { ordersOf, sharesOf } from './history.ts';
import { courseOf, isZero, type CourseDay, type DayFlow } from './rules.ts';
import { shownAccount, shownPosition } from './shown.ts';
import { equitySince, flowsSince, type EquityPoint } from './snapshots.ts';
import { accountOf, accountsOf, isSwapFreeTakenAway, isUnderReview, type TradingAccount } from './found.ts';
import { renameAccount } from './opened.ts';

export interface Needs extends ChangeNeeds {
  readonly clock: Clock;
}

/** What a handler has at hand that the lists are made of. */
interface Listing {
  readonly sql: Sql;
  readonly settings: Settings;
  readonly client: ClientIdentity;
}

export function calls(app: Needs) {
  const shown: Show = (account, { settings }) => shownAccount(account, { now: app.clock.now(), settings });
  return { ...lists(shown), ...oneAccount(app, shown), ...changes(app, shown) } satisfies Handlers<typeof accountsContract>;
}

type Calls = Handlers<typeof accountsContract>;
type Show = (account: TradingAccount, context: { readonly settings: Settings }) => Account;

function lists(shown: Show) {
  const list = async (context: Listing, belongs: (account: TradingAccount) => boolean): Promise<Account[]> =>
    (await accountsOf(context.sql, context.client.id)).filter(belongs).map((account) => shown(account, context));
  return {
    overview: async (_input, context) => {
      const all = await accountsOf(context.sql, context.client.id);
      const group = (belongs: (account: TradingAccount) => boolean) =>
        all.filter((account) => isInUse(account) && belongs(account)).map((account) => shown(account, context));
      return { accounts: { live: group(isLive), demo: group(isDemo), investment: group(isInvestment), zero: group(isZeroLive) } };
    },
    live: async (_input, context) => ({
      accounts: { live: await list(context, (account) => isInUse(account) && isLive(account)) },
    }),
    demo: async (_input, context) => ({
      accounts: { demo: await list(context, (account) => isInUse(account) && isDemo(account)) },
    }),
    investment: async (_input, context) => ({
      accounts: { investment: await list(context, (account) => isInUse(account) && isInvestment(account)) },
    }),

    investmentByOldName: async (_input, context) => ({
      accounts: { investment: await list(context, (account) => isInUse(account) && isInvestment(account)) },
    }),
    zero: async (_input, context) => ({
      accounts: { zero: await list(context, (account) => isInUse(account) && isZeroLive(account)) },
    }),
    archive: async (_input, context) => ({
      archived: await list(context, (account) => account.status === 'archived'),
      disabled: await list(context, (account) => account.status === 'disabled'),
    }),
  } satisfies Partial<Calls>;
}

function oneAccount(app: Needs, shown: Show) {
  return {
    details: async ({ number }, context) => {
      const account = await ownAccount(number, context);
      return {
        account: detailsOf(account, context.client.profile, shown(account, context)),
        is_swap_free_withdrawn: !account.swapFree && (await isSwapFreeTakenAway(context.sql, account.number)),
        is_under_review: await isUnderReview(context.sql, account.number),
      };
    },
    positions: async ({ number }, context) => {
      const account = await ownAccount(number, context);
      const answer = await app.platforms[account.platform].positions(account.number);
      const { currency } = account;
      if (answer.outcome !== 'done') return context.refuse('platform_unavailable');
      return { currency, positions: answer.positions.map((position) => shownPosition(position, currency)) };
    },
    trades: async ({ limit, after, ...query }, context) => {
      if (isReversed(query)) return context.refuse('period_reversed', { field: 'from' });
      const account = await ownAccount(query.number, context);
      const behind = after === undefined ? undefined : readTimeCursor(after);
      if (after !== undefined && !behind) return context.refuse('bad_cursor', { field: 'after' });
      const trades = await readTrades(context.sql, {
        ...query,
        number: account.number,
        after: behind && { closedAt: behind.at, id: behind.id },
        limit: limit + 1,
      });
      const page = trades.slice(0, limit);
      const last = page.at(-1);
      return {
        currency: account.currency,
        trades: page.map((trade) => shownTrade(trade, account)),
        next: trades.length > limit && last ? writeTimeCursor({ at: last.closedAt, id: last.id }) : null,
        symbols: await tradedSymbols(context.sql, account.number),
      };
    },
    orders: async ({ number, before }, context) => {
      const account = await ownAccount(number, context);
      const span = { before: before === undefined ? undefined : new Date(before), now: context.now };
      return (await ordersOf(app.platforms[account.platform], account, span)) ?? context.refuse('platform_unavailable');
    },
    shares: async ({ number, before }, context) => sharesOf(context.sql, await ownAccount(number, context), before),
    equity: async ({ number, days }, context) => {
      const account = await ownAccount(number, context);
      const first = utcDay(after(context.now, -days * dayMs));
      return shownCourse(account, {
        points: await equitySince(context.sql, account.number, first),
        flows: await flowsSince(context.sql, account.number, first),
        today: utcDay(context.now),
      });
    },
  } satisfies Partial<Calls>;
}

interface Course {
  readonly points: readonly EquityPoint[];
  readonly flows: readonly DayFlow[];
  readonly today: string;
}

/** The days' ends, and the running day as it stands, each with what came and went told apart from what was made. */
function shownCourse({ snapshot, currency }: TradingAccount, { points, flows, today }: Course) {
  const amount = (minor: bigint) => formatMinor(minor, currency);
  const shown = ({ day, balance, equity, flow, profit }: CourseDay<EquityPoint>) => ({
    day,
    balance: amount(balance),
    equity: amount(equity),
    flow: amount(flow),
    profit: amount(profit),
  });
  const ended = points.filter(({ day }) => day < today);
  const now = snapshot && courseOf([...ended, { day: today, balance: snapshot.balance, equity: snapshot.equity }], flows).at(-1);
  return { currency, points: courseOf(points, flows).map(shown), now: now ? shown(now) : null };
}

function changes(app: Needs, shown: Show) {
  return {
    changeStatus: async ({ number, status }, context) => {
      const account = await ownAccount(number, context);
      if (isCopied(account.type)) return context.refuse('account_not_active');
      const changed = await changeAccountStatus({ account, status }, { app, context });
      return { status: account.status, account: shown(changed, context) };
    },
    changeLeverage: async ({ number, leverage }, context) => {
      const account = await ownAccount(number, context);
      if (isCopied(account.type)) return context.refuse('account_not_active');
      const changed = await changeAccountLeverage({ account, leverage }, { app, context });
      return { account: detailsOf(changed, context.client.profile, shown(changed, context)) };
    },
    rename: async ({ number, name }, context) => {
      const account = await ownAccount(number, context);
      await renameAccount(context.sql, account.number, name);
      return { account: shown({ ...account, name }, context) };
    },
  } satisfies Partial<Calls>;
}

/** Archived, disabled and failed accounts stand in no list of accounts in use. */
function isInUse(account: TradingAccount): boolean {
  return account.status === 'active' || account.status === 'opening';
}
const isDemo = (account: TradingAccount): boolean => account.isDemo;
const isInvestment = ({ type }: TradingAccount): boolean => isCopied(type);
const isLive = (account: TradingAccount): boolean => !account.isDemo && !isInvestment(account);
const isZeroLive = (account: TradingAccount): boolean => isZero(account) && !isInvestment(account);

/** An account of somebody else answers exactly like one that does not exist. */
async function ownAccount(
  number: number,
  context: { readonly sql: Sql; readonly client: ClientIdentity; readonly refuse: (code: 'account_not_found') => never },
): Promise<TradingAccount> {
  const account = await accountOf(context.sql, number);
  if (!account || account.clientId !== context.client.id || account.status === 'failed')
    return context.refuse('account_not_found');
  return account;
}

function shownTrade(trade: KeptTrade, { currency }: TradingAccount): Trade {
  const amount = (minor: bigint) => formatMinor(minor, currency);
  return {
    ticket: trade.ticket,
    position: trade.position,
    symbol: trade.symbol,
    side: trade.side,
    lots: trade.lots,
    open_price: trade.openPrice,
    close_price: trade.closePrice,
    profit: amount(trade.profit),
    swap: amount(trade.swap),
    commission: amount(trade.commission),
    result: amount(trade.profit + trade.swap + trade.commission),
    opened_at: trade.openedAt?.toISOString() ?? null,
    closed_at: trade.closedAt.toISOString(),
  };
}
