import type { Sql } from '../../src/base/sql.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import type { Kind, Platforms } from './stand.ts';

/** What clients have by currency, in minor units, beside what is on its way between a book and a platform. */
export type Sums = ReadonlyMap<string, bigint>;

/** Wallets and accounts of all clients in all companies, and what is on its way. */
export async function sumsOf(sql: Sql): Promise<Sums> {
  const rows = await sql.many<{ unit: string; minor: bigint }>(
    `select a.unit, sum(coalesce(a.balance, (
       select coalesce(sum(case when e.to_account = a.id then e.amount else -e.amount end), 0)
       from ledger_entry e where a.id in (e.from_account, e.to_account)
     )))::bigint as minor from ledger_account a where a.kind in ('wallet', 'trading', 'transit') group by a.unit order by 1`,
  );
  return new Map(rows.map(({ unit, minor }) => [unit, minor]));
}

/** At any moment: everything of a client is in one company, both books sum to zero, and nothing was made or lost. */
export async function judgeKilled(sql: Sql, began: Sums): Promise<string[]> {
  const torn = await sql.many<{ id: number; companies: string }>(
    `select c.id, string_agg(distinct a.company_id::text, ' and ') as companies from client c
       join trading_account a on a.client_id = c.id and a.status = 'active' and not a.is_demo
      group by c.id, c.company_id having count(distinct a.company_id) > 1 or bool_or(a.company_id <> c.company_id) order by c.id`,
  );
  const strayed = await sql.many<{ code: string }>(
    `select l.code from ledger_account l join client c on c.id = l.client_id
      where l.kind in ('wallet', 'trading') and l.company <> c.company_id and l.balance <> 0 order by 1 limit 20`,
  );
  const wallets = await sql.many<{ number: number }>(
    'select w.number from wallet w join client c on c.id = w.client_id where w.company_id <> c.company_id limit 20',
  );
  const now = await sumsOf(sql);
  const units = new Set([...began.keys(), ...now.keys()]);
  return [
    ...torn.map(({ id, companies }) => `client ${id} has accounts of ${companies}`),
    ...strayed.map(({ code }) => `${code} holds money of a client who is not there`),
    ...wallets.map(({ number }) => `wallet ${number} is of a company that its client is not of`),
    ...[...units].flatMap((unit) =>
      now.get(unit) === began.get(unit) ? [] : [`${unit}: ${now.get(unit)} instead of ${began.get(unit)}`],
    ),
    ...(await auditLedger(sql, { scope: 'whole' })).map((finding) => `the audit found ${JSON.stringify(finding)}`),
  ];
}

/** Once all has ended: nothing is on its way, the companies owe each other the same, and the platforms say what the book says. */
export async function judgeRest(sql: Sql, { ask }: Platforms, began: Sums): Promise<string[]> {
  const open = await sql.one<{ count: number }>(
    `select count(*)::integer as count from company_move where phase in ('moving', 'returning') or phase = 'moved' and ended_at is null`,
  );
  const onItsWay = await sql.many<{ code: string; minor: bigint }>(
    `select a.code, b.minor from ledger_account a cross join lateral (
       select coalesce(sum(case when e.to_account = a.id then e.amount else -e.amount end), 0)::bigint as minor
       from ledger_entry e where a.id in (e.from_account, e.to_account)
     ) b where a.kind = 'transit' and b.minor <> 0`,
  );
  const owed = await sql.many<{ unit: string; minor: bigint }>(
    `select a.unit, sum(case when e.to_account = a.id then e.amount else -e.amount end)::bigint as minor
     from ledger_account a join ledger_entry e on a.id in (e.from_account, e.to_account) where a.kind = 'intercompany'
     group by a.unit having sum(case when e.to_account = a.id then e.amount else -e.amount end) <> 0`,
  );
  return [
    ...(await judgeKilled(sql, began)),
    ...(open.count === 0 ? [] : [`${open.count} moves have not ended`]),
    ...onItsWay.map(({ code, minor }) => `${code} holds ${minor}`),
    ...owed.map(({ unit, minor }) => `the companies owe each other ${minor} ${unit}`),
    ...(await differing(sql, ask)),
  ];
}

async function differing(sql: Sql, ask: Platforms['ask']): Promise<string[]> {
  const rows = await sql.many<{ number: number; platform: Kind; minor: bigint }>(
    `select t.number, t.platform, coalesce(l.balance, 0)::bigint as minor from trading_account t
       left join ledger_account l on l.code = t.company_id || ':' || t.currency || ':client:' || t.client_id || ':trading:' || t.number
      where t.status in ('active', 'archived') order by t.number`,
  );
  const faults: string[] = [];
  for (const { number, platform, minor } of rows) {
    const told = await ask[platform].account(number);
    const balance = told.outcome === 'done' ? told.account.balance : undefined;
    if (balance !== minor) faults.push(`account ${number} has ${balance} on the platform, ${minor} in the book`);
  }
  return faults;
}
