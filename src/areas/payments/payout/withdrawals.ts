import type { ClientId, RemittanceId } from '../../../base/id.ts';
import { formatMoney, money } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { amountSaid } from '../../../base/wording.ts';
import { methodOf } from '../../../law/methods.ts';
import * as chart from '../../../ledger/chart.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import type { ConfirmInput } from '../../../protocol/asked.ts';
import { dueWithin } from '../../cases/face.ts';
import { notify } from '../../notices/face.ts';
import { allowanceTaking } from '../../rates/face.ts';
import { change, giveUp, operationOf, post, postAsking, type Moved, type Needs, type PaymentContext } from '../context.ts';
import type { ProcessContext } from '../contract.ts';
import type { AskedCourse, Offer } from '../direction.ts';
import { endNumbered, endsNamed } from '../ends.ts';
import { debitOf, giveBack, refuseForWant, requireFunds, takeOutOfSource } from '../leaving.ts';
import { paymentsNotices } from '../notices.ts';
import { isAnyClosed } from '../ownCards.ts';
import { bonusRemoval, minimumEquity, requireNoDebt } from '../questions.ts';
import {
  columnsOf,
  requireAllowance,
  requireAmount,
  requireCurrency,
  requireFundingAccount,
  requireMethod,
  requireSameAmount,
  requireTerms,
  sourceColumns,
  type Saving,
} from '../quotes.ts';
import type { ReasonCode } from '../rules.ts';
import type { Remittance } from '../store.ts';
import {
  arrivesBy,
  holdRates,
  keptLine,
  planWithdrawal,
  restOf,
  scopeOf,
  shownPlan,
  type PlannedLine,
  type PlannedWithdrawal,
} from './asking.ts';
import { keepDestination, readDestination, screened, type ToldDestination } from './destinations.ts';
import { giveLinesBack, keepLines, linesOf, noteDestinations, reserveLines, type WithdrawalLine } from './lines.ts';
import * as movements from './movements.ts';
import { partsOf, type PayoutPart } from './parts.ts';

/** Money goes back to where it came from: out of a wallet or a trading account, after staff has agreed, in parts by their providers. */
export const withdrawals: Omit<AskedCourse<'withdraw'>, 'applyPayment'> = {
  asked: {
    gate: 'withdraw',
    questions: { confirm: [minimumEquity], save: [bonusRemoval] },
    offer,
    prepare,
    reserve,
    begin,
    refuseShort,
    decline,
  },
  movers: { held: takeFromSource, sent: conclude, returning: giveBackToSource },
};

async function offer(needs: Needs, ctx: ProcessContext, input: ConfirmInput<'withdraw'>): Promise<Offer> {
  const ends = await endsNamed(ctx.sql, ctx.client.id, [input.account_number]);
  await requireNoDebt(ctx, ends);
  const source = requireFundingAccount(ctx, ends, { asked: input.account_number, field: 'account_number' });
  const { method, ...offered } = requireMethod(ctx, input.pm_id, { direction: 'withdraw', payments: needs.payments });
  const { currency } = source;
  if (input.currency !== undefined && requireCurrency(ctx, input.currency) !== currency)
    return ctx.refuse('wrong_currency', { field: 'currency', values: { currency } });
  const terms = requireTerms(ctx, { method, ...offered }, currency);
  const amount = requireAmount(ctx, input.amount, terms);
  const leaves = await requireFunds(needs, ctx, { source, amount });
  const told = await readDestination(ctx, method, input);
  const own = told && (await screened(needs, ctx, told));
  const asking = { ...ctx, payments: needs.payments };
  const plan = await planWithdrawal(asking, {
    amount,
    rest: restOf(method, { from: currency, country: ctx.client.profile.country, to: own }),
  });
  requireRoom(ctx, plan);
  const exchange = exchangeOf(source, plan.lines.map(plannedLine));
  const exchangeLeft = exchange && (await requireAllowance(ctx, { ...exchange, version: ends.ratesVersion }));
  const amounts = {
    amount,
    fee: plan.fee,
    arrives: money(amount.minor - plan.fee.minor, currency),
    leftOver: money(0n, currency),
  };
  const quoted = { amounts, exact: undefined, rate: undefined, rateAsOf: undefined, markup: 0, isAwaited: false };
  const target = { targetNumber: null, targetPlatform: null };
  const split = shownPlan(plan);
  const details = split.fees.length > 0 ? { fees: split.fees } : null;
  return {
    quote: { ...sourceColumns(source), methodId: method.id, provider: null, details, ...target, ...columnsOf(quoted) },
    quoted,
    fundingAccount: source,
    terms: { ...terms, arrives: arrivesBy(asking, plan) },
    exchangeLeft,
    leaves,
    split,
    keep: (sql, id) => keepPlan(sql, { id, plan, own, now: ctx.now, clientId: source.clientId }),
  };
}

