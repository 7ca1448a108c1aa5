import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { shownName } from '../../law/accountTypes.ts';
import { swapFreeGroupOf, swapFreeGroups, type SwapFreeGroup } from '../../law/swapFree.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { staleLine } from '../../protocol/topics.ts';
import { accountOf, accountsOf, isSwapFreeTakenAway, type TradingAccount } from '../accounts/face.ts';
import { askApproval, isApprovalWaiting, onlyAsked } from '../approvals/face.ts';
import { notify } from '../notices/face.ts';
import type { EngineNeeds } from '../payments/face.ts';
import { clientById } from '../session/face.ts';
import { zoneOf } from './charging.ts';
import type { ShownFee, ShownPosition, ShownWithdrawal, swapFreeContract, SwapFreeState } from './contract.ts';
import { swapFreeNotices } from './notices.ts';
import { swapFreeAction, type SwapFreePayload } from './perform.ts';
import { feeCurrency, firstCharged, nightAfter, nightDay, nightOfDay } from './rules.ts';
import { feesOf, hasFeeOf, heldPositions, nightMark, waiveNight, type Fee } from './store.ts';
import { giveBack, openWithdrawal, withdrawalsOf, type Withdrawal } from './withdrawals.ts';

type Calls = Handlers<typeof swapFreeContract>;
type AccountContext = ContextOf<(typeof swapFreeContract)['calls']['ofAccount']>;
type DeskContext = ContextOf<(typeof swapFreeContract)['calls']['ofClient' | 'withdraw' | 'giveBack' | 'waive']>;

const mostFees = 30;

export const calls = (app: Pick<EngineNeeds, 'platforms'>) =>
  ({
    async ofAccount({ number }, ctx) {
      const { sql, client, settings } = ctx;
      const account = await accountOf(sql, number);
      // One of somebody else answers exactly like one that does not exist.
      if (account?.clientId !== client.id || account.status === 'failed') return ctx.refuse('account_not_found');
      const open = await openWithdrawal(sql, client.id);
      return {
        number,
        title: account.name || shownName(account.type),
        state: await stateOf(sql, account, open),
        withdrawal: open
          ? {
              reason: open.reason,
              withdrawn_at: open.withdrawnAt.toISOString(),
              counts_from: open.countsFrom.toISOString(),
            }
          : null,
        fee_currency: feeCurrency,
        terms: swapFreeGroups.map((group) => ({ group, ...settings.swapFree.groups[group] })),
        positions: account.swapFree && !account.isDemo ? await positionsOf(app.platforms[account.platform], account, ctx) : [],
        fees: (await feesOf(sql, { client: client.id, number, limit: mostFees })).map(shownFee),
      };
    },
    ...desk(),
  }) satisfies Calls;

async function stateOf(
  sql: Sql,
  { number, swapFree, isDemo }: TradingAccount,
  open: Withdrawal | undefined,
): Promise<SwapFreeState['state']> {
  if (swapFree) return open && !isDemo ? 'ending' : 'free';
  return (await isSwapFreeTakenAway(sql, number)) ? 'withdrawn' : 'swap';
}

async function positionsOf(
  platform: Platform,
  { number }: TradingAccount,
  { sql, now, settings }: AccountContext,
): Promise<ShownPosition[]> {
  const held = await heldPositions(sql, { number, at: now });
  if (held.length === 0) return [];
  const told = await platform.symbols();
  const groups = new Map<string, SwapFreeGroup>();
  if (told.outcome === 'done') for (const { name, path } of told.symbols) groups.set(name, swapFreeGroupOf(path));
  const zone = zoneOf(settings);
  const today = nightAfter(now, zone);
  return held.map(({ position, symbol, lots, since, chargedFrom }) => {
    const first = nightAfter(since, zone);
    const group = groups.get(symbol);
    const free = group && settings.swapFree.groups[group].nights;
    const expected = free === undefined ? null : nightDay(firstCharged({ first, free, told: today }));
    const from = chargedFrom ?? expected;
    return {
      position,
      symbol,
      lots,
      nights: today - first,
      charged_from: from,
      is_charged: chargedFrom !== null && today > nightOfDay(chargedFrom),
    };
  });
}

