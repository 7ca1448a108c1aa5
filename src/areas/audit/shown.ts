import type { ShownEvent } from './contract.ts';
import type { EventRow, RefusalRow } from './store.ts';

/** An event as the desk shows it: the reason and what was before and after stand in its detail (interfaces §7). */
export function shownEvent(row: EventRow): ShownEvent {
  const { reason, before, after, from, to, ...rest } = row.detail;
  // A setting that was changed from the command line tells `from` and `to`.
  const isSetting = row.action === 'setting.change';
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actor: row.actor_id,
    actor_kind: row.actor_kind,
    action: row.action,
    subject: row.subject,
    client_id: row.client_id,
    reason: typeof reason === 'string' ? reason : null,
    before: before ?? (isSetting ? from : undefined) ?? null,
    after: after ?? (isSetting ? to : undefined) ?? null,
    detail: isSetting ? rest : { ...rest, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
  };
}

/** A count of what was refused, or tried, as the desk shows it. */
export function shownCount<Row extends RefusalRow>(row: Row) {
  return { ...row, count: Number(row.count), last_at: row.last_at.toISOString() };
}
