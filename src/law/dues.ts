import type { StatusId } from './statuses.ts';

/** What a client has still to tell, or to confirm, after the registration (readings, "What interposes after sign-in"). */
export const dueNames = [
  'yearly_confirmation',
  'employment',
  'tax_number',
  'anticipated_turnover',
  'cfd_risk',
  'professional',
] as const;
export type DueName = (typeof dueNames)[number];

/** Why it is asked: it was to come later, a year has passed, the desk wants it, or it was never answered. */
export const dueReasons = ['later', 'not_yet_issued', 'year', 'asked', 'unanswered'] as const;
export type DueReason = (typeof dueReasons)[number];

/** What the desk can ask a client to tell anew. */
export const askableDues = [
  'yearly_confirmation',
  'employment',
  'tax_number',
  'anticipated_turnover',
  'cfd_risk',
] as const satisfies readonly DueName[];
export type AskableDue = (typeof askableDues)[number];

/** The status of whoever did not confirm in time (readings, 7): REPEAT_TEST. */
export const repeatStatus: StatusId = 66;

/** Whose confirmation falls due: approved clients, who can come to repeat it. */
export const confirmingStatus: StatusId = 12;

/** Whether a client of that status has to repeat the confirmation before anything new is begun. */
export function hasToRepeat(status: StatusId): boolean {
  return status === repeatStatus;
}
