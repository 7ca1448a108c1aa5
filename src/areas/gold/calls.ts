import { percentOf } from '../../base/amount.ts';
import { readCursor, writeCursor } from '../../base/cursor.ts';
import { formatMinor } from '../../base/money.ts';
import { weightUnits } from '../../base/weight.ts';
import { gold as goldAccount, wallet as walletAccount } from '../../ledger/chart.ts';
import { balanceOf, statementOf, type StatementLine } from '../../ledger/statement.ts';
import type { ClientIdentity, Handlers } from '../../protocol/call.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { isReversed } from '../../protocol/period.ts';
import { writeTable } from '../../tables/write.ts';
import { requireNothingOwed } from '../debts/face.ts';
import type { goldContract } from './contract.ts';
import { kindOf, tradeIdOf } from './lines.ts';
import { drawGoldStatement, goldStatementTable } from './statement.ts';
import { openGoldPrices, type GoldMarket, type GoldPrices, type MarketNeeds } from './market.ts';
import { limitsOf, quoteGold, termsOf } from './quoting.ts';
import { gramPrice, sellWeight, unitPrice, type GoldTerms, type Side } from './rules.ts';
import { shownWeight } from './shown.ts';
import { worthElsewhere } from './worth.ts';
import { moneyOfTrades, type KeptQuote, type TradeMoney } from './store.ts';
import { dollarWallet, goldCurrency, tradeAt } from './trades.ts';

interface Needs extends MarketNeeds {
  readonly words: { in(language: LanguageKey): Say };
}

type Calls = Handlers<typeof goldContract>;

export function calls(app: Needs) {
  const prices = openGoldPrices(app);
  return { ...reading(prices), ...stating(app), ...dealing(prices) } satisfies Calls;
}

function reading(prices: GoldPrices) {
  return {
    trading: async (_input, { sql, client, settings, now }) => {
      const owner = ownerOf(client);
      const market = await prices.now(settings);
      const terms = termsOf(client, settings);
      const held = await balanceOf(sql, goldAccount(owner));
      const wallet = await dollarWallet(sql, client.id);
      const [least, most] = limitsOf(settings);
      const worth = market && sellWeight(held, market, terms).total;
      return {
        weight: shownWeight(held),
        currency: goldCurrency,
        value: worth === undefined ? null : dollars(worth),
        values: worth === undefined ? [] : await worthElsewhere(sql, { client: client.id, worth, now }),
        price: market ? shownPrice(market, terms) : null,
        wallet: wallet
          ? { number: wallet.number, balance: dollars(await balanceOf(sql, walletAccount(owner, goldCurrency))) }
          : null,
        limits: { least: shownWeight(least), most: shownWeight(most) },
        spread_percent: percentOf(settings.gold.spreadBasisPoints),
        tax_percent: percentOf(Number(terms.tax)),
        quote_seconds: settings.gold.quoteSeconds,
      };
    },

    course: async (_input, { now, refuse }) => {
      const points = (await prices.course(now)) ?? refuse('platform_unavailable');
      return {
        points: points.map(({ at, close, digits }) => ({
          at: at.toISOString(),
          g: gramPrice(close, digits),
          oz: formatMinor((close * 100n) / 10n ** BigInt(digits), goldCurrency),
        })),
      };
    },
  } satisfies Partial<Calls>;
}

/** What moved. */
function stating(app: Needs) {
  return {
    statement: async (input, { sql, client, settings, refuse, now }) => {
      const before = input.after === undefined ? undefined : cursorOf(input.after);
      if (input.after !== undefined && !before) return refuse('bad_cursor', { field: 'after' });
      const limit = input.limit ?? settings.lists.pageSize;
      const page = await statementOf(sql, { account: goldAccount(ownerOf(client)), before, limit });
      const money = await moneyOfTrades(sql, client.id, page.lines.flatMap(tradeIdOf));
      return {
        currency: goldCurrency,
        today: now.toISOString().slice(0, 10),
        lines: page.lines.map((line) => shownLine(line, money.get(tradeIdOf(line)[0] ?? ''))),
        next: page.next ? writeCursor(page.next.movementId, page.next.line) : null,
      };
    },

    file: async (input, ctx) => {
      if (isReversed(input)) return ctx.refuse('period_reversed', { field: 'from' });
      const { from, till, format } = input;
      const statement = await drawGoldStatement(ctx.sql, { owner: ownerOf(ctx.client), from, till });
      const isPaged = format === 'pdf' || format === 'print';
      if (isPaged && statement.sums.lines > ctx.settings.statements.pagedLines)
        return ctx.refuse('statement_long', { field: 'format' });
      const { language, settings, now } = ctx;
      const to = { say: app.words.in(language), language, brand: settings.brand, now };
      return writeTable(await goldStatementTable(ctx.sql, statement, to), format);
    },
  } satisfies Partial<Calls>;
}

