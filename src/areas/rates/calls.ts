import { formatRate } from '../../base/money.ts';
import { utcDay } from '../../base/time.ts';
import { markupsWhile, rateTableCurrencies, type RateMarkups } from '../../law/rates.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { ConversionRate, OwnRate, RateDirection, ratesContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { askedDay, conversionRates, isFresh, isTooOld, rateState, type RateTable } from './rules.ts';
import { readTable } from './store.ts';

export const calls = () =>
  ({
    ...deskCalls(),

    rates: async ({ date }, { sql, now, settings, refuse }) => {
      const asked = askedDay(date, utcDay(now));
      if (!asked.ok) return refuse(asked.code, asked);
      const day = asked.value;
      const isToday = day === utcDay(now);
      const until = isToday ? now : new Date(`${day}T23:59:59Z`);
      const table = await readTable(sql, until);
      if (!table) return refuse('rate_not_available', { field: 'date' });
      // Of a past day no rates are awaited any more.
      const isAwaited = isToday && rateState(table.day, now) !== 'current';
      const markups = markupsWhile(isAwaited ? 'awaited' : 'current', settings.rates);
      return {
        date: day,
        as_of: table.asOf.toISOString(),
        is_fresh: isFresh(table.day, until),
        is_awaited: isAwaited,
        currencies: [...rateTableCurrencies],
        own_rates: ownRates(table, { at: until, ...settings.rates }),
        rates: { deposit: shown(table, 'deposit', markups), withdraw: shown(table, 'withdraw', markups) },
      };
    },
  }) satisfies Handlers<typeof ratesContract>;

function shown(table: RateTable, direction: RateDirection, markups: RateMarkups): ConversionRate[] {
  return conversionRates(table, direction, markups).map(({ from, to, original, rate }) => ({
    from,
    to,
    original: formatRate(original),
    rate: formatRate(rate),
  }));
}

/** How old the broker's own rates are, which the reference does not quote. */
function ownRates(table: RateTable, of: { readonly at: Date; readonly houseRateDays: number }): OwnRate[] {
  return rateTableCurrencies.flatMap((currency) => {
    const origin = table.origins.get(currency);
    if (!origin?.isBrokerRate) return [];
    return [{ currency, as_of: origin.asOf.toISOString(), is_usable: !isTooOld(table, { pair: [currency], ...of }) }];
  });
}
