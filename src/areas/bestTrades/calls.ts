import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { formatMinor, money, paidOutFor } from '../../base/money.ts';
import type { Say } from '../../base/wording.ts';
import { after, dayMs, secondMs, type Clock } from '../../base/time.ts';
import { standardLosingShare } from '../../law/brand.ts';
import type { ClientProfile } from '../../law/gates.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import { openPriceBoard } from '../trading/face.ts';
import { originalRate, readTable } from '../rates/face.ts';
import { chartOf } from './chart.ts';
import type { bestTradesContract } from './contract.ts';
import { pictureOf } from './picture.ts';
import { pngOf } from './rendering.ts';
import * as store from './store.ts';

export interface Needs {
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
  readonly clock: Clock;
  readonly storage: ObjectStorage;
  readonly words: { in(language: LanguageKey): Say };
  readonly publicUrl: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

const shownTrades = 10;
const mostBytes = 1_000_000;

export function calls(app: Needs) {
  const boards = { mt4: openPriceBoard(app.platforms.mt4, app.clock), mt5: openPriceBoard(app.platforms.mt5, app.clock) };
  return {
    async list(_input, { sql, client, now, settings }) {
      const since = after(now, -settings.bestTrades.days * dayMs);
      const trades = await store.bestTrades(sql, { client: client.id, since, limit: shownTrades });
      return {
        trades: byWorth(trades, await readTable(sql, now))
          .slice(0, shownTrades)
          .map(shownTrade),
      };
    },

    async one({ order: ticket, account: number }, { sql, client, refuse }) {
      const trade = await store.tradeOf(sql, { client: client.id, ticket, number });
      if (!trade) return refuse('unknown_trade');
      const { points, isWhole } = await chartOf(boards[trade.server], trade);
      return { trade: shownTrade(trade), chart: [...points], is_chart_whole: isWhole };
    },

    async render(asked, ctx) {
      const { sql, client, now, settings, language } = ctx;
      const trade = await store.tradeOf(sql, { client: client.id, ticket: asked.order, number: asked.account });
      if (!trade) return ctx.refuse('unknown_trade');
      if (trade.result <= 0n) return ctx.refuse('trade_without_gain', { field: 'order' });
      const field = differing(asked, trade);
      if (field !== undefined) return ctx.refuse('trade_differs', { field });
      const row = {
        id: randomUUID(),
        trade,
        language,
        now,
        expiresAt: after(now, settings.bestTrades.pictureSeconds * secondMs),
      };
      try {
        const { points } = await chartOf(boards[trade.server], trade);
        const say = app.words.in(language);
        const warning = warningFor(client.profile, settings, say);
        const png = await pngOf(pictureOf({ trade, chart: points, say, language, brand: settings.brand, warning }));
        const { id, expiresAt } = await ctx.transact((inside) => store.keepPicture(inside, row));
        await keep(app.storage, `${id}.png`, png);
        const json_filename = asked.save_json ? `${id}.json` : null;
        if (json_filename !== null)
          await keep(app.storage, json_filename, Buffer.from(JSON.stringify(publicFacts(trade, points))));
        const image_url = `${app.publicUrl}/api/js/api/trade-pictures/${id}.png`;
        return { json_filename, image_url, error: null, expires_at: expiresAt.toISOString() };
      } catch (error) {
        app.log.warn({ err: error, order: asked.order }, 'the picture of a trade was not drawn');
        return { json_filename: null, image_url: null, error: 'render_failed' as const, expires_at: null };
      }
    },

    async picture({ name }, { sql, now, refuse }) {
      const [id = ''] = name.split('.');
      if (!(await store.isThere(sql, id, now))) return refuse('unknown_picture');
      const kept = await app.storage.get(objectOf(name));
      if (kept.outcome === 'unknown') throw new Error(`the store did not give a picture: ${kept.reason}`);
      if (kept.outcome === 'absent') return refuse('unknown_picture');
      return { fileName: name, mediaType: kept.object.contentType, body: kept.object.body };
    },
  } satisfies Handlers<typeof bestTradesContract>;
}

/** Where the store keeps it. */
export function objectOf(name: string): string {
  return `trade-pictures/${name}`;
}

async function keep(storage: ObjectStorage, name: string, bytes: Uint8Array): Promise<void> {
  const contentType = name.endsWith('.png') ? 'image/png' : 'application/json';
  const body = (async function* () {
    yield bytes;
  })();
  const answer = await storage.put(objectOf(name), { contentType, body, maxBytes: mostBytes });
  if (answer.outcome !== 'stored') throw new Error(`the store did not keep ${name}`);
}

type Asked = Readonly<Partial<Record<'symbol' | 'profit' | 'open_price' | 'closed_price' | 'currency', string | undefined>>>;

/** Nobody has a gain drawn under the broker's name that was not made: the first field that says otherwise. */
function differing(asked: Asked, trade: store.TradeRow): keyof Asked | undefined {
  const known: Readonly<Record<keyof Asked, string>> = {
    symbol: trade.symbol,
    profit: formatMinor(trade.result, trade.currency),
    open_price: trade.openPrice ?? '',
    closed_price: trade.closePrice,
    currency: trade.currency,
  };
  return (Object.keys(known) as (keyof Asked)[]).find((field) => asked[field] !== undefined && asked[field] !== known[field]);
}

/** Trade rules: the standard warning, with the firm's own share of losing accounts, wherever the EU and the UK see the firm. */
function warningFor(profile: ClientProfile, { brand }: Settings, say: Say): string | undefined {
  if (!regionProfileOf(profile).riskWarning) return undefined;
  return say('bestTrade.warning', { share: brand.companies[profile.company].losingShare ?? standardLosingShare });
}

/** The best first, in dollars at the day's rates; what nobody quotes comes last. */
function byWorth(trades: readonly store.TradeRow[], table: Awaited<ReturnType<typeof readTable>>): store.TradeRow[] {
  const worth = ({ result, currency }: store.TradeRow): bigint => {
    const rate = originalRate(table ?? { perEuro: new Map() }, currency, 'USD');
    return rate ? paidOutFor(money(result, currency), 'USD', rate).minor : -1n;
  };
  const valued = trades.map((trade) => ({ trade, worth: worth(trade) }));
  return valued.toSorted((one, other) => Number(other.worth - one.worth)).map(({ trade }) => trade);
}

function shownTrade(trade: store.TradeRow) {
  return { clientId: trade.clientId, account: trade.number, ...publicFacts(trade) };
}

/** What anybody may see of it. */
function publicFacts(trade: store.TradeRow, chart?: readonly object[]) {
  const { ticket: order, symbol, side, lots, openPrice, closePrice, currency, openedAt, closedAt } = trade;
  const seconds = (at: Date): number => Math.floor(at.getTime() / secondMs);
  return {
    ...(chart ? { chart } : {}),
    order,
    symbol,
    side,
    lots,
    openPrice,
    closePrice,
    currency,
    profit: formatMinor(trade.result, currency),
    openTime: openedAt && seconds(openedAt),
    closeTime: seconds(closedAt),
  };
}
