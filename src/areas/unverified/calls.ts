import type { Currency } from '../../base/currency.ts';
import { clientId } from '../../base/id.ts';
import { formatMoney } from '../../base/money.ts';
import { after, dayMs, utcDay } from '../../base/time.ts';
import { methodOf } from '../../law/methods.ts';
import type { Providers } from '../../ports/payments/index.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { askApproval, isApprovalWaiting, onlyAsked } from '../approvals/face.ts';
import { isClaimedByOther } from '../cases/face.ts';
import { namedMethods, readTold, shownNamed } from '../payments/face.ts';
import { clientById, type FoundClient } from '../session/face.ts';
import type { unverifiedContract } from './contract.ts';
import { areRefused, waitingMoney, type WaitingMoney } from './deciding.ts';
import { decideAction, type DecidePayload } from './perform.ts';
import { holdOf, idsOf, isTheClients } from './returning.ts';
import { remainderOf } from './rules.ts';
import { clockOf } from './shown.ts';
import { isReversalLookedAt } from './store.ts';
import { subjectOf, type Why } from './waiting.ts';

type Calls = (typeof unverifiedContract)['calls'];
type Look = ContextOf<Calls['look']>;
type Decide = ContextOf<Calls['decide']>;
type Asked = Parameters<Handlers<typeof unverifiedContract>['decide']>[0];

interface Found {
  readonly client: FoundClient;
  readonly money: WaitingMoney;
  readonly subject: string;
}

export const calls = ({ payments }: { readonly payments: Providers }) =>
  ({
    async ofClient({ client_id: asked }, ctx) {
      const client =
        (await clientById(ctx.sql, clientId(Number(asked)))) ?? ctx.refuse('client_not_found', { field: 'client_id' });
      const clock = await clockOf({ ...ctx, client }, ctx.staff);
      await ctx.record({ subject: `client:${client.id}`, clientId: client.id });
      return { clock };
    },

    async look(input, ctx) {
      const { client, money, subject } = await found(ctx, input);
      await ctx.record({ subject, clientId: client.id });
      return {
        waiting: {
          currency: input.currency,
          amount: formatMoney(money.amount),
          in_wallet: formatMoney(money.inWallet),
          due_at: money.dueAt.toISOString(),
          deposits: money.deposits.map((each) => ({ transfer_id: each.id, left: formatMoney(remainderOf([each])) })),
          held: heldBy(await holdOf(ctx.sql, client)),
          methods: shownNamed({ ...ctx, client, payments }, input.currency),
          may_extend: !areRefused(client) && money.lastDue > ctx.now,
          is_asked: await isApprovalWaiting(ctx.sql, { action: decideAction, subject }),
        },
      };
    },

    async decide(input, ctx) {
      const { client, money, subject } = await found(ctx, input);
      if (await isClaimedByOther(ctx.sql, { queue: 'withdrawals', subject, staffId: ctx.staff.id, now: ctx.now }))
        return ctx.refuse('case_claimed', { field: 'client_id' });
      if (await isApprovalWaiting(ctx.sql, { action: decideAction, subject }))
        return ctx.refuse('already_asked', { field: 'client_id' });
      const payload = await (input.action === 'extend' ? extension : destination(payments))(
        ctx,
        { client, money, subject },
        input,
      );
      const about = { subject, clientId: client.id };
      const before = { amount: formatMoney(money.amount), currency: input.currency, due_at: money.dueAt.toISOString() };
      const after = shownOf(payload, money);
      const { reason } = input;
      const order = { kind: 'money', action: decideAction, ...about, payload, before, after, reason, at: ctx.now } as const;
      const approval = await askApproval(ctx.sql, { ...order, staff: ctx.staff });
      await ctx.record({ ...about, ...onlyAsked({ before, after }, approval.id) });
      return { approval };
    },
  }) satisfies Handlers<typeof unverifiedContract>;

async function found(ctx: Look | Decide, input: { readonly client_id: string; readonly currency: Currency }): Promise<Found> {
  const client =
    (await clientById(ctx.sql, clientId(Number(input.client_id)))) ?? ctx.refuse('client_not_found', { field: 'client_id' });
  const money = (await waitingMoney({ ...ctx, client }, input.currency)) ?? ctx.refuse('not_waiting', { field: 'client_id' });
  return { client, money, subject: subjectOf(client.id, input.currency) };
}

const heldBy = (why: Why | undefined) => (isTheClients(why) ? why : null);

async function extension(ctx: Decide, { client, money }: Found, { currency, days }: Asked): Promise<DecidePayload> {
  if (areRefused(client)) return ctx.refuse('papers_refused', { field: 'action' });
  if (days === undefined) return ctx.refuse('field_required', { field: 'days' });
  const until = after(ctx.now, days * dayMs);
  if (until > money.lastDue) return ctx.refuse('time_used_up', { field: 'days', values: { day: utcDay(money.lastDue) } });
  return { does: 'extend', clientId: client.id, currency, until: until.toISOString() };
}

const destination =
  (payments: Providers) =>
  async (ctx: Decide, { client, money }: Found, asked: Asked): Promise<DecidePayload> => {
    const { currency, pm_id: method } = asked;
    if (await holdOf(ctx.sql, client)) return ctx.refuse('money_held', { field: 'action' });
    if (money.inWallet.minor <= 0n) return ctx.refuse('not_waiting', { field: 'action' });
    if (await isReversalLookedAt(ctx.sql, idsOf(money.deposits))) return ctx.refuse('reversal_waits', { field: 'action' });
    if (method === undefined) return ctx.refuse('field_required', { field: 'pm_id' });
    const named = namedMethods({ ...ctx, client, payments }, currency).find(({ id }) => id === method);
    if (!named) return ctx.refuse('method_not_offered', { field: 'pm_id' });
    const reader = { client, refuse: ctx.refuse };
    const told = readTold(reader, named, { ...asked, crypto_network: undefined });
    if (!told) return ctx.refuse('method_not_offered', { field: 'pm_id' });
    return { does: 'send_back', clientId: client.id, currency, minor: String(money.inWallet.minor), told };
  };

/** What a second person looks at. */
function shownOf(payload: DecidePayload, { inWallet }: WaitingMoney) {
  if (payload.does === 'extend') return { due_at: payload.until };
  const { methodId, name } = payload.told;
  return { amount: formatMoney(inWallet), currency: inWallet.currency, method: methodOf(methodId)?.key, goes_to: name };
}
