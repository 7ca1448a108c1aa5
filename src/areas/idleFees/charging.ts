import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, utcDay } from '../../base/time.ts';
import { money, neededFor, parseMinor } from '../../base/money.ts';
import { amountSaid } from '../../base/wording.ts';
import { isCopied } from '../../law/accountTypes.ts';
import { gateDecision } from '../../law/gates.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { JobContext } from '../../protocol/call.ts';
import { accountsOf } from '../accounts/face.ts';
import { walletBalances } from '../fundingAccounts/face.ts';
import { closeNotice, notify } from '../notices/face.ts';
import { leavable, type EngineNeeds } from '../payments/face.ts';
import { carryOut, finishOperation, type Finished } from '../platformOperations/face.ts';
import { quoteRate } from '../rates/face.ts';
import { clientById } from '../session/face.ts';
import { idleFeesNotices } from './notices.ts';
import { announcedFor, chosenSource, monthsLater, type Source } from './rules.ts';
import * as store from './store.ts';

const pageSize = 200;
/** The fee is named in this currency. */
export const feeCurrency = 'USD';
export const aheadKey = (id: number) => `idle-fee:${id}:ahead`;

/** Announces what will be taken, and takes what was announced. Each is one commit, and safe to repeat. */
export async function chargeIdle(needs: EngineNeeds, context: JobContext): Promise<void> {
  const faults: unknown[] = [];
  for (let last = 0; ;) {
    const page = await store.openFees(context.sql, { now: context.now, after: last, limit: pageSize });
    for (const fee of page) await takeFee(needs, context, fee).catch((fault: unknown) => faults.push(fault));
    last = page.at(-1)?.id ?? 0;
    if (page.length < pageSize) break;
  }
  if (context.settings.idleFees.isCharged) await announceAll(context, faults);
  const [fault] = faults;
  if (fault !== undefined) throw fault;
}

/**
 * Whoever is idle is looked at each day: their next month may have begun, or money have come to them. One who cannot be told today
 * keeps no other waiting.
 */
async function announceAll(context: JobContext, faults: unknown[]): Promise<void> {
  const { sql, now, settings } = context;
  const { months, noticeDays } = settings.idleFees;
  const before = monthsLater(after(now, noticeDays * dayMs), -months);
  for (;;) {
    const page = await store.watchedClients(sql, { now, before, limit: pageSize });
    for (const { idle } of page) if (idle) await announce(context, idle).catch((fault: unknown) => faults.push(fault));
    await store.noteLooked(sql, page, after(now, dayMs));
    if (page.length < pageSize) return;
  }
}

async function announce({ transact, settings, now }: JobContext, idle: store.Idle): Promise<void> {
  const { months, noticeDays, amount: asked } = settings.idleFees;
  // Whoever cannot take their money away is not charged for leaving it.
  if (!gateDecision('withdraw', idle.profile).allowed) return;
  const dueAt = announcedFor({ idleSince: idle.idleSince, lastDueAt: idle.lastDueAt, months, noticeDays, now });
  const amount = parseMinor(asked, feeCurrency) ?? 0n;
  if (!dueAt || amount <= 0n) return;
  await transact(async (sql) => {
    const id = await store.announce(sql, { idle, amount, dueAt, now });
    if (id === undefined) return;
    await notify(sql, {
      clientId: idle.clientId,
      notice: idleFeesNotices.idle_fee_ahead,
      values: { amount: amountSaid(money(amount, feeCurrency)), day: utcDay(dueAt), months },
      key: aheadKey(id),
      now,
    });
  });
}

async function takeFee(needs: EngineNeeds, context: JobContext, fee: store.Fee): Promise<void> {
  if (fee.state === 'asked') return carryOn(needs, context, fee);
  const { sql, now, transact } = context;
  const client = await clientById(sql, fee.clientId);
  const isIdle = await store.isStillIdle(sql, { client: fee.clientId, since: fee.idleSince, now });
  // Of a client who has moved to another company it was announced by the one before.
  const isOurs = client?.profile.company === fee.companyId;
  if (!isIdle || !client || !isOurs || !gateDecision('withdraw', client.profile).allowed)
    return transact(async (inside) => void (await waive(inside, { id: fee.id, now })));
  const sources = await sourcesOf(needs, context, fee);
  // A platform or a rate that did not answer may be where the whole of it is.
  if (sources === undefined) return;
  const chosen = chosenSource(sources);
  const asked = await transact(async (inside) => {
    const locked = await store.lockFee(inside, fee.id);
    if (locked?.state !== 'announced') return undefined;
    await closeNotice(inside, { clientId: fee.clientId, key: aheadKey(fee.id), now });
    if (!chosen) return void (await store.endFee(inside, fee.id, { state: 'nothing', now }));
    const { platform, number, currency } = chosen.source;
    await store.setTaken(inside, fee.id, { platform, number, currency, amount: chosen.taken });
    const changed = await store.lockFee(inside, fee.id);
    if (platform !== null) return changed;
    if (changed) await postFee(inside, { fee: changed, now });
    return undefined;
  });
  if (asked) await carryOn(needs, context, asked);
}

