import { randomUUID } from 'node:crypto';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Service } from './contract.ts';

/** The name by which the vendor knows the client: made once, and found nowhere else. */
export async function subjectOf(sql: Sql, client: ClientId): Promise<string> {
  await sql.run('insert into research_subject (client_id, subject) values ($1, $2) on conflict do nothing', [
    client,
    randomUUID(),
  ]);
  const { subject } = await sql.one<{ subject: string }>('select subject from research_subject where client_id = $1', [client]);
  return subject;
}

export async function noteAnswer(sql: Sql, service: Service, now: Date): Promise<void> {
  await sql.run(
    `insert into research_state (service, answered_at) values ($1, $2)
     on conflict (service) do update set answered_at = excluded.answered_at, failing_since = null`,
    [service, now],
  );
}

/** Answers since when the vendor has not answered. */
export async function noteSilence(sql: Sql, service: Service, now: Date): Promise<Date> {
  const { since } = await sql.one<{ since: Date }>(
    `insert into research_state as kept (service, failing_since) values ($1, $2)
     on conflict (service) do update set failing_since = coalesce(kept.failing_since, excluded.failing_since)
     returning failing_since as since`,
    [service, now],
  );
  return since;
}
