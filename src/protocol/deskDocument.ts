import { z } from 'zod';
import {
  documentKinds,
  documentOwners,
  documentReasons,
  documentRisks,
  documentStatusNames,
  documentWays,
} from '../law/documents.ts';
import { shownFile } from './file.ts';

/* A paper as the desk reads it. */

const moment = z.iso.datetime();
const words = z.string().nullable();

/** What the second step of the registration was told; null where it was not. */
const toldThere = { birth_date: words, address: words, document_number: words };
export const registered = z.object({ name: z.string(), country: z.string(), status: z.string(), ...toldThere });

export const deskDocument = z.object({
  id: z.int(),
  client_id: z.int(),
  kind: z.enum(documentKinds),
  type: z.int(),
  status: z.enum(documentStatusNames),
  number: z.string().nullable(),
  issue_date: z.iso.date().nullable(),
  expiry_date: z.iso.date().nullable(),
  is_residence_too: z.boolean(),
  whose: z.enum(documentOwners).nullable(),
  comment: z.string().nullable(),
  sent_at: moment,
  /** As the desk chose them. */
  reasons: z.array(z.enum(['infected', ...documentReasons])),
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  /** Why a second person has to agree to its approval; none where nobody has. */
  risks: z.array(z.enum(documentRisks)),
  via: z.enum(documentWays),
  /** What the vendor has read on it; null where none has looked. */
  read: z.object({ name: words, birth_date: words, country: words, number: words, valid_until: words }).nullable(),
  /** Whether it waits for somebody at the desk. */
  is_waiting: z.boolean(),
  /** Whether a second person is asked for its approval; whoever declined it leaves it waiting, and it may be asked for again. */
  waits_for_second: z.boolean(),
  files: z.array(
    shownFile.extend({
      side: z.enum(['front', 'reverse']),
      media_type: z.string(),
      scan: z.enum(['waiting', 'clean', 'infected', 'refused']),
    }),
  ),
});
export type DeskDocument = z.infer<typeof deskDocument>;
