import { z } from 'zod';
import { statusActs, statusReasons } from '../../law/statusChanges.ts';
import { contract } from '../../protocol/call.ts';
import { approval, reason, rowId } from '../../protocol/staff.ts';

const moment = z.iso.datetime();
const act = z.enum(statusActs);
const reasonCode = z.enum(statusReasons);
/** The documents' name of a status, such as APPROVED. */
const named = z.string();

const change = z.object({
  act,
  from: named,
  to: named,
  reason_code: reasonCode,
  asked_by: z.string(),
  /** Null where one person was enough. */
  agreed_by: z.string().nullable(),
  set_at: moment,
  /** When the status before came back; null while it has not. */
  ended_at: moment.nullable(),
  ended_reason: reasonCode.nullable(),
  ended_asked_by: z.string().nullable(),
  ended_agreed_by: z.string().nullable(),
});
export type ShownChange = z.output<typeof change>;

const state = z.object({
  client_id: z.int(),
  status: named,
  /** What can be done now. */
  acts: z.array(
    z.object({
      act,
      /** The status that follows. */
      to: named,
      needs_second: z.boolean(),
      reasons: z.array(reasonCode),
    }),
  ),
  /** Why less can be done than the status allows; null where nothing is in the way. */
  held: z.enum(['screened', 'move_under_way', 'frozen_by_client']).nullable(),
  /** Waits for a second person; null where nothing does. */
  waiting: approval.extend({ act, reason_code: reasonCode, reason: z.string() }).nullable(),
  /** What the desk has done, the newest first. */
  changes: z.array(change),
});
export type ClientStatusState = z.output<typeof state>;

const ofClient = z.object({ client_id: rowId });

/** Compliance freezes, declines or closes a client, and takes it back. */
export const clientStatusContract = contract({
  area: 'clientStatus',
  calls: {
    ofClient: {
      method: 'GET',
      path: '/api/desk/client-status/{client_id}',
      summary: 'The status of a client, what the desk can make of it, what waits for a second person, and what was done before.',
      who: 'staff',
      right: 'restrictions',
      audits: 'client_status.read',
      runs: 'read',
      input: ofClient,
      output: state,
      errors: { client_not_found: 404 },
      reads: ['approvals', 'cases'],
    },
    change: {
      method: 'POST',
      path: '/api/desk/client-status/{client_id}',
      summary:
        'Freezes a client at once; or asks to decline, to close or to open them again, which happens when a second person agrees. The client is told, in words that say nothing of a suspicion.',
      who: 'staff',
      right: 'restrictions',
      audits: 'client_status.change',
      runs: 'transaction',
      input: ofClient.extend({ action: act, reason_code: reasonCode, reason }),
      output: z.object({ approval: approval.nullable(), state }),
      errors: {
        client_not_found: 404,
        status_not_settable: 409,
        reason_not_listed: 422,
        already_asked: 409,
        client_screened: 409,
        move_under_way: 409,
        frozen_by_client: 409,
      },
      stale: ['approvals', 'cases', 'audit'],
    },
  },
});
