import { clientId, rowNumber } from '../../base/id.ts';
import type { Database, Sql } from '../../base/sql.ts';
import type { Clock } from '../../base/time.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { ApplicantState, Verification } from '../../ports/verification/port.ts';
import type { Settings } from '../../settings/index.ts';
import { openCase, type Queue } from '../cases/face.ts';
import {
  acceptVendorPapers,
  isApprovedByDesk,
  noteScreening,
  queueOf,
  rejectVendorPapers,
  takeVendorPapers,
  type VendorContext,
} from '../documents/face.ts';
import { identityTold } from '../enrolment/face.ts';
import { clientById } from '../session/face.ts';
import { differencesOf, isScreened, papersOf, reasonsOf } from './rules.ts';
import {
  checkById,
  isRejectedForGood,
  lockCheck,
  scanById,
  writeNews,
  type Check,
  type CheckNews,
  type CheckRead,
} from './store.ts';

export interface Needs {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: () => Settings;
  /** Left out where no vendor looks at papers. */
  readonly verification?: Verification | undefined;
}

/** Where the desk takes note of what the vendor has rejected for good: where it looks at papers. */
export function verificationQueue(settings?: Pick<Settings, 'documents'>): Queue {
  return queueOf('identity', settings);
}

/** A newer answer is written down while an older one is on its way: then it is asked for once more. */
const mostTries = 5;

/**
 * Asks the vendor how far it is with a check, and does what follows: whoever tells of it (a message, a poll, a page that looks), it is
 * this answer that counts, and never an older one over a newer one.
 */
export async function followCheck(app: Needs, id: number): Promise<'followed' | 'unknown'> {
  const { verification, database } = app;
  for (let tried = 0; tried < mostTries; tried += 1) {
    const before = await checkById(database.sql, id);
    if (!verification || !before?.applicant) return 'unknown';
    const answer = await verification.lookUp(before.applicant);
    if (answer.outcome !== 'found' || answer.state.reference !== before.reference) return 'unknown';
    const isWritten = await database.transact((sql) => follow(app, { sql, before, state: answer.state }));
    if (isWritten) return 'followed';
  }
  return 'unknown';
}

async function follow(
  app: Needs,
  { sql, before, state }: { readonly sql: Sql; readonly before: Check; readonly state: ApplicantState },
): Promise<boolean> {
  const check = await lockCheck(sql, before.id);
  const client = check && (await clientById(sql, check.clientId));
  if (!check || !client || check.version !== before.version) return false;
  const now = app.clock.now();
  const read = readOf(state);
  const told = await identityTold(sql, check.clientId);
  const typed = { name: `${client.firstName} ${client.lastName}`.trim() || null, birthDate: told.birthDate };
  const news: CheckNews = {
    phase: state.phase,
    words: state.words,
    labels: state.labels,
    comment: state.comment,
    staffComment: state.staffComment,
    read,
    differs: read ? differencesOf(typed, read) : [],
  };
  const hasMoved = news.phase !== check.phase || news.labels.join() !== check.labels.join();
  await writeNews(sql, { id: check.id, news, hasMoved, at: now });
  if (!hasMoved) return true;
  const by = app.verification?.name ?? '';
  const context = { client: check.clientId, profile: client.profile, by, now, settings: app.settings() };
  await recordAudit(sql, {
    actor: { kind: 'system', id: by },
    action: 'verification.followed',
    subject: `verification:${check.id}`,
    clientId: check.clientId,
    detail: { purpose: check.purpose, from: check.phase, to: news.phase, labels: news.labels, differs: news.differs },
    at: now,
  });
  await conclude(sql, { check, news, context });
  return true;
}

/** What follows for the client's papers, as from a decision of the desk. */
async function conclude(
  sql: Sql,
  { check, news, context }: { readonly check: Check; readonly news: CheckNews; readonly context: VendorContext },
): Promise<void> {
  const via = check.purpose === 'scan' ? 'scan' : 'vendor';
  const whole = via === 'scan' ? (['identity'] as const) : (['identity', 'residence'] as const);
  const { phase, labels, read, differs } = news;
  if (phase === 'open') return;
  const document = await scannedDocument(sql, check);
  if (phase === 'pending') return via === 'vendor' ? takeVendorPapers(sql, whole, context) : undefined;
  if (phase === 'accepted') {
    const isBarred = await isRejectedForGood(sql, check.clientId);
    await acceptVendorPapers(sql, { papers: whole, via, read, differs: differs.length > 0, isBarred, document }, context);
    // Its profile level looks into the lists too.
    if (via === 'vendor') await noteScreening(sql, true, context);
    return;
  }
  const isFinal = phase === 'final';
  const papers = papersOf(labels, isFinal).filter((paper) => via === 'vendor' || paper === 'identity');
  if (isScreened(labels)) await noteScreening(sql, false, context);
  await rejectVendorPapers(sql, { papers, via, document, reasons: reasonsOf(labels) }, context);
  if (isFinal) await callDesk(sql, { check, labels, context });
}

/** The one paper that a scan was of: there may be a newer one. */
async function scannedDocument(sql: Sql, { purpose, reference }: Check): Promise<number | undefined> {
  if (purpose !== 'scan') return undefined;
  return (await scanById(sql, Number(reference.split('-').at(-1))))?.documentId ?? undefined;
}

/** Of a rejection for good somebody has to know; above all where the desk has said otherwise. */
async function callDesk(
  sql: Sql,
  of: { readonly check: Check; readonly labels: readonly string[]; readonly context: VendorContext },
): Promise<void> {
  const { client, now, settings } = of.context;
  await openCase(sql, {
    queue: verificationQueue(settings),
    subject: `verification:${client}`,
    clientId: client,
    detail: { vendor: 'rejected', labels: of.labels.join(', '), approved_by_desk: await isApprovedByDesk(sql, of.context) },
    now,
    hours: settings.desk.businessHours,
  });
}

function readOf({ read }: ApplicantState): CheckRead | null {
  if (!read) return null;
  const { firstName, lastName, ...rest } = read;
  return { name: [firstName, lastName].filter(Boolean).join(' ') || null, ...rest };
}

/** The client whom one of our names of an applicant is about, and what it is for; undefined for none of ours. */
export function namedBy(reference: string | null | undefined) {
  const [, number = '', scan] = /^(\d{1,9})(-scan-\d{1,9})?$/.exec(reference ?? '') ?? [];
  const id = rowNumber(number);
  return id === undefined ? undefined : { client: clientId(id), purpose: scan ? ('scan' as const) : ('profile' as const) };
}
