import type { Performer } from '../approvals/face.ts';
import { debtOf } from '../debts/face.ts';
import { liftRestriction } from './face.ts';
import { actionsOf } from './rules.ts';
import { isTaken, lockDispute } from './store.ts';

export const liftAction = 'dispute.lift';

export interface LiftPayload {
  readonly id: number;
}

/** Lets the client do again what every client may, in the transaction of the second person's agreement. */
export function performer(): Performer {
  return {
    action: liftAction,
    async perform(sql, { payload, now }) {
      const dispute = await lockDispute(sql, (payload as LiftPayload).id);
      if (!dispute) return 'outdated';
      const facts = { status: dispute.status, papers: 0, isRestricting: dispute.liftedAt === null };
      if (!actionsOf(facts).includes('lift')) return 'outdated';
      const debt = await debtOf(sql, dispute.reversalId);
      if (!(await isTaken(sql, dispute.reversalId)) || (debt && debt.remaining > 0n)) return 'outdated';
      await liftRestriction(sql, dispute, now);
      return 'done';
    },
  };
}
