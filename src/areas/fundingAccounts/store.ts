import { isCurrency, type Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import { walletRange } from '../../law/numbers.ts';
import { companyIds, type CompanyId } from '../../law/regions/profile.ts';

/** A client's wallet in one currency. What is on it stands in the ledger. */
export interface Wallet {
  readonly number: number;
  readonly clientId: number;
  readonly companyId: CompanyId;
  readonly currency: Currency;
  readonly status: 'active' | 'closed';
}

interface WalletRow {
  number: number;
  client_id: number;
  company_id: number;
  currency: string;
  status: Wallet['status'];
}

const columns = 'number, client_id, company_id, currency, status';

/** More currencies than there are. */
const mostWallets = 100;

export async function walletOf(sql: Sql, number: number): Promise<Wallet | undefined> {
  const row = await sql.maybe<WalletRow>(`select ${columns} from wallet where number = $1`, [number]);
  return row && readWallet(row);
}

/** Every wallet of a client, the oldest first. */
export async function walletsOf(sql: Sql, clientId: number): Promise<Wallet[]> {
  const rows = await sql.many<WalletRow>(
    `select ${columns} from wallet where client_id = $1 order by opened_at, number limit ${mostWallets}`,
    [clientId],
  );
  return rows.map(readWallet);
}

export interface WalletOrder {
  readonly clientId: number;
  readonly companyId: number;
  readonly currency: Currency;
  /** Application time. */
  readonly now: Date;
}

/** The client's wallet of that currency, opened when there is none yet. A closed one is opened again. */
export async function ensureWallet(sql: Sql, order: WalletOrder): Promise<Wallet> {
  const known = await sql.maybe<WalletRow>(
    `update wallet set status = 'active' where client_id = $1 and currency = $2 returning ${columns}`,
    [order.clientId, order.currency],
  );
  if (known) return readWallet(known);
  const { first, last } = walletRange(companyOf(order.companyId));
  const opened = await sql.one<WalletRow>(
    `with given as (
       insert into wallet_number (company_id, last_number) values ($2, $5)
       on conflict (company_id) do update set last_number = wallet_number.last_number + 1
       returning last_number
     )
     insert into wallet (number, client_id, company_id, currency, opened_at)
     select last_number, $1, $2, $3, $4 from given where last_number <= $6
     on conflict (client_id, currency) do update set status = 'active'
     returning ${columns}`,
    [order.clientId, order.companyId, order.currency, order.now, first, last],
  );
  return readWallet(opened);
}

function readWallet(row: WalletRow): Wallet {
  if (!isCurrency(row.currency)) throw new Error(`wallet ${row.number} is kept in ${row.currency}, which is no currency of ours`);
  return {
    number: row.number,
    clientId: row.client_id,
    companyId: companyOf(row.company_id),
    currency: row.currency,
    status: row.status,
  };
}

function companyOf(id: number): CompanyId {
  const company = companyIds.find((known) => known === id);
  if (company === undefined) throw new Error(`there is no company ${id}`);
  return company;
}