interface Keeping {
  readonly id: RemittanceId;
  readonly plan: PlannedWithdrawal;
  readonly own: ToldDestination | undefined;
  readonly clientId: ClientId;
  readonly now: Date;
}

/** The client's own destination is kept only where something goes there. */
async function keepPlan(sql: Sql, { id, plan, own, ...of }: Keeping): Promise<void> {
  const isUsed = plan.lines.some(({ source }) => source.isByDestination);
  const destinationId = own && isUsed ? await keepDestination(sql, own, of) : null;
  await keepLines(
    sql,
    id,
    plan.lines.map((line) => keptLine(line, plan.amount.currency, destinationId)),
  );
}

/** All of it has somewhere to go, and something of it arrives. */
function requireRoom(ctx: ProcessContext, { amount, fee, lines, most, first }: PlannedWithdrawal): void {
  if (fee.minor >= amount.minor) ctx.refuse('arrives_as_nothing', { field: 'amount' });
  if (most.minor >= amount.minor && lines.length > 0) return;
  if (first) {
    const method = { phrase: `money.method.${methodOf(first.methodId)?.key ?? ''}` };
    ctx.refuse('other_method_first', { field: 'pm_id', values: { method, left: amountSaid(first.left) } });
  }
  const back = lines.length > 0 ? most : money(0n, most.currency);
  ctx.refuse('above_card_deposits', { field: 'amount', values: { most: amountSaid(back) }, data: { most: formatMoney(back) } });
}

async function prepare(ctx: ProcessContext, saving: Saving): Promise<Remittance> {
  const { remittance, ends } = saving;
  requireSameAmount(ctx, saving);
  if (endNumbered(ends, remittance.accountNumber)?.isUnderReview) ctx.refuse('account_under_review', { field: 'account_number' });
  const lines = await linesOf(ctx.sql, remittance.id);
  if (lines.length === 0 || !(await holdRates(ctx, remittance.currency, lines)))
    ctx.refuse('quote_expired', { field: 'remittance_id' });
  const exchange = exchangeOf(remittance, lines);
  if (exchange) await requireAllowance(ctx, { ...exchange, version: ends.ratesVersion });
  return remittance;
}

/** What the lines go back to, and where they go. */
async function reserve(ctx: ProcessContext, { remittance }: Saving): Promise<void> {
  const { id, clientId } = remittance;
  const lines = await linesOf(ctx.sql, id);
  const isReserved = await ctx.transact(async (sql) => {
    const destinations = lines.map(({ destinationId }) => destinationId);
    if (await isAnyClosed(sql, destinations)) return false;
    if (!(await reserveLines(sql, { clientId, scope: scopeOf(ctx), now: ctx.now, except: id }))) return false;
    const { added } = await noteDestinations(sql, { clientId, lines, settings: ctx.settings, now: ctx.now });
    if (added.length > 0) {
      const values = { id, card: added.join(', ') };
      await notify(sql, {
        clientId,
        notice: paymentsNotices.withdraw_new_destination,
        values,
        key: `destination:${id}`,
        now: ctx.now,
      });
    }
    return true;
  });
  if (!isReserved) ctx.refuse('quote_expired', { field: 'remittance_id' });
}

/** What of it is exchanged, whichever currencies it becomes: the day's allowance counts what is given. */
function exchangeOf(
  { clientId, currency }: Pick<Remittance, 'clientId' | 'currency'>,
  lines: readonly Pick<WithdrawalLine, 'amount' | 'fee' | 'paysCurrency'>[],
) {
  const exchanged = lines.filter(({ paysCurrency }) => paysCurrency !== currency);
  const [first] = exchanged;
  const minor = exchanged.reduce((sum, { amount, fee }) => sum + amount - fee, 0n);
  return first && { clientId, amount: money(minor, currency), to: first.paysCurrency };
}

