import type { Currency } from '../base/currency.ts';
import type { AccountNumber, ClientId } from '../base/id.ts';

/** Accounts that belong to a client. They have a running balance, locked while it moves. */
export type ClientKind = 'wallet' | 'hold' | 'trading' | 'bonus' | 'gold' | 'delivery' | 'pledge' | 'credit' | 'debt';

/** Accounts of the broker. They are summed, never locked, so that no posting waits for another. */
export type BrokerAccountKind =
  | 'provider'
  | 'transit'
  | 'clearing'
  | 'intercompany'
  | 'broker'
  | 'fees'
  | 'exchange'
  | 'rounding'
  | 'spread'
  | 'tax'
  | 'promotions'
  | 'suspense'
  | 'vault'
  | 'supplier'
  | 'lending'
  | 'opening';

export type AccountKind = ClientKind | BrokerAccountKind;

/**
 * An account of the ledger. Only the constructors below make one, so that its code always says the same as its parts.
 * A positive balance is what the broker owes to the account's owner; what the broker itself has stands negative
 * (money at a payment provider), what it has earned positive (fees).
 */
export interface Account {
  /** Its name in the database, for ever: `3:USD:client:100001:wallet`. */
  readonly code: string;
  readonly company: number;
  /** Gold is a currency too. */
  readonly unit: Currency;
  readonly kind: AccountKind;
  /** The owner; undefined for accounts of the broker. */
  readonly clientId: ClientId | undefined;
  /** What the balance may not go below, in minor units; undefined where the ledger sets no limit. */
  readonly floorMinor: bigint | undefined;
}

/** Whose account, and in what. */
export interface Owner {
  readonly company: number;
  readonly clientId: ClientId;
}

/** A client's wallet in one currency. */
export const wallet = (owner: Owner, currency: Currency): Account => clientAccount(owner, { kind: 'wallet', unit: currency });

/**
 * All that is set aside of a client's money in one currency. What it is set aside for, and what remains of each, stands in the
 * rows of `ledger_hold` (batch.ts); together they are this balance. An account of this kind with a name is from before that, when
 * each payment had its own: its balance was carried over to this one.
 */
export const hold = (owner: Owner, currency: Currency): Account => clientAccount(owner, { kind: 'hold', unit: currency });

/**
 * What is on a live trading account. The platform owns its balance and may have moved on already, and a deal that was
 * made there has to be posted whatever it does to the balance: the ledger sets no floor.
 */
export const trading = (owner: Owner, currency: Currency, login: AccountNumber): Account =>
  clientAccount(owner, { kind: 'trading', unit: currency, name: String(login) });

/**
 * The bonus credit of one trading account: shown to the client, not theirs to withdraw. The account of this kind without a login
 * is from before that, when a client had one in each currency: its balance was carried over.
 */
export const bonusCredit = (owner: Owner, currency: Currency, login: AccountNumber): Account =>
  clientAccount(owner, { kind: 'bonus', unit: currency, name: String(login) });

/**
 * What a client owes the broker: what was taken back of a payment and was not to be found any more. It stands below zero, and of
 * what each part is stands in the rows of `client_debt`; together they are this balance.
 */
export const debt = (owner: Owner, currency: Currency): Account => clientAccount(owner, { kind: 'debt', unit: currency });

/** Gold in the client's name, in tenths of a microgram. */
export const gold = (owner: Owner): Account => clientAccount(owner, { kind: 'gold', unit: 'XAU' });

/** Gold of the client's that is to be delivered: nobody else's, and not to be sold meanwhile. */
export const delivery = (owner: Owner): Account => clientAccount(owner, { kind: 'delivery', unit: 'XAU' });

/** Gold of the client's that is pledged for credit on a trading account: not to be sold or delivered meanwhile. */
export const pledge = (owner: Owner, login: AccountNumber): Account =>
  clientAccount(owner, { kind: 'pledge', unit: 'XAU', name: String(login) });

/** The credit that stands on a trading account for gold that is pledged: it carries positions and is not the client's to withdraw. */
export const goldCredit = (owner: Owner, currency: Currency, login: AccountNumber): Account =>
  clientAccount(owner, { kind: 'credit', unit: currency, name: String(login) });

/** Money at a payment provider (`praxis`): negative while they hold it for us. */
export const provider = (company: number, currency: Currency, name: string): Account =>
  brokerAccount(company, { kind: 'provider', unit: currency, name });

