import { rowNumber } from '../../base/id.ts';
import { after, secondMs } from '../../base/time.ts';
import { actorName, hasRight } from '../../law/staff.ts';
import type { Handlers, StaffIdentity } from '../../protocol/call.ts';
import type { casesContract, QueueName } from './contract.ts';
import type { Queue } from './face.ts';
import { officeAt } from './rules.ts';
import { isClaimed, shown } from './shown.ts';
import { countCases, lockCase, openCases, setClaim, type CaseRow } from './store.ts';

export interface Needs {
  /** The queues that something is put into. */
  readonly queues: readonly Queue[];
}

const listed = 50;

export const calls = ({ queues }: Needs) => {
  const known = new Map(queues.map((queue) => [queue.name, queue]));
  const requireQueue = (ctx: Asking, name: QueueName): void => {
    const queue = known.get(name);
    if (!queue) return ctx.refuse('queue_not_found', { field: 'queue' });
    if (!hasRight(ctx.staff.role, queue.right)) ctx.refuse('not_your_right');
  };
  return {
    async queues(_input, ctx) {
      const own = queues.filter(({ right }) => hasRight(ctx.staff.role, right)).map(({ name }) => name);
      const { isOpen, changesAt } = officeAt(ctx.now, ctx.settings.desk.businessHours);
      const counted = new Map((await countCases(ctx.sql, own)).map((row) => [row.queue, row]));
      return {
        queues: own.map((queue) => {
          const row = counted.get(queue);
          return { queue, count: row?.count ?? 0, oldest_at: row?.oldest_at.toISOString() ?? null };
        }),
        office: { is_open: isOpen, changes_at: changesAt.toISOString() },
      };
    },

    async items(input, ctx) {
      requireQueue(ctx, input.queue);
      const from = input.after === undefined ? 0 : (rowNumber(input.after) ?? 0);
      const found = await openCases(ctx.sql, { queue: input.queue, after: from, limit: listed + 1 });
      const page = found.slice(0, listed);
      await ctx.record({ subject: `queue:${input.queue}` });
      return {
        items: page.map((row) => shown(row, ctx.now)),
        next: found.length > listed ? String(page.at(-1)?.id ?? '') : null,
      };
    },

    async claim({ queue, id }, ctx) {
      requireQueue(ctx, queue);
      const { staff, now } = ctx;
      const row = await lockCase(ctx.sql, { queue, id: Number(id) });
      if (!row) return ctx.refuse('case_not_found', { field: 'id' });
      if (row.closed_at !== null) return ctx.refuse('case_closed', { field: 'id' });
      if (isClaimed(row, now) && row.claimed_by !== staff.id) {
        return ctx.refuse('case_claimed', { field: 'id', values: { name: actorName(row.claimer ?? '') } });
      }
      const until = after(now, ctx.settings.desk.claimSeconds * secondMs);
      await setClaim(ctx.sql, { id: row.id, staffId: staff.id, until });
      await ctx.record(recordOf(row));
      return { item: shown({ ...row, claimed_by: staff.id, claimer: staff.email, claimed_until: until }, now) };
    },

    async release({ queue, id }, ctx) {
      requireQueue(ctx, queue);
      const row = await lockCase(ctx.sql, { queue, id: Number(id) });
      if (!row) return ctx.refuse('case_not_found', { field: 'id' });
      if (row.closed_at !== null) return ctx.refuse('case_closed', { field: 'id' });
      if (!isClaimed(row, ctx.now) || row.claimed_by !== ctx.staff.id) return ctx.refuse('case_not_claimed', { field: 'id' });
      await setClaim(ctx.sql, { id: row.id, staffId: null, until: null });
      await ctx.record(recordOf(row));
      return { item: shown({ ...row, claimed_by: null, claimer: null, claimed_until: null }, ctx.now) };
    },
  } satisfies Handlers<typeof casesContract>;
};

interface Asking {
  readonly staff: StaffIdentity;
  readonly refuse: (code: 'queue_not_found' | 'not_your_right', detail?: { readonly field: string }) => never;
}

function recordOf(row: CaseRow) {
  return {
    subject: `case:${row.id}`,
    ...(row.client_id === null ? {} : { clientId: row.client_id }),
    detail: { queue: row.queue, of: row.subject },
  };
}