const plannedLine = ({ amount, fee, pays }: PlannedLine) => ({ amount, fee, paysCurrency: pays.currency });

/** The hold is there from the moment of the request, and what it exchanges off the day's allowance; a trading account's platform is asked with it. */
async function begin(context: PaymentContext, quote: Remittance) {
  const at = context.needs.clock.now();
  const { sql } = context.run;
  const { withdraw, desk, rates } = context.run.settings;
  const exchanged = exchangeOf(quote, await linesOf(sql, quote.id));
  const exchange = exchanged && (await allowanceTaking(sql, { ...exchanged, at, dailyExchange: rates.dailyExchange }));
  const dueAt = dueWithin(at, withdraw.promisedHours, desk.businessHours);
  const next = quote.removesBonus ? undefined : debitOf(quote);
  return postAsking(context, { remittance: quote, next }, (asked) => movements.held(quote, { at, dueAt, asked, exchange }));
}

/** Either the day's allowance was used up meanwhile, or what is on the wallet. */
async function refuseShort(ctx: ProcessContext, quote: Remittance): Promise<never> {
  const { id, clientId, companyId: company, currency } = quote;
  const exchange = exchangeOf(quote, await linesOf(ctx.sql, id));
  await giveLinesBack(ctx.sql, id);
  if (exchange) await requireAllowance(ctx, exchange);
  return refuseForWant(ctx, money(await balanceOf(ctx.sql, chart.wallet({ company, clientId }, currency)), currency));
}

function takeFromSource(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  const at = () => context.needs.clock.now();
  return takeOutOfSource(context, remittance, {
    released: (reason) => movements.released(remittance, { at: at(), reason }),
    taken: (outcome) => {
      const finished = outcome?.outcome === 'done' && outcome.finished ? { finished: outcome.finished } : {};
      const transition = {
        id: remittance.id,
        from: remittance.phase,
        to: 'awaiting_approval',
        stage: 'awaiting_approval',
      } as const;
      return change(context, remittance, { ...transition, ...finished });
    },
  });
}

/** It has ended with the last of its parts: paid, paid in part, or not at all. */
async function conclude(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  const parts = await partsOf(context.run.sql, remittance.id);
  const isOpen = parts.some(({ phase }) => phase === 'waiting' || phase === 'sent');
  if (parts.length === 0 || isOpen) return false;
  const paid = parts.filter(({ phase }) => phase === 'completed').length;
  const transition = { id: remittance.id, from: remittance.phase } as const;
  const why = whyUnpaid(parts);
  if (paid === 0)
    return change(context, remittance, {
      ...transition,
      to: 'failed',
      stage: 'withdrawal_unpaid',
      reason: why ?? 'payout_refused',
    });
  if (paid === parts.length) return change(context, remittance, { ...transition, to: 'completed', stage: 'withdrawal_paid' });
  return change(context, remittance, {
    ...transition,
    to: 'completed',
    stage: 'withdrawal_paid_in_part',
    reason: why ?? 'paid_in_part',
  });
}

/** What was taken back counts most, then what staff has decided; undefined where nobody has taken what is not paid. */
function whyUnpaid(parts: readonly PayoutPart[]): ReasonCode | undefined {
  const reasons = parts.flatMap(({ reason }) => reason ?? []);
  return reasons.find((reason) => reason === 'payout_stopped') ?? reasons.find((reason) => reason.startsWith('withdrawal_'));
}

/** Staff or the client has taken it back after its platform had let it go. */
function giveBackToSource(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  const reason = remittance.reason ?? 'approval_declined';
  return giveBack(context, remittance, (to, at) => movements.released(remittance, { at, to, reason }));
}

/** As staff's decisions do, which are in reviewing.ts; for what is declined outside of them. */
async function decline(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  const { id, phase: from } = remittance;
  const reason = 'approval_declined';
  const debit = await operationOf(context, remittance, 'debit');
  if (debit?.state === 'done') return change(context, remittance, { id, from, to: 'returning', stage: 'giving_back', reason });
  const isUnsent = debit === undefined || debit.state === 'refused' || (await giveUp(context, remittance, 'debit'));
  return isUnsent && post(context, movements.released(remittance, { at: context.needs.clock.now(), reason }));
}