/** Money on its way into a trading platform, or out of one, between the posting here and the deal there. */
export const transit = (company: number, currency: Currency, direction: 'in' | 'out'): Account =>
  brokerAccount(company, { kind: 'transit', unit: currency, name: direction });

/** Money on its way from one client to another of the same company: zero when all of it has arrived. */
export const clearing = (company: number, currency: Currency): Account =>
  brokerAccount(company, { kind: 'clearing', unit: currency });

/**
 * What clients have taken along to another company of the broker's, or from there, until the two have settled it between them:
 * positive is owed to the other company, negative by it. In both companies' books together it is nothing.
 */
export const intercompany = (company: number, currency: Currency, other: number): Account =>
  brokerAccount(company, { kind: 'intercompany', unit: currency, name: String(other) });

/** The broker's side of the clients' deals on one platform server. */
export const broker = (company: number, currency: Currency, server: string): Account =>
  brokerAccount(company, { kind: 'broker', unit: currency, name: server });

/** Fees earned. */
export const fees = (company: number, currency: Currency): Account => brokerAccount(company, { kind: 'fees', unit: currency });

/** The broker's position from exchanges: what came in stands positive, what went out negative. */
export const exchange = (company: number, currency: Currency): Account =>
  brokerAccount(company, { kind: 'exchange', unit: currency });

/** What exchanges leave over in the currency that was given, because what is paid out for it is rounded down. */
export const rounding = (company: number, currency: Currency): Account =>
  brokerAccount(company, { kind: 'rounding', unit: currency });

/** What the broker earns on the clients' purchases and sales of gold. */
export const spread = (company: number, currency: Currency): Account =>
  brokerAccount(company, { kind: 'spread', unit: currency });

/** Taxes that clients have paid to the broker, which owes them to the state. */
export const tax = (company: number, currency: Currency): Account => brokerAccount(company, { kind: 'tax', unit: currency });

/** Gold that lies in a vault for the broker and its clients, in bars and unallocated: negative while it is there. */
export const vault = (company: number, name: string): Account => brokerAccount(company, { kind: 'vault', unit: 'XAU', name });

/** What the broker owes whom it has bought gold of. */
export const supplier = (company: number, currency: Currency, name: string): Account =>
  brokerAccount(company, { kind: 'supplier', unit: currency, name });

/** What the broker has lent on pledged gold: negative while it is lent. */
export const lending = (company: number, currency: Currency): Account =>
  brokerAccount(company, { kind: 'lending', unit: currency });

/** What bonuses cost. */
export const promotions = (company: number, currency: Currency): Account =>
  brokerAccount(company, { kind: 'promotions', unit: currency });

/**
 * What nobody can be named for yet: differences found by reconciliation, payments that no order waits for. What a client could not
 * cover of a chargeback stood here too, before it was the client's debt.
 */
export const suspense = (company: number, currency: Currency): Account =>
  brokerAccount(company, { kind: 'suspense', unit: currency });

/** The other side of balances brought in from before this ledger. */
export const opening = (company: number, currency: Currency): Account =>
  brokerAccount(company, { kind: 'opening', unit: currency });

/** The client account kinds that the ledger keeps at zero or above. */
const hasFloor: Readonly<Record<ClientKind, boolean>> = {
  wallet: true,
  hold: true,
  trading: false,
  bonus: true,
  gold: true,
  delivery: true,
  pledge: true,
  credit: true,
  debt: false,
};

interface Place {
  readonly kind: AccountKind;
  readonly unit: Currency;
  readonly name?: string;
}

function clientAccount(owner: Owner, place: Place & { readonly kind: ClientKind }): Account {
  const { kind, unit } = place;
  const code = codeOf([owner.company, unit, 'client', owner.clientId, kind], place.name);
  return { code, company: owner.company, unit, kind, clientId: owner.clientId, floorMinor: hasFloor[kind] ? 0n : undefined };
}

function brokerAccount(company: number, place: Place & { readonly kind: BrokerAccountKind }): Account {
  const { kind, unit } = place;
  return {
    code: codeOf([company, unit, 'house', kind], place.name),
    company,
    unit,
    kind,
    clientId: undefined,
    floorMinor: undefined,
  };
}

/** Names are part of the code: short, without the separator, and never empty. */
const nameShape = /^[A-Za-z0-9._-]{1,60}$/;

function codeOf(parts: readonly (string | number)[], name?: string): string {
  if (name === undefined) return parts.join(':');
  if (!nameShape.test(name)) throw new RangeError(`not a name for a ledger account: ${JSON.stringify(name)}`);
  return `${parts.join(':')}:${name}`;
}
