import type { MarketState } from '../../areas/trading/face.ts';
import { openGoldPrices } from '../../areas/gold/face.ts';
import { giveBack, pledge, reckonPledge, reckonReturn } from '../../areas/goldCollateral/pledging.ts';
import { valuePledges } from '../../areas/goldCollateral/watching.ts';
import { Refusal } from '../../base/refusal.ts';
import { post } from '../../ledger/book.ts';
import { gold, opening } from '../../ledger/chart.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { ClientIdentity } from '../../protocol/call.ts';
import { formatMinor } from '../../base/money.ts';
import { runOf } from './paymentsFixture.ts';
import type { Fact, World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;
const changes = ['gold', 'accounts', 'wallets', 'dashboard'] as const;

/** What becomes of gold that is pledged for credit. */
export const collateralFacts: readonly Fact[] = [
  {
    fact: 'gold is pledged and the credit is there',
    type: 'gold_pledged',
    over: byMail,
    live: changes,
    ready: async (world) => {
      await giveGold(world);
      return () => pledgeGram(world);
    },
  },
  {
    fact: 'the platform gives no credit for pledged gold',
    type: 'gold_pledge_refused',
    over: byMail,
    live: changes,
    ready: async (world) => {
      await giveGold(world);
      const balanceOperation = async () => ({ outcome: 'refused', code: 'account_disabled', message: 'disabled' }) as const;
      return () =>
        pledgeGram(world, { balanceOperation }).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
    },
  },
  {
    fact: 'pledged gold is given back',
    type: 'gold_pledge_returned',
    over: byMail,
    live: changes,
    ready: async (world) => {
      await giveGold(world);
      await pledgeGram(world);
      return () => giveGramBack(world);
    },
  },
  valued('much of pledged gold’s worth is lent', 'gold_credit_warning', { percent: 90n, state: { isOpen: true } }),
  valued('too much of pledged gold’s worth is lent', 'gold_credit_call', { percent: 84n, state: { isOpen: true } }),
  valued('what has to be done with pledged gold waits for the market', 'gold_credit_waits', {
    percent: 77n,
    state: { isOpen: false, opensAt: undefined },
  }),
  valued('pledged gold is sold', 'gold_pledge_sold', { percent: 77n, state: { isOpen: true } }),
];

interface Valued {
  /** Of the price of now. */
  readonly percent: bigint;
  readonly state: MarketState;
}

function valued(fact: string, type: NonNullable<Fact['type']>, at: Valued): Fact {
  return {
    fact,
    type,
    over: byMail,
    live: type === 'gold_pledge_sold' ? changes : [],
    ready: async (world) => {
      await giveGold(world);
      await pledgeGram(world);
      // What was told before of this account is told again.
      await world.app.owner.sql.run(`update gold_pledge set level = 'none', waits_since = null`);
      return () => value(world, at);
    },
  };
}

let given = 0;
const gram = 10_000_000n;

async function giveGold({ app, client }: World): Promise<void> {
  const legs = [{ from: opening(3, 'XAU'), to: gold({ company: 3, clientId: client.clientId }), minor: gram }] as const;
  const at = app.opened.clock.now();
  await post(app.owner.sql, {
    movement: { key: `opening:collateral-${(given += 1)}`, kind: 'opening_balance', legs, at },
  });
}

const parties = ({ app }: World, mt5: Partial<Platform> = {}) => {
  const { platforms } = app.opened.app;
  return { prices: openGoldPrices(app.opened.app), platforms: { ...platforms, mt5: { ...platforms.mt5, ...mt5 } } };
};

const asking = ({ app, client }: World) => ({
  ...runOf(app),
  now: app.opened.clock.now(),
  client: { id: client.clientId, profile: { company: 3 } as ClientIdentity['profile'] },
  refuse: (code: string): never => {
    throw new Refusal(code);
  },
});

const wish = ({ dollars }: World) => ({ account: String(dollars), by: 'g', amount: '1' }) as const;

async function pledgeGram(world: World, mt5: Partial<Platform> = {}): Promise<void> {
  const { credit } = await reckonPledge(wish(world), parties(world), asking(world));
  await pledge({ ...wish(world), credit: formatMinor(credit, 'USD') }, parties(world, mt5), asking(world));
}

async function giveGramBack(world: World): Promise<void> {
  const reckoned = await reckonReturn(wish(world), parties(world), asking(world));
  await giveBack({ ...wish(world), credit: formatMinor(reckoned.credit, 'USD') }, parties(world), asking(world));
}

async function value(world: World, { percent, state }: Valued): Promise<void> {
  const { prices, platforms } = parties(world);
  const now = async (settings: Parameters<typeof prices.now>[0]) => {
    const market = await prices.now(settings);
    return market && { ...market, bid: (market.bid * percent) / 100n, ask: (market.ask * percent) / 100n, state };
  };
  await world.app.owner.sql.run('update gold_pledge set valued_at = null');
  const context = { ...runOf(world.app), now: world.app.opened.clock.now(), stale: async () => undefined };
  await valuePledges({ prices: { ...prices, now }, platforms }, context);
}
