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

const columns = [
  'id',
  'at',
  'actor_kind',
  'actor',
  'action',
  'subject',
  'client_id',
  'reason',
  'before',
  'after',
  'detail',
] as const;

/** The line that names the columns. */
export const csvHead = `${columns.join(',')}\r\n`;

/** A line of comma-separated values (RFC 4180). */
export function csvLine(event: ShownEvent): string {
  return `${columns.map((column) => csvCell(event[column])).join(',')}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // What a spreadsheet would take for a formula is text there too (OWASP, CSV injection).
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
