import type { ClientId, RemittanceId } from '../../../base/id.ts';
import type { Money } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { after, dayMs } from '../../../base/time.ts';
import type { CompanyId } from '../../../law/regions/profile.ts';
import { ensureWallet } from '../../fundingAccounts/face.ts';
import { beginTimeline } from '../store.ts';

export interface FoundMoney {
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly amount: Money;
  readonly methodId: number;
  readonly provider: string;
  readonly now: Date;
}

/**
 * Money has arrived of which staff says whose it is, and which nobody has asked for: a deposit into the wallet of its currency, which
 * begins its life waiting for what is there.
 */
export async function beginFound(
  sql: Sql,
  { clientId, companyId, amount, methodId, provider, now }: FoundMoney,
): Promise<{ readonly id: RemittanceId; readonly reference: string }> {
  const { number } = await ensureWallet(sql, { clientId, companyId, currency: amount.currency, now });
  const row = await sql.one<{ id: RemittanceId; reference: string }>(
    `insert into remittance (id, client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number,
       amount, currency, fee, account_amount, account_currency, created_at, expires_at, saved_at, updated_at)
     select n.id, $1, $2, 'deposit', 'waiting_payment', 'r' || n.id || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8),
       $3, $4, $5, $6, $7, 0, $6, $7, $8, $9, $8, $8
     from (select nextval(pg_get_serial_sequence('remittance', 'id'))::integer as id) n
     returning id, reference`,
    [clientId, companyId, methodId, provider, number, amount.minor, amount.currency, now, after(now, dayMs)],
  );
  await beginTimeline(sql, { id: row.id, stage: 'transfer_found', phase: 'waiting_payment' }, now);
  return row;
}
