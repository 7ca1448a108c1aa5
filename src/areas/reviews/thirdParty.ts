import type { Sql } from '../../base/sql.ts';
import { companyProfileOf } from '../../law/regions/index.ts';
import type { StaffIdentity } from '../../protocol/call.ts';
import { askApproval } from '../approvals/face.ts';
import type { Remittance } from '../payments/face.ts';
import { reviewAction, type ReviewPayload } from './perform.ts';

/* Money that somebody else has paid (readings, decision 30). */

/** Never for some companies, two persons elsewhere. */
export function isThirdPartyRefused({ reason, companyId }: Remittance): boolean {
  return reason === 'third_party' && companyProfileOf(companyId).thirdPartyMoney === 'never';
}

interface Asking {
  readonly sql: Sql;
  readonly staff: StaffIdentity;
  readonly now: Date;
}

/** Its return waits for compliance. */
export function askReturn({ sql, staff, now: at }: Asking, { id, clientId, status }: Remittance, reason: string) {
  const payload: ReviewPayload = { does: 'send_back_deposit', id };
  const about = { subject: `remittance:${id}`, clientId, before: { status }, after: { status: 'declined' }, reason };
  return askApproval(sql, { kind: 'papers', action: reviewAction, ...about, payload, staff, at });
}
