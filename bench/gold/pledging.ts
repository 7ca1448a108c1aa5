import { giveBack, pledge, reckonPledge, reckonReturn, type Parties } from '../../src/areas/goldCollateral/pledging.ts';
import { valuePledges } from '../../src/areas/goldCollateral/watching.ts';
import { valuingAt, worthAt } from '../../src/areas/goldCollateral/valuing.ts';
import { after, minuteMs } from '../../src/base/time.ts';
import { formatMinor } from '../../src/base/money.ts';
import { Refusal } from '../../src/base/refusal.ts';
import type { ClientId } from '../../src/base/id.ts';
import type { Pool } from '../../src/server/database/pool.ts';
import { defaultSettings } from '../../src/settings/index.ts';
import { identityOf, type Stand } from './client.ts';

/** A change of a pledge that a client was told of. */
export interface ToldPledge {
  readonly clientId: number;
  readonly orderId: bigint;
  readonly kind: 'pledge' | 'return';
  readonly weight: bigint;
  readonly credit: bigint;
}

/** The login of a client's account for which gold is pledged. */
export const loginOf = (clientId: number): number => 700_000_000 + clientId;

const usesEach = 3;

/** Looks at what pledging, or giving back, would come to, and does it from several sides at once, while the market jumps. */
export async function pledgeOnce(id: ClientId, stand: Stand): Promise<void> {
  const { pools, market, dice, toldPledges, refused } = stand;
  const kind = dice.between(0, 2) === 0 ? ('return' as const) : ('pledge' as const);
  const wish = { account: String(loginOf(id)), by: 'g', amount: `0.${dice.between(10, 99)}` } as const;
  const met = (error: unknown): undefined => {
    if (!(error instanceof Refusal)) throw error;
    refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
    return undefined;
  };
  const shown = await (kind === 'pledge' ? reckonPledge : reckonReturn)(wish, partiesOf(stand), askingOn(pools[0], id)).catch(
    met,
  );
  if (!shown) return;
  if (dice.between(0, 3) === 0) market.jump();
  const credit = formatMinor(shown.credit, 'USD');
  const act = kind === 'pledge' ? pledge : giveBack;
  const uses = Array.from({ length: usesEach }, (_none, index) =>
    act({ ...wish, credit }, partiesOf(stand), askingOn(pools[index % 2] ?? pools[0], id)).catch(met),
  );
  for (const order of await Promise.all(uses))
    if (order?.phase === 'done')
      toldPledges.push({ clientId: id, orderId: order.id, kind, weight: order.weight, credit: order.credit });
}

function partiesOf({ market, platform }: Stand): Parties {
  return { prices: market, platforms: { mt4: platform.platform, mt5: platform.platform } };
}

function askingOn({ sql, transact }: Pool, id: ClientId) {
  const refuse = (code: string): never => {
    throw new Refusal(code);
  };
  return { sql, transact, now: new Date(), settings: defaultSettings, client: identityOf(id), refuse };
}

/** By how much the worker's clock is ahead, so that every pledge is due each time. */
let minutes = 0;

/** Values every pledge as the worker does, with what is to be sold sold; answers where more is lent than the gold is worth. */
export async function valueAll(stand: Stand): Promise<string[]> {
  const [{ sql, transact }] = stand.pools;
  minutes += 2;
  const now = after(new Date(), minutes * minuteMs);
  const context = { sql, transact, now, settings: defaultSettings, tellIn: async () => undefined, stale: async () => undefined };
  await valuePledges(partiesOf(stand), context);
  return overLent(stand);
}

/** Where more is lent than the gold is worth at the price of now. */
export async function overLent({ pools: [{ sql }], market: prices }: Stand): Promise<string[]> {
  const market = await prices.now(defaultSettings);
  if (!market) throw new Error('the drill has no market');
  const rows = await sql.many<{ number: number; weight: bigint; credit: bigint }>(
    'select number, weight, credit from gold_pledge where credit > 0 limit 1000',
  );
  const by = valuingAt(market, defaultSettings);
  return rows
    .filter(({ weight, credit }) => credit > worthAt(weight, by))
    .map(({ number, credit }) => `on account ${number} ${credit} is lent, more than its gold is worth`);
}
