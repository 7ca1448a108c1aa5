import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { documentStatuses, toldReasonOf, type ApprovedFact, type DocumentReason } from '../../law/documents.ts';
import type { ClientProfile } from '../../law/gates.ts';
import { statusFacts, type StatusId } from '../../law/statuses.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { closeCase } from '../cases/face.ts';
import { notify } from '../notices/face.ts';
import { documentsNotices } from './notices.ts';
import { queueOf } from './queues.ts';
import { afterApproval, papersWord, spokesman, statusAfter, type PapersEvent } from './rules.ts';
import { aboutDocument } from './shown.ts';
import {
  documentsOf,
  lockPapers,
  provesNoResidence,
  setPapers,
  setStatus,
  tellBrowsers,
  type DocumentRow,
  type PapersOfClient,
} from './store.ts';

/** Completely registered, and asked for papers (document 1 §4: REG_FULL). */
const missingPapers: StatusId = 9;

interface Decided {
  /** Locked by whoever decides. */
  readonly document: DocumentRow;
  /** By the local part of the address, or the job. */
  readonly by: string;
  readonly now: Date;
}

/** Approves a document, with all that follows from it for its client. */
export async function approveDocument(sql: Sql, { document, by, now }: Decided): Promise<void> {
  await setStatus(sql, { id: document.id, status: 2, by, at: now });
  await closeCase(sql, { ...caseOf(document), outcome: 'approved', at: now });
  await tellOf(sql, { document, type: 'document_approved', now });
  await followPapers(sql, { client: document.clientId, event: 'approved', now });
}

/** Rejects it, or asks for another copy of it: either way the client may send it again. */
export async function rejectDocument(
  sql: Sql,
  of: Decided & {
    readonly reason: DocumentReason | 'infected';
    /** Further ones, of whoever names several. */
    readonly also?: readonly DocumentReason[];
    readonly isAskedAgain?: boolean;
  },
): Promise<void> {
  const { document, by, now, reason, also = [], isAskedAgain = false } = of;
  const reasons = [...new Set([reason, ...also])];
  await setStatus(sql, { id: document.id, status: isAskedAgain ? 6 : 3, reasons, by, at: now });
  await closeCase(sql, { ...caseOf(document), outcome: isAskedAgain ? 'asked_again' : 'rejected', at: now });
  await tellOf(sql, { document, type: isAskedAgain ? 'document_asked_again' : 'document_rejected', reason, now });
  await followPapers(sql, { client: document.clientId, event: 'taken_back', now });
}

/** An approved document has run out: which is nothing to its client where another one speaks in its place. */
export async function expireDocument(
  sql: Sql,
  { document, isReplaced, now }: Omit<Decided, 'by'> & { readonly isReplaced: boolean },
): Promise<void> {
  await setStatus(sql, { id: document.id, status: 4, at: now });
  if (!isReplaced) await tellOf(sql, { document, type: 'document_expired', now });
  await followPapers(sql, { client: document.clientId, event: 'taken_back', now });
}

function caseOf(document: DocumentRow) {
  return { queue: queueOf(document.kind).name, subject: aboutDocument(document) };
}

interface Telling {
  readonly document: DocumentRow;
  readonly type: 'document_approved' | 'document_rejected' | 'document_asked_again' | 'document_expired';
  readonly reason?: string;
  readonly now: Date;
}

/** The reason as the client may read it, and no other (readings, 29). */
async function tellOf(sql: Sql, { document, type, reason, now }: Telling): Promise<void> {
  await notify(sql, {
    clientId: document.clientId,
    notice: documentsNotices[type],
    values: { kind: document.kind, ...(reason === undefined ? {} : { reason: toldReasonOf(reason) }) },
    key: `${aboutDocument(document)}:${type}`,
    now,
  });
}

/** What follows from a client's papers, once something of them has changed: what gates look at, and the status of the client. */
export async function followPapers(
  sql: Sql,
  { client, event, now }: { readonly client: ClientId; readonly event: PapersEvent; readonly now: Date },
): Promise<void> {
  const before = await lockPapers(sql, client);
  const { hasId, hasResidence, known } = heldPapers(await documentsOf(sql, client), before);
  const status = statusAfter(before.status, event, known);
  await keepPapers(sql, { client, before, after: { status, hasId, hasResidence }, now });
}

/**
 * The client lives in another country now: what proved where they lived proves nothing any more, and whoever was approved is asked for a new
 * proof. An identity card stays one.
 */
