import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strategyFilters, strategySorts, type ChosenFilter, type FilterName, readFilters } from '../../law/strategies.ts';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';
import { listStrategies, type ListQuery } from './listed.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ seeds: 'whole' });
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const twoDigits = (place: number): string => String(place).padStart(2, '0');

interface Made {
  readonly name: string;
  readonly status: 'active' | 'closed' | 'converting';
  /** Before now; less than nothing begins later. */
  readonly ageMs: number;
  readonly share: number;
  readonly totalReturn: number;
  readonly monthReturn: number;
  readonly drawdown: number;
  readonly risk: number | null;
  readonly hasFigures: boolean;
}
type Row = Made & { readonly id: number };

/** Few values of each, so that many are alike, and those beside each bound. */
const made: fc.Arbitrary<Omit<Made, 'name'>> = fc.record({
  status: fc.constantFrom('active', 'active', 'active', 'active', 'closed', 'converting'),
  ageMs: fc
    .tuple(fc.constantFrom(0, 29, 30, 31, 90, 91, 180, 181, 400), fc.constantFrom(-1, 0, 1, dayMs - 1))
    .map(([days, more]) => days * dayMs + more),
  share: fc.constantFrom(0, 4, 5, 10, 20, 49, 50),
  totalReturn: fc.constantFrom(-500, -1, 0, 1, 999, 1000, 5000, 30_001),
  monthReturn: fc.integer({ min: -3, max: 3 }),
  drawdown: fc.constantFrom(0, 49_999, 50_000, 99_999, 100_000, 300_000, 600_000),
  risk: fc.constantFrom(null, 1, 2, 3, 4, 9),
  hasFigures: fc.constantFrom(true, true, true, true, false),
});

const filterTexts = Object.entries(strategyFilters).flatMap(([name, choices]) => choices.map((choice) => `${name}${choice}`));
const asked = fc.record({
  search: fc.constantFrom('', '', '', 'x1', 'y0', '%', 'Nick'),
  filters: fc.subarray(filterTexts, { maxLength: 2 }).map((texts) => readFilters(texts.join(',')) ?? []),
  top: fc.constantFrom(undefined, undefined, { leastDays: 30, mostDrawdown: 30 }),
  sort: fc.constantFrom(...strategySorts),
  direction: fc.constantFrom('asc', 'desc', undefined),
  size: fc.constantFrom(3, 20),
});

const ageOf = ({ ageMs }: Row): number => Math.floor(ageMs / dayMs);
const measured: Readonly<Record<FilterName, (row: Row) => number | null>> = {
  risk: ({ risk }) => risk,
  age: ageOf,
  fee: ({ share }) => share,
  profit: ({ totalReturn }) => totalReturn / 100,
  drawdown: ({ drawdown }) => drawdown / 10_000,
};
const operators: Readonly<Record<ChosenFilter['operator'], (one: number, other: number) => boolean>> = {
  '=': (one, other) => one === other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

function isWanted(row: Row, { search, filters, top }: Pick<ListQuery, 'search' | 'filters' | 'top'>): boolean {
  if (row.status !== 'active' || !row.hasFigures || row.ageMs < 0) return false;
  const part = search.toLowerCase();
  if (!row.name.toLowerCase().includes(part) && !'nickname'.includes(part)) return false;
  if (top && !(row.totalReturn > 0 && ageOf(row) >= top.leastDays && row.drawdown <= top.mostDrawdown * 10_000)) return false;
  return filters.every(({ name, operator, value }) => {
    const has = measured[name](row);
    return has !== null && operators[operator](has, value);
  });
}

const sorted: Readonly<
  Record<ListQuery['sort'], { readonly of: (row: Row) => number | string | null; readonly usual: 'asc' | 'desc' }>
> = {
  profit: { of: ({ totalReturn }) => totalReturn, usual: 'desc' },
  month: { of: ({ monthReturn }) => monthReturn, usual: 'desc' },
  drawdown: { of: ({ drawdown }) => drawdown, usual: 'asc' },
  risk: { of: ({ risk }) => risk, usual: 'asc' },
  age: { of: ({ ageMs }) => ageMs, usual: 'desc' },
  fee: { of: ({ share }) => share, usual: 'asc' },
  name: { of: ({ name }) => name.toLowerCase(), usual: 'asc' },
};

function inOrder(rows: readonly Row[], { sort, direction }: Pick<ListQuery, 'sort' | 'direction'>): Row[] {
  const { of, usual } = sorted[sort];
  const side = (direction ?? usual) === 'asc' ? 1 : -1;
  return rows.toSorted((row, other) => {
    const [one, two] = [of(row), of(other)];
    if (one === two) return row.id - other.id;
    if (one === null || two === null) return one === null ? 1 : -1;
    return one < two ? -side : side;
  });
}

test('each page is that of a plain sort of all that is wanted, however often what is listed has changed', async () => {
  const { sql } = app.owner;
  const now = app.opened.clock.now();
  const mine = await sql.one<{ client: number }>('select client_id as client from strategy limit 1');
  await sql.run(`update strategy set status = 'closed'`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(made, made), { minLength: 1, maxLength: 40 }),
      fc.array(asked, { minLength: 4, maxLength: 12 }),
      async (pairs, queries) => {
        await empty();
        const ids = await add(
          pairs.map(([before], place) => ({ ...before, name: `X${twoDigits(place)}-a` })),
          { now, client: mine.client },
        );
        const rows = pairs.map(([, after], place) => ({
          ...after,
          name: `${place % 2 === 0 ? 'x' : 'Y'}${twoDigits(place)}_b`,
          id: ids[place] ?? 0,
        }));
        await change(rows, now);
        for (const query of queries) {
          const expected = inOrder(
            rows.filter((row) => isWanted(row, query)),
            query,
          );
          const last = Math.max(1, Math.ceil(expected.length / query.size));
          for (let page = 1; page <= last + 1; page += 1) {
            const told = await listStrategies(sql, { ...query, now, page });
            const at = Math.min(page, last);
            expect({ ...told, rows: told.rows.map(({ name }) => name) }).toEqual({
              rows: expected.slice((at - 1) * query.size, at * query.size).map(({ name }) => name),
              total: expected.length,
              page: at,
            });
          }
        }
      },
    ),
    { numRuns: 12 },
  );
});

