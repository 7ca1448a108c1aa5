import type { Currency } from '../../base/currency.ts';
import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { MoveBlocker } from '../../law/moves.ts';
import type { CompanyId } from '../../law/regions/profile.ts';

/* What a move reads and writes of its client. */

/** One thing at a time is decided of a client's moves. */
export async function lockClient(sql: Sql, client: ClientId): Promise<void> {
  await sql.one('select id from client where id = $1 for no key update', [client]);
}

/** What the gates look at. The client's row is locked until the caller's transaction ends. */
export async function setMoveState(sql: Sql, client: ClientId, state: 'open' | 'under_way' | null): Promise<void> {
  await sql.run('update client set move_state = $2, version = version + 1 where id = $1', [client, state]);
}

/**
 * The client is the other company's from now on. Of its notice on personal data counts what they have agreed to there: companies count
 * their versions each for itself.
 */
export async function becomeClientOf(
  sql: Sql,
  of: {
    readonly clientId: ClientId;
    readonly company: CompanyId;
    readonly branch: number;
    readonly country: string | null;
    readonly category: number;
    readonly termsVersion: number;
  },
): Promise<void> {
  await sql.run(
    `update client set company_id = $2::integer, branch_id = $3, country = coalesce($4, country), client_category = $5, is_terms_agreed = true,
       terms_version = $6, move_state = null, version = version + 1,
       personal_data_version = coalesce(
         (select max(a.version) from personal_data_agreement a where a.client_id = $1 and a.company_id = $2::integer), 1) where id = $1`,
    [of.clientId, of.company, of.branch, of.country, of.category, of.termsVersion],
  );
  await sql.run('update wallet set company_id = $2 where client_id = $1', [of.clientId, of.company]);
}

export async function setBranch(sql: Sql, client: ClientId, branch: number): Promise<void> {
  await sql.run('update client set branch_id = $2, version = version + 1 where id = $1', [client, branch]);
}

/** Whether the same person is a client of that company already: nobody is twice. */
export async function isClientThere(sql: Sql, client: ClientId, company: CompanyId): Promise<boolean> {
  const { is } = await sql.one<{ is: boolean }>(
    `select exists (select from client o join client c on c.person_id = o.person_id and c.id <> o.id
      where o.id = $1 and c.company_id = $2) as is`,
    [client, company],
  );
  return is;
}

/** All clients that are the same person, this one among them. */
export async function clientsOfPerson(sql: Sql, client: ClientId): Promise<ClientId[]> {
  const rows = await sql.many<{ id: ClientId }>(
    'select c.id from client o join client c on c.person_id = o.person_id where o.id = $1 order by c.id',
    [client],
  );
  return rows.map(({ id }) => id);
}

/** What stands against a move in our own books. */
export async function bookBlockers(sql: Sql, client: ClientId): Promise<MoveBlocker[]> {
  const found = await sql.one<Readonly<Record<MoveBlocker, boolean>>>(
    `select exists (select from remittance_under_way where client_id = $1) as open_transfers,
       exists (select from client_debt where client_id = $1 and remaining > 0)
         or exists (select from debt_collection where client_id = $1 and state = 'asked') as debts,
       exists (select from strategy s join trading_account a using (number)
         where a.client_id = $1 and (s.status in ('converting', 'active') or exists (select from performance_share p
           join investment i on i.id = p.investment_id where i.strategy_id = s.id and p.state in ('asked', 'taken')))) as strategies,
       exists (select from investment where client_id = $1 and status <> 'closed') as investments,
       exists (select from ledger_account where client_id = $1 and kind in ('gold', 'delivery', 'pledge', 'credit') and balance <> 0)
         or exists (select from gold_pledge_order where client_id = $1 and phase not in ('done', 'refused')) as gold,
       exists (select from trading_order where client_id = $1 and status = 'processing') as waiting_orders,
       exists (select from negative_balance n join trading_account a using (number)
         where a.client_id = $1 and n.status in ('found', 'waiting', 'corrected')) as negative_balance,
       exists (select from trading_account where client_id = $1 and (leverage_wanted is not null
           or status = 'disabled' and not is_demo and coalesce(balance, 0) <> 0
           or status = 'opening' and not exists (select from company_move_account m where m.to_number = trading_account.number)))
         as account_changing,
       exists (select from funding_account where client_id = $1 and is_under_review)
         or exists (select from platform_operation where client_id = $1 and purpose = 'surplus' and kind <> 'credit'
           and state not in ('done', 'refused')) as account_difference`,
    [client],
  );
  return (Object.keys(found) as MoveBlocker[]).filter((thing) => found[thing]);
}

export interface Addressee {
  readonly email: string;
  readonly phone: string | null;
  readonly name: string;
}

export function addresseeOf(sql: Sql, client: ClientId): Promise<Addressee> {
  return sql.one<Addressee>(
    `select trim(first_name || ' ' || last_name) as name, email, mobile_phone as phone from client where id = $1`,
    [client],
  );
}

/** A wallet of a client in the book of a company that is not theirs any more, with what came in there late. */
export interface LeftBehind {
  readonly clientId: ClientId;
  readonly company: CompanyId;
  readonly to: CompanyId;
  readonly currency: Currency;
  readonly minor: bigint;
  /** The last movement that brought something there. */
  readonly movement: bigint;
}

/** What came into wallets of a former company: a payment that was only paid later, what a provider gave back. At most a hundred. */
export async function leftBehind(sql: Sql): Promise<LeftBehind[]> {
  const rows = await sql.many<LeftBehind>(
    `select c.id as "clientId", l.company, c.company_id as "to", l.unit as currency, l.balance as minor,
       (select max(e.movement_id) from ledger_entry e where e.to_account = l.id) as movement
     from company_move m join client c on c.id = m.client_id and c.company_id <> m.from_company and c.move_state is distinct from 'under_way'
       join ledger_account l on l.client_id = c.id and l.kind = 'wallet' and l.company = m.from_company and l.balance > 0
     where m.phase = 'moved' group by c.id, l.id, l.company, c.company_id, l.unit, l.balance order by l.id limit 100`,
  );
  return rows.map((row) => ({ ...row, clientId: clientId(row.clientId) }));
}

/** What a client has agreed to before being a client of that company, its notice on personal data among it: kept for good. */
export async function agreeAhead(
  sql: Sql,
  of: {
    readonly clientId: ClientId;
    readonly company: CompanyId;
    /** Of the terms, and of the notice. */
    readonly version: number;
    readonly notice: number;
    readonly address: string;
    readonly at: Date;
  },
): Promise<void> {
  await sql.run(
    `with agreed as (
       insert into terms_agreement (client_id, company_id, version, agreed_at, address) values ($1, $2, $3, $4, $5)
       on conflict do nothing)
     insert into personal_data_agreement (client_id, company_id, version, agreed_at, address) values ($1, $2, $6, $4, $5)
     on conflict do nothing`,
    [of.clientId, of.company, of.version, of.at, of.address, of.notice],
  );
}

export async function branchOf(sql: Sql, client: ClientId): Promise<number> {
  const { branch } = await sql.one<{ branch: number }>('select branch_id as branch from client where id = $1', [client]);
  return branch;
}

/** The newest version of the present company's terms that the client has agreed to; 0: none. */
export async function agreedVersion(sql: Sql, client: ClientId): Promise<number> {
  const { version } = await sql.one<{ version: number }>(
    'select case when is_terms_agreed then terms_version else 0 end as version from client where id = $1',
    [client],
  );
  return version;
}
