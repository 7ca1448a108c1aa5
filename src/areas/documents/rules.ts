import { utcDay } from '../../base/time.ts';
import {
  approvalRows,
  displayOrder,
  expiryReminders,
  kindFacts,
  type AfterApproval,
  type ApprovedFact,
  type DocumentForm,
  type DocumentKind,
  type DocumentStatus,
  type DocumentStatusName,
  type DocumentType,
  type IdentityCheck,
  type PapersWord,
  type PaymentWord,
} from '../../law/documents.ts';
import type { ResidenceProof } from '../../law/regions/profile.ts';
import type { StatusId } from '../../law/statuses.ts';

interface Statused {
  readonly status: DocumentStatus;
}

/** Which of several documents of one kind speaks for it; the latest of those that are alike, when they come latest first. */
export function spokesman<Found extends Statused>(documents: readonly Found[]): Found | undefined {
  return displayOrder.flatMap((status) => documents.filter((each) => each.status === status))[0];
}

/** Upload is offered when a document is missing or was not accepted (document 3 §4); what has run out is missing too. */
export function isOffered(shown: Statused | undefined): boolean {
  return shown === undefined || [3, 4, 6].includes(shown.status);
}

interface Papers {
  readonly identity: DocumentStatus | undefined;
  readonly residence: DocumentStatus | undefined;
}

/** Document 3 §4: where papers are sent from, one that has just come is shown as being looked at. */
export function shownWhereSent(status: DocumentStatusName, isWhole: boolean): DocumentStatusName {
  return status === 'new' && isWhole ? 'pending' : status;
}

/** How far a payment method is: approved if any of its documents is, pending if any has run out or is looked at (document 3 §4). */
export function paymentWord(documents: readonly Statused[]): PaymentWord {
  const has = (...statuses: readonly DocumentStatus[]): boolean => documents.some(({ status }) => statuses.includes(status));
  if (has(2)) return 'approved';
  if (has(4, 1, 5, 7, 8, 9)) return 'pending';
  return has(3, 6) ? 'rejected' : 'no_file_uploaded';
}

/** Both papers in one word (document 3 §3). */
export function papersWord({ identity, residence }: Papers): PapersWord {
  const both = [identity, residence];
  if (both.every((status) => status === 2)) return 'approved';
  if (both.some((status) => status !== undefined && [3, 4, 6].includes(status))) return 'resubmission_requested';
  if (both.some((status) => status === undefined)) return 'documents_requested';
  return both.some((status) => status === 9) ? 'manual processing' : 'pending';
}

interface Checked extends Papers {
  /** The second step of the registration is complete. */
  readonly isRegistered: boolean;
  /** The last proof of identity was not accepted because its name is another than the one told. */
  readonly isNameOther: boolean;
}

const statusOfWord: Readonly<Record<PapersWord, DocumentStatus>> = {
  approved: 2,
  'manual processing': 9,
  documents_requested: 1,
  pending: 5,
  resubmission_requested: 3,
};

/** How far each check of a client is (document 3 §3), in the statuses of documents. */
export function checksOf({
  identity,
  residence,
  isRegistered,
  isNameOther,
}: Checked): Readonly<Record<IdentityCheck, DocumentStatus>> {
  // What was told is compared with a paper, and stands until one says otherwise.
  const isCompared = isRegistered && identity !== undefined && ![3, 4, 6].includes(identity);
  return {
    data: isCompared ? identity : isRegistered && isNameOther ? 3 : 1,
    residence: residence ?? 1,
    overall: statusOfWord[papersWord({ identity, residence })],
  };
}

/** Where approved papers lead a client of that country; null: one stays (document 3 §4). */
export function afterApproval(of: {
  readonly country: string;
  readonly approved: ReadonlySet<ApprovedFact>;
  readonly isByCard: boolean;
  readonly word: PapersWord;
}): AfterApproval | null {
  const { country, approved, isByCard, word } = of;
  if (word !== 'approved') return null;
  const row = approvalRows[country] ?? approvalRows.others;
  if (isByCard && !row.alsoByCard) return null;
  const missing = row.needs.filter((fact) => !approved.has(fact));
  if (missing.length === 0) return row.to;
  return missing.every((fact) => fact === 'screening') ? (row.unscreened ?? null) : null;
}

/** What has happened to the papers of a client. */
export type PapersEvent = 'sent' | 'approved' | 'taken_back';

/**
 * The client's status after that: who is completely registered is under review once both papers are there, approved once both are,
 * and asked for them again where one was not accepted. Any other status stays: papers alone open or shut nothing of it.
 */
export function statusAfter(status: StatusId, event: PapersEvent, papers: Papers): StatusId {
  if (status !== 7 && status !== 9) return status;
  const both = [papers.identity, papers.residence];
  if (both.every((each) => each === 2)) return 12;
  if (event === 'taken_back') return 9;
  return both.every((each) => each !== undefined && !isOffered({ status: each })) ? 7 : status;
}

/** What is typed about a document. */
export interface Typed {
  readonly form_name: DocumentForm;
  readonly doc_number?: string | undefined;
  readonly no_issue_date?: boolean | undefined;
  readonly no_expiry_date?: boolean | undefined;
  readonly issue_date?: string | undefined;
  readonly expiry_date?: string | undefined;
  readonly whose?: string | undefined;
  readonly comment?: string | undefined;
}

export type TypedRule =
  | 'fill_in_field_with_english_only'
  | 'field_required'
  | 'date_in_future'
  | 'date_too_early'
  | 'document_expired'
  | 'document_too_old';

