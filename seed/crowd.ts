import { clientId } from '../src/base/id.ts';
import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hash } from '@node-rs/argon2';
import type { Sql } from '../src/base/sql.ts';
import { after, hourMs, minuteMs, secondMs } from '../src/base/time.ts';
import { accountTypeNamed } from '../src/law/accountTypes.ts';
import { loginRange, walletRange } from '../src/law/numbers.ts';
import { platformGroup } from '../src/law/platformGroups.ts';
import { provider, wallet } from '../src/ledger/chart.ts';
import { seedPassword } from './personas.ts';

/** Clients in number, for measuring. Copied in whole by the owner of the tables, past the book but by its rules. */

export const crowdMost = 1_000_000;
/** Clients of one transaction. */
const chunkSize = 10_000;
/** Deposits of each, into a wallet. */
const depositsEach = 3;
const company = 3;

export interface CrowdNeeds {
  /** One connection of the owner of the tables: the application's role may write no entries. */
  readonly sql: Sql;
  /** Begins a COPY … FROM STDIN on that connection; what is written goes into the table. */
  readonly copy: (statement: string) => Writable;
  readonly now: Date;
  readonly count: number;
}

/**
 * Adds so many clients of the global company with a wallet, a live account without money, which only this side knows of,
 * and three deposits with their timeline and their postings. Answers how many rows were written.
 */
