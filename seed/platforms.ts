import type { ExistingAccount } from '../src/areas/accounts/face.ts';
import type { LotLimits } from '../src/areas/copying/face.ts';
import type { ToldDeal } from '../src/areas/deals/face.ts';
import type { PastPlatformMove } from '../src/areas/payments/face.ts';
import { formatMinor } from '../src/base/money.ts';
import { after, dayMs, minuteMs } from '../src/base/time.ts';
import { forEveryPlatform, platformKeys, type PlatformKey } from '../src/law/platforms.ts';
import { planFollow, type PlannedFollow } from './follows.ts';
import { mustTell, type SeedNeeds, type SeedPlatform, type SeedVendor } from './needs.ts';
import { emailOf, seedPassword } from './personas.ts';
import { dayAgo, minorOf, type PlannedAccount } from './plan.ts';

/** What the platforms say once they have taken the accounts in. */
export interface TakenIn {
  readonly accounts: ReadonlyMap<number, ExistingAccount['told']>;
  readonly deals: Readonly<Record<PlatformKey, readonly ToldDeal[]>>;
  readonly follows: readonly PlannedFollow[];
}

export interface Import {
  readonly accounts: readonly PlannedAccount[];
  readonly moves: readonly PastPlatformMove[];
  readonly now: Date;
}

/** Empties the platforms, which belong to an application without clients, brings the accounts in and reads back what came of it. */
export async function takeIntoPlatforms(needs: SeedNeeds, order: Import): Promise<TakenIn> {
  const taken = await Promise.all(platformKeys.map(async (key) => ({ key, ...(await takeIntoPlatform(needs, key, order)) })));
  const deals = new Map(taken.map(({ key, deals: own }) => [key, own]));
  return {
    accounts: new Map(taken.flatMap(({ accounts }) => accounts).map((account) => [account.login, account])),
    deals: forEveryPlatform((key) => deals.get(key) ?? []),
    follows: taken.flatMap(({ follows }) => follows),
  };
}

async function takeIntoPlatform(needs: SeedNeeds, key: PlatformKey, order: Import) {
  const [vendor, platform] = [needs.vendors[key], needs.platforms[key]];
  const accounts = order.accounts.filter(({ type }) => type.platform === key);
  await administer(vendor, 'reset', {});
  const [followers, others] = [
    accounts.filter(({ holding }) => holding.follows),
    accounts.filter(({ holding }) => !holding.follows),
  ];
  await administer(vendor, 'import', { users: others.map((account) => userOf(account, order)) });
  const follows = await planFollows(platform, { followers, order });
  await administer(vendor, 'import', { users: follows.map((follow) => followerOf(follow, order)) });
  for (const account of accounts) await grantBonus(platform, account);
  const logins = accounts.map(({ login }) => login);
  const told = mustTell(await platform.accounts(logins), `the accounts of ${key}`);
  return { accounts: told.accounts, deals: await readDeals(platform, order), follows };
}

/** What came of following, from what the strategies have traded. */
async function planFollows(
  platform: SeedPlatform,
  { followers, order }: { readonly followers: readonly PlannedAccount[]; readonly order: Import },
): Promise<PlannedFollow[]> {
  if (followers.length === 0) return [];
  const deals = await readDeals(platform, order);
  const limits = new Map<string, LotLimits>();
  const planned: PlannedFollow[] = [];
  for (const account of followers) {
    const { follows: wanted } = account.holding;
    const leader = order.accounts.find(({ client, key }) => client.persona.name === wanted?.of && key === wanted.strategy);
    const first = order.moves.find(({ login }) => login === account.login);
    if (!leader || !first) throw new Error(`the account ${account.login} has nothing to follow, or nothing to follow with`);
    const symbols = deals.filter(({ login }) => login === leader.login).flatMap(({ symbol }) => symbol ?? []);
    for (const name of new Set(symbols))
      if (!limits.has(name)) limits.set(name, mustTell(await platform.symbol(name), name).symbol);
    planned.push(planFollow({ account, leader, first, deals, limits, now: order.now }));
  }
  return planned;
}

