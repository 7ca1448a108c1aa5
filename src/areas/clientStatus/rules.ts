import { actsFor, statusChanges, type StatusAct } from '../../law/statusChanges.ts';
import type { ClientProfile } from '../../law/gates.ts';

/** What decides whether the desk may change a client's status now. */
export interface Situation {
  readonly profile: Pick<ClientProfile, 'status' | 'company' | 'country' | 'companyMove'>;
  /** They may be on a list of sanctions, or are: that is decided in its own queue. */
  readonly isScreened: boolean;
  /** They have frozen the account by themselves, and nobody else has. */
  readonly hasOwnFreeze: boolean;
}

/** What has to end first, whatever the status allows. */
export type Held = 'client_screened' | 'move_under_way' | 'frozen_by_client';
export type WhyNot = 'status_not_settable' | Held;

/**
 * Why that cannot be done; undefined where it can. Nothing keeps from freezing. A move that is only offered keeps from nothing: it does not
 * begin any more for whoever was frozen or closed meanwhile. One that is under way goes on, and its client is frozen where it ends.
 */
export function whyNot(act: StatusAct, { profile, isScreened, hasOwnFreeze }: Situation): WhyNot | undefined {
  if (!actsFor(profile).includes(act)) return 'status_not_settable';
  if (act === 'freeze') return profile.status === statusChanges.freeze.to && !hasOwnFreeze ? 'status_not_settable' : undefined;
  if (isScreened) return 'client_screened';
  if (profile.companyMove === 'under_way') return 'move_under_way';
  return act === 'reopen' && hasOwnFreeze ? 'frozen_by_client' : undefined;
}

/** What can be done, and what keeps the desk from more. */
export function openActs(situation: Situation) {
  const acts = actsFor(situation.profile);
  const reasons = acts.map((act) => whyNot(act, situation));
  const held = reasons.find((why): why is Held => why !== undefined && why !== 'status_not_settable');
  return { acts: acts.filter((_act, index) => reasons[index] === undefined), held };
}

/** The documents' name of a status, as staff say it. */
export function statusWords(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
