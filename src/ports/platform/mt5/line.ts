import { deadlineAfter, type Deadline } from '../../../base/time.ts';
import type { Answer, Refused, Unknown } from '../port.ts';
import type { Pool } from './pool.ts';
import type { Reply, Request, Session } from './session.ts';
import { isUndecided, refusalOf, MessageFault, type Fields } from './messages.ts';

/** The line to the server: asks through the pool and turns replies into the port's outcomes. */
export class Line {
  readonly #pool: Pool;
  readonly #sendWithinMs: number;

  constructor(pool: Pool, sendWithinMs: number) {
    this.#pool = pool;
    this.#sendWithinMs = sendWithinMs;
  }

  /** Something that changes nothing: a lost answer is asked for once more. */
  async read<Result extends object>(request: Request, take: (fields: Fields) => Result): Promise<Answer<Result>> {
    const first = await this.act(request, take);
    return first.outcome === 'unknown' ? this.act(request, take) : first;
  }

  /** Something that acts: sent once, and what is not known stays unknown. */
  async act<Result extends object>(request: Request, take: (fields: Fields) => Result): Promise<Answer<Result>> {
    return this.hold((session, deadline) => askOn(session, { ...request, deadline }, take), request.deadline);
  }

  /**
   * A conversation of several calls that must go over one connection. The deadline is over when waiting for a session and
   * signing in have taken so long that whoever asked may have given it up, and be asking again; a caller's own may be earlier.
   */
  async hold<Outcome>(
    work: (session: Session, deadline: Deadline) => Promise<Outcome>,
    callers?: Deadline,
  ): Promise<Outcome | Refused> {
    const own = deadlineAfter(this.#sendWithinMs);
    const deadline = { leftMs: () => Math.min(own.leftMs(), callers?.leftMs() ?? Infinity) };
    const outcome = await this.#pool.lend((session) => work(session, deadline));
    return outcome ?? { outcome: 'refused', code: 'busy', message: 'no session came free in time' };
  }
}

export async function askOn<Result extends object>(
  session: Session,
  request: Request,
  take: (fields: Fields) => Result,
): Promise<Answer<Result>> {
  const reply = await session.call(request);
  const failed = failureOf(reply);
  if (failed) return failed;
  if (reply.kind !== 'answered') return { outcome: 'unknown', reason: 'no answer' };
  try {
    return { outcome: 'done', ...take(reply.fields) };
  } catch (fault) {
    if (fault instanceof MessageFault) return { outcome: 'unknown', reason: `${request.path}: ${fault.message}` };
    throw fault;
  }
}

function failureOf(reply: Reply): Refused | Unknown | undefined {
  if (reply.kind === 'not_sent')
    return { outcome: 'refused', code: reply.isDenied ? 'not_authorised' : 'not_connected', message: reply.reason };
  if (reply.kind === 'lost') return { outcome: 'unknown', reason: reply.reason };
  // 0 is done, 1 done with nothing to say.
  if (reply.retcode === 0 || reply.retcode === 1) return undefined;
  // 14 is the first part of a list that is too long for one answer; anything else that ends so is not decided.
  if (reply.retcode === 14)
    return Array.isArray(reply.fields.value('answer')) ? undefined : { outcome: 'unknown', reason: reply.words };
  if (isUndecided(reply.retcode)) return { outcome: 'unknown', reason: reply.words };
  return { outcome: 'refused', code: refusalOf(reply.retcode), message: reply.words };
}
