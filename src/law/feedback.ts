import type { StatusId } from './statuses.ts';

/** When clients are asked what they think, as the broker has set it. */
interface FeedbackRule {
  readonly isAsked: boolean;
  readonly afterDays: number;
  readonly againAfterDays: number;
}

interface FeedbackFacts {
  readonly status: StatusId;
  readonly registeredAt: Date;
  /** Null: never. */
  readonly answeredAt: Date | null;
}

const dayMs = 86_400_000;
/** Our own rule: whoever is approved knows the portal well enough. */
const askedStatus: StatusId = 12;

/** Whether a client is asked now what they think of the portal. */
export function isFeedbackAsked({ status, registeredAt, answeredAt }: FeedbackFacts, rule: FeedbackRule, now: Date): boolean {
  const isPast = (since: Date, days: number): boolean => since.getTime() + days * dayMs <= now.getTime();
  if (!rule.isAsked || status !== askedStatus || !isPast(registeredAt, rule.afterDays)) return false;
  return answeredAt === null || isPast(answeredAt, rule.againAfterDays);
}
