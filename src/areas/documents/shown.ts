import type { Say } from '../../base/wording.ts';
import type { Sql } from '../../base/sql.ts';
import { documentReasons, documentRisks, documentStatuses, kindFacts, toldReasonOf } from '../../law/documents.ts';
import { isApprovalWaiting } from '../approvals/face.ts';
import { filesAbout, type FileAbout } from '../files/face.ts';
import type { DeskDocument, ShownDocument } from './contract.ts';
import { waitsForReverse } from './rules.ts';
import type { DocumentRow } from './store.ts';

/** What its files are about, as `areas/files` keeps them. */
export function aboutDocument({ id }: Pick<DocumentRow, 'id'>): string {
  return `document:${id}`;
}

/** What a second person is asked for of a risky paper. */
export const approvalAction = 'document.approve';

/** Whether a second person is asked for its approval at present. */
export function waitsForSecond(sql: Sql, row: Pick<DocumentRow, 'id'>): Promise<boolean> {
  return isApprovalWaiting(sql, { action: approvalAction, subject: aboutDocument(row) });
}

/** As its client reads it. */
export async function shownDocument(sql: Sql, row: DocumentRow, say: Say): Promise<ShownDocument> {
  const files = await filesOf(sql, row);
  return {
    id: row.id,
    form_name: kindFacts[row.kind].form ?? 'other',
    documentType: row.typeId,
    // No client is shown what lists of sanctions say (readings, 29).
    documentTypeName: say(`documents.type.${row.typeId === 148 ? 127 : row.typeId}`),
    status: row.status,
    status_name: documentStatuses[row.status],
    name: files[0]?.name ?? '',
    doc_number: row.number,
    dateOfIssue: row.issueDate,
    expiryDate: row.expiryDate,
    createdAt: row.createdAt.toISOString(),
    rejectionReason: [...new Set(row.reasons.map(toldReasonOf))],
    waits_for_reverse: row.status === 1 && waitsForReverse(row),
    files: files.map(({ id, name, bytes, sent_at, side }) => ({ id, name, bytes, sent_at, side })),
  };
}

/** As the desk reads it. */
export async function deskDocument(sql: Sql, row: DocumentRow): Promise<DeskDocument> {
  const files = await filesOf(sql, row);
  return {
    id: row.id,
    client_id: row.clientId,
    kind: row.kind,
    type: row.typeId,
    status: documentStatuses[row.status],
    number: row.number,
    issue_date: row.issueDate,
    expiry_date: row.expiryDate,
    is_residence_too: row.isResidenceToo,
    whose: row.whose,
    comment: row.comment,
    sent_at: row.createdAt.toISOString(),
    reasons: row.reasons.map(knownReason),
    decided_by: row.decidedBy,
    decided_at: row.decidedAt?.toISOString() ?? null,
    risks: documentRisks.filter((risk) => row.risks.includes(risk)),
    via: row.via,
    read: row.read && {
      name: row.read.name,
      birth_date: row.read.birthDate,
      country: row.read.country,
      number: row.read.number,
      valid_until: row.read.validUntil,
    },
    is_waiting: row.status === 5 || row.status === 9,
    waits_for_second: await waitsForSecond(sql, row),
    files,
  };
}

type SidedFile = FileAbout & { readonly side: 'front' | 'reverse' };

async function filesOf(sql: Sql, row: DocumentRow): Promise<SidedFile[]> {
  const kept = await filesAbout(sql, aboutDocument(row));
  return row.files.flatMap(({ id, side }) => {
    const file = kept.find((each) => each.id === id);
    return file ? [{ ...file, side }] : [];
  });
}

/** Each was chosen from the list; one that a later release has is as much as not accepted. */
function knownReason(reason: string): DeskDocument['reasons'][number] {
  return reason === 'infected' ? reason : (documentReasons.find((known) => known === reason) ?? 'not_accepted');
}
