import { emailOf } from '../../seed/personas.ts';
import { openPool, type Pool } from '../../src/server/database/pool.ts';
import type { ServerProcess } from '../server.ts';
import { watched, type Exported } from './exports.ts';
import type { Figure } from './figure.ts';
import { signIn } from './visitor.ts';

const few = 1_000;
const many = 1_000_000;
const target = 1.6;
const year = 2024;
const statementMs = 1_800_000;

/** A trade report, as all the files that it comes as: what the server takes at most for a million deals, beside a thousand. */
export async function measureReports(server: ServerProcess): Promise<Figure[]> {
  const owner = openPool({ url: server.databaseUrl(), max: 1 });
  try {
    const [short, long] = [await addDeals(owner, 'eu.pro', few), await addDeals(owner, 'uk.active', many)];
    // What is loaded once is there before anything counts.
    await reported(server, 'eu.pro', short);
    const [one, other] = [await reported(server, 'eu.pro', short), await reported(server, 'uk.active', long)];
    const ratio = other.peakMb / one.peakMb;
    return [
      {
        what: `trade report of ${many} deals: most memory ÷ that of ${few}`,
        value: `${ratio.toFixed(2)} × (${other.peakMb.toFixed(0)} MB against ${one.peakMb.toFixed(0)} MB; ${other.seconds.toFixed(0)} s)`,
        target: `≤ ${target} ×`,
        isMet: ratio <= target && other.rows >= many,
      },
    ];
  } finally {
    await owner.close();
  }
}

async function reported(server: ServerProcess, name: string, number: number): Promise<Exported> {
  const headers = await signIn(server.url, name);
  return watched(server, headers, async () => {
    const answer = await fetch(`${server.url}/api/js/api/direct/tradereport/prepare`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ account_login: number, date_from: `${year}-01-01`, date_to: `${year}-12-31` }),
    });
    const { data } = (await answer.json()) as { data: { prepareOrder: { tradeReports: { id: string; state: string }[] } } };
    return data.prepareOrder.tradeReports.filter(({ state }) => state !== 'ready').map(({ id }) => id);
  });
}

/** Deals of a year on the client's first live account, for the report only: nothing of it is posted. Answers the account. */
async function addDeals(owner: Pool, name: string, count: number): Promise<number> {
  const { number } = await owner.sql.one<{ number: number }>(
    `select number from trading_account join client c on c.id = client_id
      where c.email = $1 and not is_demo and status = 'active' order by number limit 1`,
    [emailOf(name)],
  );
  await owner.transact(
    (sql) =>
      sql.run(
        `insert into platform_deal (server, ticket, number, kind, entry, symbol, lots, price, profit, swap, commission, position, tag,
           at, is_posted, market_bid, market_ask, contract_size, rate_profit)
         select 'bench', 'report-' || $1::integer || '-' || n, $1, case n % 2 when 0 then 'sell' else 'buy' end,
           case n % 2 when 0 then 'out' else 'in' end, 'EURUSD', 0.37, 1.1, (n % 2001 - 1000) * 7, -3, -35, n / 2, '',
           make_timestamptz(${year}, 1, 1, 0, 0, 0, 'UTC') + make_interval(secs => n * 25), false, 1.09995, 1.10013, 100000, 0.8641
         from generate_series(1, ${count}) n`,
        [number],
      ),
    { statementMs },
  );
  await owner.sql.run('analyze platform_deal');
  return number;
}