export async function endResidence(sql: Sql, { client, now }: { readonly client: ClientId; readonly now: Date }): Promise<void> {
  const before = await lockPapers(sql, client);
  for (const document of await documentsOf(sql, client)) {
    if (document.kind === 'residence' && document.status === 2) {
      await setStatus(sql, { id: document.id, status: 6, reasons: ['too_old'], at: now });
      await tellOf(sql, { document, type: 'document_asked_again', reason: 'too_old', now });
    } else if (document.isResidenceToo && document.status === 2) await provesNoResidence(sql, document.id);
  }
  const status = statusFacts(before.status).papers === 'approved' ? missingPapers : before.status;
  await keepPapers(sql, { client, before, after: { ...before, status, hasResidence: false }, now });
}

interface Change {
  readonly client: ClientId;
  readonly before: PapersOfClient;
  readonly after: PapersOfClient;
  readonly now: Date;
}

async function keepPapers(sql: Sql, { client, before, after, now }: Change): Promise<void> {
  const { status, hasId, hasResidence } = after;
  await tellBrowsers(sql, client, now);
  if (status === before.status && hasId === before.hasId && hasResidence === before.hasResidence) return;
  await setPapers(sql, client, { status, hasId, hasResidence });
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'documents' },
    action: 'client.papers',
    subject: `client:${client}`,
    clientId: client,
    detail: { status: { from: before.status, to: status }, has_approved_id: hasId, has_approved_residence: hasResidence },
    at: now,
  });
  if (status !== before.status && statusFacts(status).papers === 'approved')
    await notify(sql, {
      clientId: client,
      notice: documentsNotices.papers_approved,
      values: {},
      key: `client:${client}:papers:${now.toISOString()}`,
      now,
    });
}

type Held = Pick<PapersOfClient, 'hasId' | 'hasResidence'>;

function heldPapers(documents: readonly DocumentRow[], before: Held) {
  const { identity, residence } = speaking(documents);
  // Who was approved before papers were kept here stays so until a paper says otherwise.
  const hasId = identity === undefined ? before.hasId : identity === 2;
  const hasResidence = residence === undefined ? before.hasResidence : residence === 2;
  const known = {
    identity: identity ?? (hasId ? 2 : undefined),
    residence: residence ?? (hasResidence ? 2 : undefined),
  } as const;
  return { hasId, hasResidence, known };
}

/** What the papers alone make of a client of whom nothing else is known: 12; 9, or 7 once they were sent, where one is not approved. */
export async function statusByPapers(sql: Sql, client: ClientId, held: Held): Promise<StatusId> {
  return statusAfter(missingPapers, 'sent', heldPapers(await documentsOf(sql, client), held).known);
}

/** The registration is complete: papers that were sent before, or approved, count from now on. */
export function followEnrolled(sql: Sql, of: { readonly client: ClientId; readonly now: Date }): Promise<void> {
  return followPapers(sql, { ...of, event: 'sent' });
}

/** The status that speaks for each of the two papers; an identity card may be both. */
export function speaking(documents: readonly DocumentRow[]) {
  const identities = documents.filter(({ kind }) => kind === 'identity');
  const residences = documents.filter(({ kind, isResidenceToo }) => kind === 'residence' || isResidenceToo);
  return { identity: spokesman(identities)?.status, residence: spokesman(residences)?.status };
}

/** How far a client's papers are, in a word, and where they lead from here (document 3 §4). */
export function papersState(
  documents: readonly DocumentRow[],
  { profile, isByCard }: { readonly profile: ClientProfile; readonly isByCard: boolean },
) {
  const statuses = speaking(documents);
  // Who was approved before papers were kept here has none to show.
  const known = {
    identity: statuses.identity ?? (profile.hasApprovedId ? (2 as const) : undefined),
    residence: statuses.residence ?? (profile.hasApprovedResidence ? (2 as const) : undefined),
    // Where no vendor has looked into the lists, the broker's own screening speaks: what it has found holds payments back.
    screening:
      documents.find(({ kind }) => kind === 'screening')?.status ??
      (profile.arePaymentsPaused === true ? undefined : (2 as const)),
  };
  const word = papersWord(known);
  const approved = new Set<ApprovedFact>((['identity', 'residence', 'screening'] as const).filter((fact) => known[fact] === 2));
  return { word, next: afterApproval({ country: profile.country, approved, isByCard, word }) };
}

/** A document's status by its name, for the trail. */
export function statusName({ status }: Pick<DocumentRow, 'status'>): string {
  return documentStatuses[status];
}
