import type { Currency } from '../../base/currency.ts';
import type { AccountNumber, ClientId } from '../../base/id.ts';
import { formatMoney, money, type Money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { amountSaid } from '../../base/wording.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { trading } from '../../ledger/chart.ts';
import { isPassing, type PlatformAccount } from '../../ports/platform/port.ts';
import { ensureWallet, type FundingAccount } from '../fundingAccounts/face.ts';
import { unpostedResult } from '../reconciliation/face.ts';
import { balanceOperations, finishOperation, postBonusRemoval, type Outcome } from '../platformOperations/face.ts';
import type { ProcessContext } from './contract.ts';
import type { PaymentIntent } from './movements.ts';
import { tagOf, withdrawable, type Phase, type ReasonCode } from './rules.ts';
import type { Remittance } from './store.ts';
import {
  giveUp,
  giveUpLate,
  move,
  operationOf,
  payIn,
  post,
  postDone,
  refuseBefore,
  type Moved,
  type Needs,
  type PaymentContext,
  type PlatformMove,
} from './context.ts';

/** A trading account that money is to leave. */
export interface LeftAccount {
  readonly platform: PlatformKey;
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly currency: Currency;
}

export type Leavable =
  /** `excess`: what of its balance the platform alone has. */
  | { readonly outcome: 'done'; readonly minor: bigint; readonly excess: bigint; readonly account: PlatformAccount }
  /** Its two books differ, and nobody has said why: no money leaves until they agree. */
  | { readonly outcome: 'shut' }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unknown' };

/**
 * What may leave a trading account: what the platform would let go, and of that never what the platform alone has. What stands there
 * beyond the ledger's balance and what is under way (a deposit that was credited twice, perhaps) is not the client's to move.
 */
export async function leavable(needs: Pick<Needs, 'platforms' | 'clock'>, sql: Sql, left: LeftAccount): Promise<Leavable> {
  const platform = needs.platforms[left.platform];
  const [told, { known, isShut }] = await Promise.all([platform.account(left.number), knownOf(sql, left)]);
  if (isShut) return { outcome: 'shut' };
  if (told.outcome !== 'done') return { outcome: isNotFound(told) ? 'not_found' : 'unknown' };
  const { account } = told;
  const free = withdrawable(account);
  if (account.balance <= known) return { outcome: 'done', minor: free, excess: 0n, account };
  // What has happened since the ledger was read makes no difference; nor does a trade's result that is on its way into it.
  const later = await knownOf(sql, left);
  const result = await unpostedResult({ sql, platform, server: left.platform, now: needs.clock.now() }, left.number);
  if (result === undefined) return { outcome: 'unknown' };
  const excess = account.balance - (later.known > known ? later.known : known) - result;
  if (excess <= 0n) return { outcome: 'done', minor: free, excess: 0n, account };
  return { outcome: 'done', minor: free > excess ? free - excess : 0n, excess, account };
}

const isNotFound = (told: { readonly outcome: string; readonly code?: string }) =>
  told.outcome === 'refused' && told.code === 'not_found';

interface Known {
  /** The most that the platform can rightly have: what the ledger holds, and what is under way and may be there already, or still. */
  readonly known: bigint;
  readonly isShut: boolean;
}

/** Two statements. */
async function knownOf(sql: Sql, left: LeftAccount): Promise<Known> {
  const { platform, number: login } = left;
  const { held, isShut, movements } = await bookOf(sql, left);
  const expected = movements.map((movement) => expectedOf(movement, login));
  const tags = expected.map(({ tag }) => tag);
  const operations = await balanceOperations(sql, { platform, login, tags });
  const states = new Map(operations.map(({ tag, state }) => [tag, state]));
  const underWay = expected.map(({ tag, amount, isThereUntilDone }) => {
    const state = states.get(tag) ?? 'idle';
    const mayBeThere = isThereUntilDone ? state !== 'done' : state !== 'idle' && state !== 'refused';
    return mayBeThere ? amount : 0n;
  });
  // In the ledger, what is to be taken back is there until it is; what is to be given back is gone until it may have been given.
  const toTakeBack = operations
    .filter(({ isSurplus, amount, state }) => isSurplus && (amount < 0n || (state !== 'idle' && state !== 'refused')))
    .map(({ amount }) => amount);
  return { known: [...underWay, ...toTakeBack].reduce((sum, amount) => sum + amount, held), isShut };
}

/** A movement that is under way at a trading account. */
interface MovementOn {
  readonly reference: string;
  readonly phase: Phase;
  readonly accountNumber: AccountNumber;
  readonly amount: string;
  readonly accountAmount: string;
}

const mostUnderWay = 1000;

interface BookRow {
  readonly held: bigint;
  readonly isShut: boolean;
  /** What of the client's is being taken out of the account, paid into it, or given back to it. */
  readonly movements: readonly MovementOn[];
}

/** What our own books say of a trading account. */
async function bookOf(sql: Sql, { clientId, companyId: company, number, currency }: LeftAccount): Promise<BookRow> {
  return sql.one<BookRow>(
    `select coalesce((select balance from ledger_account where code = $3), 0) as held,
       coalesce((select is_under_review from funding_account where number = $2), false) as "isShut",
       coalesce((select jsonb_agg(m) from (
         select r.reference, u.phase, r.account_number as "accountNumber", r.amount::text, r.account_amount::text as "accountAmount"
         from remittance_under_way u join remittance r on r.id = u.remittance_id
         where u.client_id = $1 and (u.phase in ('held', 'awaiting_approval', 'returning', 'received') and r.account_number = $2
           or u.phase = 'sent' and r.target_number = $2) limit ${mostUnderWay}
       ) m), '[]') as movements`,
    [clientId, number, trading({ company, clientId }, currency, number).code],
  );
}

/** What a movement may have on the account besides what the ledger says: what was set aside there, or is being paid in. */
function expectedOf(movement: MovementOn, login: AccountNumber) {
  const { phase, reference, accountNumber } = movement;
  const [amount, accountAmount] = [BigInt(movement.amount), BigInt(movement.accountAmount)];
  if (phase === 'held' || phase === 'awaiting_approval')
    return { tag: tagOf(reference, 'debit'), amount, isThereUntilDone: true };
  if (phase === 'returning') return { tag: tagOf(reference, 'return'), amount, isThereUntilDone: false };
  const isIn = phase === 'received' ? accountNumber === login : accountNumber !== login;
  return { tag: tagOf(reference, 'credit'), amount: isIn ? accountAmount : 0n, isThereUntilDone: false };
}

/** Whether the source has it now. The last word is the hold's and the platform's, when it is saved. */
export async function requireFunds(
  needs: Needs,
  ctx: ProcessContext,
  { source, amount }: { readonly source: FundingAccount; readonly amount: Money },
): Promise<PlatformAccount | undefined> {
  const { platform, currency } = source;
  if (!platform) {
    const available = source.inLedger ?? 0n;
    return available < amount.minor ? refuseForWant(ctx, money(available, currency)) : undefined;
  }
  const answer = await leavable(needs, ctx.sql, { ...source, platform });
  if (answer.outcome === 'shut') return ctx.refuse('account_under_review', { field: 'account_number' });
  if (answer.outcome !== 'done') return ctx.refuse('platform_unavailable', { field: 'account_number' });
  return answer.minor < amount.minor ? refuseForWant(ctx, money(answer.minor, currency)) : answer.account;
}

/** Says how much can leave. */
export function refuseForWant(ctx: ProcessContext, available: Money): never {
  const values = { available: amountSaid(available) };
  return ctx.refuse('not_enough_money', { field: 'amount', values, data: { available: formatMoney(available) } });
}

/** What the source's platform is asked for; undefined where the source is a wallet. */
export function debitOf({
  accountPlatform: platform,
  accountNumber: login,
  amount,
  currency,
}: Remittance): PlatformMove | undefined {
  return platform === null ? undefined : { name: 'debit', platform, login, amount: -amount, currency };
}

/** What follows for a payment whose source is asked. */
interface Leaving {
  /** It was not let go. */
  readonly released: (reason: ReasonCode) => PaymentIntent;
  /** It has left: by that operation, or out of a wallet, which nobody asks. */
  readonly taken: (outcome: Outcome | undefined) => Promise<Moved>;
}

/** Has the source's platform let go what is set aside. */
export async function takeOutOfSource(context: PaymentContext, remittance: Remittance, leaves: Leaving): Promise<Moved> {
  const asked = debitOf(remittance);
  if (!asked) return leaves.taken(undefined);
  const left = leftBy(remittance, asked);
  const mayNot = async () => whyNot(await leavable(context.needs, context.run.sql, left), remittance.amount);
  const debit = { ...asked, mayNot };
  if (remittance.removesBonus && !(await removeBonus(context, remittance, debit))) return false;
  const outcome = await move(context, remittance, debit);
  // The way to the platform is not open and nothing has happened: the client is told so instead of waiting, unless
  // the bonus is gone already, which would then have been for nothing.
  if (outcome.outcome === 'pending')
    return remittance.removesBonus ? giveUpLate(context, remittance, 'debit') : giveUp(context, remittance, 'debit');
  if (outcome.outcome === 'refused') {
    const reason = isPassing(outcome.code) ? 'platform_unavailable' : (debitReasons[outcome.code] ?? 'source_refused');
    return post(context, leaves.released(reason));
  }
  return leaves.taken(outcome);
}

/** Compared at the debit itself: what the platform alone has does not leave. */
function whyNot(answer: Leavable, amount: bigint): string | undefined {
  if (answer.outcome === 'shut') return 'account_under_review';
  if (answer.outcome !== 'done') return answer.outcome === 'not_found' ? 'not_found' : 'not_connected';
  return answer.minor < amount ? 'not_enough_money' : undefined;
}

function leftBy(remittance: Remittance, { platform, login }: Pick<PlatformMove, 'platform' | 'login'>): LeftAccount {
  const { clientId, companyId, currency } = remittance;
  return { platform, number: login, clientId, companyId, currency };
}

const debitReasons: Readonly<Record<string, ReasonCode>> = {
  not_enough_money: 'not_enough_money',
  account_disabled: 'account_not_active',
  not_found: 'account_not_active',
  lost: 'platform_unavailable',
};

/**
 * Document 1 §4: money leaves a promo account only after its bonus has gone. The bonus stays where the money could not
 * leave anyway: then the debit is refused before it is asked for. Answers false while it is not settled.
 */
async function removeBonus(context: PaymentContext, remittance: Remittance, debit: PlatformMove): Promise<boolean> {
  const { sql } = context.run;
  const { id, amount, clientId, companyId, currency } = remittance;
  const begun = await operationOf(context, remittance, 'unbonus');
  if (!begun && (await operationOf(context, remittance, 'debit'))) return true;
  const refuse = async (code: string): Promise<true> => {
    await refuseBefore(context, remittance, { move: debit, code });
    return true;
  };
  let credit = -(begun?.amount ?? 0n);
  if (!begun) {
    const answer = await leavable(context.needs, sql, leftBy(remittance, debit));
    if (answer.outcome === 'shut') return refuse('account_under_review');
    if (answer.outcome !== 'done') return refuse('not_connected');
    if (answer.minor < amount) return refuse('not_enough_money');
    credit = answer.account.credit;
    if (credit <= 0n) return true;
  }
  const outcome = await move(context, remittance, { ...debit, name: 'unbonus', amount: -credit, kind: 'credit' });
  if (outcome.outcome === 'refused') return refuse(outcome.code);
  if (outcome.outcome === 'pending') return (await giveUp(context, remittance, 'unbonus')) && refuse('not_connected');
  const owner = { company: companyId, clientId };
  const removed = { name: String(id), owner, currency, login: debit.login, credit, at: context.needs.clock.now() };
  await postBonusRemoval({ sql, post: (intent) => context.needs.book.submit(intent) }, removed);
  if (outcome.finished) await finishOperation(sql, outcome.finished);
  return true;
}

/** What is on its way back goes to its source by an operation of its own; into the wallet where the platform will not have it. */
export async function giveBack(
  context: PaymentContext,
  remittance: Remittance,
  backTo: (to: 'source' | 'wallet', at: Date) => PaymentIntent,
): Promise<Moved> {
  const { accountPlatform: platform, accountNumber: login, amount, currency, clientId, companyId } = remittance;
  if (platform === null) throw new Error(`remittance ${remittance.id} came from a wallet and needs no platform to return`);
  const outcome = await payIn(context, remittance, { name: 'return', platform, login, amount, currency });
  const at = context.needs.clock.now();
  if (outcome.outcome === 'done') return postDone(context, backTo('source', at), outcome);
  if (outcome.outcome === 'pending') return giveUpLate(context, remittance, 'return');
  await ensureWallet(context.run.sql, { clientId, companyId, currency, now: at });
  return post(context, backTo('wallet', at));
}
