import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { StaffIdentity } from '../../protocol/call.ts';
import { askApproval } from '../approvals/face.ts';
import { isNeverOfOthers, isPaidInOtherName, type Remittance } from '../payments/face.ts';
import { reviewAction, type ReviewPayload } from './perform.ts';

/* Money that somebody else has paid (readings, decision 30). */

/** Never for some companies, two persons elsewhere, and where it only cannot be told whose it is. */
export async function isThirdPartyRefused(sql: Sql, remittance: Remittance): Promise<boolean> {
  const { reason, companyId } = remittance;
  return reason === 'third_party' && isNeverOfOthers(companyId) && isPaidInOtherName(sql, remittance);
}

interface Asking {
  readonly sql: Sql;
  readonly staff: StaffIdentity;
  readonly now: Date;
}

/** Its return waits for compliance. */
export function askReturn(asking: Asking, { id, clientId, status }: Remittance, reason: string) {
  const payload = { does: 'send_back_deposit', id } as const;
  return askPapers(asking, {
    payload,
    subject: `remittance:${id}`,
    clientId,
    before: { status },
    after: { status: 'declined' },
    reason,
  });
}

interface AskedPapers {
  readonly payload: ReviewPayload;
  readonly subject: string;
  readonly clientId: ClientId;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string;
}

/** Asks compliance. */
export function askPapers({ sql, staff, now: at }: Asking, asked: AskedPapers) {
  return askApproval(sql, { kind: 'papers', action: reviewAction, ...asked, staff, at });
}
