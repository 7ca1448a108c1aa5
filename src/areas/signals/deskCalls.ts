import { after, dayMs, utcDay } from '../../base/time.ts';
import {
  endOfSignalDay,
  isWeekend,
  marketOfSession,
  sessionTimes,
  signalInstruments,
  type SignalInstrument,
  type SignalSession,
} from '../../law/signals.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { staleLine } from '../../protocol/topics.ts';
import { pointsOf, priceOfPoints, type PriceBoard } from '../trading/face.ts';
import type { SignalSide, signalsContract } from './contract.ts';
import { sideOf } from './rules.ts';
import { deskSignal, keptHoliday, shownResults, shownSessions, summed } from './shown.ts';
import * as store from './store.ts';

/** Every client reads the same signals. */
const inEveryBrowser = staleLine(['signals']);

type Specs = (typeof signalsContract)['calls'];
type Calls = Handlers<typeof signalsContract>;

const pageSize = 20;
const mostHolidays = 100;
/** Nobody corrects one signal more often. */
const mostVersions = 20;

/** The analyst's desk: posting, correcting, and the days on which markets rest. */
export const deskCalls = (board: PriceBoard) => ({ ...looking(board), ...posting, ...resting }) satisfies Partial<Calls>;

function looking(board: PriceBoard) {
  return {
    async board({ after: before, date: asked }, { sql, now }) {
      const rows = await store.signalsBefore(sql, before === undefined ? undefined : lowId(before), pageSize + 1);
      const page = rows.slice(0, pageSize);
      const today = utcDay(now);
      const date = asked ?? today;
      const days = page.map(({ day }) => day).toSorted();
      const [first = date, last = date] = [days[0], days.at(-1)];
      const holidays = await store.holidaysFrom(sql, { from: first, till: last, limit: mostHolidays });
      return {
        signals: page.map((row) => deskSignal(row, holidays)),
        next: rows.length > pageSize ? String(page.at(-1)?.id) : null,
        results: shownResults(summed((await store.talliesOf(sql)).values())),
        today,
        date,
        sessions: shownSessions(date, await store.holidaysOn(sql, date)),
      };
    },

    async price({ instrument }, { refuse }) {
      const answer = await board.ticks([instrument]);
      const tick = answer.outcome === 'done' ? answer.ticks[0] : undefined;
      if (!tick) return refuse('platform_unavailable');
      const { bid, ask, at } = tick;
      return { bid, ask, at: at.toISOString(), digits: signalInstruments[instrument].digits };
    },
  } satisfies Partial<Calls>;
}

/** Numbers of rows are integers: one beyond them is above all. */
const lowId = (text: string): number => Math.min(Number(text), 2_147_483_647);

const posting = {
  async post(input, ctx) {
    const { sql, now, staff, refuse } = ctx;
    const { instrument, date, session } = input;
    const holidays = await store.holidaysOn(sql, date);
    const times = await sessionOpen({ date, session }, ctx);
    const levels = readLevels(input, instrument, refuse);
    const countsFrom = times.startsAt > now ? times.startsAt : now;
    const of = { instrument, day: date, session, side: levels.side, postedBy: staff.actor, postedAt: now, countsFrom };
    const version = { ...levels.written, comment: input.comment, madeBy: staff.actor, madeAt: now };
    const id =
      (await store.insertSignal(sql, { ...of, expiresAt: endOfSignalDay(date) }, version)) ??
      refuse('signal_there', { field: 'session' });
    const row = await kept(store.signalById(sql, id));
    const shown = deskSignal(row, holidays);
    await ctx.record({ subject: `signal:${id}`, before: {}, after: levelsTold(shown) });
    await ctx.tell(inEveryBrowser);
    return { signal: shown };
  },

  async correct(input, ctx) {
    const { sql, now, staff, refuse } = ctx;
    const id = Number(input.id);
    const before = (await store.lockSignal(sql, id)) ?? refuse('signal_not_found');
    // Its day may be over before the market's last prices have been looked at.
    if (before.status === 'closed' || before.expiresAt <= now) return refuse('signal_closed');
    if (before.versions.length >= mostVersions) return refuse('signal_too_often', { values: { count: mostVersions } });
    const { side, written } = readLevels(input, before.instrument, refuse);
    const last = await kept(Promise.resolve(before.versions.at(-1)));
    if (side !== before.side) return refuse('signal_side_stays', { field: 'stop' });
    // What was hit of the targets is counted: as many stay.
    if (written.targets.length !== last.targets.length) return refuse('wrong_signal_levels', { field: 'targets' });
    if (isSame(written, last)) return refuse('signal_same', { field: 'entry' });
    await store.correctSignal(sql, before, { ...written, comment: input.comment, madeBy: staff.actor, madeAt: now });
    const holidays = await store.holidaysOn(sql, before.day);
    const shown = deskSignal(await kept(store.signalById(sql, id)), holidays);
    await ctx.record({
      subject: `signal:${id}`,
      before: levelsTold(deskSignal(before, holidays)),
      after: levelsTold(shown),
    });
    await ctx.tell(inEveryBrowser);
    return { signal: shown };
  },
} satisfies Partial<Calls>;

