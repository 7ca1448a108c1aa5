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

type Waiting = Pick<Remittance, 'type' | 'phase' | 'expiresAt' | 'updatedAt'> & Partial<Pick<Remittance, 'reason'>>;

/** Undefined once it has ended: nobody has to do anything any more. */
export function nextActOf({ type, phase, expiresAt, updatedAt, reason = null }: Waiting, now: Date): NextAct | undefined {
  if (!isOpen(phase)) return undefined;
  if (type === 'withdraw') return nextOfWithdrawal(phase, { expiresAt, updatedAt, now });
  // What somebody else has paid is not the client's to take.
  if (reason === 'third_party') return { who: 'staff', phase, until: undefined, isLate: false };
  const { waitsFor: who, isDriven } = phases[phase];
  const until = phase === 'waiting_payment' ? expiresAt : isDriven ? after(updatedAt, usuallyMs) : undefined;
  return { who, phase, until, isLate: until ? until < now : false };
}

interface Instants {
  readonly expiresAt: Date;
  readonly updatedAt: Date;
  readonly now: Date;
}

/** Staff has promised a time in hours of business; a provider that has it may take days, unless it waits for a new destination first. */
function nextOfWithdrawal(phase: OpenPhase, { expiresAt, updatedAt, now }: Instants): NextAct {
  if (phase === 'awaiting_approval') return { who: 'staff', phase, until: expiresAt, isLate: expiresAt < now };
  if (phase === 'sent') return { who: 'provider', phase, until: expiresAt > now ? expiresAt : undefined, isLate: false };
  const until = after(updatedAt, usuallyMs);
  return { who: phases[phase].waitsFor, phase, until, isLate: until < now };
}
