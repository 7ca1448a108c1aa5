import { after, minuteMs } from '../../base/time.ts';
import type { Phase, Remittance } from '../remittance/face.ts';

/** Who has to act before a transfer goes on, and until when that usually has happened. */
export interface NextAct {
  readonly who: 'client' | 'house' | 'platform' | 'provider';
  /** Undefined where nobody can say. */
  readonly until: Date | undefined;
  readonly isLate: boolean;
}

/** Undefined once it has ended: nobody has to do anything any more. */
export function nextActOf(
  { phase, expiresAt, updatedAt }: Pick<Remittance, 'phase' | 'expiresAt' | 'updatedAt'>,
  now: Date,
): NextAct | undefined {
  const wait = waits[phase];
  if (!wait) return undefined;
  const until = phase === 'waiting_payment' ? expiresAt : wait.usuallyMs && after(updatedAt, wait.usuallyMs);
  return { who: wait.who, until: until || undefined, isLate: until ? until < now : false };
}

/** What each phase waits for, and within how long an outside party that is well has always answered. */
const waits: Readonly<Partial<Record<Phase, { readonly who: NextAct['who']; readonly usuallyMs?: number }>>> = {
  starting: { who: 'provider', usuallyMs: minuteMs },
  waiting_payment: { who: 'client' },
  on_review: { who: 'client' },
  received: { who: 'platform', usuallyMs: minuteMs },
  held: { who: 'platform', usuallyMs: minuteMs },
  sent: { who: 'platform', usuallyMs: minuteMs },
  returning: { who: 'platform', usuallyMs: minuteMs },
  reversing: { who: 'platform', usuallyMs: minuteMs },
};
