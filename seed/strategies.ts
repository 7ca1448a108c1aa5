import { bringSignalOffer } from '../src/areas/copyTrading/face.ts';
import { bringNews, type SeededNews } from '../src/areas/strategyNews/face.ts';
import { beginStrategy, endConversion, figureStrategy } from '../src/areas/strategies/face.ts';
import { takeProvider } from '../src/areas/providers/face.ts';
import { accountNumber } from '../src/base/id.ts';
import type { Sql } from '../src/base/sql.ts';
import { after, hourMs } from '../src/base/time.ts';
import { dayAgo, minorOf, type PlannedAccount, type SeededClient } from './plan.ts';

/** Who the seeded providers are. */
const providers: Readonly<Record<string, string>> = { 'provider.new': 'Sipho K', 'provider.active': 'Naledi M' };

/** What signals of seeded strategies cost for thirty days, in US cents. */
const signalPrices: Readonly<Record<string, bigint>> = { 'Steady-hand': 1900n, Night_owl: 0n };

/** What a manager has told of a seeded strategy, and what the desk did not let through. */
const told: Readonly<Record<string, readonly Pick<SeededNews, 'title' | 'text' | 'status' | 'reason'>[]>> = {
  'Steady-hand': [
    {
      title: 'Smaller positions before the holidays',
      text: 'Markets are thin at the end of the year.\nPositions are half of their usual size until January.',
      status: 'approved',
      reason: null,
    },
    {
      title: 'Ten per cent next month',
      text: 'Whoever joins now will have gained ten per cent by the end of next month.',
      status: 'declined',
      reason: 'promises_returns',
    },
    {
      title: 'What was traded this month',
      text: 'Majors and gold, in the European session alone. Nothing was held over a weekend.',
      status: 'approved',
      reason: null,
    },
  ],
};

/** The providers, and their strategies with the figures of their deals: answers them by their accounts. Needs the deals as the ledger has them. */
export async function seedStrategies(
  sql: Sql,
  {
    clients,
    accounts,
    now,
  }: { readonly clients: readonly SeededClient[]; readonly accounts: readonly PlannedAccount[]; readonly now: Date },
): Promise<ReadonlyMap<number, number>> {
  const strategies = new Map<number, number>();
  for (const client of clients) {
    const nickname = providers[client.persona.name];
    const own = accounts.filter((account) => account.client.id === client.id);
    const [shown] = own;
    if (nickname === undefined || !shown) continue;
    const at = after(dayAgo(now, shown.holding.openedDaysAgo - 1), 9 * hourMs);
    await takeProvider(sql, { clientId: client.id, nickname, ownNumber: accountNumber(shown.login), by: 'compliance', at });
    for (const account of own) {
      const id = await seedStrategy(sql, { account, nickname, now });
      if (id !== undefined) strategies.set(account.login, id);
    }
  }
  return strategies;
}

interface Seeded {
  readonly account: PlannedAccount;
  readonly nickname: string;
  readonly now: Date;
}

async function seedStrategy(sql: Sql, seeded: Seeded): Promise<number | undefined> {
  const { account, nickname, now } = seeded;
  const { login, client, holding, openedAt } = account;
  const { strategy, currency } = holding;
  if (!strategy) return undefined;
  const { name, description, share } = strategy;
  const minimum = minorOf(strategy.minimum, currency);
  const of = {
    clientId: client.id,
    number: accountNumber(login),
    name,
    nickname,
    description,
    share,
    minimum,
    askedAt: openedAt,
  };
  const id = await beginStrategy(sql, of);
  if (id === undefined) throw new Error(`the strategy ${name} is there already`);
  await endConversion(sql, { id, isDone: true, at: openedAt });
  await figureStrategy(sql, id, now);
  const news = told[name] ?? [];
  for (const [index, each] of news.entries())
    await bringNews(sql, {
      ...each,
      strategyId: id,
      clientId: client.id,
      at: after(dayAgo(now, 7 * (news.length - index)), 9 * hourMs),
    });
  const price = signalPrices[name];
  if (price !== undefined) await bringSignalOffer(sql, { strategy: id, price, by: 'analyst', at: openedAt });
  return id;
}
