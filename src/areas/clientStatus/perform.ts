import { clientId } from '../../base/id.ts';
import type { StatusAct, StatusReason } from '../../law/statusChanges.ts';
import type { StatusId } from '../../law/statuses.ts';
import type { Performer } from '../approvals/face.ts';
import { changeStatus, nextStatus, situationOf, type StatusNeeds } from './changing.ts';
import { whyNot } from './rules.ts';
import { lockStatus } from './store.ts';

export const statusAction = 'client_status.change';

/** What was asked for, and how the client stood then. */
export interface StatusPayload {
  readonly client: number;
  readonly act: StatusAct;
  readonly reasonCode: StatusReason;
  readonly from: StatusId;
  readonly to: StatusId;
}

/** Does what a second person has agreed to: that and no other status, of a client who is still what they were. */
export const performer = (app: StatusNeeds): Performer => ({
  action: statusAction,
  async perform(sql, { payload, askedBy, approvedBy, now }) {
    const { client, act, reasonCode, from, to } = payload as StatusPayload;
    const id = clientId(client);
    if ((await lockStatus(sql, id)) !== from) return 'outdated';
    const situation = await situationOf(sql, id);
    if (!situation || whyNot(act, situation) !== undefined) return 'outdated';
    const next = await nextStatus(sql, situation, act);
    if (next.to !== to) return 'outdated';
    await changeStatus({ app, sql }, situation, { act, reasonCode, askedBy, agreedBy: approvedBy, now, next });
    return 'done';
  },
});
