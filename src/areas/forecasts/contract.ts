import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { reason, rowId } from '../../protocol/staff.ts';

/** What a forecast is of: the whole year, or a quarter of it. */
export const forecastPeriods = ['year', 'q1', 'q2', 'q3', 'q4'] as const;
export type ForecastPeriod = (typeof forecastPeriods)[number];
/** Those that a catalog ships for; who reads another one reads English. */
export const forecastLanguages = ['en', 'ar', 'zh'] as const;
export type ForecastLanguage = (typeof forecastLanguages)[number];
export const longestTitle = 120;
export const longestText = 6000;
/** Document 3 §9: no date picker begins before 2017. */
export const firstForecastYear = 2017;

const instant = z.iso.datetime();
const year = inDigits(z.int().min(firstForecastYear).max(2100));
const period = z.enum(forecastPeriods);

const forecast = z.object({
  period,
  title: z.string(),
  /** Paragraphs stand apart by an empty line. */
  text: z.string(),
  language: z.enum(forecastLanguages),
  posted_at: instant,
  /** When what stood there first was posted, where it was corrected since. */
  corrects: instant.nullable(),
});
export type Forecast = z.infer<typeof forecast>;

const deskForecast = forecast.extend({ id: z.int(), year: z.int(), posted_by: z.string(), withdrawn_at: instant.nullable() });
export type DeskForecast = z.infer<typeof deskForecast>;

const reads = ['signals'] as const;
const stale = ['signals', 'audit'] as const;

export const forecastsContract = contract({
  area: 'forecasts',
  calls: {
    ofYear: {
      method: 'GET',
      path: 'api/forecasts',
      summary:
        'What the broker’s analyst expects of a year; of this year where none is named. In the reader’s language, or English.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ year: year.optional() }),
      output: z.object({
        year: z.int(),
        /** Those that there are forecasts of, the newest first. */
        years: z.array(z.int()),
        forecasts: z.array(forecast),
      }),
      errors: {},
      reads,
    },
    list: {
      method: 'GET',
      path: '/api/desk/forecasts',
      summary: 'All that was posted for a year, the newest first, at most two hundred.',
      who: 'staff',
      right: 'forecasts',
      runs: 'read',
      input: z.object({ year: year.optional() }),
      output: z.object({ year: z.int(), forecasts: z.array(deskForecast) }),
      errors: {},
      reads,
    },
    post: {
      method: 'POST',
      path: '/api/desk/forecasts',
      summary: 'Posts a forecast; one that stands for the same period and language is corrected by it and stays on record.',
      who: 'staff',
      right: 'forecasts',
      audits: 'forecast.post',
      runs: 'transaction',
      input: z.object({
        year,
        period,
        language: z.enum(forecastLanguages),
        title: z.string().trim().min(3).max(longestTitle),
        text: z.string().trim().min(20).max(longestText),
        reason,
      }),
      output: z.object({ forecast: deskForecast }),
      errors: { forecast_year_far: 422, forecast_same: 422 },
      stale,
    },
    withdraw: {
      method: 'POST',
      path: '/api/desk/forecasts/{id}/withdraw',
      summary: 'Takes a forecast away from clients; it stays on record, and what it corrected does not come back.',
      who: 'staff',
      right: 'forecasts',
      audits: 'forecast.withdraw',
      runs: 'transaction',
      input: z.object({ id: rowId, reason }),
      output: z.object({}),
      errors: { forecast_not_found: 404 },
      stale,
    },
  },
  pages: {
    marketForecast: { path: 'market-forecast', query: ['year'], gate: 'view', title: 'forecasts.title', group: 'tools' },
  },
  deskPages: {
    forecasts: { path: 'forecasts', query: ['year'], title: 'forecasts.desk.title', right: 'forecasts' },
  },
});
