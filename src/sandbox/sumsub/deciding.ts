import { randomUUID } from 'node:crypto';
import { after, secondMs, type Clock } from '../../base/time.ts';
import type { Faults } from '../faults.ts';
import type { Applicant, Facts, ReviewResult, SumsubStore } from './store.ts';

export interface Deciding {
  readonly store: SumsubStore;
  readonly clock: Clock;
  readonly faults: Pick<Faults, 'takeForWebhook'>;
}

/** What becomes of a check (interfaces §5); what was read is what was typed, unless it is told. */
export interface CheckDecision {
  readonly outcome: 'approved' | 'rejected' | 'pending';
  readonly labels?: readonly string[];
  readonly read?: Facts;
  readonly comment?: string;
}

/** Labels after which nothing may be sent again, from the vendor's public list. */
const finalLabels: ReadonlySet<string> = new Set([
  'FORGERY',
  'GRAPHIC_EDITOR',
  'DOCUMENT_TEMPLATE',
  'FRAUDULENT_PATTERNS',
  'FRAUDULENT_LIVENESS',
  'BLACKLIST',
  'BLOCKLIST',
  'SPAM',
  'DUPLICATE',
  'SELFIE_MISMATCH',
  'AGE_REQUIREMENT_MISMATCH',
  'REGULATIONS_VIOLATIONS',
  'COMPROMISED_PERSONS',
  'SANCTIONS',
  'PEP',
  'CRIMINAL',
  'ADVERSE_MEDIA',
]);
const usualLabels = ['UNSATISFACTORY_PHOTOS'];
const lateMs = 60 * secondMs;
const idLength = 24;

/** Opens an applicant, of whom the vendor tells at once. */
export function openApplicant(at: Deciding, of: Pick<Applicant, 'externalUserId' | 'level' | 'fixed'>): Applicant {
  const id = randomUUID().replaceAll('-', '').slice(0, idLength);
  const opened = at.store.open({ ...of, id, createdAt: at.clock.wall() });
  tell(at, opened, 'applicantCreated');
  return opened;
}

/** All papers are there: it looks at them from now on. */
export function submit(at: Deciding, applicant: Applicant, read: Facts = {}): Applicant {
  const submitted = at.store.submissions() + 1;
  const known = { ...readBefore(applicant), ...read };
  const changed = at.store.change(applicant.id, { reviewStatus: 'pending', result: null, read: known, submitted });
  tell(at, changed, 'applicantPending');
  return changed;
}

/** Decides a check, however often: what is told last counts. */
export function decide(at: Deciding, applicant: Applicant, { outcome, labels, read, comment }: CheckDecision): Applicant {
  if (outcome === 'pending') return submit(at, applicant, read);
  const changed = at.store.change(applicant.id, {
    reviewStatus: 'completed',
    result: outcome === 'approved' ? { reviewAnswer: 'GREEN' } : rejection(labels ?? usualLabels, comment),
    read: { ...readBefore(applicant), ...read },
  });
  tell(at, changed, 'applicantReviewed');
  return changed;
}

function rejection(labels: readonly string[], comment: string | undefined): ReviewResult {
  return {
    reviewAnswer: 'RED',
    reviewRejectType: labels.some((label) => finalLabels.has(label)) ? 'FINAL' : 'RETRY',
    rejectLabels: labels,
    moderationComment: comment ?? 'Please show the whole document in good light.',
    clientComment: `Seen by our reviewer: ${labels.join(', ')}`,
  };
}

/** What stands on the papers; at first what was typed, on a document that nobody else has. */
function readBefore({ read, fixed, id }: Applicant): Facts {
  const paper = { number: `SB${id.slice(0, 8).toUpperCase()}`, issuedDate: '2021-05-01', validUntil: '2035-04-30' };
  return read ?? { dob: '1990-05-04', ...fixed, ...paper };
}

/** Tells of it by a signed message, and as badly as was planned. */
function tell(at: Deciding, applicant: Applicant, type: string): void {
  const { store, clock, faults } = at;
  const now = clock.now();
  const usual = { body: messageOf(applicant, { type, at: clock.wall() }), dueAt: now, forged: false };
  const told = {
    duplicate: [usual, usual],
    delay: [{ ...usual, dueAt: after(now, lateMs) }],
    // What was so before comes behind it, with the time at which it was so.
    reorder: [
      usual,
      {
        ...usual,
        body: messageOf(
          { ...applicant, reviewStatus: 'pending', result: null },
          { type: 'applicantPending', at: after(clock.wall(), -secondMs) },
        ),
      },
    ],
    // A forged one always claims success, and stands before the true one.
    forge: [
      {
        ...usual,
        forged: true,
        body: messageOf(
          { ...applicant, reviewStatus: 'completed', result: { reviewAnswer: 'GREEN' } },
          { type: 'applicantReviewed', at: clock.wall() },
        ),
      },
      usual,
    ],
    none: [usual],
  }[faults.takeForWebhook() ?? 'none'];
  for (const message of told) store.tell(message);
}

function messageOf(applicant: Applicant, { type, at }: { readonly type: string; readonly at: Date }): string {
  const text = at.toISOString();
  return JSON.stringify({
    applicantId: applicant.id,
    inspectionId: `i${applicant.id.slice(1)}`,
    correlationId: randomUUID(),
    externalUserId: applicant.externalUserId,
    levelName: applicant.level,
    type,
    reviewStatus: applicant.reviewStatus,
    ...(applicant.result ? { reviewResult: applicant.result } : {}),
    createdAt: `${text.slice(0, 10)} ${text.slice(11, 19)}+0000`,
    createdAtMs: `${text.slice(0, 10)} ${text.slice(11, 23)}`,
  });
}
