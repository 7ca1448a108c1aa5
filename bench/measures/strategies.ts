import { setTimeout as wait } from 'node:timers/promises';
import { emailOf } from '../../seed/personas.ts';
import { openPool, type Pool } from '../../src/server/database/pool.ts';
import type { ServerProcess } from '../server.ts';
import { middle, type Figure } from './figure.ts';
import { signIn } from './visitor.ts';

const few = 100;
const many = 10_000;
/** The middle one of their p95 counts, so that what else the machine does during one of them does not decide. */
const turns = 7;
/** Of each list in each turn. */
const requestsEach = 100;
/** The first ones prepare what is prepared once a connection. */
const warming = 20;
const mostRatio = 1.3;
const pages = { 'first page of all strategies': 'list=all', 'first page of the top strategies': 'list=top' } as const;
const path = '/api/js/api/direct/investment-program/manager-accounts';

type Headers = Awaited<ReturnType<typeof signIn>>;

/** What the first page of strategies takes when there are a hundred times as many of them; the two numbers take turns. */
export async function measureStrategies(server: ServerProcess): Promise<Figure[]> {
  const owner = openPool({ url: server.databaseUrl(), max: 2 });
  try {
    const headers = await signIn(server.url, 'in.gold');
    const taken = Object.values(pages).map(() => ({ few: [] as number[], many: [] as number[] }));
    for (let turn = 0; turn < turns; turn += 1) {
      for (const size of ['few', 'many'] as const) {
        await offer(owner, size === 'few' ? few : many);
        for (const [place, asked] of Object.values(pages).entries())
          taken[place]?.[size].push(p95(await times(`${server.url}${path}?${asked}`, headers, size === 'few' ? few : many)));
      }
    }
    return Object.keys(pages).map((what, place) =>
      compare(what, middle(taken[place]?.few ?? []), middle(taken[place]?.many ?? [])),
    );
  } finally {
    await owner.close();
  }
}

function compare(what: string, before: number, after: number): Figure {
  const ratio = after / before;
  return {
    what: `${what}, p95 of ${many} ÷ of ${few}`,
    value: `${ratio.toFixed(2)} × (${after.toFixed(1)} ms against ${before.toFixed(1)} ms)`,
    target: `≤ ${mostRatio} ×`,
    isMet: ratio <= mostRatio,
  };
}

const p95 = (taken: readonly number[]): number =>
  taken.toSorted((one, other) => one - other)[Math.floor(taken.length * 0.95)] ?? 0;

/** The total may be as old as areas/strategies/counting.ts lets it be. */
async function untilTold(url: string, headers: Headers, count: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { data } = (await (await fetch(url, { headers })).json()) as { data: { direct: { total_items: number } } };
    if (data.direct.total_items <= count && data.direct.total_items >= count * 0.9) return;
    await wait(100);
  }
}

async function times(url: string, headers: Headers, least: number): Promise<number[]> {
  await untilTold(url, headers, least);
  const taken: number[] = [];
  for (let count = -warming; count < requestsEach; count += 1) {
    const begun = performance.now();
    const answer = await fetch(url, { headers });
    const { data } = (await answer.json()) as { data: { direct: { total_items: number } } };
    const { total_items: total } = data.direct;
    if (total < least * 0.9 || total > least) throw new Error(`${url} tells of ${total} strategies`);
    if (count >= 0) taken.push(performance.now() - begun);
  }
  return taken;
}

/** So many can be followed and no more. The tables are swept, as the database does by itself before long. */
async function offer(owner: Pool, count: number): Promise<void> {
  await owner.sql.run(
    `update strategy s set status = wanted.status
       from (select id, case when row_number() over (order by id) <= $1 then 'active' else 'closed' end as status
          from strategy where nickname = 'Bench') wanted
      where s.id = wanted.id and s.status <> wanted.status`,
    [count - (await seeded(owner))],
  );
  await addStrategies(owner, count);
  for (const table of ['strategy', 'strategy_figures', 'strategy_listing']) await owner.sql.run(`vacuum analyze ${table}`);
}

const seeded = async (owner: Pool): Promise<number> =>
  Number(
    (await owner.sql.one<{ count: bigint }>(`select count(*) from strategy where status = 'active' and nickname <> 'Bench'`))
      .count,
  );

/** So many that can be followed, all of them old enough for the top list, on accounts that the platform does not know. */
async function addStrategies(owner: Pool, count: number): Promise<void> {
  await owner.sql.run(
    `with mine as (select a.* from trading_account a join client c on c.id = a.client_id where c.email = $1 order by a.number limit 1),
       missing as (select n from generate_series((select count(*) from strategy where status = 'active') + 1, $2) n),
       accounts as (
         insert into trading_account
           select made.* from mine, missing,
             jsonb_populate_record(null::trading_account, to_jsonb(mine) || jsonb_build_object('number', 390000000 + n)) made
         returning number
       ),
       added as (
         insert into strategy (client_id, number, name, nickname, description, status, share, minimum, asked_at, since)
           select mine.client_id, accounts.number, 'bench-' || accounts.number, 'Bench', '', 'active', 20, 10000,
             now() - interval '400 days', now() - interval '400 days' from mine, accounts
         returning id
       )
     insert into strategy_figures (strategy_id, total_return, month_return, drawdown, daily_move, risk, unit_price, equity, is_estimated, figured_at)
       select id, (id * 7919) % 100000 + 1, 100, (id * 31) % 150000, 50, id % 6 + 1, 1100000000000, 100000, false, now() + interval '1 day'
         from added`,
    [emailOf('global.active'), count],
  );
}
