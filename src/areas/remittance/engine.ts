import type { Sql, Transact } from '../../base/sql.ts';
import { after, minuteMs, secondMs, type Clock } from '../../base/time.ts';
import type { Book, Intent } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { isLanguageKey, languages } from '../../law/languages.ts';
import type { Settings } from '../../law/settings.ts';
import type { Payments } from '../../ports/payments/port.ts';
import type { Event } from '../../wire/call.ts';
import { keepSnapshot } from '../accounts/face.ts';
import { ensureWallet } from '../wallet/face.ts';
import * as movements from './movements.ts';
import { shareOf, type Phase } from './rules.ts';
import { giveUp, movePlatformMoney, stepOf, type MoveOutcome, type PlatformMove, type Platforms } from './steps.ts';
import { changePhase, payerOf, remittanceOf, type PhaseStep, type Remittance } from './store.ts';

/** What the area needs of the house. */
export interface Needs {
  readonly book: Book;
  readonly platforms: Platforms;
  readonly payments: Payments;
  readonly clock: Clock;
  /** The portal's own address, without a slash at its end. */
  readonly publicUrl: string;
  /** How long after a lost answer a platform is given before its deals are looked up again. Five seconds when left out. */
  readonly settleSeconds?: number;
}

/** What a call's context and a job's have in common. */
export interface Run {
  readonly sql: Sql;
  readonly transact: Transact;
  readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
  readonly settings: Settings;
}

export interface Engine {
  /**
   * Moves a remittance on as far as it can go now, and answers where it stands then. Any number of processes may
   * drive the same remittance: each step is claimed in the database, and postings go by the fact's name.
   */
  drive(run: Run, id: number): Promise<Remittance>;
}

/** More moves than any remittance has. */
const mostMoves = 12;
const defaultSettleSeconds = 5;
/** A target's platform that cannot be reached: after so long the money goes back, or to the wallet. */
const creditPatienceMs = 10 * minuteMs;
/** A payment page that could not be opened: after so long the deposit is given up. Nobody can have paid. */
const openingPatienceMs = 30 * minuteMs;

export function openEngine(needs: Needs): Engine {
  // Saves of the same remittance that arrive together share one drive.
  const flights = new Map<number, Promise<Remittance>>();
  return {
    async drive(run, id) {
      const flying = flights.get(id);
      if (flying) return flying;
      const flight = driveOn({ needs, run }, id).finally(() => flights.delete(id));
      flights.set(id, flight);
      return flight;
    },
  };
}

export interface Work {
  readonly needs: Needs;
  readonly run: Run;
}

/** Answers true when the remittance has moved on (by us or by somebody else), false when it has to wait. */
type Mover = (work: Work, remittance: Remittance) => Promise<boolean>;

async function driveOn(work: Work, id: number): Promise<Remittance> {
  for (let moves = 0; moves < mostMoves; moves += 1) {
    const remittance = await mustRead(work.run.sql, id);
    const mover = movers[remittance.phase];
    if (!mover || !(await mover(work, remittance))) {
      if (moves > 0) await refreshBalances(work, remittance);
      return mustRead(work.run.sql, id);
    }
  }
  throw new Error(`remittance ${id} moved ${mostMoves} times and has not come to rest`);
}

/** So that the balances on the screen are those after the movement. What the platform does not answer comes with the next sweep. */
async function refreshBalances(work: Work, remittance: Remittance): Promise<void> {
  const ends = [
    { platform: remittance.accountPlatform, number: remittance.accountNumber },
    { platform: remittance.targetPlatform, number: remittance.targetNumber },
  ];
  const answers = await Promise.all(
    ends.map(({ platform, number }) => (platform && number ? work.needs.platforms[platform].account(number) : undefined)),
  );
  for (const answer of answers) if (answer?.outcome === 'done') await keepSnapshot(work.run.sql, answer.account);
}

async function mustRead(sql: Sql, id: number): Promise<Remittance> {
  const remittance = await remittanceOf(sql, id);
  if (!remittance) throw new Error(`there is no remittance ${id}`);
  return remittance;
}

const movers: Readonly<Partial<Record<Phase, Mover>>> = {
  starting: openPaymentPage,
  received: creditDeposit,
  held: takeFromSource,
  sent: creditTarget,
  returning: giveBackToSource,
  reversing: takeBack,
};

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
  const outcome = await move(work, remittance, { name: 'credit', platform, login, amount, currency });
  const now = work.needs.clock.now();
  if (outcome.outcome === 'done') return post(work, movements.settled(remittance, now));
  if (outcome.outcome === 'pending') return giveUpLate(work, remittance, 'credit');
  await ensureWallet(work.run.sql, { clientId: remittance.clientId, companyId: remittance.companyId, currency, now });
  return post(work, movements.intoWalletInstead(remittance, now));
}

async function takeFromSource(work: Work, remittance: Remittance): Promise<boolean> {
  const { accountPlatform: platform, accountNumber: login, amount, currency } = remittance;
  if (platform !== null) {
    if (remittance.removesBonus && !(await removeBonus(work, remittance))) return false;
    const outcome = await move(work, remittance, { name: 'debit', platform, login, amount: -amount, currency });
    // The way to the platform is not open and nothing has happened: the client is told so instead of waiting.
    if (outcome.outcome === 'pending') return giveUp(work.run.sql, remittance.id, 'debit');
    if (outcome.outcome === 'refused') {
      const reason = debitReasons[outcome.code] ?? 'source_refused';
      return post(work, movements.released(remittance, { at: work.needs.clock.now(), reason }));
    }
  }
  return post(work, movements.sent(remittance, work.needs.clock.now()));
}