export async function seedCrowd(needs: CrowdNeeds, progress: (done: number) => void): Promise<number> {
  const { sql, count } = needs;
  if (!Number.isInteger(count) || count < 1 || count > crowdMost)
    throw new RangeError(`--clients takes a whole number from 1 to ${crowdMost}`);
  const passwordHash = await hash(seedPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  let rows = 0;
  for (let done = 0; done < count; done += chunkSize) {
    const size = Math.min(chunkSize, count - done);
    await sql.run('begin');
    try {
      rows += await seedChunk(needs, { size, passwordHash });
      await sql.run('commit');
    } catch (error) {
      await sql.run('rollback');
      throw error;
    }
    progress(done + size);
  }
  return rows;
}

interface ChunkPlan {
  readonly size: number;
  readonly passwordHash: string;
}

async function seedChunk(needs: CrowdNeeds, { size, passwordHash }: ChunkPlan): Promise<number> {
  const { sql, now } = needs;
  const app = await brokerAccount(sql);
  const { transaction } = await sql.one<{ transaction: string }>('select pg_current_xact_id()::text as transaction');
  const clients = planClients(await takeNumbers(sql, size), now);
  const type = accountTypeNamed('advantage mt5');
  if (!type) throw new Error('there is no account type advantage mt5');
  const groupOf = (country: string): string =>
    platformGroup({ client: { company, country, category: 0 }, type, currency: 'USD', isSwapFree: false, isDemo: false });
  const facts: Facts = { passwordHash, now, app, transaction, typeName: type.name, groupOf };
  let count = 0;
  for (const { into, rows } of tables) {
    const lines = linesOf(clients, (client) => {
      const own = rows(client, facts);
      count += own.length;
      return own;
    });
    await pipeline(Readable.from(lines), needs.copy(`copy ${into} from stdin`));
  }
  return count;
}

/** The account of the ledger from which the deposits come. */
async function brokerAccount(sql: Sql): Promise<string> {
  const { code } = provider(company, 'USD', 'praxis');
  await sql.run(
    `insert into ledger_account (code, company, unit, kind) values ($1, ${company}, 'USD', 'provider') on conflict (code) do nothing`,
    [code],
  );
  return (await sql.one<{ id: string }>('select id::text from ledger_account where code = $1', [code])).id;
}

/** Every number that the chunk needs, so that its rows can name each other before they are written. */
interface Numbers {
  readonly people: readonly string[];
  readonly clients: readonly string[];
  readonly accounts: readonly string[];
  readonly remittances: readonly string[];
  readonly movements: readonly string[];
  readonly firstWallet: number;
  readonly firstLogin: number;
}

async function takeNumbers(sql: Sql, size: number): Promise<Numbers> {
  const wallets = walletRange(company);
  const logins = loginRange({ platform: 'mt5', company, isDemo: false });
  const taken = await sql.one<{ first: number }>(
    `insert into wallet_number values (${company}, $1::integer + $2::integer - 1)
     on conflict (company_id) do update set last_number = wallet_number.last_number + $2
     returning last_number - $2 + 1 as first`,
    [wallets.first, size],
  );
  const login = await sql.one<{ first: number }>(
    `insert into login_sequence values ($1, $1::integer + $2::integer)
     on conflict (range_first) do update set next_number = login_sequence.next_number + $2
     returning next_number - $2 as first`,
    [logins.first, size],
  );
  const draw = async (table: string, count: number): Promise<readonly string[]> => {
    const { ids } = await sql.one<{ ids: string[] }>(
      `select array_agg(nextval(pg_get_serial_sequence($1, 'id'))::text) as ids from generate_series(1, $2::integer)`,
      [table, count],
    );
    return ids;
  };
  return {
    people: await draw('person', size),
    clients: await draw('client', size),
    accounts: await draw('ledger_account', size),
    remittances: await draw('remittance', size * depositsEach),
    movements: await draw('ledger_movement', size * depositsEach),
    firstWallet: taken.first,
    firstLogin: login.first,
  };
}

interface CrowdClient {
  readonly personId: string;
  readonly id: string;
  readonly country: string;
  readonly wallet: number;
  readonly login: number;
  /** The wallet's account in the ledger. */
  readonly accountId: string;
  readonly at: Date;
  readonly deposits: readonly CrowdDeposit[];
}

interface CrowdDeposit {
  readonly id: string;
  readonly movementId: string;
  readonly amount: bigint;
  /** The wallet's balance after it. */
  readonly balance: bigint;
  readonly paidAt: Date;
}

const countries = ['ZA', 'MY', 'NG', 'IN'] as const;

/** Spread over two years and over amounts by strides that share no factor with what they are spread over. */
function planClients(numbers: Numbers, now: Date): readonly CrowdClient[] {
  const at = (list: readonly string[], place: number): string => {
    const number = list[place];
    if (number === undefined) throw new RangeError('too few numbers were drawn');
    return number;
  };
  return numbers.clients.map((id, place) => {
    const begun = after(now, -(2000 + ((place * 7919) % 15_000)) * hourMs);
    let balance = 0n;
    const deposits = Array.from({ length: depositsEach }, (_, turn) => {
      const amount = BigInt(10_000 + (((place + 1) * 37 + (turn + 1) * 101) % 90_000) * 10);
      balance += amount;
      const own = place * depositsEach + turn;
      const paidAt = after(begun, (turn + 1) * 150 * hourMs);
      return { id: at(numbers.remittances, own), movementId: at(numbers.movements, own), amount, balance, paidAt };
    });
    return {
      personId: at(numbers.people, place),
      id,
      country: countries[place % countries.length] ?? countries[0],
      wallet: numbers.firstWallet + place,
      login: numbers.firstLogin + place,
      accountId: at(numbers.accounts, place),
      at: begun,
      deposits,
    };
  });
}

type Cell = string | number | bigint | boolean | Date | null;

interface Facts {
  readonly passwordHash: string;
  readonly now: Date;
  readonly app: string;
  readonly transaction: string;
  readonly typeName: string;
  readonly groupOf: (country: string) => string;
}

interface Table {
  /** The table with the columns that are written. */
  readonly into: string;
  /** A client's rows of it. */
  readonly rows: (client: CrowdClient, facts: Facts) => readonly (readonly Cell[])[];
}

/** In the order in which one refers to another. */
const tables: readonly Table[] = [
  { into: 'person (id, created_at)', rows: ({ personId, at }) => [[personId, at]] },
  {
    into: `client (id, person_id, company_id, country, status_id, email, first_name, last_name, password_hash,
      has_approved_id, has_approved_residence, registered_at)`,
    rows: ({ id, personId, country, at }, { passwordHash }) => [
      [id, personId, company, country, 12, `crowd-${id}@atrium.test`, 'Client', id, passwordHash, true, true, at],
    ],
  },
  {
    into: 'wallet (number, client_id, company_id, currency, opened_at)',
    rows: (client) => [[client.wallet, client.id, company, 'USD', client.at]],
  },
  {
    into: `trading_account (number, client_id, company_id, platform, is_demo, type_key, currency, leverage, swap_free, group_name,
      status, opened_at, mirrored_from, balance, equity, margin, margin_free, credit, floating, snapshot_at)`,
    rows: ({ login, id, country, at }, { typeName, groupOf, now }) => [
      [login, id, company, 'mt5', false, typeName, 'USD', 100, false, groupOf(country), 'active', at, at, 0, 0, 0, 0, 0, 0, now],
    ],
  },
  {
    into: `remittance (id, client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number, amount, currency,
      account_amount, account_currency, provider_transaction, created_at, expires_at, saved_at, updated_at)`,
    rows: (client) => client.deposits.map((deposit) => remittanceRow(client, deposit)),
  },
  {
    into: 'remittance_stage (remittance_id, at, phase, code)',
    rows: ({ deposits }) =>
      deposits.flatMap(({ id, paidAt }) => [
        [id, paidAt, 'starting', 'saved'],
        [id, after(paidAt, 2 * secondMs), 'waiting_payment', 'waiting_payment'],
        [id, after(paidAt, 90 * secondMs), 'completed', 'paid_into_wallet'],
      ]),
  },
  {
    into: 'ledger_account (id, code, company, unit, kind, client_id, floor, balance)',
    rows: ({ id, accountId, deposits }) => {
      const { code } = wallet({ company, clientId: clientId(Number(id)) }, 'USD');
      return [[accountId, code, company, 'USD', 'wallet', id, 0, deposits.at(-1)?.balance ?? 0]];
    },
  },
  {
    into: 'ledger_movement (id, key, kind, company, at, transaction_id)',
    rows: ({ deposits }, { transaction }) =>
      deposits.map(({ id, movementId, paidAt }) => [movementId, `deposit:${id}`, 'deposit', company, paidAt, transaction]),
  },
  {
    into: 'ledger_entry (movement_id, line, from_account, to_account, amount, from_balance, to_balance, transaction_id)',
    rows: ({ accountId, deposits }, { app, transaction }) =>
      deposits.map(({ movementId, amount, balance }) => [movementId, 1, app, accountId, amount, null, balance, transaction]),
  },
];

function remittanceRow(client: CrowdClient, { id, amount, paidAt }: CrowdDeposit): readonly Cell[] {
  const reference = `r${id}-${createHash('sha256').update(id).digest('hex').slice(0, 8)}`;
  const what = [id, client.id, company, 'deposit', 'completed', reference, 340, 'praxis', client.wallet];
  const money = [amount, 'USD', amount, 'USD', `crowd-${id}`];
  return [...what, ...money, paidAt, after(paidAt, 15 * minuteMs), paidAt, paidAt];
}

const pieceLength = 64 * 1024;

/** The rows as COPY's text format, in pieces of about 64 KB. */
function* linesOf(
  clients: readonly CrowdClient[],
  rowsOf: (client: CrowdClient) => readonly (readonly Cell[])[],
): Generator<string> {
  let piece = '';
  for (const client of clients) {
    for (const row of rowsOf(client)) piece += `${row.map(written).join('\t')}\n`;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function written(cell: Cell): string {
  if (cell === null) return String.raw`\N`;
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'string' ? cell.replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign) : String(cell);
}

const escapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};
