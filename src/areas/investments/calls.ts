import { readTimeCursor, writeTimeCursor } from '../../base/cursor.ts';
import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after as later, dayMs, utcDay } from '../../base/time.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { ClientIdentity, ContextOf, Handlers } from '../../protocol/call.ts';
import type { ShownInvestment, StatementTrade } from '../../protocol/investment.ts';
import { equitySince } from '../accounts/face.ts';
import { readTrades, type KeptTrade } from '../deals/face.ts';
import { investorOf } from '../investors/face.ts';
import { followableStrategy, newestOffer, shownFigures, strategiesToFollow } from '../strategies/face.ts';
import type { investmentsContract } from './contract.ts';
import { bring, follow, isMoneyComing, suits, type Needs } from './following.ts';
import { takeOut } from './leaving.ts';
import { lastPeriod, shareDays } from './rules.ts';
import { marksOf, sharesOf } from './shares/rows.ts';
import { toldMark, toldShare } from './shares/told.ts';
import { shownInvestments, sourcesOf, totalsOf } from './shown.ts';
import {
  changeInvestment,
  closedMonths,
  investmentById,
  investmentIn,
  investmentsOf,
  lockInvestment,
  openedLots,
  type Investment,
} from './store.ts';

type Specs = (typeof investmentsContract)['calls'];
type Calls = Handlers<typeof investmentsContract>;

const pageSize = 20;
const tradesAtOnce = 50;
const sharesAtOnce = 20;
const equityDays = 365;

export const calls = (app: Needs) => ({ ...reads, ...changes(app) }) satisfies Calls;

const reads = {
  list: async ({ page: asked, state }, { sql, client }) => {
    const followed = await investmentsOf(sql, client.id);
    const all = state === 'all' ? followed : followed.filter(({ status }) => status === 'closed');
    const page = Math.min(asked, Math.max(1, Math.ceil(all.length / pageSize)));
    const rows = all.slice((page - 1) * pageSize, page * pageSize);
    return {
      direct: {
        status: (await investorOf(sql, client.id)).status,
        investment_accounts: await shownInvestments(sql, client.id, rows),
        total_items: all.length,
        page,
        page_size: pageSize,
        wallets: (await sourcesOf(sql, client.id)).filter(({ kind }) => kind === 'wallet'),
        totals: await totalsOf(sql, client.id),
      },
    };
  },

  exists: async ({ clientId }, { sql, client, refuse }) => {
    if (clientId !== client.id) return refuse('profile_not_yours');
    return { direct: { exists: (await investmentsOf(sql, client.id)).some(({ status }) => status !== 'closed') } };
  },

  details: async ({ id }, ctx) => {
    const { sql, client, now } = ctx;
    const row = await own(id, ctx);
    const points = await equitySince(sql, row.number, utcDay(later(now, -equityDays * dayMs)));
    const daily = points.map(({ day, equity }) => ({ date: day, equity: formatMinor(equity, row.currency) }));
    const months = await closedMonths(sql, row.number);
    const reports = months.map(({ result, ...month }) => ({ ...month, result: formatMinor(result, row.currency) }));
    const more = { reports, sharesByInstrument: await openedLots(sql, row.number), daily_equity_stats: daily };
    return {
      direct: {
        status: (await investorOf(sql, client.id)).status,
        investment_account: { ...(await shownOne(ctx, row)), ...more },
        sources: await sourcesOf(sql, client.id),
      },
    };
  },

  offer: async ({ acc_no: number }, { sql, client, refuse }) => {
    const strategy = (await followableStrategy(sql, number)) ?? refuse('accountNotFollowable', { field: 'acc_no' });
    const investor = await investorOf(sql, client.id);
    const offer = await newestOffer(sql, strategy.id);
    const begun = await investmentIn(sql, { clientId: client.id, strategyId: strategy.id });
    const isBegun = begun !== undefined && (begun.status !== 'opening' || (await isMoneyComing(sql, begun)));
    return {
      direct: {
        status: investor.status,
        investorRisk: investor.risk,
        acc_no: strategy.number,
        strategy_name: strategy.name,
        nickname: strategy.nickname,
        currency: strategy.currency,
        offer_id: offer.id,
        remun_fee: offer.share,
        minimum: formatMinor(offer.minimum, strategy.currency),
        risk: strategy.risk,
        suits: suits(investor, { level: strategy.risk, profile: client.profile }),
        investment_id: isBegun ? begun.id : null,
        sources: await sourcesOf(sql, client.id),
      },
    };
  },

  managers: async ({ search, page }, { sql, client, now }) => {
    const investor = await investorOf(sql, client.id);
    const found = await strategiesToFollow(sql, { by: client.id, now, search, page, size: pageSize });
    return {
      direct: {
        managers: found.rows.map((row) => ({
          acc_no: row.number,
          acc_name: row.name,
          nickname: row.nickname,
          acc_curr: row.currency,
          remun_fee: row.share,
          min_amount: formatMinor(row.minimum, row.currency),
          profit: shownFigures(row).profit,
          risk: row.risk,
          suits: suits(investor, { level: row.risk, profile: client.profile }),
        })),
        total_items: found.total,
        page: found.page,
        page_size: pageSize,
      },
    };
  },

  shares: async ({ id, before }, ctx) => {
    const { sql, now } = ctx;
    const row = await own(id, ctx);
    const rows = await sharesOf(sql, { investment: id, before, limit: sharesAtOnce + 1 });
    const page = rows.slice(0, sharesAtOnce);
    const isOn = row.startedAt !== null && (row.status === 'active' || row.status === 'paused');
    const nth = row.startedAt ? (lastPeriod(row.startedAt, now)?.nth ?? 0) + 1 : 0;
    return {
      direct: {
        investment_account: await shownOne(ctx, row),
        shares: page.map(toldShare),
        next: rows.length > sharesAtOnce ? (page.at(-1)?.id ?? null) : null,
        next_due_at: isOn && row.startedAt ? later(row.startedAt, nth * shareDays * dayMs).toISOString() : null,
        marks: (await marksOf(sql, id)).map((mark) => toldMark(mark, row.currency)),
      },
    };
  },

  statement: async ({ investorId, id, account, after }, ctx) => {
    const { sql, client, refuse } = ctx;
    const rows = investorId === client.id ? await investmentsOf(sql, client.id) : [];
    const isMeant = ({ strategyId, number }: Investment): boolean =>
      strategyId === id && (account === undefined || number === account);
    const row = rows.find(isMeant) ?? refuse('investment_not_found');
    const behind = after === undefined ? undefined : readTimeCursor(after);
    if (after !== undefined && !behind) return refuse('bad_cursor', { field: 'after' });
    const trades = await readTrades(sql, {
      number: row.number,
      after: behind && { closedAt: behind.at, id: behind.id },
      limit: tradesAtOnce + 1,
    });
    const page = trades.slice(0, tradesAtOnce);
    const last = page.at(-1);
    const next = trades.length > tradesAtOnce && last ? writeTimeCursor({ at: last.closedAt, id: last.id }) : null;
    return {
      direct: { orders: { closed: page.map((trade) => shownTrade(trade, row)), next }, strategy: await shownOne(ctx, row) },
    };
  },
} satisfies Partial<Calls>;

