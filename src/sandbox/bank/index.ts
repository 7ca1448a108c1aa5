import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Currency } from '../../base/currency.ts';
import { after, minuteMs, secondMs, type Clock } from '../../base/time.ts';
import { callFaults, openFaults, paymentFaults, type Planned } from '../faults.ts';
import { listen, type Patience, type VendorAnswer, type VendorRequest } from '../listener.ts';
import { sandboxAccounts, type SandboxAccount } from './accounts.ts';
import { wallOf, writeCamt, type Booked, type CamtVersion } from './camt.ts';
import type { Ordered } from './orders.ts';
import { decisionOn, shown, takeOrder } from './payments.ts';
import { onAccount, openBankStore, type BankStore, type Written } from './store.ts';

export interface BankOptions {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  readonly dataFolder: string;
  /** What both sides sign with. */
  readonly key: string;
  readonly patience?: Patience;
}

/**
 * What the bank does wrong with a transfer: it stands in the account's next statement once more; its file is told of under two names;
 * it is told of a minute later; only behind the one after it; its file is signed by somebody else the first time.
 */
export const bankFaults = ['duplicate', 'twice', 'delay', 'reorder', 'forge'] as const;
export type BankFault = (typeof bankFaults)[number];

export interface Transfer {
  readonly company: number;
  readonly currency: Currency;
  readonly minor: bigint;
  /** Of the money, where it is not the account's. */
  readonly paidIn?: Currency;
  readonly text?: string;
  readonly structured?: string;
  readonly payer?: string;
  readonly version?: CamtVersion;
  readonly fault?: BankFault;
}

export interface BankSandbox {
  readonly address: string;
  readonly accounts: readonly SandboxAccount[];
  /** Money arrives at an account, and stands in a statement from then on: the bank's number of it; undefined: there is no such account. */
  receive(transfer: Transfer): string | undefined;
  /** What was ordered is settled, or rejected; false where nothing of that reference waits. */
  decide(reference: string, status: 'ACSC' | 'RJCT'): boolean;
  /**
   * What arrived is taken back, or what was sent is returned by the bank that it went to: by an entry of its own, whose number is
   * answered; undefined where there is nothing of that number, or of that reference.
   */
  takeBack(servicer: string, fault?: BankFault): string | undefined;
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

/**
 * The bank of the sandbox. How its statements are fetched is our own agreement with it (ports/payments/bank/index.ts): signed lists and
 * files over HTTP; the files are ISO 20022. Each transaction is written into a statement of its own.
 */
export async function startBank(options: BankOptions): Promise<BankSandbox> {
  const store = openBankStore(options.dataFolder);
  const faults = openFaults();
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure: { status: 503, body: '' },
    fault: () => faults.takeForCall(),
    handle: (request) => answer({ ...options, isRefused: () => faults.takeRefusal() }, store, request),
    ...(options.patience ? { patience: options.patience } : {}),
  });
  const at = { store, clock: options.clock };
  return {
    address: listener.address,
    accounts: sandboxAccounts,
    receive: (transfer) => receive(at, transfer),
    decide: (reference, status) => decideOrder(at, store.ordered(reference), status) !== undefined,
    takeBack: (named, fault) => takeBack(at, store.ordered(named)?.booked ?? named, fault),
    fault: (planned, count) => faults.set(isOfBanks(planned) ? planned : 'none', count),
    reset: () => {
      faults.set('none', 0);
      listener.forget();
      store.clear();
    },
    close: async () => {
      await listener.close();
      store.close();
    },
  };
}

/** A bank tells nobody by itself. */
function isOfBanks(planned: Planned): boolean {
  return typeof planned !== 'string' || [...callFaults, ...paymentFaults].some((known) => known === planned);
}

interface At {
  readonly store: BankStore;
  readonly clock: Clock;
}

function receive({ store, clock }: At, transfer: Transfer): string | undefined {
  const { company, currency, minor, text = '', structured = '', payer = '', version = '08', fault } = transfer;
  const account = sandboxAccounts.find((each) => each.company === company && each.currency === currency);
  if (!account) return undefined;
  const at = clock.now();
  const servicer = `SB${at.toISOString().slice(0, 10).replaceAll('-', '')}${String(store.next()).padStart(8, '0')}`;
  const paid = { minor, currency: transfer.paidIn ?? currency, text, structured, payer, at };
  const booked: Booked = { servicer, account: account.number, direction: 'CRDT', takesBack: '', ...paid };
  store.book(booked);
  writeStatement({ store, clock }, { account, version, fault, booked });
  return servicer;
}

function takeBack({ store, clock }: At, original: string, fault: BankFault | undefined): string | undefined {
  const taken = store.booked(original);
  const account = sandboxAccounts.find(({ number }) => number === taken?.account);
  if (!taken || !account) return undefined;
  const at = clock.now();
  const servicer = `SR${at.toISOString().slice(0, 10).replaceAll('-', '')}${String(store.next()).padStart(8, '0')}`;
  const booked: Booked = {
    ...taken,
    servicer,
    direction: taken.direction === 'CRDT' ? 'DBIT' : 'CRDT',
    takesBack: original,
    text: 'RETURN OF FUNDS',
    structured: '',
    at,
  };
  store.book(booked);
  writeStatement({ store, clock }, { account, version: '08', fault, booked });
  return servicer;
}

