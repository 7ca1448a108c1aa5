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
