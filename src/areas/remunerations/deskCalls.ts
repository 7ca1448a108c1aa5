import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { archiveReasons, toldArchiveReason } from '../../law/strategies.ts';
import type { Handlers } from '../../protocol/call.ts';
import { staleLine } from '../../protocol/topics.ts';
import { closeCase, isClaimedByOther } from '../cases/face.ts';
import { followersShown } from '../investments/face.ts';
import { notify } from '../notices/face.ts';
import { closeStrategy, providersQueue, strategyById, type StrategyRow } from '../strategies/face.ts';
import type { DeskArchive, remunerationsContract } from './contract.ts';
import { remunerationsNotices } from './notices.ts';
import { archiveById, decideArchive, lockArchive, type ArchiveRow } from './store.ts';

export const deskCalls = () =>
  ({
    async lookAtArchive({ id }, ctx) {
      const row = await archiveById(ctx.sql, Number(id));
      if (!row) return ctx.refuse('archive_not_found', { field: 'id' });
      const strategy = await strategyOf(ctx.sql, row);
      await ctx.record({ subject: `archive:${row.id}`, clientId: strategy.clientId });
      return { archive: await archiveAtDesk(ctx.sql, row, strategy) };
    },

    async decideArchive({ id, decision, reason_code: code }, ctx) {
      const { sql, staff, now, refuse } = ctx;
      const row = await lockArchive(sql, Number(id));
      if (!row) return refuse('archive_not_found', { field: 'id' });
      if (row.status !== 'waiting') return refuse('not_waiting', { field: 'id' });
      const isApproved = decision === 'approved';
      if (!isApproved && !code) return refuse('field_required', { field: 'reason_code' });
      const [subject, queue] = [`archive:${row.id}`, providersQueue().name];
      if (await isClaimedByOther(sql, { queue, subject, staffId: staff.id, now })) return refuse('case_claimed');
      const { clientId, id: strategy, name } = await strategyOf(sql, row);
      const reason = isApproved ? null : (code ?? null);
      await decideArchive(sql, { id: row.id, status: decision, reason, by: staff.actor, at: now });
      if (isApproved) await closeStrategy(sql, strategy, now);
      await closeCase(sql, { queue, subject, outcome: decision, at: now });
      await notify(sql, {
        clientId,
        notice: isApproved ? remunerationsNotices.strategy_closing : remunerationsNotices.strategy_goes_on,
        values: isApproved ? { strategy, name } : { strategy, name, reason: toldArchiveReason(reason) },
        key: `${subject}:${decision}`,
        now,
      });
      await ctx.tell({ ...staleLine(['strategies']), clientId });
      await ctx.record({
        subject,
        clientId,
        before: { status: row.status },
        after: { status: decision },
        detail: { strategy, reason_code: reason },
      });
      const decided = (await archiveById(sql, row.id)) ?? row;
      return { archive: await archiveAtDesk(sql, decided, await strategyOf(sql, row)) };
    },
  }) satisfies Partial<Handlers<typeof remunerationsContract>>;

async function strategyOf(sql: Sql, { id, strategyId }: ArchiveRow): Promise<StrategyRow> {
  const strategy = await strategyById(sql, strategyId);
  if (!strategy) throw new Error(`the strategy of the request ${id} is not there`);
  return strategy;
}

async function archiveAtDesk(sql: Sql, row: ArchiveRow, strategy: StrategyRow): Promise<DeskArchive> {
  const shown = await followersShown(sql, { strategyId: strategy.id, page: 1, size: 1 });
  return {
    id: row.id,
    client_id: strategy.clientId,
    acc_no: strategy.number,
    strategy: strategy.name,
    provider: strategy.nickname,
    currency: strategy.currency,
    open: shown.open,
    requests: shown.requests,
    invested: formatMinor(shown.invested, strategy.currency),
    status: row.status,
    reason: archiveReasons.find((each) => each === row.reason) ?? null,
    asked_at: row.askedAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.decidedBy,
  };
}
