import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginWalk, lotsOf, nextDay, walkDays, type Told, type Walk } from './days.ts';
import type { DayRow, DealOfStrategy } from './store.ts';

const at = (day: string, hour = 12): Date => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
const deal = (ticket: string, over: Partial<DealOfStrategy>): DealOfStrategy => ({
  ticket,
  kind: 'buy',
  entry: null,
  position: null,
  lots: '0',
  amount: 0n,
  at: at('2026-11-02'),
  ...over,
});
const told = (deals: readonly DealOfStrategy[], over: Partial<Told> = {}): Told => ({
  deals,
  values: new Map(),
  readings: new Map(),
  from: '2026-11-02',
  till: '2026-11-04',
  ...over,
});
const begun = beginWalk({ funds: 1_000_00n, credit: 0n });

test('a cash flow with nothing open is exact, and one beside an open position is only where it was read', () => {
  const opened = deal('1', { entry: 'in', position: 'p', lots: '0.10' });
  const flow = deal('2', { kind: 'balance', amount: 500_00n, at: at('2026-11-03') });
  const closed = deal('3', { kind: 'sell', entry: 'out', position: 'p', lots: '0.10', amount: 100_00n, at: at('2026-11-04') });
  const stood = (balance: bigint) => ({ balance, equity: balance + 20_00n });
  const values = new Map([
    ['2026-11-02', stood(1_000_00n)],
    ['2026-11-03', stood(1_500_00n)],
  ]);
  const estimated = (deals: readonly DealOfStrategy[], readings: Told['readings'] = new Map()) =>
    walkDays(begun, told(deals, { readings, values })).map(({ isEstimated }) => isEstimated);
  expect(estimated([flow, closed])).toEqual([false, false, false]);
  expect(estimated([opened, flow, closed])).toEqual([false, true, false]);
  expect(estimated([opened, flow, closed], new Map([['2', 1_050_00n]]))).toEqual([false, false, false]);
  // Read at 1 050: 5 % so far, then 100 of 1 650 less 50 that were there already.
  const read = walkDays(begun, told([opened, flow, closed], { readings: new Map([['2', 1_050_00n]]) }));
  expect(read.at(-1)).toMatchObject({ equity: 1_600_00n, flow: 0n, result: 100_00n, startBase: 1_550_00n });
  expect(Number(read.at(-1)?.price) / 1e12).toBeCloseTo((1.05 * 1600) / 1550, 9);
});

test('a day at whose end something was open, and of which the platform told nothing, is estimated', () => {
  const opened = deal('1', { entry: 'in', position: 'p', lots: '0.10' });
  const closed = deal('2', { kind: 'sell', entry: 'out', position: 'p', lots: '0.10', amount: 30_00n, at: at('2026-11-04') });
  const values = new Map([['2026-11-03', { balance: 1_000_00n, equity: 1_010_00n }]]);
  const rows = walkDays(begun, told([opened, closed], { values }));
  expect(rows.map(({ equity, isEstimated }) => [equity, isEstimated])).toEqual([
    [1_000_00n, true],
    [1_010_00n, false],
    [1_030_00n, false],
  ]);
});

test('what is open moves a day without deals, and the broker’s credit is none of it', () => {
  const opened = deal('1', { entry: 'in', position: 'p', lots: '0.10' });
  const credit = deal('2', { kind: 'credit', amount: 300_00n });
  const values = new Map([['2026-11-03', { balance: 1_000_00n, equity: 1_250_00n }]]);
  const rows = walkDays(begun, told([opened, credit], { values }));
  expect(rows.map(({ equity, funds }) => [equity, funds])).toEqual([
    [1_000_00n, 1_000_00n],
    [950_00n, 1_000_00n],
    [1_000_00n, 1_000_00n],
  ]);
  expect(rows.at(-1)?.drawdown).toBe(50_000);
});

test('lots are counted whole', () => {
  expect([lotsOf('0.10'), lotsOf('1'), lotsOf('0.00000001')]).toEqual([10_000_000n, 100_000_000n, 1n]);
  expect(nextDay('2026-12-31')).toBe('2027-01-01');
});

const anyDeals = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 9 }),
      hour: fc.integer({ min: 0, max: 23 }),
      kind: fc.constantFrom('buy', 'sell', 'balance', 'credit', 'charge'),
      amount: fc.integer({ min: -20_000, max: 40_000 }),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all
      .map(({ day, hour, kind, amount }, index) =>
        deal(`t${index}`, { kind, amount: BigInt(amount), at: at(`2026-11-1${day}`, hour) }),
      )
      .toSorted((one, other) => one.at.getTime() - other.at.getTime()),
  );

