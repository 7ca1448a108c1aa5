import { formatMoney } from '../../base/money.ts';
import { clientId } from '../../base/id.ts';
import { statuses } from '../../law/statuses.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { askApproval } from '../approvals/face.ts';
import { isClaimedByOther } from '../cases/face.ts';
import { clientById, type FoundClient } from '../session/face.ts';
import type { closingContract } from './contract.ts';
import { emptyTopic } from './jobs.ts';
import { accountsLeft, shownAccount, shownWallet, walletsLeft } from './left.ts';
import { payAction, type PayPayload } from './perform.ts';

type Look = ContextOf<(typeof closingContract)['calls']['look']>;
type Decide = ContextOf<(typeof closingContract)['calls']['decide']>;

export const calls = () =>
  ({
    async look(input, ctx) {
      const client = await closedClient(ctx, input.client_id);
      const wallets = await walletsLeft({ ...ctx, client });
      const accounts = await accountsLeft({ ...ctx, client });
      await ctx.record({ subject: `closing:${client.id}`, clientId: client.id });
      return { wallets: wallets.map(shownWallet), accounts: accounts.map(shownAccount) };
    },

    async decide(input, ctx) {
      const client = await closedClient(ctx, input.client_id);
      const subject = `closing:${client.id}`;
      if (await isClaimedByOther(ctx.sql, { queue: 'withdrawals', subject, staffId: ctx.staff.id, now: ctx.now }))
        return ctx.refuse('case_claimed', { field: 'client_id' });
      const about = { subject, clientId: client.id };
      if (input.action === 'empty') {
        const accounts = await accountsLeft({ ...ctx, client });
        if (accounts.length === 0) return ctx.refuse('nothing_to_pay', { field: 'action' });
        await ctx.tell({ topic: emptyTopic, payload: { client: client.id }, clientId: client.id });
        await ctx.record({
          ...about,
          before: { accounts: accounts.map(shownAccount) },
          after: { accounts: 'emptied into the wallets' },
        });
        return { approval: null };
      }
      // One at a time: what goes back out of the next is reckoned with what this one takes of the same payments.
      const wallets = (await walletsLeft({ ...ctx, client })).filter(({ plan }) => plan.lines.length > 0).slice(0, 1);
      if (wallets.length === 0) return ctx.refuse('nothing_to_pay', { field: 'action' });
      const payload: PayPayload = {
        clientId: client.id,
        wallets: wallets.map(({ wallet, plan }) => ({ number: wallet.number, minor: String(plan.most.minor) })),
      };
      const before = {
        wallets: wallets.map(({ wallet: { number }, balance }) => ({
          number,
          amount: formatMoney(balance),
          currency: balance.currency,
        })),
      };
      const after = { goes_back: wallets.flatMap((each) => shownWallet(each).lines) };
      const { staff, now: at } = ctx;
      const order = {
        kind: 'money',
        action: payAction,
        ...about,
        payload,
        before,
        after,
        reason: input.reason,
        staff,
        at,
      } as const;
      const approval = await askApproval(ctx.sql, order);
      await ctx.record({ ...about, before, after, detail: { approval: approval.id } });
      return { approval };
    },
  }) satisfies Handlers<typeof closingContract>;

/** Whoever is not closed asks for a withdrawal. */
async function closedClient(ctx: Look | Decide, id: string): Promise<FoundClient> {
  const client = await clientById(ctx.sql, clientId(Number(id)));
  if (!client) return ctx.refuse('client_not_found', { field: 'client_id' });
  if (statuses[client.profile.status].group !== 'CLOSED') return ctx.refuse('not_closed', { field: 'client_id' });
  return client;
}
