import { divideRounded, formatMinor } from '../../base/money.ts';
import { after, dayMs, utcDay } from '../../base/time.ts';
import { shownName } from '../../law/accountTypes.ts';
import type { Handlers } from '../../protocol/call.ts';
import { accountOf, courseOf, equitySince, flowsSince } from '../accounts/face.ts';
import { tallyTrades, type Tally } from '../deals/face.ts';
import type { statisticsContract, Totals } from './contract.ts';
import { deepestOf, drawdownsOf, hundredths, percentOf, ratioOf } from './rules.ts';

export function calls() {
  return {
    ofAccount: async ({ number, days }, { sql, client, now, refuse }) => {
      const account = await accountOf(sql, number);
      // One of somebody else answers exactly like one that does not exist.
      if (account?.clientId !== client.id || account.status === 'failed') return refuse('account_not_found');
      const since = utcDay(after(now, -days * dayMs));
      const { all, bySymbol, byHour } = await tallyTrades(sql, { number: account.number, since });
      const amount = (minor: bigint): string => formatMinor(minor, account.currency);
      const today = utcDay(now);
      const ended = (await equitySince(sql, number, since)).filter(({ day }) => day < today);
      const current = account.snapshot
        ? [{ day: today, balance: account.snapshot.balance, equity: account.snapshot.equity }]
        : [];
      const course = drawdownsOf(courseOf([...ended, ...current], await flowsSince(sql, number, since)));
      const deepest = deepestOf(course);
      return {
        number,
        title: account.name || shownName(account.type),
        is_demo: account.isDemo,
        currency: account.currency,
        since,
        totals: all ? shownTotals(all, amount) : null,
        by_symbol: bySymbol.map(({ symbol, ...tally }) => ({ symbol, ...shownTally(tally, amount) })),
        by_hour: byHour.map(({ hour, ...tally }) => ({ hour, ...shownTally(tally, amount) })),
        course: course.map(({ day, equity, drawdown }) => ({
          day,
          equity: amount(equity),
          drawdown_percent: hundredths(drawdown),
        })),
        worst_drawdown: deepest ? { percent: hundredths(deepest.drawdown), day: deepest.day } : null,
      };
    },
  } satisfies Handlers<typeof statisticsContract>;
}

type Amount = (minor: bigint) => string;

function shownTally({ trades, won, lost, lots, gained, given }: Tally, amount: Amount) {
  return {
    trades,
    won,
    lost,
    won_percent: percentOf(BigInt(won), BigInt(trades)),
    lots,
    result: amount(gained - given),
  };
}

function shownTotals(tally: Tally, amount: Amount): Totals {
  const { trades, won, lost, buys, gained, given } = tally;
  return {
    ...shownTally(tally, amount),
    buys,
    sells: trades - buys,
    gained: amount(gained),
    given: amount(-given),
    swap: amount(tally.swap),
    commission: amount(tally.commission),
    profit_factor: ratioOf(gained, given),
    average_won: won === 0 ? null : amount(divideRounded(gained, BigInt(won))),
    average_lost: lost === 0 ? null : amount(divideRounded(-given, BigInt(lost))),
    best: amount(tally.best),
    worst: amount(tally.worst),
    average_seconds: tally.heldSeconds,
  };
}
