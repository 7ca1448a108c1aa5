import { z } from 'zod';
import { signalInstrumentNames, signalMarkets, signalSessions } from '../../law/signals.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { candle } from '../../protocol/market.ts';
import { afterId, reason, rowId } from '../../protocol/staff.ts';

export const signalSides = ['buy', 'sell'] as const;
export type SignalSide = (typeof signalSides)[number];
export const signalStatuses = ['posted', 'corrected', 'closed'] as const;
export type SignalStatus = (typeof signalStatuses)[number];
export const signalOutcomes = ['target', 'stop', 'expired'] as const;
export type SignalOutcome = (typeof signalOutcomes)[number];
export const mostTargets = 3;

const moment = z.iso.datetime();
const price = z.string();
const date = z.iso.date();
const instrument = z.enum(signalInstrumentNames);
const session = z.literal(signalSessions);
const market = z.enum(signalMarkets);
/** What somebody types; how many digits it may have hangs on the instrument. */
const typedPrice = z.string().trim().min(1).max(20);
const comment = z.string().trim().max(300);

const levels = {
  entry: price,
  stop: price,
  targets: z.array(price),
};

/** What stood there, and from when on. */
const version = z.object({ version: z.int(), ...levels, comment: z.string(), made_at: moment });
export type SignalVersion = z.infer<typeof version>;

const holiday = z.object({ date, market, name: z.string() });

const signal = z.object({
  id: z.int(),
  instruments: instrument,
  /** `corrected`: its levels are not those that were posted; those stand in `corrections`. */
  post_status: z.enum(signalStatuses),
  /** Of its date, whichever market rests. */
  market_holidays: z.array(holiday),
  /** When it was posted. */
  date_time: moment,
  date,
  time_session: session,
  /** A picture of it, of 700 by 400. */
  chart_uri: z.string(),
  side: z.enum(signalSides),
  /** As they hold now. */
  ...levels,
  comment: z.string(),
  /** What stood there before, the first first. */
  corrections: z.array(version),
  digits: z.int(),
  counts_from: moment,
  expires_at: moment,
  /** When the market came to its entry; null: not yet, or never. */
  entered_at: moment.nullable(),
  targets_hit: z.int(),
  outcome: z.enum(signalOutcomes).nullable(),
  /** The price that the result counts to; null while it is open, and where it was never entered. */
  exit: price.nullable(),
  /** In points (the last digit of the price), with its sign. */
  result_points: z.int().nullable(),
  closed_at: moment.nullable(),
});
export type Signal = z.infer<typeof signal>;

const daysSession = z.object({
  time_session: session,
  market,
  starts_at: moment,
  ends_at: moment,
  /** What the clocks of its market show; null where they are never changed. */
  season: z.enum(['summer', 'winter']).nullable(),
  utc_offset_minutes: z.int(),
  /** Why its market rests; null where it does not. */
  holiday: z.string().nullable(),
  has_signal: z.boolean(),
});
export type DaysSession = z.infer<typeof daysSession>;

const results = z.object({
  open: z.int(),
  target: z.int(),
  stop: z.int(),
  expired: z.int(),
  /** Of all that are closed, in per cent; null while none is. */
  hit_rate: z.string().nullable(),
});
export type SignalResults = z.infer<typeof results>;

const deskSignal = signal.extend({ posted_by: z.string() });
export type DeskSignal = z.infer<typeof deskSignal>;

const keptHoliday = holiday.extend({ id: z.int(), added_by: z.string() });
export type KeptHoliday = z.infer<typeof keptHoliday>;

const typedLevels = {
  entry: typedPrice,
  stop: typedPrice,
  targets: z.array(typedPrice).min(1).max(mostTargets),
  comment: comment.default(''),
};

const stale = ['signals', 'audit'] as const;
const reads = ['signals'] as const;
const signalId = inDigits(z.int().min(1).max(2_147_483_647));

