import { Refusal } from '../../src/base/refusal.ts';
import type { ClientId } from '../../src/base/id.ts';
import { quoteGold } from '../../src/areas/gold/quoting.ts';
import { tradeAt } from '../../src/areas/gold/trades.ts';
import type { ClientIdentity } from '../../src/protocol/call.ts';
import type { Pool } from '../../src/server/database/pool.ts';
import { defaultSettings } from '../../src/settings/index.ts';
import type { Dice } from '../crash/dice.ts';
import type { DrillMarket } from './market.ts';
import type { DrillPlatform } from './platform.ts';
import type { ToldPledge } from './pledging.ts';
import type { ToldTrade } from './verdict.ts';

export interface Stand {
  /** As many processes of a portal have: each use of a quote goes by another one. */
  readonly pools: readonly [Pool, Pool];
  readonly market: DrillMarket;
  readonly dice: Dice;
  readonly platform: DrillPlatform;
  readonly told: ToldTrade[];
  readonly toldPledges: ToldPledge[];
  /** How often each refusal was met. */
  readonly refused: Map<string, number>;
}

const usesEach = 3;

/** Asks for a price and uses it from several sides at once, while the market jumps: what was told of it is noted. */
export async function tradeOnce(id: ClientId, stand: Stand): Promise<void> {
  const { pools, market, dice, told, refused } = stand;
  const side = dice.between(0, 2) === 0 ? ('sell' as const) : ('buy' as const);
  const wish =
    side === 'buy'
      ? ({ by: 'amount', amount: `${dice.between(5, 900)}.37` } as const)
      : ({ by: 'g', amount: `0.${dice.between(10, 99)}` } as const);
  const met = (error: unknown): undefined => {
    if (!(error instanceof Refusal)) throw error;
    refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
    return undefined;
  };
  const refuse = (code: string): never => {
    throw new Refusal(code);
  };
  const asking = { sql: pools[0].sql, now: new Date(), settings: defaultSettings, client: identityOf(id), refuse };
  const quote = await quoteGold({ side, ...wish }, market, asking).catch(met);
  if (!quote) return;
  if (dice.between(0, 3) === 0) market.jump();
  const uses = Array.from({ length: usesEach }, (_none, index) => {
    const pool = pools[index % 2] ?? pools[0];
    const trader = { now: new Date(), owner: { clientId: id, company: 3 as const }, refuse };
    return pool.transact((sql) => tradeAt(quote.id, side, { ...trader, sql })).catch(met);
  });
  for (const done of await Promise.all(uses)) if (done) told.push({ ...done.quote, quoteId: quote.id, clientId: id });
}

export function identityOf(id: ClientId): ClientIdentity {
  const profile = {
    status: 12,
    company: 3,
    country: 'IN',
    category: 0,
    registeredAt: new Date(0),
    hasApprovedId: true,
    hasApprovedResidence: true,
    appropriatenessPassed: true,
  } as const;
  return { id, sid: 'drill', companyId: 3, profile };
}