/** What is said of each. */
export const typedSentences = {
  fill_in_field_with_english_only: 'documents.wrong.english',
  field_required: 'documents.wrong.missing',
  date_in_future: 'documents.wrong.future',
  date_too_early: 'documents.wrong.early',
  document_expired: 'documents.wrong.expired',
  document_too_old: 'documents.wrong.old',
} as const satisfies Readonly<Record<TypedRule, string>>;

/** Document 3 §5: the date picker begins there. */
const firstDay = '2017-01-01';
/** Letters, figures and the signs of addresses and numbers, as any keyboard has them. */
const english = /^[\x20-\x7e]*$/;

/** What is wrong of what was typed, field by field. `today` is a day of application time. */
export function faultsIn(
  typed: Typed,
  { now, proof }: { readonly now: Date; readonly proof: Pick<ResidenceProof, 'asksWhose' | 'mostMonths'> },
) {
  const today = utcDay(now);
  const faults: Partial<Record<keyof Typed, TypedRule>> = {};
  const { issue_date: issued = '', expiry_date: expires = '' } = typed;
  for (const field of ['doc_number', 'comment'] as const)
    if (!english.test(typed[field] ?? '')) faults[field] = 'fill_in_field_with_english_only';
  if (typed.form_name === 'identity') {
    if ((typed.doc_number ?? '') === '') faults.doc_number = 'field_required';
    if (issued === '' && typed.no_issue_date !== true) faults.issue_date = 'field_required';
    if (expires === '' && typed.no_expiry_date !== true) faults.expiry_date = 'field_required';
  }
  if (typed.form_name === 'proof_of_residence') {
    if (issued === '') faults.issue_date = 'field_required';
    else if (issued < monthsBefore(now, proof.mostMonths)) faults.issue_date = 'document_too_old';
    if (proof.asksWhose && (typed.whose ?? '') === '') faults.whose = 'field_required';
    if (proof.asksWhose && typed.whose === 'other' && (typed.comment ?? '') === '') faults.comment = 'field_required';
  }
  if (issued > today) faults.issue_date = 'date_in_future';
  else if (issued !== '' && issued < firstDay) faults.issue_date = 'date_too_early';
  if (expires !== '' && expires <= today) faults.expiry_date = 'document_expired';
  return faults;
}

function monthsBefore(now: Date, months: number): string {
  const day = new Date(now);
  day.setUTCMonth(day.getUTCMonth() - months);
  // A month that has no such day ran over into the next one: its last day is meant.
  if (day.getUTCDate() !== now.getUTCDate()) day.setUTCDate(0);
  return utcDay(day);
}

/** Whole days from today until that day. */
export function daysUntil(day: string, now: Date): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${utcDay(now)}T00:00:00Z`)) / 86_400_000);
}

/** Whether it is approved and its client was reminded that it runs out, or is about to be. */
export function runsOutSoon({ status, expiryDate }: Statused & { readonly expiryDate: string | null }, now: Date): boolean {
  return status === 2 && expiryDate !== null && daysUntil(expiryDate, now) <= expiryReminders[0];
}

interface Proving extends Statused {
  readonly id: number;
  readonly kind: DocumentKind;
  readonly isResidenceToo: boolean;
}

/** Whether a later approved paper of that kind speaks in its place, for the residence too where it speaks for that. */
export function isReplaced(paper: Proving, others: readonly Proving[]): boolean {
  if (paper.kind !== 'identity' && paper.kind !== 'residence') return false;
  const approved = others.filter(({ id, status }) => id !== paper.id && status === 2);
  const isFollowed = approved.some(({ id, kind }) => id > paper.id && kind === paper.kind);
  return (
    isFollowed && (!paper.isResidenceToo || approved.some(({ kind, isResidenceToo }) => kind === 'residence' || isResidenceToo))
  );
}

/** The number of the document's type: the one that was asked for where its form has it, else the form's own. */
export function typeOf(kind: DocumentKind, asked: number | undefined): DocumentType {
  const types: readonly [DocumentType, ...DocumentType[]] = kindFacts[kind].types;
  return types.find((type) => type === asked) ?? types[0];
}

/** Whether nobody can look at it yet, because its other side is still to come. */
export function waitsForReverse(of: {
  readonly reverseFollows: boolean;
  readonly files: readonly { readonly side: string }[];
}): boolean {
  return of.reverseFollows && !of.files.some(({ side }) => side === 'reverse');
}

/** What a client is offered after a paper was sent. */
type FollowUp = 'registration' | 'residence' | 'review';

/** Whom it is offered (readings, 7): 8 and 9. */
const followedUp: ReadonlySet<number> = new Set<StatusId>([8, 9]);

export function isFollowedUp(status: number): boolean {
  return followedUp.has(status);
}

/** Who is partly registered completes that first; then the other paper comes, where it is missing. */
export function followUpOf(
  status: number,
  { residence, mayUpload }: { readonly residence: Statused | undefined; readonly mayUpload: boolean },
): FollowUp {
  if (status === 8) return 'registration';
  return mayUpload && isOffered(residence) ? 'residence' : 'review';
}

/** So many points wide a page of a PDF is drawn at 100 %, and so many high at most: a strip would take all memory that there is. */
const pageWidth = 720;
const mostHeight = 3 * pageWidth;

export function scaleOfPage({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.min(pageWidth / width, mostHeight / height);
}
