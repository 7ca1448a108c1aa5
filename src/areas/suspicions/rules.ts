import type { StaffId } from '../../base/id.ts';
import type { SuspicionAction, suspicionStates } from './contract.ts';

interface Looked {
  readonly state: (typeof suspicionStates)[number];
  readonly proposedBy: StaffId | null;
}

/** What a file lets somebody do: nobody agrees to what they proposed themselves, and anybody may give it back. */
export function actionsOf({ state, proposedBy }: Looked, staff: StaffId): readonly SuspicionAction[] {
  if (state === 'open') return ['propose_report', 'propose_dismiss'];
  if (state !== 'proposed') return [];
  return proposedBy === staff ? ['disagree'] : ['agree', 'disagree'];
}

interface Proposed {
  readonly proposedAt: Date | null;
  readonly lastFact: number | undefined;
}

/** Whether who agrees has read what stands there now: that proposal, and every fact. */
export function isAsRead(
  { proposedAt, lastFact }: Proposed,
  read: { proposed_at?: string | undefined; last_fact?: number | undefined },
): boolean {
  return read.proposed_at !== undefined && proposedAt?.getTime() === Date.parse(read.proposed_at) && lastFact === read.last_fact;
}
