import { isCurrency, type Currency } from '../../base/currency.ts';
import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import { gathered } from '../../base/gather.ts';
import type { Sql } from '../../base/sql.ts';
import { walletRange } from '../../law/numbers.ts';
import { companyIds, type CompanyId } from '../../law/regions/profile.ts';

/** A row of `funding_account`. */
export interface FundingAccountRow {
  readonly number: number;
  readonly client_id: number;
  readonly company_id: number;
  readonly currency: string;
  readonly status: string;
  readonly platform: string | null;
  readonly type_key: string | null;
  readonly is_demo: boolean;
  readonly is_promo: boolean;
  readonly in_ledger: bigint | string | null;
  readonly is_under_review: boolean;
  readonly promotion_id: number | null;
}

/** The client's own funding accounts of these numbers, in one statement; one that is somebody else's is not among them. */
export async function fundingAccountRows(
  sql: Sql,
  client: ClientId,
  numbers: readonly AccountNumber[],
): Promise<FundingAccountRow[]> {
  return sql.many<FundingAccountRow>(
    `select number, client_id, company_id, currency, status, platform, type_key, is_demo, is_promo, in_ledger,
       is_under_review, promotion_id
     from funding_account where number = any($1::integer[]) and client_id = $2`,
    [numbers, client],
  );
}

/** A client's wallet in one currency. What is on it stands in the ledger. */
export interface Wallet {
  readonly number: AccountNumber;
  readonly clientId: ClientId;
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

export async function walletOf(sql: Sql, number: AccountNumber): Promise<Wallet | undefined> {
  const row = await sql.maybe<WalletRow>(`select ${columns} from wallet where number = $1`, [number]);
  return row && readWallet(row);
}

/** Every wallet of a client, the oldest first. */
export async function walletsOf(sql: Sql, client: ClientId): Promise<Wallet[]> {
  return (await walletRowsOf(sql, client)).map(readWallet);
}

const walletRowsOf = gathered<ClientId, WalletRow[]>(async (sql, clients) => {
  const rows = await sql.many<WalletRow & { readonly place: number }>(
    `select a.place::integer as place, w.* from unnest($1::integer[]) with ordinality a (client, place),
       lateral (select ${columns}, opened_at from wallet where client_id = a.client order by opened_at, number limit ${mostWallets}) w
      order by a.place, w.opened_at, w.number`,
    [clients],
  );
  const answers: WalletRow[][] = clients.map(() => []);
  for (const row of rows) answers[row.place - 1]?.push(row);
  return answers;
});

export interface WalletOrder {
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
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
  const { first, last } = walletRange(order.companyId);
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
    number: accountNumber(row.number),
    clientId: clientId(row.client_id),
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
