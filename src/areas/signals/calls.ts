import { after, hourMs, minuteMs, utcDay, type Clock } from '../../base/time.ts';
import type { Sql } from '../../base/sql.ts';
import { firstSignalDay, signalInstrumentNames, signalInstruments, type SignalInstrument } from '../../law/signals.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { Answer, Candle, Platform } from '../../ports/platform/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import { openPriceBoard, type PriceBoard } from '../trading/face.ts';
import type { signalsContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { drawSignal } from './drawing.ts';
import { noTally, shownHoliday, shownResults, shownSessions, shownSignal, summed } from './shown.ts';
import { holidaysOn, latestOf, signalById, signalsOfDay, talliesOf, type SignalRow } from './store.ts';

export interface Needs {
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
  readonly clock: Clock;
}

type Calls = Handlers<typeof signalsContract>;

/** The prices are those of MetaTrader 5: a signal is about a market and not about an account. */
export function calls(app: Needs) {
  const board = openPriceBoard(app.platforms.mt5, app.clock);
  return { ...reading(board, app.clock), ...deskCalls(board) } satisfies Calls;
}

function reading(board: PriceBoard, clock: Clock) {
  return {
    async instruments(_input, { sql, now }) {
      const [tallies, latest] = [await talliesOf(sql), await latestOf(sql)];
      return {
        instruments: signalInstrumentNames.map((instrument) => {
          const newest = latest.get(instrument);
          return {
            instrument,
            digits: signalInstruments[instrument].digits,
            latest: newest ? { date: newest.day, time_session: newest.session } : null,
            results: shownResults(tallies.get(instrument) ?? noTally),
          };
        }),
        today: utcDay(now),
        first_date: firstSignalDay,
        results: shownResults(summed(tallies.values())),
      };
    },

    async ofInstrument(input, { sql, now, refuse }) {
      const instrument = instrumentNamed(input.instrument) ?? refuse('unknown_signal_instrument', { field: 'instrument' });
      const today = utcDay(now);
      const date = input.date ?? today;
      // Signals are posted for a session of the next day at most.
      if (date < firstSignalDay || date > utcDay(after(now, 2 * 24 * hourMs)))
        return refuse('signal_date_out_of_range', { field: 'date', values: { from: firstSignalDay, till: today } });
      const [holidays, rows] = [await holidaysOn(sql, date), await signalsOfDay(sql, instrument, date)];
      const signal = rows.map((row) => shownSignal(row, holidays));
      return {
        date,
        sessions: shownSessions(date, holidays).map((session) => ({
          ...session,
          has_signal: rows.some((row) => row.session === session.time_session),
        })),
        market_holidays: holidays.map(shownHoliday),
        fxtm_signals: { signal, no_data: signal.length === 0 },
      };
    },

    async candles({ instrument, signal: id }, { sql, refuse }) {
      const signal = (await signalOf(sql, id, instrument)) ?? refuse('signal_not_found');
      const answer = await candlesOf(board, signal, clock.now());
      if (answer.outcome !== 'done') return refuse('platform_unavailable');
      const candles = answer.candles.map(({ at, open, high, low, close }) => ({ at: at.toISOString(), open, high, low, close }));
      return { digits: signalInstruments[signal.instrument].digits, candles };
    },

    async chart({ instrument, signal: id }, { sql, refuse }) {
      const signal = (await signalOf(sql, id, instrument)) ?? refuse('signal_not_found');
      const answer = await candlesOf(board, signal, clock.now());
      if (answer.outcome !== 'done') return refuse('platform_unavailable');
      return {
        fileName: `${signal.instrument}-${signal.day}-${signal.session}.svg`,
        body: whole(drawSignal(signal, answer.candles)),
      };
    },
  } satisfies Partial<Calls>;
}

async function* whole(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function instrumentNamed(name: string): SignalInstrument | undefined {
  return signalInstrumentNames.find((each) => each === name.toUpperCase());
}

/** Under the name of its own instrument only. */
async function signalOf(sql: Sql, id: number, instrument: string): Promise<SignalRow | undefined> {
  const row = await signalById(sql, id);
  return row?.instrument === instrumentNamed(instrument) ? row : undefined;
}

const beforeMs = 4 * hourMs;
const behindMs = 30 * minuteMs;

/** From before it counted until it had ended. */
function candlesOf(board: PriceBoard, signal: SignalRow, now: Date): Promise<Answer<{ readonly candles: readonly Candle[] }>> {
  const { id, instrument, countsFrom, closedAt, expiresAt } = signal;
  // One that waits for its session is drawn up to now.
  const from = after(new Date(Math.min(countsFrom.getTime(), now.getTime())), -beforeMs);
  const to = new Date(Math.min(after(closedAt ?? expiresAt, behindMs).getTime(), now.getTime()));
  return board.candles({ symbol: instrument, timeframe: '15min', from, to, name: `signals/${id}` });
}
