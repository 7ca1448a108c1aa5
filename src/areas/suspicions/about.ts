import { hasRight, type StaffRole } from '../../law/staff.ts';
import type { Queue } from '../cases/face.ts';
import { mayReadNotes } from '../notes/face.ts';
import type { AboutKind } from './contract.ts';

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
