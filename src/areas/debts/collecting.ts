import type { Currency } from '../../base/currency.ts';
import { type AccountNumber, type ClientId, type RemittanceId } from '../../base/id.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { money, type ExactRate } from '../../base/money.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import type { Clock, MonotonicMs } from '../../base/time.ts';
import { amountSaid } from '../../base/wording.ts';
import { isCopied } from '../../law/accountTypes.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import { exchangeLegs } from '../../ledger/exchange.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { Event } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import { accountsOf } from '../accounts/face.ts';
import { walletsOf } from '../fundingAccounts/face.ts';
import { carryOut, finishOperation, type Finished, type MoneyOperation } from '../platformOperations/face.ts';
import { countedWorth, quoteRate } from '../rates/face.ts';
import { lockDebts, owedBy, type Owed } from './owing.ts';
import { allocated, takenFor, type Taken } from './rules.ts';
import { askedCollections, endCollection, insertCollection, openDebts, payDebt, type Collection } from './store.ts';

/** What collecting runs in, and what payments lend to it. */
export interface CollectNeeds {
  readonly sql: Sql;
  readonly transact: Transact;
  readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
  readonly monotonicMs?: MonotonicMs | undefined;
  readonly lookEverySeconds?: number | undefined;
  /** What may leave a trading account now; undefined where nobody can say, or nothing may. */
  readonly leavable: (account: SourceAccount) => Promise<bigint | undefined>;
  /** A line in the timeline of the reversal that a debt is of. */
  readonly note: (sql: Sql, remittanceId: RemittanceId, line: DebtLine) => Promise<void>;
}

export interface DebtLine {
  readonly code: 'debt_collected' | 'debt_paid';
  readonly values: { readonly taken: ReturnType<typeof amountSaid> };
  readonly at: Date;
}

interface SourceAccount {
  readonly platform: PlatformKey;
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly currency: Currency;
}

/**
 * Takes what a client owes from where money of theirs is: wallets first, then what is free on trading accounts. Any number of
 * processes may do it at once: each looks at what is still owed, and takes, under one lock of the client.
 */
export async function collectDebts(needs: CollectNeeds, clientId: ClientId): Promise<void> {
  for (const asked of await askedCollections(needs.sql, clientId)) await carryOn(needs, asked);
  if ((await owedBy(needs.sql, clientId)).length === 0) return;
  for (const wallet of await walletsOf(needs.sql, clientId)) {
    if (!(await collectFrom(needs, clientId, { ...wallet, platform: null }))) return;
  }
  for (const account of await accountsOf(needs.sql, clientId)) {
    // What copies a strategy is closed by its own way first.
    if (account.isDemo || account.status !== 'active' || isCopied(account.type)) continue;
    if (!(await collectFrom(needs, clientId, account))) return;
  }
}

interface Source {
  readonly companyId: CompanyId;
  /** Null: a wallet. */
  readonly platform: PlatformKey | null;
  readonly number: AccountNumber;
  readonly currency: Currency;
}

/** Takes from one place towards every debt of the client; false once nothing is owed any more. */
async function collectFrom(needs: CollectNeeds, clientId: ClientId, source: Source): Promise<boolean> {
  const owed = await owedBy(needs.sql, clientId);
  if (owed.every(({ left }) => left === 0n)) return false;
  // What is owed in the very currency comes first: nothing of it is exchanged.
  const own = (each: Owed): number => (each.currency === source.currency ? 0 : 1);
  for (const { currency } of owed.toSorted((one, other) => own(one) - own(other))) {
    const collection = await take(needs, { clientId, source, currency });
    if (collection?.sourcePlatform) await carryOn(needs, collection);
  }
  return true;
}

interface Taking {
  readonly clientId: ClientId;
  readonly source: Source;
  readonly currency: Currency;
}

/** Looks at what is owed and at what is there, and takes it, or writes down that it is being taken: one transaction. */
async function take(needs: CollectNeeds, { clientId, source, currency }: Taking): Promise<Collection | undefined> {
  const now = needs.clock.now();
  const rate = await rateOf(needs, source.currency, currency);
  // The platform is asked before the lock is taken: it may be slow.
  const onAccount = source.platform && (await needs.leavable({ ...source, platform: source.platform, clientId }));
  return needs.transact(async (sql) => {
    await lockDebts(sql, clientId);
    const owed = (await owedBy(sql, clientId)).find((each) => each.currency === currency);
    if (!owed || source.companyId !== owed.companyId) return undefined;
    const wallet = chart.wallet({ company: source.companyId, clientId }, source.currency);
    const available = source.platform ? (onAccount ?? 0n) : await balanceOf(sql, wallet);
    const taken = takenFor({ available, sourceCurrency: source.currency, owed: owed.left, currency, rate });
    if (!taken) return undefined;
    // It counts among what its client exchanges that day, though nothing bounds it: what is owed is paid.
    const leaves = { amount: money(taken.source, source.currency), to: currency, at: now };
    const exchanged = (await countedWorth(sql, leaves)) ?? null;
    const collection = await insertCollection(sql, { ...orderOf({ clientId, source, currency }, taken), exchanged }, now);
    if (!source.platform) await postCollection(needs, sql, { collection, at: now });
    return collection;
  });
}