async function empty(): Promise<void> {
  const made = `strategy_id in (select id from strategy where nickname = 'Nickname')`;
  await app.owner.sql.run(`delete from strategy_figures where ${made}`);
  expect(await app.owner.sql.one(`select count(*)::integer as left from strategy_listing`)).toEqual({ left: 0 });
  await app.owner.sql.run(`delete from strategy where nickname = 'Nickname'`);
}

async function add(rows: readonly Made[], { now, client }: { readonly now: Date; readonly client: number }): Promise<number[]> {
  const { sql } = app.owner;
  const ids: number[] = [];
  for (const [place, row] of rows.entries()) {
    const number = 390_000_001 + place;
    await sql.run(
      `insert into trading_account select made.* from
         (select * from trading_account where client_id = $1 order by number limit 1) mine,
         jsonb_populate_record(null::trading_account, to_jsonb(mine) || jsonb_build_object('number', $2::integer)) made
       on conflict do nothing`,
      [client, number],
    );
    const { id } = await sql.one<{ id: number }>(
      `insert into strategy (client_id, number, name, nickname, description, status, share, minimum, asked_at, since)
       values ($1, $2, $3, 'Nickname', '', $4, $5, 10000, $6, $6) returning id`,
      [client, number, row.name, row.status, row.share, new Date(now.getTime() - row.ageMs)],
    );
    if (row.hasFigures) await figure({ ...row, id }, now);
    ids.push(id);
  }
  return ids;
}

async function change(rows: readonly Row[], now: Date): Promise<void> {
  const { sql } = app.owner;
  for (const row of rows) {
    const since = new Date(now.getTime() - row.ageMs);
    await sql.run('update strategy set name = $2, status = $3, share = $4, since = $5 where id = $1', [
      row.id,
      row.name,
      row.status,
      row.share,
      since,
    ]);
    if (row.hasFigures) await figure(row, now);
    else await sql.run('delete from strategy_figures where strategy_id = $1', [row.id]);
  }
}

async function figure(row: Row, now: Date): Promise<void> {
  await app.owner.sql.run(
    `insert into strategy_figures (strategy_id, total_return, month_return, drawdown, risk, unit_price, equity, is_estimated, figured_at)
     values ($1, $2, $3, $4, $5, 1, 1, false, $6) on conflict (strategy_id) do update set total_return = excluded.total_return,
       month_return = excluded.month_return, drawdown = excluded.drawdown, risk = excluded.risk`,
    [row.id, row.totalReturn, row.monthReturn, row.drawdown, row.risk, now],
  );
}
