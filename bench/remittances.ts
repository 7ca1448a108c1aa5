import { accountNumber, clientId, type RemittanceId } from '../src/base/id.ts';
import type { Remittance } from '../src/areas/payments/store.ts';
import type { Pool } from '../src/server/database/pool.ts';

export const clients = 20_000;
export const amount = 12_500n;
const quotedAt = new Date();
const atOnce = 50_000;
const scatteredWithin = 4096;

/** Wallet deposits whose payers are at the provider's. Their clients have no rows of their own: no posting reads them. */
export interface PaymentsFixture {
  /** Begins as many as are missing to that number of waiting ones. */
  fill(waiting: number): Promise<void>;
  /** The next whose payer has finished, as the product reads it before it posts; undefined when nobody is left. */
  take(): Remittance | undefined;
}

export function openPaymentsFixture(owner: Pool): PaymentsFixture {
  let begun = 0;
  let taken = 0;
  return {
    async fill(waiting) {
      const upto = Math.ceil((taken + waiting) / scatteredWithin) * scatteredWithin;
      for (let from = begun + 1; from <= upto; from += atOnce) await addSome(owner, from, Math.min(from + atOnce - 1, upto));
      begun = Math.max(begun, upto);
      await owner.sql.run('vacuum analyze remittance, remittance_under_way');
    },
    take() {
      const id = scattered(taken + 1);
      if (id > begun) return undefined;
      taken += 1;
      return remittanceOf(id);
    },
  };
}

async function addSome(owner: Pool, from: number, to: number): Promise<void> {
  await owner.transact(async (sql) => {
    await sql.run('set local session_replication_role = replica');
    await sql.run(
      `insert into remittance (id, client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number,
         amount, currency, account_amount, account_currency, created_at, expires_at, saved_at, updated_at)
       select n, n::bigint * 7919 % $3 + 1, 3, 'deposit', 'waiting_payment', 'bench-' || lpad(n::text, 8, '0'), 340, 'praxis',
         n::bigint * 7919 % $3 + 1, $4, 'USD', $4, 'USD', $5, $5, $5, $5 from generate_series($1::integer, $2::integer) n`,
      [from, to, clients, amount, quotedAt],
    );
    await sql.run(
      `insert into remittance_under_way (remittance_id, client_id, phase, expires_at, updated_at)
       select id, client_id, phase, expires_at, updated_at from remittance where id >= $1`,
      [from],
    );
  });
}

function remittanceOf(id: number): Remittance {
  const client = ((id * 7919) % clients) + 1;
  return {
    ...common,
    // By its type alone: the program of the release before, beside which this runs too, has no word for it.
    id: id as RemittanceId,
    clientId: clientId(client),
    accountNumber: accountNumber(client),
    reference: `bench-${String(id).padStart(8, '0')}`,
  };
}

const common = {
  companyId: 3,
  type: 'deposit',
  phase: 'waiting_payment',
  status: 'waiting_payment',
  methodId: 340,
  provider: 'praxis',
  accountPlatform: null,
  targetNumber: null,
  targetPlatform: null,
  amount,
  currency: 'USD',
  fee: 0n,
  leftOver: 0n,
  accountAmount: amount,
  accountCurrency: 'USD',
  rate: null,
  rateAsOf: null,
  redirect: null,
  providerTransaction: null,
  arrivedMinor: null,
  arrivedCurrency: null,
  reason: null,
  reasonValues: {},
  reverses: null,
  removesBonus: false,
  details: null,
  createdAt: quotedAt,
  expiresAt: quotedAt,
  savedAt: quotedAt,
  updatedAt: quotedAt,
} as const satisfies Partial<Remittance>;

/** Payers do not finish in the order in which they began: within some thousands of remittances they come as they like. */
function scattered(number: number): number {
  const place = number % scatteredWithin;
  return number - place + ((place * 2657) % scatteredWithin);
}
