import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { seedCrowd } from '../../seed/crowd.ts';
import { accountNumber, clientId } from '../../src/base/id.ts';
import { post } from '../../src/ledger/book.ts';
import { opening, trading } from '../../src/ledger/chart.ts';
import { sqlOver } from '../../src/server/database/pool.ts';
import type { Stack } from '../unknown/stack.ts';

/** Somebody who follows the strategy. */
export interface Follower {
  readonly investmentId: number;
  readonly number: number;
  readonly clientId: number;
  readonly isSafe: boolean;
}

export interface Crowd {
  readonly strategyId: number;
  /** The account that is followed; its client is provider.active. */
  readonly number: number;
  readonly followers: readonly Follower[];
}

const strategyName = 'Night_owl';

interface Account {
  readonly number: number;
  readonly clientId: number;
  readonly company: number;
  readonly leverage: number;
  readonly group: string;
}

/** Adds so many clients whose accounts, each with money of its own, follow a seeded strategy; both books know of the money. */
export async function openFollowers(stack: Stack, folder: string, count: number): Promise<Crowd> {
  const accounts = await addAccounts(stack, count);
  const money = accounts.map((account, place) => ({ ...account, minor: amountOf(place), isSafe: place % 7 === 3 }));
  addToPlatform(folder, money);
  const connection = await connected(stack);
  const sql = sqlOver(connection);
  await sql.run('begin');
  for (const { number, clientId: id, company, minor } of money) {
    const [from, to] = [opening(company, 'USD'), trading({ company, clientId: clientId(id) }, 'USD', accountNumber(number))];
    const movement = { key: `opening:${number}`, kind: 'opening_balance', legs: [{ from, to, minor }], at: new Date() } as const;
    const outcome = await post(sql, { movement });
    if (outcome.outcome !== 'posted') throw new Error(`the ledger would not take the money of ${number}`);
  }
  const { id, number } = await sql.one<{ id: number; number: number }>('select id, number from strategy where name = $1', [
    strategyName,
  ]);
  const rows = await sql.many<{ id: number; number: number }>(
    `insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, invested, high_water,
       asked_at, started_at)
     select t.client, $1, t.number, o.id, o.share, t.safe, 1, 'active', t.minor, t.minor, now() - interval '1 day', now() - interval '1 day'
       from jsonb_to_recordset($2) as t(client integer, number integer, safe boolean, minor bigint),
         (select id, share from strategy_offer where strategy_id = $1 order by id desc limit 1) o
     returning id, number`,
    [
      id,
      JSON.stringify(
        money.map((one) => ({ client: one.clientId, number: one.number, safe: one.isSafe, minor: String(one.minor) })),
      ),
    ],
  );
  await sql.run('commit');
  await sql.run('analyze');
  await connection.end();
  const byNumber = new Map(money.map((one) => [one.number, one]));
  const followers = rows.flatMap((row) => {
    const own = byNumber.get(row.number);
    return own ? [{ investmentId: row.id, number: row.number, clientId: own.clientId, isSafe: own.isSafe }] : [];
  });
  return { strategyId: id, number, followers };
}

/** From 20 to 10 000 dollars: some have too little for the least lot. */
const amountOf = (place: number): bigint => BigInt(place % 10 === 9 ? 2000 + place : 50_000 + ((place * 7919) % 950_000));

async function connected({ server }: Stack): Promise<Client> {
  const connection = new Client({ connectionString: server.databaseUrl() });
  await connection.connect();
  return connection;
}

async function addAccounts(stack: Stack, count: number): Promise<Account[]> {
  const connection = await connected(stack);
  const sql = sqlOver(connection);
  const { last } = await sql.one<{ last: number }>('select max(id) as last from client');
  const copy = (statement: string) => connection.query(copyFrom(statement));
  await seedCrowd({ sql, copy, now: new Date(), count }, () => undefined);
  const accounts = await sql.many<Account>(
    `select number, client_id as "clientId", company_id as company, leverage, group_name as "group" from trading_account
      where client_id > $1 and platform = 'mt5' order by number`,
    [last],
  );
  await sql.run(`update trading_account set mirrored_from = now() - interval '1 day' where client_id > $1`, [last]);
  await connection.end();
  return accounts;
}

function addToPlatform(folder: string, accounts: readonly (Account & { readonly minor: bigint })[]): void {
  const file = new DatabaseSync(path.join(folder, 'sandbox', 'mt5', 'mt5.db'));
  file.exec('pragma busy_timeout = 20000');
  file.exec('begin immediate');
  const add = file.prepare(
    `insert into users (login, grp, name, leverage, rights, email, country, comment, pass_main, pass_investor, registered_ms, balance,
       credit)
     select ?, ?, 'Follower', ?, rights, email, country, '', pass_main, pass_investor, registered_ms, ?, 0
       from users where login = (select min(login) from users)`,
  );
  for (const { number, group, leverage, minor } of accounts) add.run(number, group, leverage, minor);
  file.exec('commit');
  file.close();
}

/** Until it is so: a bound of hanging, not of speed. */
export async function until(isSo: () => Promise<boolean>, what: string, everyMs = 100): Promise<void> {
  const most = Date.now() + 600_000;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > most) throw new Error(`it did not come to pass: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** Wednesday forenoon, when currencies are traded. */
export async function openMarkets(stack: Stack): Promise<void> {
  const now = new Date();
  const wednesday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ((3 - now.getUTCDay() + 7) % 7), 10);
  const ahead = Math.floor((wednesday - now.getTime()) / 1000);
  const response = await fetch(`${stack.server.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: ahead >= 0 ? ahead : ahead + 7 * 24 * 3600 }),
  });
  if (!response.ok) throw new Error(`the clock could not be moved: HTTP ${response.status}`);
}

/** Who trades for others. */
export interface Provider {
  /** Answers the position. */
  open(lots: string): Promise<string>;
  close(position: string): Promise<void>;
}

export function openProvider(
  stack: Stack,
  { number, headers }: { readonly number: number; readonly headers: Readonly<Record<string, string>> },
): Provider {
  const send = async (call: string, body: object): Promise<{ data?: { order?: { fill?: { position?: string } } } }> => {
    const response = await fetch(`${stack.server.url}/api/js/api/trading/${call}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ account: number, ...body }),
    });
    if (!response.ok) throw new Error(`the provider could not trade: HTTP ${response.status} ${await response.text()}`);
    return (await response.json()) as { data?: { order?: { fill?: { position?: string } } } };
  };
  return {
    async open(lots) {
      const { data } = await send('orders', { symbol: 'EURUSD', side: 'buy', lots });
      const position = data?.order?.fill?.position;
      if (position === undefined) throw new Error('the order of the provider was not filled');
      return position;
    },
    async close(position) {
      await send(`positions/${position}/close`, {});
    },
  };
}
