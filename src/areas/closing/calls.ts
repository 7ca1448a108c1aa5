import { formatMoney } from '../../base/money.ts';
import { clientId } from '../../base/id.ts';
import { statuses } from '../../law/statuses.ts';
import type { Providers } from '../../ports/payments/index.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { askApproval, onlyAsked } from '../approvals/face.ts';
import { isClaimedByOther } from '../cases/face.ts';
import { shownNamed } from '../payments/face.ts';
import { clientById, type FoundClient } from '../session/face.ts';
import { payAction, type PayPayload, type SellPayload } from './agreed.ts';
import type { closingContract } from './contract.ts';
import { emptyTopic } from './jobs.ts';
import { accountsLeft, shownAccount, shownGold, shownLines, shownWallet, walletsLeft } from './left.ts';
import { restAsked } from './rest.ts';
import { cardsLeft } from './store.ts';

type Look = ContextOf<(typeof closingContract)['calls']['look']>;
type Decide = ContextOf<(typeof closingContract)['calls']['decide']>;

export const calls = ({ payments }: { readonly payments: Providers }) =>
  ({
    async look(input, ctx) {
      const client = await closedClient(ctx, input.client_id);
      const wallets = await walletsLeft({ ...ctx, client });
      const accounts = await accountsLeft({ ...ctx, client });
      const gold = (await shownGold({ ...ctx, client })) ?? null;
      await ctx.record({ subject: `closing:${client.id}`, clientId: client.id });
      return {
        wallets: wallets.map((each) => ({
          ...shownWallet(each),
          methods: shownNamed({ ...ctx, client, payments }, each.balance.currency),
        })),
        accounts: accounts.map(shownAccount),
        gold,
        cards: await cardsLeft(ctx.sql, client.id),
      };
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
      const asked =
        input.action === 'pay_rest'
          ? await restAsked(ctx, { client, payments }, input)
          : input.action === 'sell_gold'
            ? await saleAsked(ctx, client)
            : await backAsked(ctx, client);
      const { staff, now: at } = ctx;
      const order = { kind: 'money', action: payAction, ...about, ...asked, reason: input.reason, staff, at } as const;
      const approval = await askApproval(ctx.sql, order);
      await ctx.record({ ...about, ...onlyAsked(asked, approval.id) });
      return { approval };
    },
  }) satisfies Handlers<typeof closingContract>;

/** At which price it is sold is known when it is: the second person agrees to the price of then. */
async function saleAsked(ctx: Decide, client: FoundClient) {
  const gold = (await shownGold({ ...ctx, client })) ?? ctx.refuse('nothing_to_pay', { field: 'action' });
  const payload: SellPayload = { clientId: client.id, sells: 'gold' };
  return { payload, before: { gold }, after: { gold: 'sold into the wallet' } };
}

/** One at a time: what goes back out of the next is reckoned with what this one takes of the same payments. */
async function backAsked(ctx: Decide, client: FoundClient) {
  const first = (await walletsLeft({ ...ctx, client })).find(({ plan }) => plan.lines.length > 0);
  if (!first) return ctx.refuse('nothing_to_pay', { field: 'action' });
  const { wallet, plan, balance } = first;
  const { number } = wallet;
  const payload: PayPayload = { clientId: client.id, wallets: [{ number, minor: String(plan.most.minor) }] };
  return {
    payload,
    before: { wallets: [{ number, amount: formatMoney(balance), currency: balance.currency }] },
    after: { goes_back: shownLines(plan) },
  };
}

/** Whoever is not closed asks for a withdrawal. */
async function closedClient(ctx: Look | Decide, id: string): Promise<FoundClient> {
  const client = await clientById(ctx.sql, clientId(Number(id)));
  if (!client) return ctx.refuse('client_not_found', { field: 'client_id' });
  if (statuses[client.profile.status].group !== 'CLOSED') return ctx.refuse('not_closed', { field: 'client_id' });
  return client;
}