/** A settled order is booked on the account, and stands in a statement from then on; undefined where it is decided already. */
function decideOrder({ store, clock }: At, order: Ordered | undefined, status: 'ACSC' | 'RJCT'): Ordered | undefined {
  const account = sandboxAccounts.find(({ number }) => number === order?.account);
  if (order?.status !== 'PDNG' || !account) return undefined;
  const at = clock.now();
  const servicer = `SP${at.toISOString().slice(0, 10).replaceAll('-', '')}${String(store.next()).padStart(8, '0')}`;
  const decided: Ordered = { ...order, status, booked: status === 'ACSC' ? servicer : null, at };
  store.order(decided);
  if (status === 'RJCT') return decided;
  const { minor, currency, text } = order;
  const booked: Booked = {
    servicer,
    account: account.number,
    minor,
    currency,
    text,
    at,
    direction: 'DBIT',
    takesBack: '',
    structured: '',
    payer: account.holder,
  };
  store.book(booked);
  writeStatement({ store, clock }, { account, version: '08', fault: undefined, booked });
  return decided;
}

interface Writing {
  readonly account: SandboxAccount;
  readonly version: CamtVersion;
  readonly fault: BankFault | undefined;
  /** Undefined: only what is repeated. */
  readonly booked: Booked | undefined;
}

const delayMs = minuteMs;

function writeStatement({ store, clock }: At, { account, version, fault, booked }: Writing): void {
  const now = clock.now();
  const sequence = store.next();
  const { day } = wallOf(now, account.zone);
  const entries = [...store.takeRepeats(account.number), ...(booked ? [booked] : [])];
  const id = `${account.currency}-${day}-${sequence}`;
  const closing = store.balance(account.number, account.currency);
  const own = entries.filter(({ currency }) => currency === account.currency);
  const balances = { opening: closing - own.reduce(onAccount, 0n), closing };
  const xml = writeCamt({ id, sequence, account, version, at: now, entries, balances });
  const shownFrom = fault === 'reorder' ? null : fault === 'delay' ? after(now, delayMs) : now;
  const written: Written = { name: `${id}.xml`, day, xml, shownFrom, isForged: fault === 'forge' };
  store.write(written);
  if (shownFrom) store.showHeld(now);
  if (fault === 'twice') store.write({ ...written, name: `${id}-again.xml` });
  if (fault === 'duplicate' && booked) store.repeat(booked.servicer);
}

/** A day later what is to be repeated stands in a statement even when nothing else has come. */
function repeatDue(at: At): void {
  for (const { account: number, at: bookedAt } of at.store.repeating()) {
    const account = sandboxAccounts.find((each) => each.number === number);
    if (account && wallOf(bookedAt, account.zone).day < wallOf(at.clock.now(), account.zone).day)
      writeStatement(at, { account, version: '02', fault: undefined, booked: undefined });
  }
}

/** So far a request's time may be from the bank's clock. */
const mostSkewMs = 300 * secondMs;

interface Counter extends BankOptions {
  isRefused(): boolean;
}

function answer({ clock, key, isRefused }: Counter, store: BankStore, request: VendorRequest): VendorAnswer {
  const query = request.query.size === 0 ? '' : `?${request.query}`;
  const time = String(request.headers['x-bank-time'] ?? '');
  const said = request.method === 'POST' ? [request.body.toString('utf8')] : [];
  const over = [time, request.method, `${request.path}${query}`, ...said].join('\n');
  const isOurs = isSigned(key, over, String(request.headers['x-bank-signature'] ?? ''));
  const skewMs = Math.abs(clock.wall().getTime() - Number(time) * secondMs);
  if (!isOurs || !(skewMs <= mostSkewMs)) return { status: 401, body: '{"error":"the signature is not the customer’s"}' };
  const order = answerOrders({ store, clock, isRefused }, request);
  if (order) return signed(key, { body: JSON.stringify(order.body), status: order.status });
  if (request.path === '/v1/statements') {
    repeatDue({ store, clock });
    const told = store.shown(clock.now(), request.query.get('from') ?? '');
    return signed(key, { body: JSON.stringify({ statements: told.map(({ name }) => ({ name })) }) });
  }
  const name = decodeURIComponent(request.path.slice('/v1/statements/'.length));
  const written = request.path.startsWith('/v1/statements/') ? store.named(name) : undefined;
  if (!written) return { status: 404, body: '{"error":"there is no such statement"}' };
  if (written.isForged) store.mend(name);
  return signed(written.isForged ? 'another key' : key, { body: written.xml, type: 'application/xml; charset=utf-8' });
}

/** What is ordered, and how it stands; undefined for what is none of these. */
function answerOrders(
  at: At & Pick<Counter, 'isRefused'>,
  { method, path, body }: VendorRequest,
): { readonly status: number; readonly body: object } | undefined {
  if (path === '/v1/payments' && method === 'POST')
    return takeOrder(at.store, body, { now: at.clock.now(), isRefused: at.isRefused });
  if (!path.startsWith('/v1/payments/')) return undefined;
  const order = at.store.ordered(decodeURIComponent(path.slice('/v1/payments/'.length)));
  if (!order) return { status: 404, body: { error: 'no such payment was ordered' } };
  const decision = decisionOn(order);
  return { status: 200, body: shown((decision && decideOrder(at, order, decision)) ?? order) };
}

interface Said {
  readonly body: string;
  readonly status?: number;
  readonly type?: string;
}

function signed(key: string, { body, status = 200, type = 'application/json; charset=utf-8' }: Said): VendorAnswer {
  return { status, headers: { 'content-type': type, 'x-bank-signature': signatureOf(key, body) }, body };
}

function signatureOf(key: string, over: string): string {
  return createHmac('sha256', key).update(over, 'utf8').digest('hex');
}

function isSigned(key: string, over: string, signature: string): boolean {
  const [told, own] = [Buffer.from(signature, 'hex'), Buffer.from(signatureOf(key, over), 'hex')];
  return told.length === own.length && timingSafeEqual(told, own);
}
