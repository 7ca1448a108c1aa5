import { emailOf } from '../../seed/personas.ts';
import { openPool, type Pool } from '../../src/server/database/pool.ts';
import type { ServerProcess } from '../server.ts';
import type { Figure } from './figure.ts';
import { signIn } from './visitor.ts';

const few = 100;
const many = 10_000;
const requestsEach = 300;
/** The first ones prepare what is prepared once a connection. */
const warming = 20;
const mostRatio = 1.3;
const pages = { 'first page of all strategies': 'list=all', 'first page of the top strategies': 'list=top' } as const;
const path = '/api/js/api/direct/investment-program/manager-accounts';

type Headers = Awaited<ReturnType<typeof signIn>>;

/** What the first page of strategies takes when there are a hundred times as many of them. */
export async function measureStrategies(server: ServerProcess): Promise<Figure[]> {
  const owner = openPool({ url: server.databaseUrl(), max: 2 });
  try {
    const headers = await signIn(server.url, 'in.gold');
    const timed = async (count: number): Promise<number[]> => {
      await addStrategies(owner, count);
      const taken: number[] = [];
      for (const asked of Object.values(pages))
        taken.push(await p95Of(`${server.url}${path}?${asked}`, { headers, least: count }));
      return taken;
    };
    const [before, after] = [await timed(few), await timed(many)];
    return Object.keys(pages).map((what, place) => compare(what, before[place] ?? 0, after[place] ?? 0));
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

async function p95Of(url: string, { headers, least }: { readonly headers: Headers; readonly least: number }): Promise<number> {
  const taken: number[] = [];
  for (let count = -warming; count < requestsEach; count += 1) {
    const begun = performance.now();
    const answer = await fetch(url, { headers });
    const { data } = (await answer.json()) as { data: { direct: { total_items: number } } };
    if (!answer.ok || data.direct.total_items < least) throw new Error(`${url} tells of ${data.direct.total_items} strategies`);
    if (count >= 0) taken.push(performance.now() - begun);
  }
  return taken.toSorted((one, other) => one - other)[Math.floor(requestsEach * 0.95)] ?? 0;
}

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
  await owner.sql.run('analyze strategy');
  await owner.sql.run('analyze strategy_figures');
}
