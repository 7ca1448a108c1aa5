import { clientId } from '../../base/id.ts';
import type { Handlers, StaffIdentity } from '../../protocol/call.ts';
import { isReversed, periodOf } from '../../protocol/period.ts';
import type { auditContract } from './contract.ts';
import { hiddenFrom, isConfidential } from './rules.ts';
import { shownCount, shownEvent } from './shown.ts';
import { findEvents, latestRefusals, latestTraces, type EventFilters } from './store.ts';

type Calls = Handlers<typeof auditContract>;
type Asked = Parameters<Calls['events']>[0];

export const calls = () =>
  ({
    async events(input, ctx) {
      if (isReversed(input)) return ctx.refuse('period_reversed', { field: 'from' });
      const before = input.after === undefined ? undefined : BigInt(input.after);
      const found = await findEvents(ctx.sql, filtersOf(input, ctx.staff), { before, limit: input.limit + 1 });
      const page = found.slice(0, input.limit);
      // Afterwards, so that no page begins with its own reading.
      await ctx.record(readingOf(input));
      return { events: page.map(shownEvent), next: found.length > input.limit ? String(page.at(-1)?.id ?? '') : null };
    },

    async refusals({ limit }, ctx) {
      const rows = await latestRefusals(ctx.sql, limit);
      await ctx.record({ subject: 'refusals' });
      return {
        refusals: rows.map(shownCount),
      };
    },

    async traces({ client_id: asked, limit }, ctx) {
      const rows = await latestTraces(ctx.sql, { clientId: asked, limit });
      await ctx.record(asked === undefined ? { subject: 'traces' } : { subject: `client:${asked}`, clientId: clientId(asked) });
      return { traces: rows.map(shownCount) };
    },
  }) satisfies Calls;

function filtersOf(asked: Asked, { role }: Pick<StaffIdentity, 'role'>): EventFilters {
  const { client_id: clientId, actor, action } = asked;
  return { clientId, actor: actor || undefined, action: action || undefined, ...periodOf(asked), hidden: hiddenFrom(role) };
}

/**
 * What was looked for is part of the event: whose audit somebody has read is somebody's matter too. Who reads of what few may
 * know leaves neither its name nor whose it is, for the reading itself is read by more.
 */
function readingOf({ client_id, actor, action, from, till }: Asked) {
  if (isConfidential(action)) return { subject: 'audit', detail: { filters: { actor, action: 'hidden', from, till } } };
  return {
    subject: client_id === undefined ? 'audit' : `client:${client_id}`,
    ...(client_id === undefined ? {} : { clientId: clientId(client_id) }),
    detail: { filters: { actor, action, from, till } },
  };
}
