import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { reason, rowId } from '../../protocol/staff.ts';

export const noteCategories = ['general', 'contact', 'money', 'compliance'] as const;
export type NoteCategory = (typeof noteCategories)[number];
export const longestNote = 4000;

const note = z.object({
  id: z.int(),
  category: z.enum(noteCategories),
  text: z.string(),
  written_by: z.string(),
  at: z.iso.datetime(),
  /** The note that it stands in the place of, and the one that stands in its own. */
  corrects: z.int().nullable(),
  corrected_by: z.int().nullable(),
});
export type Note = z.output<typeof note>;

/** What staff write down of a client: only added to. */
export const notesContract = contract({
  area: 'notes',
  calls: {
    list: {
      method: 'GET',
      path: '/api/desk/notes/{client_id}',
      summary: 'The notes on a client that the role reads, newest first, corrected ones too.',
      who: 'staff',
      right: 'read_clients',
      audits: 'note.read',
      runs: 'read',
      input: z.object({ client_id: rowId, after: rowId.optional() }),
      output: z.object({ notes: z.array(note), next: z.string().nullable() }),
      errors: { client_not_found: 404 },
      reads: ['cases'],
    },
    add: {
      method: 'POST',
      path: '/api/desk/notes/{client_id}',
      summary: 'Adds a note, or one that corrects another; the role writes some categories.',
      who: 'staff',
      right: 'read_clients',
      audits: 'note.add',
      runs: 'transaction',
      input: z.object({
        client_id: rowId,
        category: z.enum(noteCategories),
        text: z.string().trim().min(3).max(longestNote),
        corrects: rowId.optional(),
        reason,
      }),
      output: z.object({ note }),
      errors: { client_not_found: 404, not_your_right: 403, note_not_found: 404, note_corrected: 409 },
      stale: ['cases', 'audit'],
    },
  },
});
