import type { Sql } from '../../src/base/sql.ts';
import { auditLedger } from '../../src/ledger/audit.ts';

/** A deposit whose payment, chargeback and chargeback won back were told. */
export interface ToldDeposit {
  readonly id: number;
  /** In which order its three messages came. */
  readonly order: string;
}

/** What the client's wallet held before, and what each deposit brings into it, in cents. */
export interface Began {
  readonly code: string;
  readonly minor: bigint;
  readonly eachMinor: bigint;
}

/** The end that every order of the three must have, written by hand. */
const wantedEnd = [
  'deposit completed 10000',
  'reversal chargeback completed 10000',
  'reversal won_back completed 10000',
  'transaction chargeback reversed',
  'transaction payment credited',
  'transaction won_back won_back',
  'dispute won',
].join(', ');

/** What is wrong; empty where each message has had its one effect. */
export async function judge(sql: Sql, began: Began, told: readonly ToldDeposit[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, order } of told) {
    const end = await endOf(sql, id);
    if (end !== wantedEnd) faults.push(`told as ${order}, deposit ${id} ended with: ${end}`);
  }
  const { minor } = await sql.one<{ minor: bigint }>('select balance as minor from ledger_account where code = $1', [began.code]);
  const wanted = began.minor + began.eachMinor * BigInt(told.length);
  if (minor !== wanted) faults.push(`${began.code} holds ${minor} instead of ${wanted}`);
  const { movements } = await sql.one<{ movements: bigint }>(
    `with own as (select id from remittance where id = any($1::int[])
       union select r.id from remittance r where r.reverses = any($1::int[])
       union select w.id from remittance w join remittance r on r.id = w.reverses where r.reverses = any($1::int[]))
     select count(*) as movements from ledger_movement m, own
      where split_part(m.key, ':', 2) = own.id::text and m.kind in ('deposit', 'reversal', 'won_back')`,
    [told.map(({ id }) => id)],
  );
  if (movements !== BigInt(told.length * 3)) faults.push(`${movements} movements are posted instead of ${told.length * 3}`);
  for (const finding of await auditLedger(sql, { scope: 'whole' })) faults.push(`the audit found ${JSON.stringify(finding)}`);
  return faults;
}

async function endOf(sql: Sql, id: number): Promise<string> {
  const rows = await sql.many<{ line: string }>(
    `select 'deposit ' || phase || ' ' || amount as line, 1 as place from remittance where id = $1
     union all select 'reversal ' || reason || ' ' || phase || ' ' || amount, 2 from remittance where reverses = $1
     union all select 'reversal ' || w.reason || ' ' || w.phase || ' ' || w.amount, 3
       from remittance w join remittance r on r.id = w.reverses where r.reverses = $1
     union all select 'transaction ' || kind || ' ' || coalesce(outcome, 'waits'), 4 from provider_transaction where remittance_id = $1
     union all select 'dispute ' || status, 5 from dispute where remittance_id = $1
     order by place, line`,
    [id],
  );
  return rows.map(({ line }) => line).join(', ');
}

/** How much has been written of what messages have an effect on; a message that is refused changes nothing of it. */
export async function written(sql: Sql): Promise<string> {
  const { text } = await sql.one<{ text: string }>(
    `select concat_ws(' ',
       (select count(*) from ledger_movement), (select count(*) from ledger_entry), (select max(id) from audit_event),
       (select count(*) from remittance), (select sum(hashtext(id || phase || amount)::bigint) from remittance),
       (select count(*) from provider_transaction), (select max(id) from outbox where topic = 'payment.message'),
       (select count(*) from webhook_message where verdict = 'accepted'), (select count(*) from dispute)) as text`,
  );
  return text;
}
