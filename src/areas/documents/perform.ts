import type { Sql } from '../../base/sql.ts';
import type { Approved, Performer } from '../approvals/face.ts';
import { approveDocument } from './deciding.ts';
import { approvalAction } from './shown.ts';
import { lockDocument } from './store.ts';

/** What the approval of a risky paper waits with. */
export interface ApprovalPayload {
  readonly document: number;
}

/** Approves what a second person has agreed to, in the transaction of that agreement. */
export const performer = (): Performer => ({ action: approvalAction, perform });

async function perform(sql: Sql, { payload, approvedBy, now }: Approved): Promise<'done' | 'outdated'> {
  const document = await lockDocument(sql, (payload as ApprovalPayload).document);
  // Rejected meanwhile, by whoever asked or by anybody else.
  if (document?.status !== 9) return 'outdated';
  await approveDocument(sql, { document, by: approvedBy, now });
  return 'done';
}
