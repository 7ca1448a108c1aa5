import type { StaffId } from '../../base/id.ts';
import type { Say } from '../../base/wording.ts';
import { actorName } from '../../law/staff.ts';
import { companyName } from '../../law/companyNames.ts';
import type { StaffIdentity } from '../../protocol/call.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Row, Table } from '../../tables/table.ts';
import type { FoundClient } from '../session/face.ts';
import type { SuspicionFile, SuspicionLine } from './contract.ts';
import { actionsOf } from './rules.ts';
import type { ActRow, Fact, FileRow, Seen } from './store.ts';

export function shownLine({ id, clientId, state, openedAt, dueAt }: FileRow, now: Date): SuspicionLine {
  const isOpen = state === 'open' || state === 'proposed';
  return {
    id,
    client_id: clientId,
    state,
    opened_at: openedAt.toISOString(),
    due_at: dueAt.toISOString(),
    is_late: isOpen && dueAt < now,
  };
}

interface Reader {
  readonly now: Date;
  readonly staff: StaffIdentity & { readonly id: StaffId };
}

export function shownFile(
  row: FileRow,
  { facts, total, acts }: Seen & { readonly acts: readonly ActRow[] },
  { now, staff }: Reader,
): SuspicionFile {
  return {
    ...shownLine(row, now),
    facts: facts.map(({ id, subject, text, toldBy, at }) => ({ id, subject, text, told_by: toldBy, at: at.toISOString() })),
    facts_total: total,
    proposal: row.proposal,
    proposed_by: nameOf(row.proposer),
    proposed_at: row.proposedAt?.toISOString() ?? null,
    proposal_reason: row.proposalReason,
    decided_by: nameOf(row.decider),
    decided_at: row.decidedAt?.toISOString() ?? null,
    decision_reason: row.decisionReason,
    acts: acts.map(({ at, ...act }) => ({ ...act, at: at.toISOString() })),
    actions: [...actionsOf(row, staff.id)],
  };
}

function nameOf(email: string | null): string | null {
  return email === null ? null : actorName(email);
}

interface Reported {
  readonly row: FileRow;
  readonly client: FoundClient;
  /** Page by page. */
  readonly facts: AsyncIterable<readonly Fact[]>;
  readonly now: Date;
}

/** Who it is about, what was seen, and what was decided. */
export function reportOf({ row, client, facts, now }: Reported, say: Say): Table {
  async function* pages(): AsyncGenerator<readonly Row[]> {
    for await (const page of facts)
      yield page.map(({ at, subject, toldBy, text }): Row => [at.toISOString(), subject.replace(':', ' '), toldBy, text]);
  }
  const head = [
    ['client', `${client.firstName} ${client.lastName} (${client.id})`],
    ['reached', `${client.email}, ${client.mobilePhone ?? '–'}`],
    ['country', client.profile.country],
    ['company', companyName(client.profile.company, say)],
    ['opened', row.openedAt.toISOString()],
    ['state', say(`suspicions.desk.state.${row.state}`)],
    ['proposal', row.proposalReason ?? '–'],
    ['decision', row.decisionReason ?? '–'],
    ['written', now.toISOString()],
  ] as const;
  return {
    name: `suspicion-${row.id}`,
    title: say('suspicions.desk.reportTitle', { id: row.id }),
    reader: readerIn('en', say),
    head: head.map(([key, value]) => ({ label: say(`suspicions.desk.head.${key}`), value })),
    columns: [
      { title: say('suspicions.desk.at'), kind: 'instant', share: 1.4 },
      { title: say('suspicions.desk.about'), kind: 'text', share: 1.4 },
      { title: say('suspicions.desk.by'), kind: 'code', share: 1.2 },
      { title: say('suspicions.desk.seen'), kind: 'text', share: 4 },
    ],
    rows: pages(),
  };
}
