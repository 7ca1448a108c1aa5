import { moveId } from '../../base/id.ts';
import type { Handlers } from '../../protocol/call.ts';
import { toldMoveReason } from '../../law/migration.ts';
import { staleLine } from '../../protocol/topics.ts';
import { closeCase, isClaimedByOther } from '../cases/face.ts';
import { notify } from '../notices/face.ts';
import type { DeskMove } from '../../protocol/companyMove.ts';
import type { movesContract } from './contract.ts';
import { isClientThere, lockClient } from './clientRows.ts';
import { movesNotices } from './notices.ts';
import { movesQueue } from './queues.ts';
import { endOpen, moveById, offer, tellLater, type Move } from './store.ts';
import { tellOffered } from './telling.ts';

type Calls = Pick<Handlers<typeof movesContract>, 'read' | 'decide'>;

/** What compliance looks at and decides. */
export const deskCalls = () =>
  ({
    async read({ id }, ctx) {
      const move = await moveById(ctx.sql, moveId(Number(id)));
      if (!move) return ctx.refuse('unknown_move', { field: 'id' });
      await ctx.record({ subject: `company_move:${move.id}`, clientId: move.clientId });
      return { move: shownMove(move) };
    },

    async decide({ id, decision, reason_code: code }, ctx) {
      const { sql, staff, now, refuse } = ctx;
      const known = await moveById(sql, moveId(Number(id)));
      if (!known) return refuse('unknown_move', { field: 'id' });
      // Its client may withdraw it at the same time: whoever comes second reads what the first has made of it.
      await lockClient(sql, known.clientId);
      const move = (await moveById(sql, known.id)) ?? known;
      if (move.phase !== 'asked') return refuse('not_waiting', { field: 'id' });
      const isApproved = decision === 'approved';
      if (!isApproved && !code) return refuse('field_required', { field: 'reason_code' });
      const subject = `company_move:${move.id}`;
      const { clientId } = move;
      if (await isClaimedByOther(sql, { queue: movesQueue.name, subject, staffId: staff.id, now })) return refuse('case_claimed');
      const by = staff.actor;
      if (isApproved && (await isClientThere(sql, clientId, move.to))) return refuse('is_client_there', { field: 'decision' });
      if (isApproved) {
        await offer(sql, move.id, { by, at: now });
        await tellOffered(sql, move, now);
      } else {
        await endOpen(sql, move.id, { phase: 'declined', reason: code ?? null, by, at: now });
        await notify(sql, {
          clientId,
          notice: movesNotices.company_move_declined,
          values: { reason: { phrase: `moves.reason.${toldMoveReason(code ?? null)}` } },
          key: `${subject}:declined`,
          now,
        });
      }
      await closeCase(sql, { queue: movesQueue.name, subject, outcome: decision, at: now });
      await tellLater(sql, { ...staleLine(['client_info', 'notices']), clientId, at: now });
      const after = (await moveById(sql, move.id)) ?? move;
      await ctx.record({
        subject,
        clientId,
        before: { phase: move.phase },
        after: { phase: after.phase },
        detail: { reason_code: code ?? null },
      });
      return { move: shownMove(after) };
    },
  }) satisfies Calls;

function shownMove({ id, clientId, phase, from, to, country, told, createdAt }: Move): DeskMove {
  const texts = Object.entries(told).map(([field, value]) => [field, String(value)] as const);
  const common = { client_id: clientId, asked_at: createdAt.toISOString(), told: Object.fromEntries(texts) };
  return { id, phase, from, to, country, ...common };
}
