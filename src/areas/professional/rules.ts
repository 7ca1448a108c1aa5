import { categoryKind } from '../../law/categories.ts';
import type { ClientProfile } from '../../law/gates.ts';
import { leastCriteria, professionalCriteria, type ProfessionalCriterion } from '../../law/professional.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { statusFacts } from '../../law/statuses.ts';

/** Whom the law protects as retail where it lets them waive it; the registration is complete, and the client is in good standing. */
export function isOffered(profile: ClientProfile): boolean {
  const { registration, money, access } = statusFacts(profile.status);
  const isProtected = regionProfileOf(profile).appropriatenessTest.includes(categoryKind(profile.category));
  return isProtected && registration !== 'partial' && money === 'all' && access === 'full';
}

/** The criteria that something was sent for, in their order. */
export function shownCriteria(evidence: readonly { readonly criterion: ProfessionalCriterion }[]): ProfessionalCriterion[] {
  return professionalCriteria.filter((each) => evidence.some(({ criterion }) => criterion === each));
}

export function hasEnough(evidence: readonly { readonly criterion: ProfessionalCriterion }[]): boolean {
  return shownCriteria(evidence).length >= leastCriteria;
}
