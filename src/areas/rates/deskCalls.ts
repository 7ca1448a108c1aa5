import { formatRate, parseRate, type Rate } from '../../base/money.ts';
import { utcDay } from '../../base/time.ts';
import { markupsWhile, outsideReference, type RateMarkups } from '../../law/rates.ts';
import type { Handlers } from '../../protocol/call.ts';
import { askApproval, onlyAsked } from '../approvals/face.ts';
import type { DeskRate, ratesContract } from './contract.ts';
import { setAction, type SetPayload } from './perform.ts';
import { conversionRates, isTooOld, rateState, type RateTable } from './rules.ts';
import { brokerRateVersions, lastBrokerRate, readTable } from './store.ts';

const listed = 100;

/** The broker's own rates at the desk: what clients exchange at, and asking for another one. */
export const deskCalls = () =>
  ({
    async own(_input, { sql, now, settings, refuse }) {
      const table = (await readTable(sql, now)) ?? refuse('rate_not_available', { field: 'day' });
      const markups = markupsWhile(rateState(table.day, now) === 'current' ? 'current' : 'awaited', settings.rates);
      const { deposit, withdraw, transfer } = markups;
      const { awaitedMarkup: awaited, houseRateDays } = settings.rates;
      return {
        own_rates: outsideReference.flatMap((currency) => shownRates(table, { currency, markups, at: now, houseRateDays })),
        margins: { deposit, withdraw, transfer, awaited },
        versions: (await brokerRateVersions(sql, listed)).map(({ id, currency, rate, day, author, createdAt }) => ({
          id,
          currency,
          rate: formatRate(rate),
          day,
          author,
          created_at: createdAt.toISOString(),
        })),
      };
    },

    async set({ currency: asked, rate: text, day, reason }, ctx) {
      const { sql, now, staff, refuse } = ctx;
      const currency = outsideReference.find((each) => each === asked) ?? refuse('wrong_currency', { field: 'currency' });
      const rate = parseRate(text) ?? refuse('bad_rate', { field: 'rate' });
      const from = day ?? utcDay(now);
      if (from < utcDay(now)) return refuse('rate_from_past', { field: 'day' });
      const before = await rateNow(sql, currency, now);
      if (before !== undefined && isFar(before, rate))
        return refuse('rate_far', { field: 'rate', values: { rate: formatRate(before) } });
      const last = await lastBrokerRate(sql, currency);
      const payload: SetPayload = { currency, rate: String(rate), day: from, last };
      const about = {
        subject: `rate:${currency}`,
        before: before === undefined ? null : { rate: formatRate(before) },
        after: { rate: formatRate(rate), from },
      };
      const approval = await askApproval(sql, { kind: 'money', action: setAction, ...about, payload, reason, staff, at: now });
      await ctx.record({ subject: about.subject, ...onlyAsked(about, approval.id) });
      return { approval };
    },
  }) satisfies Partial<Handlers<typeof ratesContract>>;

interface Shown {
  readonly currency: (typeof outsideReference)[number];
  readonly markups: RateMarkups;
  readonly at: Date;
  readonly houseRateDays: number;
}

function shownRates(table: RateTable, { currency, markups, at, houseRateDays }: Shown): DeskRate[] {
  const origin = table.origins.get(currency);
  const paidIn = conversionRates(table, 'deposit', markups).find(({ from, to }) => from === currency && to === 'USD');
  const takenOut = conversionRates(table, 'withdraw', markups).find(({ from, to }) => from === 'USD' && to === currency);
  if (!origin || !paidIn || !takenOut) return [];
  return [
    {
      currency,
      as_of: origin.asOf.toISOString(),
      is_usable: !isTooOld(table, { pair: [currency], at, houseRateDays }),
      rate: formatRate(takenOut.original),
      deposit: formatRate(paidIn.rate),
      withdraw: formatRate(takenOut.rate),
    },
  ];
}

async function rateNow(sql: Parameters<typeof readTable>[0], currency: string, at: Date): Promise<Rate | undefined> {
  const table = await readTable(sql, at);
  const found = table && conversionRates(table, 'withdraw', none).find(({ from, to }) => from === 'USD' && to === currency);
  return found?.original;
}

const none: RateMarkups = { original: 0, deposit: 0, withdraw: 0, transfer: 0 };

/** A rate of twice or half as much is a slip of the hand. */
function isFar(before: Rate, rate: Rate): boolean {
  return rate > before * 2n || rate * 2n < before;
}