const desk = () =>
  ({
    async ofClient({ client_id: told }, ctx) {
      const { id } = await requireClient(ctx, told);
      const { sql } = ctx;
      await ctx.record({ subject: `client:${id}`, clientId: id });
      const accounts = (await accountsOf(sql, id)).filter((one) => one.swapFree && !one.isDemo && one.status === 'active');
      return {
        accounts: accounts.map(({ number }) => number),
        withdrawals: (await withdrawalsOf(sql, id)).map(shownWithdrawal),
        fees: (await feesOf(sql, { client: id, number: null, limit: mostFees })).map(shownFee),
        waits_for_second: await isApprovalWaiting(sql, { action: swapFreeAction, subject: aboutRight(id) }),
      };
    },

    async withdraw({ client_id: told, because, reason }, ctx) {
      const { id } = await requireClient(ctx, told);
      const { sql, staff, now } = ctx;
      if (await openWithdrawal(sql, id)) return ctx.refuse('swap_free_is_withdrawn', { field: 'client_id' });
      const subject = aboutRight(id);
      if (await isApprovalWaiting(sql, { action: swapFreeAction, subject })) return ctx.refuse('waits_for_second');
      const change = { before: { swap_free: true }, after: { swap_free: false, because } };
      const payload: SwapFreePayload = { client: id, because, noticeDays: ctx.settings.swapFree.noticeDays };
      const approval = await askApproval(sql, {
        kind: 'money',
        action: swapFreeAction,
        subject,
        clientId: id,
        payload,
        ...change,
        reason,
        staff,
        at: now,
      });
      await ctx.record({ subject, clientId: id, ...onlyAsked(change, approval.id) });
      return { approval };
    },

    async giveBack({ client_id: told }, ctx) {
      const { id } = await requireClient(ctx, told);
      const { sql, staff, now } = ctx;
      const withdrawal = await giveBack(sql, { client: id, by: staff.actor, at: now });
      if (withdrawal === undefined) return ctx.refuse('swap_free_not_withdrawn', { field: 'client_id' });
      await notify(sql, {
        clientId: id,
        notice: swapFreeNotices.swap_free_returned,
        key: `swap-free:${withdrawal}:returned`,
        now,
      });
      await ctx.record({ subject: aboutRight(id), clientId: id, before: { swap_free: false }, after: { swap_free: true } });
      return {};
    },

    waive,
  }) satisfies Partial<Calls>;

/** Nights that may be waived before they come. */
const mostAhead = 31;

const waive: Calls['waive'] = async ({ client_id: told, account_number: number, night }, ctx) => {
  const { id } = await requireClient(ctx, told);
  const { sql, now, settings } = ctx;
  const account = await accountOf(sql, number);
  if (account?.clientId !== id || account.isDemo) return ctx.refuse('account_not_found', { field: 'account_number' });
  const { platform, companyId } = account;
  if (nightOfDay(night) > nightAfter(now, zoneOf(settings)) + mostAhead)
    return ctx.refuse('swap_free_night_far', { field: 'night' });
  const looked = await nightMark(sql, platform);
  const isOver = looked !== undefined && night <= looked;
  if (isOver && !(await hasFeeOf(sql, { number, night }))) return ctx.refuse('swap_free_night_over', { field: 'night' });
  const fee = await waiveNight(sql, { number: account.number, night, clientId: id, companyId, platform, now });
  if (!fee) return ctx.refuse('swap_free_night_taken', { field: 'night' });
  const amount = formatMinor(fee.amount, feeCurrency);
  await ctx.record({
    subject: `swap_free_fee:${fee.id}`,
    clientId: id,
    before: { is_waived: false },
    after: { is_waived: true },
    detail: { account: number, night, amount },
  });
  await ctx.tell({ ...staleLine(['accounts']), clientId: id });
  return { fee: shownFee(fee) };
};

const aboutRight = (client: number) => `swap_free:${client}`;

async function requireClient(ctx: DeskContext, told: string) {
  return (await clientById(ctx.sql, Number(told))) ?? ctx.refuse('client_not_found', { field: 'client_id' });
}

function shownFee({ id, number, night, positions, amount, state, taken, currency }: Fee): ShownFee {
  return {
    id,
    account_number: number,
    night,
    positions,
    amount: formatMinor(amount, feeCurrency),
    state,
    taken: taken && state === 'posted' ? { amount: formatMinor(taken.amount, currency), currency } : null,
  };
}

function shownWithdrawal(of: Withdrawal): ShownWithdrawal {
  return {
    id: of.id,
    reason: of.reason,
    asked_by: of.askedBy,
    approved_by: of.approvedBy,
    withdrawn_at: of.withdrawnAt.toISOString(),
    counts_from: of.countsFrom.toISOString(),
    returned_at: of.returnedAt?.toISOString() ?? null,
    returned_by: of.returnedBy,
  };
}
