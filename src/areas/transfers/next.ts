import { after, minuteMs } from '../../base/time.ts';
import { isOpen, phases, type OpenPhase, type Remittance } from '../payments/face.ts';

/** Who has to act before a transfer goes on, and until when that usually has happened. */
export interface NextAct {
  readonly who: (typeof phases)[OpenPhase]['waitsFor'];
  /** What it waits for: each is a sentence, `next.<phase>`. */
  readonly phase: OpenPhase;
  /** Undefined where nobody can say. */
  readonly until: Date | undefined;
  readonly isLate: boolean;
}

/** Within so long an outside party that is well has always answered. */
const usuallyMs = minuteMs;

/** Undefined once it has ended: nobody has to do anything any more. */
export function nextActOf(
  { phase, expiresAt, updatedAt }: Pick<Remittance, 'phase' | 'expiresAt' | 'updatedAt'>,
  now: Date,
): NextAct | undefined {
  if (!isOpen(phase)) return undefined;
  const { waitsFor: who, isDriven } = phases[phase];
  const until = phase === 'waiting_payment' ? expiresAt : isDriven ? after(updatedAt, usuallyMs) : undefined;
  return { who, phase, until, isLate: until ? until < now : false };
}
