import { newsReasons, toldNewsReason } from '../../law/strategies.ts';
import type { DeskNews, OwnNews, ShownNews } from './contract.ts';
import type { FeedRow, NewsRow } from './store.ts';

/** As investors read it. */
export function shownNews({ id, number, strategy, author, title, text, decidedAt }: FeedRow): ShownNews {
  return { id, acc_no: number, acc_name: strategy, author, title, text, reviewed_at: decidedAt.toISOString() };
}

/** As its manager reads it. */
export function ownNews({ id, title, text, status, reason, writtenAt, decidedAt }: NewsRow): OwnNews {
  return {
    id,
    title,
    text,
    status,
    reason: status === 'declined' ? toldNewsReason(reason) : null,
    written_at: writtenAt.toISOString(),
    reviewed_at: decidedAt?.toISOString() ?? null,
  };
}

/** As the desk reads it. */
export function newsAtDesk(row: NewsRow): DeskNews {
  const { id, strategy, number, author, title, text, status, reason, decidedBy } = row;
  return {
    id,
    client_id: row.clientId,
    strategy,
    acc_no: number,
    author,
    title,
    text,
    status,
    reason: newsReasons.find((each) => each === reason) ?? null,
    written_at: row.writtenAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: decidedBy,
  };
}
