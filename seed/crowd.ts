import { hash } from '@node-rs/argon2';
import type { Sql, Transact } from '../src/base/sql.ts';
import { accountTypeNamed } from '../src/law/accountTypes.ts';
import { loginRange, walletRange } from '../src/law/platforms.ts';
import { platformGroup } from '../src/law/platformGroups.ts';
import { provider } from '../src/ledger/chart.ts';
import { seedPassword } from './personas.ts';

/** Clients in number, for measuring. Written as whole sets by the owner of the tables, past the book but by its rules. */

export const crowdMost = 1_000_000;
/** Clients of one transaction. */
const chunkSize = 20_000;
/** Deposits of each, into a wallet. */
const depositsEach = 3;
const company = 3;

export interface CrowdNeeds {
  /** As the owner of the tables: the application's role may write no entries. */
  readonly transact: Transact;
  readonly now: Date;
  readonly count: number;
}

/**
 * Adds so many clients of the global company with a wallet, a live account without money, which only this side knows of,
 * and three deposits with their story and their postings. Answers how many rows were written.
 */
export async function seedCrowd(needs: CrowdNeeds, progress: (done: number) => void): Promise<number> {
  const { count } = needs;
  if (!Number.isInteger(count) || count < 1 || count > crowdMost)
    throw new RangeError(`--clients takes a whole number from 1 to ${crowdMost}`);
  const passwordHash = await hash(seedPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  let rows = 0;
  for (let done = 0; done < count; done += chunkSize) {
    const size = Math.min(chunkSize, count - done);
    rows += await needs.transact((sql) => seedChunk(sql, { size, passwordHash, now: needs.now }));
    progress(done + size);
  }
  return rows;
}

interface Chunk {
  readonly size: number;
  readonly passwordHash: string;
  readonly now: Date;
}

async function seedChunk(sql: Sql, chunk: Chunk): Promise<number> {
  await takeNumbers(sql, chunk);
  const house = provider(company, 'USD', 'praxis').code;
  await sql.run(
    `insert into ledger_account (code, company, unit, kind) values ($1, ${company}, 'USD', 'provider') on conflict (code) do nothing`,
    [house],
  );
  let rows = 0;
  for (const { text, values } of [...peopleOf(chunk), ...moneyOf(house)]) rows += await sql.run(text, values);
  return rows;
}

/** Every number that the chunk needs, so that the sets below can name each other's rows. */
async function takeNumbers(sql: Sql, { size, now }: Chunk): Promise<void> {
  const wallets = walletRange(company);
  const logins = loginRange({ platform: 'mt5', company, isDemo: false });
  const wallet = await sql.one<{ taken: number }>(
    `insert into wallet_number values (${company}, $1::integer + $2::integer - 1)
     on conflict (company_id) do update set last_number = wallet_number.last_number + $2 returning last_number - $2 as taken`,
    [wallets.first, size],
  );
  const login = await sql.one<{ taken: number }>(
    `insert into login_sequence values ($1, $1::integer + $2::integer)
     on conflict (range_first) do update set next_number = login_sequence.next_number + $2 returning next_number - 1 - $2 as taken`,
    [logins.first, size],
  );
  await sql.run(
    `create temporary table crowd on commit drop as
     select n, nextval(pg_get_serial_sequence('person', 'id'))::integer as person_id,
       nextval(pg_get_serial_sequence('client', 'id'))::integer as client_id, $2::integer + n as wallet_number, $3::integer + n as login,
       nextval(pg_get_serial_sequence('ledger_account', 'id')) as account_id,
       $4::timestamptz - make_interval(hours => 2000 + (n * 7919) % 15000) as at
     from generate_series(1, $1::integer) n`,
    [size, wallet.taken, login.taken, now],
  );
  await sql.run(
    `create temporary table crowd_deposit on commit drop as
     select c.*, k, nextval(pg_get_serial_sequence('remittance', 'id'))::integer as id,
       nextval(pg_get_serial_sequence('ledger_movement', 'id')) as movement_id,
       (10000 + (c.n * 37 + k * 101) % 90000 * 10)::bigint as amount, c.at + make_interval(hours => k * 150) as paid_at
     from crowd c, generate_series(1, ${depositsEach}) k`,
  );
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

function peopleOf({ passwordHash, now }: Chunk): Statement[] {
  const type = accountTypeNamed('advantage mt5');
  if (!type) throw new Error('there is no account type advantage mt5');
  const group = platformGroup({ company, category: 0, type, currency: 'USD', isSwapFree: false, isDemo: false });
  return [
    { text: 'insert into person (id, created_at) overriding system value select person_id, at from crowd', values: [] },
    {
      text: `insert into client (id, person_id, company_id, country, status_id, email, first_name, last_name, password_hash,
               has_approved_id, has_approved_residence, registered_at)
             select client_id, person_id, ${company}, (array['ZA', 'MY', 'NG', 'IN'])[1 + n % 4], 12,
               'crowd-' || client_id || '@atrium.test', 'Client', client_id::text, $1, true, true, at from crowd`,
      values: [passwordHash],
    },
    {
      text: `insert into wallet (number, client_id, company_id, currency, opened_at)
             select wallet_number, client_id, ${company}, 'USD', at from crowd`,
      values: [],
    },
    {
      text: `insert into trading_account (number, client_id, company_id, platform, is_demo, type_key, currency, leverage,
               swap_free, group_name, status, opened_at, mirrored_from, balance, equity, margin, margin_free, credit, floating, snapshot_at)
             select login, client_id, ${company}, 'mt5', false, $1, 'USD', 100, false, $2, 'active', at, at, 0, 0, 0, 0, 0, 0, $3 from crowd`,
      values: [type.name, group, now],
    },
  ];
}

function moneyOf(house: string): Statement[] {
  return [
    {
      text: `insert into remittance (id, client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number,
               amount, currency, account_amount, account_currency, provider_transaction, created_at, expires_at, saved_at, updated_at)
             select id, client_id, ${company}, 'deposit', 'completed', 'r' || id || '-' || substr(md5(id::text), 1, 8), 340, 'praxis',
               wallet_number, amount, 'USD', amount, 'USD', 'crowd-' || id, paid_at, paid_at + interval '15 minutes', paid_at, paid_at
             from crowd_deposit`,
      values: [],
    },
    {
      text: `insert into remittance_stage (remittance_id, at, phase, code)
             select id, paid_at + after, phase, code from crowd_deposit, (values (interval '0', 'starting', 'saved'),
               (interval '2 seconds', 'waiting_payment', 'waiting_payment'), (interval '90 seconds', 'completed', 'paid_into_wallet'))
               stages (after, phase, code) order by id, after`,
      values: [],
    },
    {
      text: `insert into ledger_account (id, code, company, unit, kind, client_id, floor, balance) overriding system value
             select account_id, '${company}:USD:client:' || client_id || ':wallet', ${company}, 'USD', 'wallet', client_id, 0,
               sum(amount)::bigint from crowd_deposit group by account_id, client_id`,
      values: [],
    },
    {
      text: `insert into ledger_movement (id, key, kind, company, at, transaction_id) overriding system value
             select movement_id, 'deposit:' || id, 'deposit', ${company}, paid_at, pg_current_xact_id()::text::bigint from crowd_deposit`,
      values: [],
    },
    {
      text: `insert into ledger_entry (movement_id, line, from_account, to_account, amount, from_balance, to_balance, transaction_id)
             select movement_id, 1, (select id from ledger_account where code = $1), account_id, amount, null,
               sum(amount) over (partition by account_id order by k), pg_current_xact_id()::text::bigint from crowd_deposit`,
      values: [house],
    },
  ];
}