const resting = {
  async holidays({ from }, { sql, now }) {
    const rows = await store.holidaysFrom(sql, { from: from ?? utcDay(after(now, -7 * dayMs)), limit: mostHolidays });
    return { holidays: rows.map(keptHoliday) };
  },

  async addHoliday({ market, date, name }, ctx) {
    const of = { market, day: date, name, addedBy: ctx.staff.actor, at: ctx.now };
    const row = (await store.insertHoliday(ctx.sql, of)) ?? ctx.refuse('holiday_there', { field: 'date' });
    await ctx.record({ subject: `market_holiday:${row.id}`, before: {}, after: { market, date, name } });
    await ctx.tell(inEveryBrowser);
    return { holiday: keptHoliday(row) };
  },

  async removeHoliday({ id }, ctx) {
    const row = (await store.removeHoliday(ctx.sql, Number(id), ctx.now)) ?? ctx.refuse('holiday_not_found');
    const { market, day, name } = row;
    await ctx.record({ subject: `market_holiday:${row.id}`, before: { market, date: day, name }, after: {} });
    await ctx.tell(inEveryBrowser);
    return {};
  },
} satisfies Partial<Calls>;

/** The session's times, where something may be posted for it now. */
async function sessionOpen(
  { date, session }: { readonly date: string; readonly session: SignalSession },
  { sql, now, refuse }: ContextOf<Specs['post']>,
) {
  const market = marketOfSession[session];
  const rests = (await store.holidaysOn(sql, date)).find((each) => each.market === market);
  if (rests || isWeekend(date)) return refuse('signal_day_closed', { field: 'date' });
  const times = sessionTimes(session, date);
  if (times.endsAt <= now) return refuse('signal_session_over', { field: 'session' });
  if (times.startsAt > after(now, dayMs)) return refuse('signal_session_far', { field: 'date' });
  return times;
}

interface Typed {
  readonly entry: string;
  readonly stop: string;
  readonly targets: readonly string[];
}

type Refuse = (code: 'bad_signal_price' | 'wrong_signal_levels', detail: { readonly field: string }) => never;

/** What was typed, with the digits of its instrument, and the side that follows from it. */
function readLevels(
  typed: Typed,
  instrument: SignalInstrument,
  refuse: Refuse,
): { readonly side: SignalSide; readonly written: Typed } {
  const { digits } = signalInstruments[instrument];
  const read = (price: string, field: string): bigint =>
    isPrice(price, digits) ? pointsOf(price, digits) : refuse('bad_signal_price', { field });
  const levels = {
    entry: read(typed.entry, 'entry'),
    stop: read(typed.stop, 'stop'),
    targets: typed.targets.map((target) => read(target, 'targets')),
  };
  const side = sideOf(levels);
  if (side !== 'buy' && side !== 'sell') return refuse('wrong_signal_levels', { field: side });
  const written = (points: bigint): string => priceOfPoints(points, digits);
  return {
    side,
    written: { entry: written(levels.entry), stop: written(levels.stop), targets: levels.targets.map(written) },
  };
}

function isPrice(text: string, digits: number): boolean {
  const [, , fraction = ''] = /^(\d{1,9})(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  return /^\d{1,9}(?:\.\d{1,8})?$/.test(text) && fraction.length <= digits;
}

function isSame(one: Typed, other: Typed): boolean {
  return one.entry === other.entry && one.stop === other.stop && one.targets.join() === other.targets.join();
}

function levelsTold({ instruments, date, time_session: session, side, entry, stop, targets }: ReturnType<typeof deskSignal>) {
  return { instrument: instruments, date, session, side, entry, stop, targets };
}

async function kept<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found;
  if (row === undefined) throw new Error('a signal that was just written is not there');
  return row;
}
