import type { Sql } from '../../base/sql.ts';
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
import { isAhead, sideOf } from './rules.ts';
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
export const deskCalls = (board: PriceBoard) =>
  ({ ...looking(board), ...posting, ...correcting(board), ...resting }) satisfies Partial<Calls>;

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
} satisfies Partial<Calls>;

function correcting(board: PriceBoard) {
  return {
    async correct(input, ctx) {
      const id = Number(input.id);
      const seen = await store.signalById(ctx.sql, id);
      const bid = seen?.enteredAt ? await bidOf(board, seen.instrument) : undefined;
      return ctx.transact((sql) => corrected(sql, { input, id, bid }, ctx));
    },
  } satisfies Partial<Calls>;
}

/** Undefined where nobody says. */
async function bidOf(board: PriceBoard, instrument: SignalInstrument): Promise<string | undefined> {
  const answer = await board.ticks([instrument]);
  return answer.outcome === 'done' ? answer.ticks[0]?.bid : undefined;
}

interface Correction {
  readonly input: Parameters<Calls['correct']>[0];
  readonly id: number;
  /** Of now, where the signal was entered. */
  readonly bid: string | undefined;
}

async function corrected(sql: Sql, { input, id, bid }: Correction, ctx: ContextOf<Specs['correct']>) {
  const { now, staff, refuse } = ctx;
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
  // What was hit stays; a new target that the price has passed already would be hit in the next minute.
  const { digits } = signalInstruments[before.instrument];
  const isNew = (target: string, index: number): boolean => index >= before.targetsHit && target !== last.targets[index];
  const moved = before.enteredAt ? written.targets.filter(isNew).map((target) => pointsOf(target, digits)) : [];
  if (moved.length > 0 && bid === undefined) return refuse('platform_unavailable');
  if (bid !== undefined && moved.some((target) => !isAhead(side, target, pointsOf(bid, digits))))
    return refuse('wrong_signal_levels', { field: 'targets' });
  await store.correctSignal(sql, before, { ...written, comment: input.comment, madeBy: staff.actor, madeAt: now });
  const holidays = await store.holidaysOn(sql, before.day);
  const shown = deskSignal(await kept(store.signalById(sql, id)), holidays);
  await ctx.record(
    {
      subject: `signal:${id}`,
      before: levelsTold(deskSignal(before, holidays)),
      after: levelsTold(shown),
    },
    sql,
  );
  await ctx.tellIn(sql, inEveryBrowser);
  return { signal: shown };
}

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