/** The client has done something again, or the desk has said so: it is not taken, and not told of any more. */
export async function waive(sql: Sql, { id, now }: { readonly id: number; readonly now: Date }): Promise<boolean> {
  const fee = await store.lockFee(sql, id);
  if (fee?.state !== 'announced') return false;
  await store.endFee(sql, id, { state: 'waived', now });
  await closeNotice(sql, { clientId: fee.clientId, key: aheadKey(id), now });
  return true;
}

type FeeSource = Source & Omit<store.Taken, 'amount'>;

/** Wallets, then what is free on live accounts; undefined while somebody who has to be asked does not answer. */
async function sourcesOf(needs: EngineNeeds, context: JobContext, fee: store.Fee): Promise<FeeSource[] | undefined> {
  const { sql } = context;
  const sources: FeeSource[] = [];
  for (const { number, currency, balanceMinor: available } of await walletBalances(sql, fee.clientId)) {
    if (available <= 0n) continue;
    const inCurrency = await feeIn(context, fee.amount, currency);
    if (inCurrency === undefined) return undefined;
    if (available >= inCurrency) return [{ platform: null, number, currency, available, fee: inCurrency }];
    sources.push({ platform: null, number, currency, available, fee: inCurrency });
  }
  for (const account of await accountsOf(sql, fee.clientId)) {
    // What copies a strategy keeps its money apart: the shares of its provider are reckoned by what was paid in.
    if (account.isDemo || account.status !== 'active' || isCopied(account.type)) continue;
    const { platform, number, currency } = account;
    const answer = await leavable(needs, sql, account);
    if (answer.outcome === 'unknown') return undefined;
    const inCurrency = await feeIn(context, fee.amount, currency);
    if (inCurrency === undefined) return undefined;
    if (answer.outcome === 'done') sources.push({ platform, number, currency, available: answer.minor, fee: inCurrency });
  }
  return sources;
}

async function feeIn({ sql, now, settings }: JobContext, amount: bigint, currency: Currency): Promise<bigint | undefined> {
  if (currency === feeCurrency) return amount;
  const rate = await quoteRate(sql, { from: currency, to: feeCurrency, direction: 'transfer', at: now, rules: settings.rates });
  return rate && neededFor(money(amount, feeCurrency), currency, rate.exact).minor;
}

/** Has the platform take it, and posts it; what the platform refuses is not taken this month. */
async function carryOn(needs: EngineNeeds, context: JobContext, fee: store.Fee): Promise<void> {
  const { taken, tag, clientId, companyId } = fee;
  if (taken?.platform == null || tag === null) throw new Error(`the idle fee ${fee.id} is asked of no platform`);
  const { platform: key, number: login, currency, amount } = taken;
  const { sql, transact, settings, now } = context;
  const { monotonicMs, lookEverySeconds } = needs;
  const parts = { sql, transact, settings, platform: needs.platforms[key], now, monotonicMs, lookEverySeconds };
  const facts = { purpose: 'idle_fee', subject: `idle_fee:${fee.id}`, clientId, companyId } as const;
  const outcome = await carryOut(parts, { ...facts, tag, platform: key, login, kind: 'balance', amount: -amount, currency });
  if (outcome.outcome === 'pending') return;
  await transact(async (inside) => {
    if ((await store.lockFee(inside, fee.id))?.state !== 'asked') return;
    if (outcome.outcome === 'done') await postFee(inside, { fee, now, finished: outcome.finished });
    else await store.endFee(inside, fee.id, { state: 'nothing', now });
  });
}

interface Posting {
  readonly fee: store.Fee;
  readonly now: Date;
  readonly finished?: Finished | undefined;
}

/** The ledger knows of it with the row and with what the client is told. */
async function postFee(sql: Sql, { fee, now, finished }: Posting): Promise<void> {
  const { id, clientId, companyId: company, taken } = fee;
  if (!taken) throw new Error(`the idle fee ${id} is taken from nowhere`);
  const { platform, number, currency, amount } = taken;
  const owner = { company, clientId };
  const from = platform === null ? chart.wallet(owner, currency) : chart.trading(owner, currency, number);
  const outcome = await post(sql, {
    movement: { key: `idle_fee:${id}`, kind: 'fee', legs: [{ from, to: chart.fees(company, currency), minor: amount }], at: now },
    audit: {
      actor: { kind: 'system', id: 'idleFees' },
      action: 'idle_fee.taken',
      subject: `idle_fee:${id}`,
      clientId,
      detail: { account: number },
    },
  });
  if (outcome.outcome === 'refused') throw new Error(`the ledger would not take idle_fee:${id}: ${outcome.code}`);
  if (finished) await finishOperation(sql, finished);
  await store.endFee(sql, id, { state: 'posted', now });
  await notify(sql, {
    clientId,
    notice: idleFeesNotices.idle_fee_taken,
    values: { amount: amountSaid(money(amount, currency)), account: String(number) },
    key: `idle-fee:${id}:taken`,
    now,
  });
}
