import { after, dayMs } from '../../base/time.ts';
import type { DiligencePaper } from '../../law/riskLevels.ts';

interface Request {
  readonly papers: readonly DiligencePaper[];
  readonly dueAt: Date;
  readonly restrictedAt: Date | null;
  readonly escalatedAt: Date | null;
}

interface Now {
  /** Which of the papers are there by now. */
  readonly sent: readonly DiligencePaper[];
  readonly now: Date;
  /** So many days after the restriction compliance decides. */
  readonly escalateDays: number;
}

export type RequestState =
  /** Nothing waits for the client: what came is looked at. */
  | 'sent'
  | 'wait'
  /** It was due, and something has not come. */
  | 'restrict'
  | 'escalate';

/** What is to be done of a request now. Whoever has sent everything in time is not held to how long it takes us to look at it. */
export function requestState(
  { papers, dueAt, restrictedAt, escalatedAt }: Request,
  { sent, now, escalateDays }: Now,
): RequestState {
  if (papers.every((paper) => sent.includes(paper))) return 'sent';
  if (now < dueAt) return 'wait';
  if (restrictedAt === null) return 'restrict';
  const isLong = after(restrictedAt, escalateDays * dayMs) <= now;
  return escalatedAt === null && isLong ? 'escalate' : 'wait';
}

/** The least of these days before it that has come; undefined while none has, and once it is over. */
export function reminderDue(dueAt: Date, now: Date, days: readonly number[]): number | undefined {
  if (now >= dueAt) return undefined;
  const come = days.filter((each) => after(dueAt, -each * dayMs) <= now);
  return come.length === 0 ? undefined : Math.min(...come);
}
