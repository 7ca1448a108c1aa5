import { z } from 'zod';
import type { CallSpec } from './call.ts';
import type { ChosenFile, TakenFile } from './fileKinds.ts';

/** The field `file` of such a call's input. */
export const takenFile = z
  .custom<TakenFile>((value) => typeof value === 'object' && value !== null && 'name' in value)
  // What the browser sends is what it holds.
  .meta({ type: 'string', format: 'binary' }) as unknown as z.ZodType<TakenFile, ChosenFile>;

/** A file that was kept, as answers tell of it. */
export const shownFile = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.int(),
  sent_at: z.iso.datetime(),
});
export type ShownFile = z.infer<typeof shownFile>;

/** The number of a file, as answers name it. */
export const fileId = z.guid();

/** A file that somebody has sent, for whoever works on it at the desk. Screens of several areas open it; the files area answers it. */
export const deskFile = {
  method: 'GET',
  path: '/api/desk/files/{id}',
  summary: 'A file that somebody has sent, for whoever works on it; who has read it stands in the audit.',
  who: 'staff',
  right: 'read_clients',
  audits: 'file.read',
  runs: 'read',
  input: z.object({ id: fileId }),
  output: z.object({}),
  errors: { unknown_file: 404, file_not_checked: 409 },
  answersFile: 'application/octet-stream',
} as const satisfies CallSpec;

/** A client's own file. Screens of several areas lead to it; the files area answers it. */
export const ownFile = {
  method: 'GET',
  path: 'api/files/{id}',
  summary: 'A file that this client has sent, to keep; never one to be opened in the portal’s own name.',
  who: 'client',
  gate: 'view',
  runs: 'read',
  input: z.object({ id: fileId }),
  output: z.object({}),
  errors: { unknown_file: 404 },
  answersFile: 'application/octet-stream',
} as const satisfies CallSpec;