const debitReasons: Readonly<Record<string, string>> = {
  not_enough_money: 'not_enough_money',
  busy: 'platform_unavailable',
  not_connected: 'platform_unavailable',
  too_frequent: 'platform_unavailable',
  not_authorised: 'platform_unavailable',
  account_disabled: 'account_not_active',
  not_found: 'account_not_active',
};

/** Document 1 §4: money leaves a promo account only after its bonus has gone. Answers false while that is not settled. */
async function removeBonus(work: Work, remittance: Remittance): Promise<boolean> {
  const { accountPlatform: platform, accountNumber: login, currency, clientId, companyId, id } = remittance;
  if (platform === null) return true;
  if (!(await stepOf(work.run.sql, id, 'unbonus'))) {
    const answer = await work.needs.platforms[platform].account(login);
    if (answer.outcome !== 'done') return false;
    if (answer.account.credit <= 0n) return true;
    await move(work, remittance, { name: 'unbonus', platform, login, amount: -answer.account.credit, currency, kind: 'credit' });
  }
  const step = await stepOf(work.run.sql, id, 'unbonus');
  if (!step) return true;
  const outcome = await move(work, remittance, {
    name: 'unbonus',
    platform,
    login,
    amount: step.amount,
    currency,
    kind: 'credit',
  });
  if (outcome.outcome !== 'done') return outcome.outcome === 'refused';
  const bonus = chart.bonusCredit({ company: companyId, clientId }, currency);
  const held = await balanceOf(work.run.sql, bonus);
  const minor = held < -step.amount ? held : -step.amount;
  if (minor <= 0n) return true;
  const legs = [{ from: bonus, to: chart.promotions(companyId, currency), minor }] as const;
  await work.needs.book.submit({
    movement: { key: `bonus_removed:${id}`, kind: 'bonus_removed', legs, at: work.needs.clock.now() },
  });
  return true;
}

async function creditTarget(work: Work, remittance: Remittance): Promise<boolean> {
  const { targetPlatform: platform, targetNumber: login, accountAmount: amount, accountCurrency: currency } = remittance;
  if (platform === null || login === null)
    throw new Error(`remittance ${remittance.id} waits for a platform, but has no target there`);
  const outcome = await move(work, remittance, { name: 'credit', platform, login, amount, currency });
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
  const outcome = await move(work, remittance, { name: 'return', platform, login, amount, currency });
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
  const { amount, accountAmount } = remittance;
  const share = shareOf(covered, { paid: accountAmount, arrived: amount });
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
    const { balance, marginFree } = answer.account;
    const available = [balance, marginFree, accountAmount].reduce((least, each) => (each < least ? each : least));
    if (available <= 0n) return 0n;
    amount = -available;
  }
  const outcome = await move(work, remittance, { name: 'reverse', platform, login, amount, currency });
  if (outcome.outcome === 'pending') return undefined;
  if (outcome.outcome === 'refused') return 0n;
  const step = await stepOf(work.run.sql, id, 'reverse');
  return step ? -step.amount : -amount;
}

async function move(work: Work, remittance: Remittance, asked: PlatformMove): Promise<MoveOutcome> {
  const { needs, run } = work;
  return movePlatformMoney(
    {
      sql: run.sql,
      platforms: needs.platforms,
      now: needs.clock.now(),
      settleSeconds: needs.settleSeconds ?? defaultSettleSeconds,
    },
    remittance,
    asked,
  );
}

/** A platform that keeps saying that it cannot be reached is refused in the end, so that the money can go another way. */
async function giveUpLate(work: Work, remittance: Remittance, name: 'credit' | 'return'): Promise<boolean> {
  const step = await stepOf(work.run.sql, remittance.id, name);
  if (!step || work.needs.clock.now().getTime() - step.startedAt.getTime() < creditPatienceMs) return false;
  return giveUp(work.run.sql, remittance.id, name);
}

/** Posts and changes the phase. A phase that somebody else has changed meanwhile counts as moved on. */
async function post(work: Work, intent: Intent): Promise<boolean> {
  const outcome = await work.needs.book.submit(intent);
  if (outcome.outcome === 'posted') return true;
  if (outcome.code === 'step_refused') return true;
  if (outcome.code === 'below_floor') return false;
  throw new Error(`${intent.movement.key} stands for another movement`);
}

async function change(work: Work, remittance: Remittance, step: PhaseStep): Promise<boolean> {
  await changeTold(work, remittance, step);
  return true;
}

/** Changes a phase where no money moves, with its events. Answers false when somebody else has changed it before. */
export async function changeTold(work: Work, remittance: Remittance, step: PhaseStep): Promise<boolean> {
  const now = work.needs.clock.now();
  return work.run.transact(async (sql) => {
    if (!(await changePhase(sql, step, now))) return false;
    for (const event of movements.eventsOf(remittance, step.to, now))
      await work.run.tellIn(sql, movements.ofClient(event, remittance));
    return true;
  });
}
