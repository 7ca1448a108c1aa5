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
