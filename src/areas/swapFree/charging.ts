import { money, neededFor, parseMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { openZone, zoneRuleOf, type Zone } from '../../base/zone.ts';
import { amountSaid } from '../../base/wording.ts';
import { platformKeys, type PlatformKey } from '../../law/platforms.ts';
import { swapFreeGroupOf, type SwapFreeGroup } from '../../law/swapFree.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import { readMark } from '../deals/face.ts';
import { notify } from '../notices/face.ts';
import type { EngineNeeds } from '../payments/face.ts';
import { carryOut, finishOperation, type Finished } from '../platformOperations/face.ts';
import { quoteRate } from '../rates/face.ts';
import { swapFreeNotices } from './notices.ts';
import {
  feeCurrency,
  feeOfLots,
  firstCharged,
  isNearEnd,
  midnightOf,
  nightAfter,
  nightDay,
  nightOfDay,
  type Night,
} from './rules.ts';
import * as store from './store.ts';

const pageSize = 200;
/** After a long time without a worker no more nights than these are looked at; older ones cost nothing. */
const mostNights = 10;

export function zoneOf({ swapFree }: Settings): Zone {
  const rule = zoneRuleOf(swapFree.zone);
  if (!rule) throw new Error(`swapFree.zone is no zone: ${swapFree.zone}`);
  return openZone(rule);
}

/** Looks at each night that has passed, once, and takes what nights cost. Each fee is commits of its own, and safe to repeat. */
export async function chargeSwapFree(needs: EngineNeeds, context: JobContext): Promise<void> {
  const faults: unknown[] = [];
  const apart = (work: Promise<void>) => work.catch((fault: unknown) => void faults.push(fault));
  for (const platform of platformKeys) {
    await apart(lookAtNights(needs.platforms[platform], platform, context));
    for (let last = 0; ;) {
      const page = await store.openFees(context.sql, { platform, after: last, limit: pageSize });
      for (const fee of page) await apart(takeFee(needs, context, fee));
      last = page.at(-1)?.id ?? 0;
      if (page.length < pageSize) break;
    }
  }
  const [fault] = faults;
  if (fault !== undefined) throw fault;
}

async function lookAtNights(platform: Platform, key: PlatformKey, context: JobContext): Promise<void> {
  const { sql, settings, transact } = context;
  const zone = zoneOf(settings);
  // A night can be told once all deals before its end have been read.
  const read = await readMark(sql, key);
  if (!read) return;
  const last = nightAfter(read, zone) - 1;
  const mark = await store.nightMark(sql, key);
  if (mark !== undefined && nightOfDay(mark) >= last) return;
  // Nights while nothing is charged have passed as well: none of them is charged later.
  if (mark === undefined || !settings.swapFree.isCharged)
    return transact(async (own) => store.setNightMark(own, key, nightDay(last)));
  const first = Math.max(nightOfDay(mark) + 1, last - mostNights + 1);
  const told = await platform.symbols();
  if (told.outcome !== 'done') return;
  const groups = new Map(told.symbols.map(({ name, path }) => [name, swapFreeGroupOf(path)]));
  for (let night = first; night <= last; night++) {
    await lookAtNight({ key, night, zone, groups }, context);
    await transact(async (own) => store.setNightMark(own, key, nightDay(night)));
  }
}

interface Look {
  readonly key: PlatformKey;
  readonly night: Night;
  readonly zone: Zone;
  readonly groups: ReadonlyMap<string, SwapFreeGroup>;
}

async function lookAtNight(look: Look, context: JobContext): Promise<void> {
  const at = midnightOf(look.night, look.zone);
  for (let last = 0; ;) {
    const page = await store.swapFreeAccounts(context.sql, { platform: look.key, at, after: last, limit: pageSize });
    for (const account of page) await lookAtAccount(look, account, context);
    last = page.at(-1)?.number ?? 0;
    if (page.length < pageSize) return;
  }
}

type Looked = Awaited<ReturnType<typeof store.swapFreeAccounts>>[number];

async function lookAtAccount(look: Look, account: Looked, { sql, transact, settings, now }: JobContext) {
  const { key, night, zone, groups } = look;
  const held = await store.heldPositions(sql, { number: account.number, at: midnightOf(night, zone) });
  const lines: store.Line[] = [];
  const near: { readonly position: store.HeldPosition; readonly from: string }[] = [];
  for (const position of held) {
    const { nights: free, fee } = settings.swapFree.groups[groups.get(position.symbol) ?? 'other'];
    const first = nightAfter(position.since, zone);
    if (first > night) continue;
    if (position.chargedFrom === null) {
      // Nights to come cost nothing where there is swap by now.
      if (!account.isStill || !isNearEnd({ first, night, free })) continue;
      near.push({ position, from: nightDay(firstCharged({ first, free, told: nightAfter(now, zone) })) });
    } else if (night >= nightOfDay(position.chargedFrom)) {
      const amount = feeOfLots(position.lots, parseMinor(fee, feeCurrency) ?? 0n);
      if (amount > 0n) lines.push({ ...position, amount });
    }
  }
  if (near.length === 0 && lines.length === 0) return;
  await transact(async (own) => {
    await tellNear(own, { look, account, near, now });
    const amount = lines.reduce((sum, line) => sum + line.amount, 0n);
    if (amount > 0n) await store.keepFee(own, { ...account, platform: key, night: nightDay(night), amount, lines, now });
  });
}

/** The symbols that a notice names; of more it says that there are more. */
const mostNamed = 5;

interface Near {
  readonly look: Look;
  readonly account: store.SwapFreeAccount;
  readonly near: readonly { readonly position: store.HeldPosition; readonly from: string }[];
  readonly now: Date;
}

async function tellNear(sql: Sql, { look, account, near, now }: Near): Promise<void> {
  const said: (typeof near)[number][] = [];
  for (const each of near) {
    const of = { platform: look.key, number: account.number, chargedFrom: each.from, now };
    if (await store.keepTold(sql, { ...each.position, ...of })) said.push(each);
  }
  if (said.length === 0) return;
  const symbols = [...new Set(said.map(({ position }) => position.symbol))];
  await notify(sql, {
    clientId: account.clientId,
    notice: swapFreeNotices.swap_free_ahead,
    values: {
      account: String(account.number),
      symbols: symbols.slice(0, mostNamed).join(', ') + (symbols.length > mostNamed ? ' …' : ''),
      day: said.map(({ from }) => from).toSorted()[0] ?? '',
    },
    key: `swap-free:${account.number}:${nightDay(look.night)}:ahead`,
    now,
  });
}

async function takeFee(needs: EngineNeeds, context: JobContext, fee: store.Fee): Promise<void> {
  const { sql, transact, settings, now } = context;
  const asked = fee.state === 'asked' ? fee : await ask(context, fee);
  if (!asked?.taken) return;
  const { id, platform: key, number: login, currency, clientId, companyId, taken } = asked;
  const { monotonicMs, lookEverySeconds } = needs;
  const parts = { sql, transact, settings, platform: needs.platforms[key], now, monotonicMs, lookEverySeconds };
  const facts = { purpose: 'swap_free', subject: `swap_free_fee:${id}`, clientId, companyId, platform: key, login } as const;
  const outcome = await carryOut(parts, { ...facts, tag: taken.tag, kind: 'balance', amount: -taken.amount, currency });
  if (outcome.outcome === 'pending') return;
  await transact(async (inside) => {
    const locked = await store.lockFee(inside, id);
    if (locked?.state !== 'asked') return;
    // What is not free on the account is not taken, and nobody comes to owe it.
    if (outcome.outcome === 'refused') return store.endFee(inside, id, { state: 'nothing', now });
    await postFee(inside, { fee: locked, now, finished: outcome.finished });
  });
}

/** Writes down how much of the account's currency is asked for; undefined while no rate is known, and where somebody else has it. */
async function ask({ sql, transact, settings, now }: JobContext, fee: store.Fee): Promise<store.Fee | undefined> {
  const { currency } = fee;
  const needed = async (): Promise<bigint | undefined> => {
    if (currency === feeCurrency) return fee.amount;
    const rate = await quoteRate(sql, { from: currency, to: feeCurrency, direction: 'transfer', at: now, rules: settings.rates });
    return rate && neededFor(money(fee.amount, feeCurrency), currency, rate.exact).minor;
  };
  const amount = await needed();
  if (amount === undefined) return undefined;
  return transact(async (inside) => {
    if ((await store.lockFee(inside, fee.id))?.state !== 'due') return undefined;
    await store.setAsked(inside, fee, amount);
    return store.lockFee(inside, fee.id);
  });
}

interface Posting {
  readonly fee: store.Fee;
  readonly now: Date;
  readonly finished: Finished | undefined;
}

/** The ledger knows of it with the row and with what the client is told. */
async function postFee(sql: Sql, { fee, now, finished }: Posting): Promise<void> {
  const { id, clientId, companyId: company, number, currency, night, taken, positions } = fee;
  if (!taken) throw new Error(`the fee ${id} was asked of no platform`);
  const legs = [
    { from: chart.trading({ company, clientId }, currency, number), to: chart.fees(company, currency), minor: taken.amount },
  ] as const;
  const outcome = await post(sql, {
    movement: { key: `swap_free_fee:${id}`, kind: 'fee', legs, at: now },
    audit: {
      actor: { kind: 'system', id: 'swapFree' },
      action: 'swap_free.taken',
      subject: `swap_free_fee:${id}`,
      clientId,
      detail: { account: number, night, positions },
    },
  });
  if (outcome.outcome === 'refused') throw new Error(`the ledger would not take swap_free_fee:${id}: ${outcome.code}`);
  if (finished) await finishOperation(sql, finished);
  await store.endFee(sql, id, { state: 'posted', now });
  await notify(sql, {
    clientId,
    notice: swapFreeNotices.swap_free_charged,
    values: { amount: amountSaid(money(taken.amount, currency)), account: String(number), day: night, positions },
    key: `swap-free-fee:${id}:taken`,
    now,
  });
}