export const signalsContract = contract({
  area: 'signals',
  calls: {
    instruments: {
      method: 'GET',
      path: 'api/fx-signals/instruments',
      summary: 'What signals are given for, each with its newest, and how often all of them have come to a target.',
      who: 'client',
      gate: 'view_signals',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        instruments: z.array(
          z.object({
            instrument,
            digits: z.int(),
            latest: z.object({ date, time_session: session }).nullable(),
            results,
          }),
        ),
        /** By application time. */
        today: date,
        first_date: date,
        results,
      }),
      errors: {},
      reads,
    },
    ofInstrument: {
      method: 'GET',
      path: 'api/fx-signals/{instrument}',
      summary: 'The signals of a date with its sessions; today where none is named. `no_data` where there is none.',
      who: 'client',
      gate: 'view_signals',
      runs: 'read',
      input: z.object({ instrument: z.string().max(32), date: date.optional() }),
      output: z.object({
        date,
        sessions: z.array(daysSession),
        market_holidays: z.array(holiday),
        fxtm_signals: z.object({ signal: z.array(signal), no_data: z.boolean() }),
      }),
      errors: { unknown_signal_instrument: 422, signal_date_out_of_range: 422 },
      reads,
    },
    candles: {
      method: 'GET',
      path: 'api/fx-signals/{instrument}/candles',
      summary: 'The candles of a signal: from before its session until it ended.',
      who: 'client',
      gate: 'view_signals',
      runs: 'read',
      input: z.object({ instrument: z.string().max(32), signal: signalId }),
      output: z.object({ digits: z.int(), candles: z.array(candle) }),
      errors: { signal_not_found: 404, platform_unavailable: 503 },
      reads,
    },
    chart: {
      method: 'GET',
      path: 'api/fx-signals/{instrument}/chart',
      summary: 'A picture of a signal, 700 by 400: its candles with entry, stop and targets.',
      who: 'client',
      gate: 'view_signals',
      runs: 'read',
      input: z.object({ instrument: z.string().max(32), signal: signalId }),
      output: z.object({}),
      errors: { signal_not_found: 404, platform_unavailable: 503 },
      answersFile: 'image/svg+xml',
    },
    board: {
      method: 'GET',
      path: '/api/desk/signals',
      summary: 'The signals, the newest first, with the sessions of a date and the results.',
      who: 'staff',
      right: 'signals',
      runs: 'read',
      input: z.object({ after: afterId.optional(), date: date.optional() }),
      output: z.object({
        signals: z.array(deskSignal),
        next: z.string().nullable(),
        results,
        today: date,
        date,
        sessions: z.array(daysSession.omit({ has_signal: true })),
      }),
      errors: {},
      reads,
    },
    price: {
      method: 'GET',
      path: '/api/desk/signals/price',
      summary: 'What the market says of an instrument now.',
      who: 'staff',
      right: 'signals',
      runs: 'read',
      input: z.object({ instrument }),
      output: z.object({ bid: price, ask: price, at: moment, digits: z.int() }),
      errors: { platform_unavailable: 503 },
    },
    post: {
      method: 'POST',
      path: '/api/desk/signals',
      summary: 'Posts a signal for a session that is not over. Which side it is follows from its levels.',
      who: 'staff',
      right: 'signals',
      audits: 'signal.post',
      runs: 'transaction',
      input: z.object({ instrument, date, session, ...typedLevels, reason }),
      output: z.object({ signal: deskSignal }),
      errors: {
        signal_day_closed: 422,
        signal_session_over: 422,
        signal_session_far: 422,
        signal_there: 409,
        bad_signal_price: 422,
        wrong_signal_levels: 422,
      },
      stale,
    },
    correct: {
      method: 'POST',
      path: '/api/desk/signals/{id}',
      summary:
        'Gives an open signal other levels; what stood there before stays in sight. They count from the next whole minute on; once it is entered no new target may lie behind the price.',
      who: 'staff',
      right: 'signals',
      audits: 'signal.correct',
      runs: 'saga',
      input: z.object({ id: rowId, ...typedLevels, reason }),
      output: z.object({ signal: deskSignal }),
      errors: {
        signal_not_found: 404,
        signal_closed: 409,
        signal_side_stays: 422,
        signal_same: 422,
        signal_too_often: 422,
        bad_signal_price: 422,
        wrong_signal_levels: 422,
        platform_unavailable: 503,
      },
      stale,
    },
    holidays: {
      method: 'GET',
      path: '/api/desk/market-holidays',
      summary: 'Days on which a market rests, from that one on, at most a hundred.',
      who: 'staff',
      right: 'signals',
      runs: 'read',
      input: z.object({ from: date.optional() }),
      output: z.object({ holidays: z.array(keptHoliday) }),
      errors: {},
      reads,
    },
    addHoliday: {
      method: 'POST',
      path: '/api/desk/market-holidays',
      summary: 'Names a day on which a market rests: nothing is posted for its session.',
      who: 'staff',
      right: 'signals',
      audits: 'market_holiday.add',
      runs: 'transaction',
      input: z.object({ market, date, name: z.string().trim().min(1).max(60), reason }),
      output: z.object({ holiday: keptHoliday }),
      errors: { holiday_there: 409 },
      stale,
    },
    removeHoliday: {
      method: 'POST',
      path: '/api/desk/market-holidays/{id}/remove',
      summary: 'Takes such a day away again.',
      who: 'staff',
      right: 'signals',
      audits: 'market_holiday.remove',
      runs: 'transaction',
      input: z.object({ id: rowId, reason }),
      output: z.object({}),
      errors: { holiday_not_found: 404 },
      stale,
    },
  },
  pages: {
    signals: {
      path: '{brand}-signals',
      query: ['instrument', 'date', 'session'],
      gate: 'view_signals',
      title: 'signals.title',
      group: 'tools',
    },
  },
  deskPages: {
    board: { path: 'signals', query: ['after'], title: 'desk.nav.signals', right: 'signals' },
    holidays: { path: 'signals/holidays', title: 'desk.nav.signals', right: 'signals' },
  },
});
