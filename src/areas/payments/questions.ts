import { createHash } from 'node:crypto';
import { divideUp, formatMoney, money, type ExactRate, type Money } from '../../base/money.ts';
import { Refusal, type RefusalDetail } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import { amountSaid } from '../../base/wording.ts';
import { minDepositIn } from '../../law/accountTypes.ts';
import { givesUpBonus } from '../../law/promotions.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { directionAsks } from '../../protocol/payment.ts';
import { keepSnapshot } from '../accounts/face.ts';
import { requireNothingOwed, type DebtContext } from '../debts/face.ts';
import { ownFactors, takeFactor, type FactorNeeds } from '../factors/face.ts';
import { askPin, checkPin, countFailureOf, forgetFailuresOf, requirePassed, waitOneByOne } from '../session/face.ts';
import type { Needs } from './context.ts';
import type { ProcessContext, ProcessInput } from './contract.ts';
import type { ConfirmQuestion, SaveQuestion } from './direction.ts';
import type { FundingAccount } from '../fundingAccounts/face.ts';
import { endNumbered, type Ends } from './ends.ts';
import { refuseAmount, type Saving } from './quotes.ts';
import { goesTo } from './payout/asking.ts';
import { goesSomewhereNew } from './payout/lines.ts';
import { isProven, keepProof, type Proof } from './proofs.ts';
import { leastFor, type QuotedAmounts } from './rules.ts';
import { agreeToBonusRemoval, cameIn, payerOf, type Remittance } from './store.ts';

/*
 * What the server asks back: each question is for every direction that it can touch, and a direction lists those that touch it
 * (readings, decision 4). The form shows the refusal at the field that answers it, and sends the same again with the answer.
 */

/** Document 2 §9: the first money of some types comes to an amount; whichever way it comes, so much is asked for (limit_exceed). */
export const firstMoney: ConfirmQuestion = async (ctx, { fundingAccount, quoted, terms }) => {
  const min = await missingFirst(ctx.sql, { fundingAccount, quoted, feeBasisPoints: terms.feeBasisPoints });
  if (min) refuseAmount(ctx, { min, max: terms.max });
};

interface FirstFunding {
  readonly fundingAccount: FundingAccount;
  readonly quoted: { readonly amounts: QuotedAmounts; readonly exact: ExactRate | undefined };
  readonly feeBasisPoints: number;
}

/**
 * The least that has to be paid, where a type asks its first money to come to an amount (document 2 §9: pro accounts from
 * 25 000) and this does not; undefined where it is enough. What has come in so far counts, by deposit and by transfer.
 */
async function missingFirst(sql: Sql, { fundingAccount, quoted, feeBasisPoints }: FirstFunding): Promise<Money | undefined> {
  const { amount, arrives } = quoted.amounts;
  if (arrives.minor >= (firstAsked(fundingAccount)?.minor ?? 0n)) return undefined;
  const missing = await missingIn(sql, fundingAccount);
  if (!missing || arrives.minor >= missing.minor) return undefined;
  return leastFor(missing, { from: amount.currency, rate: quoted.exact, feeBasisPoints });
}

/** Document 1 §5, 20037: what stays on an account with open positions keeps a distance from its margin call. */
export const minimumEquity: ConfirmQuestion = async (ctx, { quoted, leaves }) => {
  if (!leaves || leaves.margin <= 0n) return;
  const { amount } = quoted.amounts;
  const least = divideUp(leaves.margin * BigInt(ctx.settings.withdraw.minMarginLevelPercent), 100n);
  if (leaves.equity - amount.minor >= least) return;
  const equity = money(least, amount.currency);
  ctx.refuse('20037', {
    field: 'amount',
    values: { equity: amountSaid(equity) },
    data: { equity: formatMoney(equity), currency: equity.currency },
  });
};

type Funded = Pick<FundingAccount, 'clientId' | 'number' | 'type' | 'currency'>;

/** What of a first deposit has not come in; undefined where the type asks for none. */
export async function missingIn(sql: Sql, fundingAccount: Funded): Promise<Money | undefined> {
  const asked = firstAsked(fundingAccount);
  return asked && money(asked.minor - (await cameIn(sql, fundingAccount)), asked.currency);
}

function firstAsked({ type, currency }: Funded): Money | undefined {
  return type?.minDepositOf === 'type' ? minDepositIn(type, currency) : undefined;
}

