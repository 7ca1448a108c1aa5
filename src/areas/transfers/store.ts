import type { RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { AskedPaper } from './contract.ts';

/** Keeps what was asked for; false where something is asked for already. */
export async function addPaperRequest(
  sql: Sql,
  { id, kind, at }: { readonly id: RemittanceId; readonly kind: AskedPaper; readonly at: Date },
): Promise<boolean> {
  const added = await sql.run(
    `insert into paper_request (remittance_id, kind, asked_at) values ($1, $2, $3)
     on conflict (remittance_id) where answered_at is null do nothing`,
    [id, kind, at],
  );
  return added === 1;
}

/** What a client was asked for and has not sent. */
export async function askedPaperOf(sql: Sql, id: RemittanceId): Promise<AskedPaper | undefined> {
  const row = await sql.maybe<{ kind: AskedPaper }>(
    'select kind from paper_request where remittance_id = $1 and answered_at is null',
    [id],
  );
  return row?.kind;
}

/** The client has sent something; false where nothing was asked for. */
export async function answerPaperRequest(sql: Sql, id: RemittanceId, at: Date): Promise<boolean> {
  const answered = await sql.run('update paper_request set answered_at = $2 where remittance_id = $1 and answered_at is null', [
    id,
    at,
  ]);
  return answered === 1;
}

/**
 * Whether the payment account of a deposit has paid before by methods of its kind, and whether another one has. A card is known by its
 * mask, once its provider has told it; anything else by the method alone.
 */
export function paidBefore(
  sql: Sql,
  { id, methods }: { readonly id: RemittanceId; readonly methods: readonly number[] },
): Promise<{ same: boolean; other: boolean }> {
  return sql.one(
    `select coalesce(bool_or(d.card_mask is null or e.card_mask = d.card_mask), false) as same,
       coalesce(bool_or(e.card_mask is distinct from d.card_mask), false) as other
     from remittance d join remittance e on e.client_id = d.client_id and e.transfer_type = 'deposit' and e.phase = 'completed'
       and e.id < d.id and e.method_id = any($2::integer[])
     where d.id = $1`,
    [id, methods],
  );
}
