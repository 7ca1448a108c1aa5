import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Fact, Row, Table } from '../../tables/table.ts';
import { debtOf } from '../debts/face.ts';
import { filesAbout } from '../files/face.ts';
import { clientById, sessionsOf } from '../session/face.ts';
import type { Dispute, DisputeLine } from './contract.ts';
import { subjectOf } from './face.ts';
import { evidenceOf, type DisputeRow } from './store.ts';

const shownSignIns = 20;

export function shownLine(row: DisputeRow, now: Date): DisputeLine {
  return {
    id: row.id,
    client_id: row.clientId,
    transfer_id: row.remittanceId,
    reversal_id: row.reversalId,
    amount: formatMinor(row.amount, row.currency),
    currency: row.currency,
    status: row.status,
    opened_at: row.openedAt.toISOString(),
    evidence_due_at: row.evidenceDueAt.toISOString(),
    is_late: row.status === 'open' && row.evidenceDueAt <= now,
    is_restricting: row.liftedAt === null,
  };
}

/** All that the desk shows of a dispute. */
export async function wholeOf(sql: Sql, row: DisputeRow, now: Date): Promise<Dispute> {
  const client = await clientById(sql, row.clientId);
  const debt = await debtOf(sql, row.reversalId);
  const signIns = await sessionsOf(sql, { clientId: row.clientId, before: undefined, limit: shownSignIns });
  return {
    ...shownLine(row, now),
    name: client ? `${client.firstName} ${client.lastName}`.trim() : '',
    provider: row.provider,
    transaction: row.transactionId,
    payment: row.payment,
    owed: debt ? formatMinor(debt.remaining, debt.currency) : null,
    evidence: await shownEvidence(sql, row),
    sign_ins: signIns.map(({ created_at: at, address, agent }) => ({ at: at.toISOString(), address, agent })),
    sent_at: row.sentAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    ended_why: row.endedWhy,
    ended_by: row.endedBy,
  };
}

async function shownEvidence(sql: Sql, row: DisputeRow): Promise<Dispute['evidence']> {
  const files = new Map((await filesAbout(sql, subjectOf(row))).map((file) => [file.id, file]));
  return (await evidenceOf(sql, row.id)).flatMap(({ fileId, kind, note, addedBy }) => {
    const file = files.get(fileId);
    if (!file) return [];
    const { id, name, bytes, sent_at: sentAt, scan } = file;
    return [{ id, name, bytes, sent_at: sentAt, scan, kind, note, added_by: addedBy }];
  });
}

type FactKey = 'client' | 'amount' | 'provider' | 'chargeback' | 'payment' | 'reference' | 'paidAt' | 'card' | 'payer';

/** What goes to the provider beside the papers: the payment's facts above, the evidence and the sign-ins below. */
export function dossierOf(dispute: Dispute, say: Say): Table {
  const { payment, evidence, sign_ins: signIns } = dispute;
  const fact = (key: FactKey, value: string | null): Fact => ({ label: say(`disputes.file.${key}`), value: value ?? '–' });
  const rows: readonly Row[] = [
    ...evidence.map(({ kind, sent_at: at, name, note }): Row => [at, say(`disputes.file.kind.${kind}`), name, note]),
    ...signIns.map(({ at, address, agent }): Row => [at, say('disputes.file.signIn'), address, agent]),
  ];
  async function* pages(): AsyncGenerator<readonly Row[]> {
    yield rows;
  }
  return {
    name: `dispute-${dispute.id}`,
    title: say('disputes.file.title', { id: dispute.id }),
    reader: readerIn('en', say),
    head: [
      fact('client', `${dispute.name} (${dispute.client_id})`),
      fact('amount', `${dispute.amount} ${dispute.currency}`),
      fact('provider', dispute.provider),
      fact('chargeback', dispute.transaction),
      fact('payment', payment.transaction),
      fact('reference', payment.reference),
      fact('paidAt', payment.paid_at),
      fact('card', payment.card),
      fact('payer', payment.payer),
    ],
    columns: [
      { title: say('disputes.file.at'), kind: 'instant', share: 1.4 },
      { title: say('disputes.file.kind'), kind: 'text', share: 1.4 },
      { title: say('disputes.file.name'), kind: 'text', share: 2 },
      { title: say('disputes.file.note'), kind: 'text', share: 3 },
    ],
    rows: pages(),
  };
}
