import { formatMinor } from '../../base/money.ts';
import type { Handlers } from '../../protocol/call.ts';
import { clientById } from '../session/face.ts';
import { feeCurrency, waive } from './charging.ts';
import type { idleFeesContract, ShownFee } from './contract.ts';
import { feesOf, lockFee, type Fee } from './store.ts';

const mostShown = 20;

export const calls = () =>
  ({
    async ofClient({ client_id: asked }, ctx) {
      const client = await clientById(ctx.sql, Number(asked));
      if (!client) return ctx.refuse('client_not_found', { field: 'client_id' });
      const fees = await feesOf(ctx.sql, client.id, mostShown);
      await ctx.record({ subject: `client:${client.id}`, clientId: client.id });
      return { fees: fees.map(shown) };
    },

    async waive({ id: asked }, ctx) {
      const id = Number(asked);
      const fee = (await lockFee(ctx.sql, id)) ?? ctx.refuse('idle_fee_not_found', { field: 'id' });
      if (!(await waive(ctx.sql, { id, now: ctx.now }))) return ctx.refuse('idle_fee_not_announced', { field: 'id' });
      const [before, after] = [{ state: fee.state }, { state: 'waived' }];
      await ctx.record({ subject: `idle_fee:${id}`, clientId: fee.clientId, before, after });
      return {};
    },
  }) satisfies Handlers<typeof idleFeesContract>;

function shown({ id, amount, idleSince, announcedAt, dueAt, state, taken }: Fee): ShownFee {
  return {
    id,
    amount: formatMinor(amount, feeCurrency),
    currency: feeCurrency,
    idle_since: idleSince.toISOString(),
    announced_at: announcedAt.toISOString(),
    due_at: dueAt.toISOString(),
    state,
    taken: taken && { account_number: taken.number, amount: formatMinor(taken.amount, taken.currency), currency: taken.currency },
  };
}
