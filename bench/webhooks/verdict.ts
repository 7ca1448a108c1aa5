import type { Sql } from '../../src/base/sql.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import type { Begun } from './subjects.ts';
import type { Teller } from './tellers.ts';

/** Something of which its three messages were told. */
export interface Told extends Omit<Begun, 'acts'> {
  readonly teller: Teller;
  /** In which order they came. */
  readonly order: readonly string[];
}

/** What is wrong; empty where each message has had its one effect. */
export async function judge(sql: Sql, told: readonly Told[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { teller, id, order } of told) {
    const end = await teller.endOf(sql, id);
    if (end !== teller.wantedEnd) faults.push(`${teller.name} told as ${order.join(', ')}, and ${id} ended with: ${end}`);
  }
  for (const [code, own] of Map.groupBy(told, (each) => each.code)) {
    if (code === 'none') continue;
    const { minor } = await sql.one<{ minor: bigint }>('select balance as minor from ledger_account where code = $1', [code]);
    const wanted = own.reduce((sum, { movesMinor }) => sum + movesMinor, own[0]?.beganMinor ?? 0n);
    if (minor !== wanted) faults.push(`${code} holds ${minor} instead of ${wanted}`);
  }
  for (const finding of await auditLedger(sql, { scope: 'whole' })) faults.push(`the audit found ${JSON.stringify(finding)}`);
  return faults;
}

/** How much has been written of what messages have an effect on; a message that is refused changes nothing of it. */
export async function written(sql: Sql): Promise<string> {
  const { text } = await sql.one<{ text: string }>(
    `select concat_ws(' ',
       (select count(*) from ledger_movement), (select count(*) from ledger_entry), (select max(id) from audit_event),
       (select count(*) from remittance), (select sum(hashtext(id || phase || amount)::bigint) from remittance),
       (select count(*) from provider_transaction),
       (select max(id) from outbox where topic in ('payment.message', 'prepaidCards.message', 'verification.message')),
       (select count(*) from webhook_message where verdict = 'accepted'), (select count(*) from dispute),
       (select count(*) from prepaid_card_message), (select sum(hashtext(id || phase || version)::bigint) from prepaid_card),
       (select count(*) from verification_message), (select sum(hashtext(id || phase)::bigint) from verification),
       (select sum(hashtext(id || kind || status)::bigint) from document)) as text`,
  );
  return text;
}
