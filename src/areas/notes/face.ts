import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { roleFacts, type StaffRole } from '../../law/staff.ts';
import { categoriesFor } from './rules.ts';
import { notesOf, type NoteRow } from './store.ts';

/** What that role reads of what was noted of a client, the newest first. */
export function notesFor(
  sql: Sql,
  of: { readonly client: ClientId; readonly role: StaffRole; readonly limit: number },
): Promise<NoteRow[]> {
  const categories = categoriesFor('reads', roleFacts[of.role].rights);
  return notesOf(sql, { client: of.client, categories, before: undefined, limit: of.limit });
}

/** Whether that role reads notes of that category. */
export function mayReadNotes(role: StaffRole, category: string): boolean {
  return categoriesFor('reads', roleFacts[role].rights).some((each) => each === category);
}