test('days are the same whether they are reckoned at once or in two pieces, wherever these meet', () => {
  fc.assert(
    fc.property(anyDeals, fc.integer({ min: 1, max: 9 }), (deals, cut) => {
      const span = { from: '2026-11-10', till: '2026-11-19' };
      const whole = walkDays(begun, told(deals, span));
      const border = `2026-11-1${cut}`;
      const first = walkDays(begun, told(before(deals, border), { ...span, till: `2026-11-1${cut - 1}` }));
      const second = walkDays(
        goneOn(first, deals, border),
        told(
          deals.filter((each) => !before(deals, border).includes(each)),
          { ...span, from: border },
        ),
      );
      expect([...first, ...second]).toEqual(whole);
      // What came, went and was made is all that there is.
      const sum = whole.reduce((all, { flow, result }) => all + flow + result, begun.funds);
      expect(whole.at(-1)?.funds).toBe(sum);
    }),
  );
});

const before = (deals: readonly DealOfStrategy[], day: string) => deals.filter((each) => each.at < at(day, 0));

/** As the next reckoning begins: with the last day's row, and what the deals before it come to. */
function goneOn(rows: readonly DayRow[], deals: readonly DealOfStrategy[], day: string): Walk {
  const last = rows.at(-1);
  if (!last) throw new Error('there is a day before');
  const credits = before(deals, day).filter(({ kind }) => kind === 'credit');
  const credit = credits.reduce((sum, { amount }) => sum + amount, 0n);
  return { course: last, funds: last.funds, credit, deals: last.deals, open: new Map() };
}

/** What happens one after the other; parts are per mille of what is there. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('opened', 'closed', 'flow', 'credit', 'charge', 'night'),
    part: fc.integer({ min: -400, max: 900 }),
    /** What open positions stand at. */
    floating: fc.integer({ min: -300, max: 500 }),
  }),
  { minLength: 1, maxLength: 24 },
);
type Steps = typeof steps extends fc.Arbitrary<infer Of> ? Of : never;

/** A history of deals as the platform tells it, and what a unit of a fund cost at each night and each cash flow of it. */
function lived(all: Steps) {
  const [deals, values, readings] = [[] as DealOfStrategy[], new Map<string, { balance: bigint; equity: bigint }>(), new Map()];
  const costs = [1];
  let [day, funds, credit, units, open] = ['2026-01-01', 1_000_00, 0, 1_000_00, [] as string[]];
  const partOf = (perMille: number): number => Math.round((funds * perMille) / 1000);
  for (const [index, { kind, part, floating }] of [...all, { kind: 'night', part: 0, floating: 0 }].entries()) {
    const equity = funds + (open.length > 0 ? partOf(floating) : 0);
    const moment = { at: new Date(Date.parse(`${day}T00:00:00Z`) + index * 60_000) };
    const add = (over: Partial<DealOfStrategy>) => deals.push(deal(`l${index}`, { ...moment, ...over }));
    if (kind === 'opened') {
      open = [...open, `p${index}`];
      add({ kind: 'buy', entry: 'in', position: `p${index}`, lots: '0.10' });
    } else if (kind === 'closed' && open.length > 0) {
      add({ kind: 'sell', entry: 'out', position: open[0] ?? null, lots: '0.10', amount: BigInt(partOf(part)) });
      [open, funds] = [open.slice(1), funds + partOf(part)];
    } else if (kind === 'flow') {
      const amount = Math.round((equity * part) / 1000);
      add({ kind: 'balance', amount: BigInt(amount) });
      if (open.length > 0) readings.set(`l${index}`, BigInt(equity));
      costs.push(equity / units);
      [units, funds] = [units + (amount * units) / equity, funds + amount];
    } else if (kind === 'credit') {
      add({ kind: 'credit', amount: 50_00n });
      credit += 50_00;
    } else if (kind === 'charge') {
      add({ kind: 'charge', amount: BigInt(-partOf(10)) });
      funds -= partOf(10);
    } else if (kind === 'night') {
      values.set(day, { balance: BigInt(funds), equity: BigInt(equity + credit) });
      costs.push(equity / units);
      day = nextDay(day);
    }
  }
  const till = [...values.keys()].at(-1) ?? day;
  return { history: told(deals, { values, readings, from: '2026-01-01', till }), costs };
}

test('return and deepest fall of any history of deals are what the price of a unit of a fund says, point by point', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { history, costs } = lived(all);
      const last = walkDays(begun, history).at(-1);
      const price = Number(last?.price) / 1e12;
      expect(Math.abs(price / (costs.at(-1) ?? 0) - 1)).toBeLessThan(1e-6);
      // Each point against each one before it.
      const falls = costs.flatMap((low, index) => costs.slice(0, index).map((high) => (high - low) / high));
      expect(Math.abs((last?.drawdown ?? 0) - Math.max(0, ...falls) * 1_000_000)).toBeLessThan(2);
      expect(last?.isEstimated).toBe(false);
    }),
  );
});
