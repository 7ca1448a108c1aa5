import { after, secondMs } from '../../base/time.ts';
import { toldReasonOf } from '../../law/documents.ts';
import type { Verification } from '../../ports/verification/port.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { mayVerifyOnline, papersNow } from '../documents/face.ts';
import { clientById } from '../session/face.ts';
import type { verificationContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { followCheck, type Needs } from './following.ts';
import { isSuspicious, reasonsOf } from './rules.ts';
import { scanCalls } from './scanning.ts';
import { checkById, checkByReference, keepCheck, setApplicant, type Check } from './store.ts';
import { typedBy } from './typed.ts';

type Calls = Handlers<typeof verificationContract>;
type InitContext = ContextOf<(typeof verificationContract)['calls']['init']>;

const tokenSeconds = 1800;
/** A page that asks more often hears what was said a moment ago. */
const leastLookMs = 3 * secondMs;
/** What may be shown again without a message that says so. */
const askedPhases: ReadonlySet<string> = new Set(['open', 'pending', 'retry']);

export const calls = (app: Needs) =>
  ({
    async init(_input, ctx) {
      const { verification } = app;
      const { client } = ctx;
      if (!verification) return ctx.refuse('verification_unavailable');
      const nothing = { success: true, accessToken: null, isShouldLaunchSDK: false, sdk_url: verification.pageOrigin };
      const { word } = await papersNow(ctx.sql, { client: client.id, profile: client.profile, isByCard: false });
      if (!mayVerifyOnline(client.profile, word)) return nothing;
      const check = await profileCheck(verification, ctx);
      if (check.phase === 'final') return nothing;
      const answer = await verification.pageToken({ reference: check.reference, purpose: 'profile', seconds: tokenSeconds });
      if (answer.outcome !== 'done') return ctx.refuse('verification_not_answering');
      return { ...nothing, accessToken: answer.token, isShouldLaunchSDK: true };
    },

    async status(_input, { sql, client }) {
      const { word } = await papersNow(sql, { client: client.id, profile: client.profile, isByCard: false });
      return { success: true, status: word };
    },

    async check({ by_card: isByCard = false }, ctx) {
      const { client, sql, now } = ctx;
      if (!app.verification) return ctx.refuse('verification_unavailable');
      const before = await checkByReference(sql, String(client.id));
      const isAnswered = before === undefined || (await isFollowed(app, before, now));
      const check = before && (await checkById(sql, before.id));
      // What has just changed of the client counts already.
      const profile = (await clientById(sql, client.id))?.profile ?? client.profile;
      const { word, next } = await papersNow(sql, { client: client.id, profile, isByCard });
      return {
        success: isAnswered,
        status: word,
        phase: check?.phase ?? null,
        is_calculated: check !== undefined && ['accepted', 'retry', 'final'].includes(check.phase),
        ...toldOf(check),
        next,
      };
    },

    ...scanCalls(app),
    ...deskCalls(),
  }) satisfies Calls;

/** The client's own check, known to the vendor. */
async function profileCheck(verification: Verification, ctx: InitContext): Promise<Check> {
  const { client, sql, now } = ctx;
  const reference = String(client.id);
  const check = await keepCheck(sql, { client: client.id, purpose: 'profile', reference, at: now });
  if (check.applicant !== null) return check;
  const typed = await typedBy(sql, client.id);
  const answer = await verification.openApplicant({ reference, purpose: 'profile', typed });
  if (answer.outcome !== 'done') return ctx.refuse('verification_not_answering');
  await setApplicant(sql, { id: check.id, applicant: answer.applicant });
  return check;
}

async function isFollowed(app: Needs, check: Check, now: Date): Promise<boolean> {
  const isLate = check.lookedAt === null || check.lookedAt <= after(now, -leastLookMs);
  if (check.applicant === null || !isLate || !askedPhases.has(check.phase)) return true;
  return (await followCheck(app, check.id)) === 'followed';
}

/** Why it was rejected, as the client may read it: of what is suspicious nothing is told (readings, 29). */
function toldOf(check: Check | undefined) {
  if (!check || (check.phase !== 'retry' && check.phase !== 'final')) return { reasons: [], comment: null };
  const reasons = [...new Set(reasonsOf(check.labels).map(toldReasonOf))];
  return { reasons, comment: isSuspicious(check.labels) ? null : check.comment };
}
