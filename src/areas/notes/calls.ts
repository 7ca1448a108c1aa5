import { rowNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { roleFacts } from '../../law/staff.ts';
import type { Handlers } from '../../protocol/call.ts';
import { clientById } from '../session/face.ts';
import type { Note, notesContract } from './contract.ts';
import { categoriesFor } from './rules.ts';
import { insertNote, lockNote, notesOf, type NoteRow } from './store.ts';

const listed = 20;

export const calls = () =>
  ({
    async list({ client_id: told, after }, ctx) {
      const client = await requireClient(ctx, told);
      const categories = categoriesFor('reads', roleFacts[ctx.staff.role].rights);
      const before = after === undefined ? undefined : rowNumber(after);
      const found = await notesOf(ctx.sql, { client, categories, before, limit: listed + 1 });
      await ctx.record({ subject: `client:${client}`, clientId: client });
      const page = found.slice(0, listed);
      return { notes: page.map(shown), next: found.length > listed ? String(page.at(-1)?.id ?? '') : null };
    },

    async add({ client_id: told, category, text, corrects }, ctx) {
      const { sql, staff, now } = ctx;
      const client = await requireClient(ctx, told);
      const { rights } = roleFacts[staff.role];
      if (!categoriesFor('writes', rights).includes(category)) return ctx.refuse('not_your_right', { field: 'category' });
      const before = corrects === undefined ? undefined : await lockNote(sql, Number(corrects));
      // One that the role does not read is not there for it.
      const isKnown = before?.clientId === client && categoriesFor('reads', rights).includes(before.category);
      if (corrects !== undefined && !isKnown) return ctx.refuse('note_not_found', { field: 'corrects' });
      if (before && before.correctedBy !== null) return ctx.refuse('note_corrected', { field: 'corrects' });
      if (before && before.category !== category) return ctx.refuse('note_not_found', { field: 'category' });
      const note = await insertNote(sql, {
        clientId: client,
        category,
        text,
        corrects: before?.id ?? null,
        writtenBy: staff.actor,
        at: now,
      });
      // What it says stays with the note: it is taken away in time, the audit never.
      const corrected = note.corrects === null ? null : { note: note.corrects };
      await ctx.record({ subject: `note:${note.id}`, clientId: client, before: corrected, after: { note: note.id, category } });
      return { note: shown(note) };
    },
  }) satisfies Handlers<typeof notesContract>;

function shown({ id, category, text, writtenBy, at, corrects, correctedBy }: NoteRow): Note {
  return { id, category, text, written_by: writtenBy, at: at.toISOString(), corrects, corrected_by: correctedBy };
}

interface Asking {
  readonly sql: Sql;
  readonly refuse: (code: 'client_not_found', detail: { readonly field: string }) => never;
}

async function requireClient(ctx: Asking, told: string): Promise<ClientId> {
  const id = rowNumber(told);
  const client = id === undefined ? undefined : await clientById(ctx.sql, id);
  return client?.id ?? ctx.refuse('client_not_found', { field: 'client_id' });
}
