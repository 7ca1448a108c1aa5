import { statusFacts, type StatusId } from '../../law/statuses.ts';

/** The status of a frozen client (document 1 §4). */
export const frozenStatus: StatusId = 14;

/** Whether there is anything that freezing would stop. */
export function mayFreeze(status: StatusId): boolean {
  const { access, money } = statusFacts(status);
  return access === 'full' && money !== 'none';
}

/** The status that comes back: papers may have been approved meanwhile. */
export function statusAfterLift(before: StatusId, papers: { readonly hasId: boolean; readonly hasResidence: boolean }): StatusId {
  const isWaiting = statusFacts(before).papers === 'missing' || statusFacts(before).papers === 'under_review';
  return isWaiting && papers.hasId && papers.hasResidence ? 12 : before;
}