const changes = (app: Needs) =>
  ({
    follow: async (input, ctx) => answerOf(ctx, await follow(input, app, ctx)),

    addFunds: async (input, ctx) => {
      const { sql, client, refuse } = ctx;
      const investment = await investmentIn(sql, { clientId: client.id, strategyId: input.strategy_id });
      if (!investment) return refuse('investment_not_found', { field: 'strategy_id' });
      if (investment.status === 'closing') return refuse('investment_closing');
      const minimum = investment.status === 'opening' ? (await newestOffer(sql, investment.strategyId)).minimum : 0n;
      const wish = { investment, minimum, from: input.trans_account, amount: input.amount, input };
      return answerOf(ctx, await bring(app, ctx, wish));
    },

    withdraw: async ({ id, amount }, ctx) => {
      const investment = await own(id, ctx);
      if (investment.status === 'closing' || investment.status === 'closed') return ctx.refuse('investment_closing');
      return answerOf(ctx, await takeOut(app, ctx, { investment, amount }));
    },

    unsubscribe: async ({ providerId, strategyId }, ctx) => {
      const { sql, client, now, refuse } = ctx;
      const found = await investmentIn(sql, { clientId: client.id, strategyId });
      const row = found && (await lockInvestment(sql, found.id));
      if (!row) return refuse('investment_not_found', { field: 'strategyId' });
      const before = await shownOne(ctx, row);
      if (before.provider_id !== providerId) return refuse('investment_not_found', { field: 'providerId' });
      if (row.status !== 'closing') await endFollow(sql, { row, now });
      return { direct: { investment_account: await shownOne(ctx, (await investmentById(sql, row.id)) ?? row) } };
    },
  }) satisfies Partial<Calls>;

async function endFollow(sql: Sql, { row, now }: { readonly row: Investment; readonly now: Date }): Promise<void> {
  const { id, status, clientId } = row;
  await changeInvestment(sql, { id, from: status, to: 'closing', why: 'unsubscribed', at: now });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(clientId) },
    action: 'investment.unsubscribe',
    subject: `investment:${id}`,
    clientId,
    detail: { from: status },
    at: now,
  });
}

interface Reading {
  readonly sql: Sql;
  readonly client: ClientIdentity;
}

/** Somebody else's is as unknown as one that does not exist. */
async function own(
  id: number,
  ctx: Reading & { readonly refuse: (code: 'investment_not_found', detail: { field: string }) => never },
): Promise<Investment> {
  const row = await investmentById(ctx.sql, id);
  return row?.clientId === ctx.client.id ? row : ctx.refuse('investment_not_found', { field: 'id' });
}

async function shownOne({ sql, client }: Reading, row: Investment): Promise<ShownInvestment> {
  const [shown] = await shownInvestments(sql, client.id, [row]);
  if (!shown) throw new Error(`investment ${row.id} is not shown`);
  return shown;
}

type Moved = Awaited<ReturnType<typeof bring>>;

async function answerOf(
  ctx: ContextOf<Specs['addFunds']> | ContextOf<Specs['follow']>,
  { investment, transfer }: { readonly investment: Investment; readonly transfer: Moved['transfer'] | null },
) {
  return { direct: { investment_account: await shownOne(ctx, investment), transfer } };
}

function shownTrade(trade: KeptTrade, { currency }: Investment): StatementTrade {
  return {
    ticket: trade.ticket,
    symbol: trade.symbol,
    side: trade.side,
    lots: trade.lots,
    open_price: trade.openPrice,
    close_price: trade.closePrice,
    result: formatMinor(trade.profit + trade.swap + trade.commission, currency),
    opened_at: trade.openedAt?.toISOString() ?? null,
    closed_at: trade.closedAt.toISOString(),
  };
}
