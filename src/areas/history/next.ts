import { after, minuteMs } from '../../base/time.ts';
import type { Phase, Remittance } from '../remittance/face.ts';

/** Who has to act before a transfer goes on, and until when that usually has happened. */
export interface NextAct {
  readonly who: Wait['who'];
  /** What it waits for: each is a sentence, `next.<phase>`. */
  readonly phase: keyof typeof waits;
  /** Undefined where nobody can say. */
  readonly until: Date | undefined;
  readonly isLate: boolean;
}

/** Undefined once it has ended: nobody has to do anything any more. */
export function nextActOf(
  { phase, expiresAt, updatedAt }: Pick<Remittance, 'phase' | 'expiresAt' | 'updatedAt'>,
  now: Date,
): NextAct | undefined {
  if (!isWaiting(phase)) return undefined;
  const { who, usuallyMs }: Wait = waits[phase];
  const until = phase === 'waiting_payment' ? expiresAt : usuallyMs && after(updatedAt, usuallyMs);
  return { who, phase, until: until || undefined, isLate: until ? until < now : false };
}

function isWaiting(phase: Phase): phase is keyof typeof waits {
  return phase in waits;
}

interface Wait {
  readonly who: 'client' | 'platform' | 'provider';
  readonly usuallyMs?: number;
}

/** What each phase waits for, and within how long an outside party that is well has always answered. */
const waits = {
  starting: { who: 'provider', usuallyMs: minuteMs },
  waiting_payment: { who: 'client' },
  on_review: { who: 'client' },
  received: { who: 'platform', usuallyMs: minuteMs },
  held: { who: 'platform', usuallyMs: minuteMs },
  sent: { who: 'platform', usuallyMs: minuteMs },
  returning: { who: 'platform', usuallyMs: minuteMs },
  reversing: { who: 'platform', usuallyMs: minuteMs },
} as const satisfies Partial<Record<Phase, Wait>>;
