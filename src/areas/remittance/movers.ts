import { after, minuteMs, secondMs } from '../../base/time.ts';
import * as chart from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { isLanguageKey, languages } from '../../law/languages.ts';
import { ensureWallet } from '../wallet/face.ts';
import * as movements from './movements.ts';
import { shareToGet, withdrawable, type Phase, type ReasonCode } from './rules.ts';
import { giveUp, stepOf, type PlatformMove } from './steps.ts';
import { payerOf, type Remittance } from './store.ts';
import { change, giveUpLate, move, payIn, post, refuseBefore, type Mover, type Work } from './work.ts';

/** What moves a remittance on from each phase that somebody of ours has to move on. */
export const movers: Readonly<Partial<Record<Phase, Mover>>> = {
  starting: openPaymentPage,
  received: creditDeposit,
  held: takeFromSource,
  sent: creditTarget,
  returning: giveBackToSource,
  reversing: takeBack,
};

/** A payment page that could not be opened: after so long the deposit is given up. Nobody can have paid. */
const openingPatienceMs = 30 * minuteMs;

/** Asking the provider again with the same reference is safe, and the first page that is written down is everybody's. */
async function openPaymentPage(work: Work, remittance: Remittance): Promise<boolean> {
  const { needs, run } = work;
  const payer = await payerOf(run.sql, remittance.clientId);
  const answer = await needs.payments.startPayment({
    intent: 'deposit',
    reference: remittance.reference,
    amount: movements.paidOf(remittance),
    clientId: remittance.clientId,
    locale: isLanguageKey(payer.language) ? languages[payer.language].tag : 'en',
    customer: { name: payer.name, email: payer.email, country: payer.country },
    notificationUrl: `${needs.publicUrl}/api/webhooks/payments/praxis`,
    returnUrl: `${needs.publicUrl}/${payer.language}/payments/payment_system/redirect?tid=${remittance.id}`,
  });
  const now = needs.clock.now();
  const { id, phase: from } = remittance;
  if (answer.outcome === 'started') {
    const expiresAt = after(now, run.settings.deposit.abandonedSeconds * secondMs).toISOString();
    const set = { redirect: answer.redirect, expires_at: expiresAt };
    return change(work, remittance, { id, from, to: 'waiting_payment', stage: 'waiting_payment', set });
  }
  if (answer.outcome === 'refused') {
    return change(work, remittance, { id, from, to: 'failed', stage: 'failed', reason: 'provider_refused' });
  }
  if (now.getTime() - remittance.updatedAt.getTime() < openingPatienceMs) return false;
  return change(work, remittance, { id, from, to: 'cancelled', stage: 'cancelled', reason: 'payment_page_unavailable' });
}

async function creditDeposit(work: Work, remittance: Remittance): Promise<boolean> {
  const { accountPlatform: platform, accountNumber: login, accountAmount: amount, accountCurrency: currency } = remittance;
  if (platform === null) throw new Error(`remittance ${remittance.id} waits for a platform, but its target is a wallet`);
  const outcome = await payIn(work, remittance, { name: 'credit', platform, login, amount, currency });
  const now = work.needs.clock.now();
  if (outcome.outcome === 'done') return post(work, movements.settled(remittance, now));
  if (outcome.outcome === 'pending') return giveUpLate(work, remittance, 'credit');
  await ensureWallet(work.run.sql, { clientId: remittance.clientId, companyId: remittance.companyId, currency, now });
  return post(work, movements.intoWalletInstead(remittance, now));
}

async function takeFromSource(work: Work, remittance: Remittance): Promise<boolean> {
  const { accountPlatform: platform, accountNumber: login, amount, currency } = remittance;
  if (platform !== null) {
    const debit = { name: 'debit', platform, login, amount: -amount, currency } as const;
    if (remittance.removesBonus && !(await removeBonus(work, remittance, debit))) return false;
    const outcome = await move(work, remittance, debit);
    // The way to the platform is not open and nothing has happened: the client is told so instead of waiting, unless
    // the bonus is gone already, which would then have been for nothing.
    if (outcome.outcome === 'pending')
      return remittance.removesBonus ? giveUpLate(work, remittance, 'debit') : giveUp(work.run.sql, remittance.id, 'debit');
    if (outcome.outcome === 'refused') {
      const reason = debitReasons[outcome.code] ?? 'source_refused';
      return post(work, movements.released(remittance, { at: work.needs.clock.now(), reason }));
    }
  }
  return post(work, movements.sent(remittance, work.needs.clock.now()));
}

const debitReasons: Readonly<Record<string, ReasonCode>> = {
  not_enough_money: 'not_enough_money',
  busy: 'platform_unavailable',
  not_connected: 'platform_unavailable',
  too_frequent: 'platform_unavailable',
  not_authorised: 'platform_unavailable',
  rejected: 'platform_unavailable',
  account_disabled: 'account_not_active',
  not_found: 'account_not_active',
};

/**
 * Document 1 §4: money leaves a promo account only after its bonus has gone. The bonus stays where the money could not
 * leave anyway: then the debit is refused before it is asked for. Answers false while it is not settled.
 */
