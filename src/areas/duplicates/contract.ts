import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { clientLine, reason, rowId } from '../../protocol/staff.ts';

const moment = z.iso.datetime();
const decision = z.enum(['same_person', 'different_persons']);

const finding = z.object({
  id: z.int(),
  /** The client on the other side of it. */
  other: clientLine,
  /** Whether the other one was there before. */
  is_earlier: z.boolean(),
  in_common: z.array(z.enum(['email', 'phone', 'name_birth', 'document'])),
  found_at: moment,
  decision: decision.nullable(),
  decided_at: moment.nullable(),
});
export type Finding = z.infer<typeof finding>;

export const duplicatesContract = contract({
  area: 'duplicates',
  calls: {
    findings: {
      method: 'GET',
      path: '/api/desk/duplicates',
      summary: 'A client, and what they have in common with other clients, undecided first.',
      who: 'staff',
      right: 'read_clients',
      audits: 'duplicate.read',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({ client: clientLine, findings: z.array(finding) }),
      errors: { client_not_found: 404 },
      reads: ['cases'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/duplicates/{id}',
      summary:
        'Says whether two clients are one person, and takes the case out of its queue. One person of two companies moves to neither: nobody is a client of one company twice.',
      who: 'staff',
      right: 'papers',
      audits: 'duplicate.decide',
      runs: 'transaction',
      input: z.object({ id: rowId, decision, reason }),
      output: z.object({}),
      errors: { duplicate_not_found: 404, duplicate_decided: 409, case_claimed: 409 },
      stale: ['cases', 'audit'],
    },
  },
});