/** Document 1 §4 and §5: money leaves a promo account only when its bonus goes first, and the client has said so. */
export const bonusRemoval: SaveQuestion = {
  answer: 'confirm_bonus_removal',
  code: '20034',
  async ask(needs, ctx, { remittance, input, ends }) {
    const source = endNumbered(ends, remittance.accountNumber);
    if (!source?.platform || !givesUpBonus(source)) return undefined;
    const answer = await needs.platforms[source.platform].account(source.number);
    // What goes has to be named before anybody agrees to it.
    if (answer.outcome !== 'done')
      return input.confirm_bonus_removal ? {} : ctx.refuse('platform_unavailable', { field: 'account_number' });
    const { account } = answer;
    await keepSnapshot(ctx.sql, account);
    // A bonus that is gone, by an earlier removal or by losses, is not asked for again.
    if (account.credit <= 0n) return undefined;
    const bonus = money(account.credit, source.currency);
    return { values: { amount: amountSaid(bonus) }, data: { amount: formatMoney(bonus), currency: bonus.currency } };
  },
  async agree(ctx, remittance) {
    await agreeToBonusRemoval(ctx.sql, remittance.id);
    return { ...remittance, removesBonus: true };
  },
};

/** Whoever owes something neither pays out nor moves money between accounts: what there is pays that first. */
export async function requireNoDebt(ctx: DebtContext, { owes }: Pick<Ends, 'owes'>, field = 'amount'): Promise<void> {
  if (owes) await requireNothingOwed(ctx, field);
}

/** Puts the questions of a saving, one after the other; answers the quote with what the client has agreed to. */
export async function putQuestions(
  needs: Needs,
  ctx: ProcessContext,
  { questions, ...saving }: Saving & { readonly questions: readonly SaveQuestion[] },
): Promise<Remittance> {
  let { remittance } = saving;
  for (const { answer, code, ask, agree } of questions) {
    const asked = await ask(needs, ctx, { ...saving, remittance });
    if (!asked) continue;
    if (!isAnswered(saving.input, answer)) ctx.refuse(code, { ...asked, field: answer });
    remittance = await agree(ctx, remittance);
  }
  return remittance;
}

function isAnswered(input: ProcessInput, answer: SaveQuestion['answer']): boolean {
  return input[answer] === true || (answer === 'confirm_raffle' && input.raffle_contest_exists === true);
}

/* The PIN that a client proves a saving with, in the directions whose contract asks for one. */

/** What sending one needs of a call. */
export type PinContext = Pick<ProcessContext, 'sql' | 'transact' | 'tellIn' | 'settings' | 'now' | 'client' | 'language'> & {
  readonly refuse: (code: 'too_many_codes', detail?: RefusalDetail) => never;
};

interface SentPin {
  readonly channel: 'email' | 'sms' | 'voice';
  /** In how many seconds another one can be sent. */
  readonly resendSeconds: number;
  /** False: one was sent a moment ago, for something else perhaps. */
  readonly isSent: boolean;
}

/** By which way it is asked for; undefined where it is not. */
function pinChannel({ profile }: ProcessContext['client'], type: Remittance['type']): SentPin['channel'] | undefined {
  if (type === 'reversal' || !directionAsks[type].pin) return undefined;
  return regionProfileOf(profile).payoutPin ?? undefined;
}

const purposeOf = (type: Remittance['type']) => `payment_${type}`;
const subjectOf = (ctx: Pick<PinContext, 'client'>) => `client:${ctx.client.id}`;
/** This payment, with its amount and its ends: where it goes to in parts stands with its number and never changes. */
const boundTo = ({ id, amount, currency, accountNumber, targetNumber }: Remittance) =>
  JSON.stringify([id, String(amount), currency, accountNumber, targetNumber]);

/**
 * Whether the saving is proven by the second factor instead of a PIN: money goes somewhere new, and the client has one. Whoever has taken
 * over a session and a mailbox gets no further.
 */
export async function asksFactor(
  ctx: Pick<PinContext, 'sql' | 'settings' | 'now' | 'client'>,
  { id, type }: Remittance,
): Promise<boolean> {
  if (type !== 'withdraw' || !(await ownFactors(ctx.sql, ctx.client.id)).isOn) return false;
  const { coolingSeconds } = ctx.settings.withdraw;
  return goesSomewhereNew(ctx.sql, { clientId: ctx.client.id, remittanceId: id, coolingSeconds, now: ctx.now });
}

/** How a client would have it. */
export interface PinWish {
  /** By a call, where it goes by SMS: one that does not come is no reason to get no further. */
  readonly isCalled: boolean;
}

