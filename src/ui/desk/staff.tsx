import { createContext, use } from 'react';
import type { ApprovalKind, StaffRight, StaffRole } from '../../law/staff.ts';

/** Who is signed in at the desk. */
export interface StaffMember {
  readonly staffId: number;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly rights: readonly StaffRight[];
  readonly approves: readonly ApprovalKind[];
}

export const StaffContext = createContext<StaffMember | undefined>(undefined);

export function useStaff(): StaffMember {
  const staff = use(StaffContext);
  if (!staff) throw new Error('useStaff stands outside of the desk');
  return staff;
}

/** Whether the role has the right; the server asks the same table. */
export function useRight(right: StaffRight): boolean {
  return useStaff().rights.includes(right);
}
