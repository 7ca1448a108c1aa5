import { setTimeout as wait } from 'node:timers/promises';
import { emailOf } from '../../seed/personas.ts';
import { numberedPages } from '../../src/areas/transfers/contract.ts';
import { openPool, type Pool } from '../../src/server/database/pool.ts';
import type { ServerProcess } from '../server.ts';
import { middle, type Figure } from './figure.ts';
import { signIn } from './visitor.ts';

const pastTransfers = 50_000;
const deepPlace = 45_000;
const requestsEach = 300;
const dashboards = 1000;
const mostStatements = 6;
const deepTarget = 2;

/** What lists and the first screen ask of the database. */
export async function measureLists(server: ServerProcess): Promise<Figure[]> {
  const owner = openPool({ url: server.databaseUrl(), max: 2 });
  try {
    return [await statementsOfDashboard(server, owner), ...(await deepPages(server, owner))];
  } finally {
    await owner.close();
  }
}

/** A backend of PostgreSQL tells its counts within ten seconds of falling idle (PGSTAT_IDLE_INTERVAL). */
const statisticsMs = 11_000;

/** Every statement of a read is a transaction of its own, which PostgreSQL counts; what the worker does meanwhile is taken off. */
async function statementsOfDashboard(server: ServerProcess, owner: Pool): Promise<Figure> {
  const headers = await signIn(server.url, 'global.active');
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${server.url}/api/js/api/dashboard`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the dashboard answers HTTP ${answer.status}`);
  };
  for (let count = 0; count < 20; count += 1) await ask();
  const idle = await transactionsDuring(owner, async () => undefined);
  const busy = await transactionsDuring(owner, async () => {
    for (let count = 0; count < dashboards; count += 1) await ask();
  });
  const each = (busy.count - (idle.count / idle.seconds) * busy.seconds) / dashboards;
  return {
    what: 'SQL statements of the dashboard call, session included',
    value: each.toFixed(2),
    target: `≤ ${mostStatements}`,
    isMet: Math.round(each) <= mostStatements,
  };
}

async function transactionsDuring(owner: Pool, work: () => Promise<unknown>): Promise<{ count: number; seconds: number }> {
  const read = async (): Promise<bigint> => {
    await wait(statisticsMs);
    const { count } = await owner.sql.one<{ count: bigint }>(
      'select xact_commit as count from pg_stat_database where datname = current_database()',
    );
    return count;
  };
  const [before, begun] = [await read(), performance.now()];
  await work();
  const after = await read();
  return { count: Number(after - before), seconds: (performance.now() - begun) / 1000 };
}

async function deepPages(server: ServerProcess, owner: Pool): Promise<Figure[]> {
  await addTransfers(owner, emailOf('in.gold'));
  const headers = await signIn(server.url, 'in.gold');
  const { at, id } = await owner.sql.one<{ at: Date; id: number }>(
    `select created_at as at, id from remittance where client_id = (select id from client where email = $1) and saved_at is not null
     order by created_at desc, id desc limit 1 offset ${deepPlace}`,
    [emailOf('in.gold')],
  );
  const places = { url: server.url, headers };
  return [
    await compare(places, {
      what: `page behind ${deepPlace} of ${pastTransfers} transfers ÷ first page`,
      lines: 20,
      deep: `after=${at.getTime()}.${id}`,
    }),
    await compare(places, { what: 'the last page that has a number ÷ first page', lines: 100, deep: `page=${numberedPages}` }),
  ];
}

/** A deep page beside the first; they take turns, so that whatever else the machine does falls on both. */
async function compare(
  { url, headers }: { readonly url: string; readonly headers: { readonly cookie: string } },
  { what, lines, deep }: { readonly what: string; readonly lines: number; readonly deep: string },
): Promise<Figure> {
  const taken = { first: [] as number[], deep: [] as number[] };
  const timed = async (place: 'first' | 'deep'): Promise<void> => {
    const begun = performance.now();
    const answer = await fetch(`${url}/api/js/api/transfers?limit=${lines}${place === 'deep' ? `&${deep}` : ''}`, { headers });
    const body = (await answer.json()) as { data: { transfers: unknown[] } };
    if (body.data.transfers.length !== lines) throw new Error(`the ${place} page has ${body.data.transfers.length} transfers`);
    taken[place].push(performance.now() - begun);
  };
  for (let count = 0; count < requestsEach; count += 1) {
    await timed('first');
    await timed('deep');
  }
  const ratio = middle(taken.deep) / middle(taken.first);
  return {
    what,
    value: `${ratio.toFixed(2)} × (${middle(taken.deep).toFixed(1)} ms against ${middle(taken.first).toFixed(1)} ms)`,
    target: `≤ ${deepTarget} ×`,
    isMet: ratio <= deepTarget,
  };
}

/** A long past for the list only: nothing of it is posted. */
async function addTransfers(owner: Pool, email: string): Promise<void> {
  await owner.sql.run(
    `insert into remittance (client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number, amount,
       currency, account_amount, account_currency, created_at, expires_at, saved_at, updated_at)
     select c.id, c.company_id, 'deposit', 'declined', 'bench-' || lpad(n::text, 8, '0'), 340, 'praxis', w.number, 10000 + n, 'USD',
       10000 + n, 'USD', at, at, at, at
     from client c join wallet w on w.client_id = c.id and w.currency = 'USD', generate_series(1, ${pastTransfers}) n,
       lateral (select now() - make_interval(mins => n * 20) as at) moment
     where c.email = $1`,
    [email],
  );
  await owner.sql.run('analyze remittance');
}