/** Sends one as the region says, for this payment and no other; undefined where none is asked for. */
export async function sendPin(
  ctx: PinContext,
  remittance: Remittance,
  { isCalled }: PinWish = { isCalled: false },
): Promise<SentPin | undefined> {
  const { id: clientId, profile } = ctx.client;
  const wanted = pinChannel(ctx.client, remittance.type);
  if (!wanted || (await asksFactor(ctx, remittance))) return undefined;
  const { company } = regionProfileOf(profile);
  const { email, phone } = await payerOf(ctx.sql, clientId);
  const byPhone = isCalled && wanted === 'sms' ? 'voice' : wanted;
  const channel = phone === null ? 'email' : byPhone;
  const to = channel === 'email' || phone === null ? email : phone;
  const bound = { subject: subjectOf(ctx), action: purposeOf(remittance.type), binds: boundTo(remittance) };
  const letter = { type: 'payout_pin', values: await saidOf(ctx.sql, remittance) } as const;
  const asked = await askPin(ctx, { ...bound, channel, to, language: ctx.language, company, clientId, letter });
  if (asked.outcome === 'too_many') return ctx.refuse('too_many_codes', { field: 'payment_code' });
  const isSent = asked.outcome === 'sent';
  return { channel, isSent, resendSeconds: isSent ? asked.resendSeconds : asked.seconds };
}

/** Readings 24: what the PIN is good for, so that nobody who is talked into telling it takes it for another payment's. */
async function saidOf(sql: Sql, { id, amount, currency }: Remittance) {
  const { first, others } = await goesTo(sql, id);
  return { amount: amountSaid(money(amount, currency)), to: first, others };
}

/**
 * Takes what came along as the proof, for this saving and no other: the second factor where it goes somewhere new, else the PIN. Whoever
 * sends the same saving twice, even at the same moment, has proven it with the first.
 */
export async function requireProof(app: FactorNeeds, ctx: ProcessContext, saving: Saving): Promise<void> {
  if (await asksFactor(ctx, saving.remittance)) await requireFactor(app, ctx, saving);
  else await requirePin(ctx, saving);
}

/** What was given for this payment in this session, so that the same is known again. */
function proofOf({ client }: ProcessContext, { remittance, input }: Saving): Proof {
  const given = [client.sid, boundTo(remittance), input.payment_code, input.code, input.passkey];
  return { remittance: remittance.id, digest: createHash('sha256').update(JSON.stringify(given)).digest() };
}

/** A passkey answers for this payment in this session alone; a code of the app is good once. */
async function requireFactor(app: FactorNeeds, ctx: ProcessContext, saving: Saving): Promise<void> {
  const { remittance, input } = saving;
  const { id: clientId, sid } = ctx.client;
  const failures = { key: `prove:client:${clientId}`, limits: ctx.settings.signIn, wall: app.clock.wall() };
  const binds = `${sid} ${boundTo(remittance)}`;
  const proof = proofOf(ctx, saving);
  const verdict = await ctx.transact(async (sql) => {
    const seconds = await waitOneByOne(sql, failures);
    if (seconds > 0) return { outcome: 'waits', seconds } as const;
    const factor = await takeFactor(sql, app, { clientId, given: input, binds });
    if (factor.outcome === 'missing') return factor;
    if (factor.outcome === 'given') {
      await keepProof(sql, proof, ctx.now);
      await forgetFailuresOf(sql, failures.key);
    } else if (!(await isProven(sql, proof))) {
      await countFailureOf(sql, failures);
      return { outcome: 'wrong' } as const;
    }
    return { outcome: 'given' } as const;
  });
  if (verdict.outcome === 'waits') ctx.refuse('too_many_attempts', { values: { seconds: verdict.seconds } });
  if (verdict.outcome === 'missing') ctx.refuse('second_factor_required', { data: verdict.asked });
  if (verdict.outcome === 'wrong') ctx.refuse('wrong_code', { field: 'code' });
}

async function requirePin(ctx: ProcessContext, saving: Saving): Promise<void> {
  const { remittance, input } = saving;
  if (!pinChannel(ctx.client, remittance.type)) return;
  const field = 'payment_code';
  const pin = input.payment_code ?? ctx.refuse('field_required', { field });
  const [subject, action] = [subjectOf(ctx), purposeOf(remittance.type)];
  const verdict = await checkPin(ctx, { subject, action, binds: boundTo(remittance), pin });
  if (verdict.outcome === 'wrong') ctx.refuse('WRONG_CODE', { field });
  const proof = proofOf(ctx, saving);
  if (verdict.outcome !== 'passed') return (await isProven(ctx.sql, proof)) ? undefined : ctx.refuse('expired', { field });
  const { challenge } = verdict;
  try {
    await ctx.transact(async (sql) => {
      await requirePassed(sql, { challenge, subject, action, now: ctx.now });
      await keepProof(sql, proof, ctx.now);
    });
  } catch (error) {
    // Between the check and this it may have been used for the very same.
    if (!(error instanceof Refusal) || !(await isProven(ctx.sql, proof))) throw error;
  }
}
