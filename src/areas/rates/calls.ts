import { formatRate } from '../../base/money.ts';
import { utcDay } from '../../base/time.ts';
import type { RateMarkups } from '../../law/rates.ts';
import { rateTableCurrencies } from '../../law/rates.ts';
import type { Handlers } from '../../wire/call.ts';
import type { ConversionRate, RateDirection, ratesContract } from './contract.ts';
import { readTable } from './face.ts';
import { askedDay, conversionRates, isFresh, type RateTable } from './rules.ts';

export const calls = () =>
  ({
    rates: async ({ date }, { sql, now, settings, refuse }) => {
      const asked = askedDay(date, utcDay(now));
      if (!asked.ok) return refuse(asked.code, asked);
      const day = asked.value;
      const until = day === utcDay(now) ? now : new Date(`${day}T23:59:59Z`);
      const table = await readTable(sql, until);
      if (!table) return refuse('rate_not_available', { field: 'date' });
      const { markups } = settings.rates;
      return {
        date: day,
        as_of: table.asOf.toISOString(),
        is_fresh: isFresh(table.asOf, until),
        currencies: [...rateTableCurrencies],
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