/** The account with all that was copied, and what was taken out for its provider. */
function followerOf(follow: PlannedFollow, order: Import) {
  const { account, copies, shares } = follow;
  const { currency } = account.holding;
  const user = userOf(account, order);
  const taken = shares.filter(({ amount }) => amount > 0n);
  return {
    ...user,
    movements: [
      ...user.movements,
      ...taken.map(({ takenAt, amount, tag }) => ({
        at: takenAt.toISOString(),
        amount: formatMinor(-amount, currency),
        comment: tag,
      })),
    ],
    trades: copies.flatMap(({ opening, closing, copy }) => {
      if ('reason' in copy) return [];
      const sideOf = ({ at, tag }: (typeof copy)['opened'], { price }: ToldDeal) => ({
        at: at.toISOString(),
        price,
        comment: tag,
      });
      return [
        {
          symbol: opening.symbol,
          side: opening.kind,
          lots: copy.lots,
          opened: sideOf(copy.opened, opening),
          closed: sideOf(copy.closed, closing),
          profit: formatMinor(copy.profit, currency),
          swap: formatMinor(copy.swap, currency),
          commission: formatMinor(copy.commission, currency),
        },
      ];
    }),
  };
}

async function administer(vendor: SeedVendor, call: 'reset' | 'import', body: object): Promise<void> {
  const response = await fetch(`${vendor.address}/sandbox-admin/${call}`, {
    method: 'POST',
    headers: { 'x-sandbox-secret': vendor.password, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the platform's stand-in refused the ${call}: ${await response.text()}`);
}

/** The account as the import call takes it. */
function userOf(account: PlannedAccount, { moves, now }: Import) {
  const { login, client, holding, openedAt } = account;
  const { persona } = client;
  const own = moves.filter((move) => move.login === login);
  return {
    login,
    group: account.groupName,
    name: `${persona.firstName} ${persona.lastName}`,
    leverage: account.leverage,
    password: seedPassword,
    email: emailOf(persona.name),
    country: persona.country,
    isReadOnly: holding.archivedDaysAgo !== undefined,
    registeredAt: openedAt.toISOString(),
    movements: [
      ...(holding.playMoney ? [{ at: openedAt.toISOString(), amount: holding.playMoney, comment: playMoneyTag(account) }] : []),
      ...own.map(({ at, amount, currency, tag }) => ({
        at: at.toISOString(),
        amount: formatMinor(amount, currency),
        comment: tag,
      })),
    ],
    ...(holding.trades ? { history: historyOf(account, now) } : {}),
    positions: (holding.positions ?? []).map(({ daysAgo, ...position }) => ({
      ...position,
      openedAt: dayAgo(now, daysAgo).toISOString(),
    })),
  };
}

/** The tag under which opening an account pays its play money in. */
const playMoneyTag = (account: PlannedAccount): string => `o${account.login}`;

function historyOf({ holding, client, key }: PlannedAccount, now: Date) {
  const { trades } = holding;
  if (!trades) throw new Error(`${client.persona.name} has no trades on ${key}`);
  return {
    seed: `${client.persona.name}/${key}`,
    from: dayAgo(now, trades.from).toISOString(),
    to: dayAgo(now, trades.to ?? 0).toISOString(),
    tradesPerWeek: trades.perWeek,
    endBalance: trades.end,
  };
}

async function grantBonus(platform: SeedPlatform, account: PlannedAccount): Promise<void> {
  const { bonus, currency } = account.holding;
  if (bonus === undefined) return;
  const operation = {
    login: account.login,
    kind: 'credit',
    amount: minorOf(bonus, currency),
    currency,
    tag: `b${account.login}`,
  } as const;
  mustTell(await platform.balanceOperation(operation), `the bonus of ${account.login}`);
}

/** Far more than the seeds make. */
const mostAnswers = 100;

/** Every deal of a platform, oldest first. An answer that was cut goes on from its last deal, which is read twice. */
async function readDeals(platform: SeedPlatform, { accounts, now }: Import): Promise<ToldDeal[]> {
  const to = after(now, minuteMs);
  let from = after(new Date(Math.min(now.getTime(), ...accounts.map(({ openedAt }) => openedAt.getTime()))), -dayMs);
  const byTicket = new Map<string, ToldDeal>();
  for (let count = 0; count < mostAnswers; count += 1) {
    const { deals, complete } = mustTell(await platform.dealsOfAll({ from, to }), 'the deals');
    for (const deal of deals) byTicket.set(deal.ticket, deal);
    const last = deals.at(-1)?.at ?? from;
    if (complete) return [...byTicket.values()];
    if (last <= from) throw new Error(`the deals of ${from.toISOString()} do not fit one answer`);
    from = last;
  }
  throw new Error(`the platform has more deals than ${mostAnswers} answers hold`);
}
