import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { statusChanges } from '../../law/statusChanges.ts';
import { statusFacts } from '../../law/statuses.ts';
import { waitingApproval } from '../approvals/face.ts';
import { nextStatus, type SituationOfClient } from './changing.ts';
import type { ClientStatusState, ShownChange } from './contract.ts';
import { statusAction, type StatusPayload } from './perform.ts';
import { openActs, type Held } from './rules.ts';
import { changesOf, type ChangeRow } from './store.ts';

export function subjectOf(id: ClientId): string {
  return `client:${id}`;
}

const heldBy = {
  client_screened: 'screened',
  move_under_way: 'move_under_way',
  frozen_by_client: 'frozen_by_client',
} as const satisfies Record<Held, string>;

/** As the desk's calls answer it. */
export async function stateOf(sql: Sql, situation: SituationOfClient): Promise<ClientStatusState> {
  const { id, profile } = situation;
  const { acts, held } = openActs(situation);
  const shown = [];
  for (const act of acts) {
    const { to } = await nextStatus(sql, situation, act);
    const { needsSecond, reasons } = statusChanges[act];
    shown.push({ act, to: statusFacts(to).name, needs_second: needsSecond, reasons: [...reasons] });
  }
  return {
    client_id: id,
    status: statusFacts(profile.status).name,
    acts: shown,
    held: held === undefined ? null : heldBy[held],
    waiting: await waitingOf(sql, id),
    changes: (await changesOf(sql, id)).map(shownChange),
  };
}

async function waitingOf(sql: Sql, id: ClientId): Promise<ClientStatusState['waiting']> {
  const found = await waitingApproval(sql, { action: statusAction, subject: subjectOf(id) });
  if (!found) return null;
  const { act, reasonCode } = found.payload as StatusPayload;
  return { ...found.approval, act, reason_code: reasonCode, reason: found.reason };
}

function shownChange(row: ChangeRow): ShownChange {
  return {
    act: row.act,
    from: statusFacts(row.fromStatus).name,
    to: statusFacts(row.toStatus).name,
    reason_code: row.reasonCode,
    asked_by: row.askedBy,
    agreed_by: row.agreedBy,
    set_at: row.setAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    ended_reason: row.endedReason,
    ended_asked_by: row.endedAskedBy,
    ended_agreed_by: row.endedAgreedBy,
  };
}