function dealing(prices: GoldPrices) {
  return {
    // What is paid for gold is out of reach of a debt, and gold can be carried home.
    quoteBuy: async (input, context) => {
      await requireNothingOwed(context, 'amount');
      return shownQuote(await quoteGold({ ...input, side: 'buy' }, prices, context), termsOf(context.client, context.settings));
    },
    quoteSell: async (input, context) =>
      shownQuote(await quoteGold({ ...input, side: 'sell' }, prices, context), termsOf(context.client, context.settings)),
    buy: async ({ quote_id: id }, context) => {
      await requireNothingOwed(context, 'quote_id');
      return shownTrade(await tradeAt(id, 'buy', { ...context, owner: ownerOf(context.client) }));
    },
    sell: async ({ quote_id: id }, context) =>
      shownTrade(await tradeAt(id, 'sell', { ...context, owner: ownerOf(context.client) })),
  } satisfies Partial<Calls>;
}

const ownerOf = ({ id, profile }: ClientIdentity) => ({ clientId: id, company: profile.company });
const dollars = (minor: bigint): string => formatMinor(minor, goldCurrency);

function shownPrice(market: GoldMarket, terms: GoldTerms) {
  const of = (side: Side) => ({
    g: unitPrice({ unit: 'g', side }, market, terms),
    oz: unitPrice({ unit: 'oz', side }, market, terms),
  });
  const { state, at } = market;
  return {
    buy: of('buy'),
    sell: of('sell'),
    at: at.toISOString(),
    is_open: state.isOpen,
    opens_at: state.isOpen ? null : (state.opensAt?.toISOString() ?? null),
  };
}

function shownQuote(quote: KeptQuote, terms: GoldTerms) {
  const paid = quote.side === 'buy' ? quote.metal + quote.spread : quote.total;
  return {
    quote_id: quote.id,
    side: quote.side,
    weight: shownWeight(quote.weight),
    price: { g: perUnit(paid, quote.weight, 'g'), oz: perUnit(paid, quote.weight, 'oz') },
    currency: goldCurrency,
    metal: dollars(quote.metal),
    spread: dollars(quote.spread),
    tax: dollars(quote.tax),
    tax_percent: percentOf(quote.side === 'buy' ? Number(terms.tax) : 0),
    total: dollars(quote.total),
    price_at: quote.priceAt.toISOString(),
    expires_at: quote.expiresAt.toISOString(),
    seconds: Math.round((quote.expiresAt.getTime() - quote.quotedAt.getTime()) / 1000),
  };
}

/** What a gram or an ounce comes to in this very trade, to the nearest cent. */
function perUnit(paid: bigint, weight: bigint, unit: 'g' | 'oz'): string {
  return dollars((paid * weightUnits[unit].minor + weight / 2n) / weight);
}

function shownTrade({ id, quote }: { readonly id: bigint; readonly quote: KeptQuote }) {
  return { trade_id: String(id), side: quote.side, weight: shownWeight(quote.weight), total: dollars(quote.total) };
}

function shownLine(line: StatementLine, money: TradeMoney | undefined) {
  return {
    id: `${line.movementId}.${line.line}`,
    at: line.at.toISOString(),
    kind: kindOf(line),
    weight: shownWeight(line.minor),
    balance: shownWeight(line.balanceMinor),
    total: money ? dollars(money.total) : null,
    spread: money ? dollars(money.spread) : null,
    tax: money ? dollars(money.tax) : null,
  };
}

/** More lines than this no movement has. */
const mostLines = 99n;

function cursorOf(text: string) {
  const [movementId, line] = readCursor(text) ?? [];
  return movementId === undefined || line === undefined || line > mostLines ? undefined : { movementId, line: Number(line) };
}
