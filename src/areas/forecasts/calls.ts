import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../protocol/call.ts';
import { staleLine } from '../../protocol/topics.ts';
import { forecastPeriods, type DeskForecast, type Forecast, type forecastsContract } from './contract.ts';
import {
  forecastById,
  insertForecast,
  lockYear,
  postedFor,
  currentForecasts,
  withdrawForecast,
  yearsWithForecasts,
  type ForecastRow,
} from './store.ts';

/** Every client reads the same forecasts. */
const inEveryBrowser = staleLine(['signals']);
const mostListed = 200;

export function calls() {
  return {
    async ofYear({ year: asked }, { sql, now, language }) {
      const years = await yearsWithForecasts(sql);
      const year = asked ?? now.getUTCFullYear();
      const rows = await currentForecasts(sql, year);
      const forecasts = forecastPeriods.flatMap((period) => {
        const row = inLanguage(
          rows.filter((each) => each.period === period),
          language,
        );
        return row ? [shownForecast(row)] : [];
      });
      return { year, years, forecasts };
    },

    async list({ year: asked }, { sql, now }) {
      const year = asked ?? now.getUTCFullYear();
      return { year, forecasts: (await postedFor(sql, year, mostListed)).map(deskForecast) };
    },

    async post({ year, period, language, title, text }, ctx) {
      const { sql, now, refuse } = ctx;
      if (year > now.getUTCFullYear() + 1) return refuse('forecast_year_far', { field: 'year' });
      await lockYear(sql, year);
      const before = (await currentForecasts(sql, year)).find((each) => each.period === period && each.language === language);
      if (before?.title === title && before.text === text) return refuse('forecast_same', { field: 'text' });
      const id = await insertForecast(sql, { year, period, language, title, text, postedBy: ctx.staff.actor, postedAt: now });
      const row = await forecastById(sql, id);
      if (!row) throw new Error('a forecast that was just written is not there');
      await ctx.record({
        subject: `forecast:${id}`,
        before: before ? { id: before.id, title: before.title } : {},
        after: { year, period, language, title },
      });
      await ctx.tell(inEveryBrowser);
      return { forecast: deskForecast(row) };
    },

    async withdraw({ id }, ctx) {
      const row = await forecastById(ctx.sql, Number(id));
      if (!row || !(await withdrawForecast(ctx.sql, row.id, ctx.now))) return ctx.refuse('forecast_not_found');
      const { year, period, language, title } = row;
      await ctx.record({ subject: `forecast:${row.id}`, before: { year, period, language, title }, after: {} });
      await ctx.tell(inEveryBrowser);
      return {};
    },
  } satisfies Handlers<typeof forecastsContract>;
}

/** Chinese of any place reads the Chinese one. */
function inLanguage(rows: readonly ForecastRow[], language: LanguageKey): ForecastRow | undefined {
  const own = language.startsWith('zh') || language === 'hk' ? 'zh' : language;
  return rows.find((row) => row.language === own) ?? rows.find((row) => row.language === 'en');
}

function shownForecast({ period, title, text, language, postedAt, corrects }: ForecastRow): Forecast {
  return { period, title, text, language, posted_at: postedAt.toISOString(), corrects: corrects?.toISOString() ?? null };
}

function deskForecast(row: ForecastRow): DeskForecast {
  const { id, year, postedBy, withdrawnAt } = row;
  return { ...shownForecast(row), id, year, posted_by: postedBy, withdrawn_at: withdrawnAt?.toISOString() ?? null };
}
