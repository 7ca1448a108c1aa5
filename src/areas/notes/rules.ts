import type { StaffRight } from '../../law/staff.ts';
import type { NoteCategory } from './contract.ts';

interface CategoryFacts {
  /** Who reads notes of it, and who writes them. */
  readonly reads: StaffRight;
  readonly writes: StaffRight;
}

export const categoryFacts: Readonly<Record<NoteCategory, CategoryFacts>> = {
  general: { reads: 'read_clients', writes: 'notes' },
  contact: { reads: 'read_clients', writes: 'notes' },
  money: { reads: 'read_clients', writes: 'transfers' },
  compliance: { reads: 'papers', writes: 'papers' },
};

/** Of which categories somebody with these rights reads or writes. */
export function categoriesFor(kind: keyof CategoryFacts, rights: readonly StaffRight[]): NoteCategory[] {
  return (Object.keys(categoryFacts) as NoteCategory[]).filter((each) => rights.includes(categoryFacts[each][kind]));
}