async function removeBonus(work: Work, remittance: Remittance, debit: PlatformMove): Promise<boolean> {
  const { sql } = work.run;
  const { id, amount } = remittance;
  const begun = await stepOf(sql, id, 'unbonus');
  if (!begun && (await stepOf(sql, id, 'debit'))) return true;
  const refuse = async (code: string): Promise<true> => {
    await refuseBefore(work, remittance, { move: debit, code });
    return true;
  };
  let credit = begun ? -begun.amount : 0n;
  if (!begun) {
    const answer = await work.needs.platforms[debit.platform].account(debit.login);
    if (answer.outcome !== 'done') return refuse('not_connected');
    if (withdrawable(answer.account) < amount) return refuse('not_enough_money');
    credit = answer.account.credit;
    if (credit <= 0n) return true;
  }
  const outcome = await move(work, remittance, { ...debit, name: 'unbonus', amount: -credit, kind: 'credit' });
  if (outcome.outcome === 'refused') return refuse(outcome.code);
  if (outcome.outcome === 'pending') return (await giveUp(sql, id, 'unbonus')) && refuse('not_connected');
  await postBonusRemoval(work, remittance, credit);
  return true;
}

async function postBonusRemoval(work: Work, remittance: Remittance, credit: bigint): Promise<void> {
  const { id, clientId, companyId, currency } = remittance;
  const bonus = chart.bonusCredit({ company: companyId, clientId }, currency);
  const held = await balanceOf(work.run.sql, bonus);
  const minor = held < credit ? held : credit;
  if (minor <= 0n) return;
  const legs = [{ from: bonus, to: chart.promotions(companyId, currency), minor }] as const;
  await work.needs.book.submit({
    movement: { key: `bonus_removed:${id}`, kind: 'bonus_removed', legs, at: work.needs.clock.now() },
  });
}

async function creditTarget(work: Work, remittance: Remittance): Promise<boolean> {
  const { targetPlatform: platform, targetNumber: login, accountAmount: amount, accountCurrency: currency } = remittance;
  if (platform === null || login === null)
    throw new Error(`remittance ${remittance.id} waits for a platform, but has no target there`);
  const outcome = await payIn(work, remittance, { name: 'credit', platform, login, amount, currency });
  const now = work.needs.clock.now();
  if (outcome.outcome === 'done') return post(work, movements.settled(remittance, now));
  if (outcome.outcome === 'pending') return giveUpLate(work, remittance, 'credit');
  if (remittance.accountPlatform === null) return post(work, movements.returned(remittance, { at: now, to: 'source' }));
  return change(work, remittance, {
    id: remittance.id,
    from: 'sent',
    to: 'returning',
    stage: 'returning',
    reason: 'target_refused',
  });
}

async function giveBackToSource(work: Work, remittance: Remittance): Promise<boolean> {
  const { accountPlatform: platform, accountNumber: login, amount, currency, clientId, companyId } = remittance;
  if (platform === null) throw new Error(`remittance ${remittance.id} came from a wallet and needs no platform to return`);
  const outcome = await payIn(work, remittance, { name: 'return', platform, login, amount, currency });
  const now = work.needs.clock.now();
  if (outcome.outcome === 'done') return post(work, movements.returned(remittance, { at: now, to: 'source' }));
  if (outcome.outcome === 'pending') return giveUpLate(work, remittance, 'return');
  await ensureWallet(work.run.sql, { clientId, companyId, currency, now });
  return post(work, movements.returned(remittance, { at: now, to: 'wallet' }));
}

/** Takes out what the client still has of a payment that was taken back. */
async function takeBack(work: Work, remittance: Remittance): Promise<boolean> {
  const covered =
    remittance.accountPlatform === null ? await coveredByWallet(work, remittance) : await coveredByAccount(work, remittance);
  if (covered === undefined) return false;
  const { amount, fee, accountAmount } = remittance;
  const share = shareToGet(covered, { parts: accountAmount, amount: amount - fee });
  const coveredPaidMinor = covered > 0n && share === 0n ? 1n : share;
  const at = work.needs.clock.now();
  return post(work, movements.reversed(remittance, { at, coveredMinor: covered, coveredPaidMinor }));
}

async function coveredByWallet(work: Work, remittance: Remittance): Promise<bigint> {
  const owner = { company: remittance.companyId, clientId: remittance.clientId };
  const balance = await balanceOf(work.run.sql, chart.wallet(owner, remittance.accountCurrency));
  return balance < remittance.accountAmount ? balance : remittance.accountAmount;
}

/** Undefined while the platform has not answered. */
async function coveredByAccount(work: Work, remittance: Remittance): Promise<bigint | undefined> {
  const { accountPlatform: platform, accountNumber: login, accountAmount, accountCurrency: currency, id } = remittance;
  if (platform === null) return 0n;
  const known = await stepOf(work.run.sql, id, 'reverse');
  let amount = known?.amount;
  if (amount === undefined) {
    const answer = await work.needs.platforms[platform].account(login);
    if (answer.outcome === 'refused' && answer.code === 'not_found') return 0n;
    if (answer.outcome !== 'done') return undefined;
    const free = withdrawable(answer.account);
    if (free === 0n) return 0n;
    amount = free < accountAmount ? -free : -accountAmount;
  }
  const outcome = await move(work, remittance, { name: 'reverse', platform, login, amount, currency });
  if (outcome.outcome === 'pending') return undefined;
  if (outcome.outcome === 'refused') return 0n;
  const step = await stepOf(work.run.sql, id, 'reverse');
  return step ? -step.amount : -amount;
}
