import { recordAudit } from '../../ledger/audit.ts';
import type { ContextOf } from '../../protocol/call.ts';
import { closeCase } from '../cases/face.ts';
import { lockClient, setMoveState } from './clientRows.ts';
import type { movesContract } from './contract.ts';
import { movesQueue } from './queues.ts';
import { isBegun, isWanted } from './rules.ts';
import { endOpen, lastMove, type Move } from './store.ts';
import { closeOffered } from './telling.ts';

type WithdrawContext = ContextOf<(typeof movesContract)['calls']['withdraw']>;

/** Whoever says no to a move: while it waits for compliance, or may be made and nothing of it has moved. */
export async function withdrawMove(ctx: WithdrawContext): Promise<void> {
  await lockClient(ctx.sql, ctx.client.id);
  const last = await lastMove(ctx.sql, ctx.client.id);
  if (isBegun(last)) return ctx.refuse('company_move_begun');
  if (!isWanted(last)) return ctx.refuse('no_move_to_withdraw');
  await endWithdrawn(ctx, last);
}

/** It is not wanted any more: accounts are opened again, and neither the desk nor the client's notices have it. The client is locked. */
export async function endWithdrawn(
  { sql, client, now }: Pick<WithdrawContext, 'sql' | 'client' | 'now'>,
  move: Move,
): Promise<void> {
  const subject = `company_move:${move.id}`;
  await endOpen(sql, move.id, { phase: 'withdrawn', reason: null, by: `client:${client.id}`, at: now });
  await setMoveState(sql, client.id, null);
  if (move.phase === 'asked') await closeCase(sql, { queue: movesQueue.name, subject, outcome: 'withdrawn', at: now });
  else await closeOffered(sql, move, now);
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'company_move.withdraw',
    subject,
    clientId: client.id,
    detail: { from: move.from, to: move.to, phase: move.phase },
    at: now,
  });
}