async function rateOf({ sql, clock, settings }: CollectNeeds, from: Currency, to: Currency): Promise<ExactRate | undefined> {
  if (from === to) return undefined;
  const quoted = await quoteRate(sql, { from, to, direction: 'transfer', at: clock.now(), rules: settings.rates });
  return quoted?.exact;
}

function orderOf({ clientId, source, currency }: Taking, { source: sourceAmount, pays: amount }: Taken) {
  const { companyId, platform: sourcePlatform, number: sourceNumber, currency: sourceCurrency } = source;
  return { clientId, companyId, currency, amount, sourcePlatform, sourceNumber, sourceCurrency, sourceAmount };
}

/** Has the platform take it, and posts it; what the platform refuses is owed as before. */
async function carryOn(needs: CollectNeeds, collection: Collection): Promise<void> {
  const { sourcePlatform, tag } = collection;
  if (sourcePlatform === null || tag === null) return;
  const { sql, transact, settings, monotonicMs, lookEverySeconds } = needs;
  const now = needs.clock.now();
  const parts = { sql, transact, settings, platform: needs.platforms[sourcePlatform], now, monotonicMs, lookEverySeconds };
  const outcome = await carryOut(parts, operationOf(collection, sourcePlatform, tag));
  if (outcome.outcome === 'pending') return;
  await transact(async (inside) => {
    await lockDebts(inside, collection.clientId);
    const state = outcome.outcome === 'done' ? 'posted' : 'dropped';
    if (!(await endCollection(inside, collection.id, { state, at: now }))) return;
    if (outcome.outcome === 'done') await postCollection(needs, inside, { collection, at: now, finished: outcome.finished });
  });
}

function operationOf(collection: Collection, platform: PlatformKey, tag: string): MoneyOperation {
  const { id, clientId, companyId, sourceNumber: login, sourceAmount, sourceCurrency: currency } = collection;
  const facts = { purpose: 'debt', subject: `debt_collection:${id}`, clientId, companyId } as const;
  return { ...facts, tag, platform, login, kind: 'balance', amount: -sourceAmount, currency };
}

interface Posted {
  readonly collection: Collection;
  readonly at: Date;
  readonly finished?: Finished | undefined;
}

/** The ledger, the debts and the timelines know of it at once. */
async function postCollection(needs: CollectNeeds, sql: Sql, { collection, at, finished }: Posted): Promise<void> {
  const { id, clientId, companyId: company, currency, amount, sourceNumber, sourceCurrency, sourceAmount } = collection;
  const owner = { company, clientId };
  const from = collection.sourcePlatform
    ? chart.trading(owner, sourceCurrency, sourceNumber)
    : chart.wallet(owner, sourceCurrency);
  const exchanged = {
    company,
    amount: sourceAmount,
    fee: 0n,
    leftOver: 0n,
    currency: sourceCurrency,
    arrives: amount,
    arrivesIn: currency,
  };
  const legs = exchangeLegs({ from, to: chart.debt(owner, currency) }, exchanged).filter(({ minor }) => minor > 0n);
  const [first, ...others] = legs;
  if (!first) throw new Error(`the collection ${id} moves nothing`);
  const outcome = await post(sql, {
    movement: { key: `debt_collected:${id}`, kind: 'debt_collected', legs: [first, ...others], at },
    audit: {
      actor: { kind: 'system', id: 'debts' },
      action: 'debt.collected',
      subject: `debt_collection:${id}`,
      clientId,
      detail: { account: sourceNumber },
    },
  });
  if (outcome.outcome === 'refused') throw new Error(`the ledger would not take debt_collected:${id}: ${outcome.code}`);
  if (finished) await finishOperation(sql, finished);
  const debts = (await openDebts(sql, clientId)).filter((debt) => debt.currency === currency);
  for (const { debt, minor } of allocated(debts, amount)) {
    await payDebt(sql, { id: debt.id, minor, at });
    const code = debt.remaining === minor ? 'debt_paid' : 'debt_collected';
    await needs.note(sql, debt.remittanceId, { code, values: { taken: amountSaid(money(minor, currency)) }, at });
  }
  const topics = ['accounts', 'transfers', 'wallets', 'dashboard'];
  await needs.tellIn(sql, { topic: 'live', payload: { topics }, clientId });
}
