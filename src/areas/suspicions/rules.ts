import type { StaffId } from '../../base/id.ts';
import { hasRight, type StaffRole } from '../../law/staff.ts';
import type { Queue } from '../cases/face.ts';
import { mayReadNotes } from '../notes/face.ts';
import type { AboutKind, SuspicionAction, suspicionStates } from './contract.ts';

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

export interface Subject {
  readonly kind: AboutKind;
  /** Of a note its category, of a case its queue. */
  readonly group: string;
}

/** Whether that role reads such a thing of a client: of what it does not read it learns nothing by telling of it either. */
export function mayRead({ kind, group }: Subject, role: StaffRole, queues: readonly Queue[]): boolean {
  if (kind === 'note') return mayReadNotes(role, group);
  if (kind === 'screening') return hasRight(role, 'papers');
  if (kind !== 'case') return hasRight(role, 'read_clients');
  const queue = queues.find(({ name }) => name === group);
  return queue !== undefined && hasRight(role, 'work_queues') && hasRight(role, queue.right);
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
