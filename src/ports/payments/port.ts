import type { Currency } from '../../base/currency.ts';
import type { Money } from '../../base/money.ts';
import type { CardDesk } from './cards.ts';

/**
 * What the broker asks of a payment provider: lead the client to a hosted page, tell how an order stands, and
 * read the provider's notifications. Card data is typed on the provider's page and never touches our servers.
 */
export interface Payments {
  /**
   * Opens a hosted page for one order. Asking again with the same reference is safe: until a client has been
   * led to the page and has acted there, no money can move. Never throws for what the provider may answer.
   */
  startPayment(request: PaymentRequest): Promise<StartAnswer>;
  /**
   * Pays out, without anybody at a page: gives a payment back, pays to what a payment was made by, or to a destination of the client. Asking again with the same
   * reference is the same payout, however often it arrives; how it stands then, `lookUp` says by that reference. Never throws for what
   * the provider may answer. Left out where a provider pays nothing out.
   */
  payOut?(request: PayoutRequest): Promise<PayoutAnswer>;
  /**
   * How one transaction of the order with our reference stands, asked over our own connection to the provider: the latest, which
   * may hide those before it, or the one that is named.
   */
  lookUp(reference: string, transactionId?: string): Promise<LookUpAnswer>;
  /**
   * Every transaction that the provider settled on a day of its own (`2026-11-22`, UTC), whichever order it belongs to. Left out where
   * there is no report besides what is booked from (a bank's statement).
   */
  settlement?(day: string): Promise<SettlementAnswer>;
  /**
   * Reads a notification from the very bytes that arrived. Only a verified one may be acted upon, and when
   * `statusIsSigned` is false the status in it is a hint: look the order up before moving money.
   */
  readNotification(raw: Uint8Array, headers: NotificationHeaders): NotificationReading;
  /** Where its notifications go, below the address that those of all providers share, and the headers that sign them; left out where it sends none. */
  readonly notifications?: { readonly path: string; readonly headers: readonly string[] };
  /** The hosts (with a port where it is not the usual one) of the pages that a client may be led to; left out where it has none. */
  readonly pageHosts?: readonly string[];
  /** Only of a provider of coins. */
  readonly coins?: CoinDesk;
  /** Only of whoever issues cards. */
  readonly cards?: CardDesk;
  /** Only of a bank. */
  readonly bank?: BankDesk;
  /** The signed answer to a notification. `false` asks the provider to send it again later. */
  acknowledge(accepted: boolean): NotificationAnswer;
}

/** What else is asked of a provider who takes coins. */
export interface CoinDesk {
  /** The provider's own names of what it takes now: a coin on a network each. */
  listed(): Promise<{ readonly outcome: 'done'; readonly codes: ReadonlySet<string> } | NotAnswered>;
  /** How much of the coin so much money is worth now, in its minor units, rounded up. */
  price(code: string, worth: Money): Promise<{ readonly outcome: 'done'; readonly minor: bigint } | NotAnswered>;
}

/** An account of the broker at a bank: what a client is told to pay to. */
export interface BankAccount {
  /** Whose it is: the number of a company (law/regions/profile.ts). */
  readonly company: number;
  readonly currency: Currency;
  readonly holder: string;
  readonly bank: string;
  /** An IBAN where the bank's country has them, else the account's number there, without spaces. */
  readonly number: string;
  readonly bic: string;
  /** Where the bank is, as a transfer form asks for it. */
  readonly address: string;
  /** The zone of the IANA database whose clock its statements are written by. */
  readonly zone: string;
}

/** What else is asked of a bank: the accounts there, and the statements of what came in. */
export interface BankDesk {
  readonly accounts: readonly BankAccount[];
  /** Names of the statements that it has written since that day of its own (`2026-11-22`), in the order in which it tells them. */
  statements(from: string): Promise<{ readonly outcome: 'done'; readonly names: readonly string[] } | NotAnswered>;
  /** A statement as the bank has written it: its bytes, which `read` reads. */
  statement(name: string): Promise<{ readonly outcome: 'done'; readonly raw: Uint8Array } | NotAnswered>;
  /** Reads a statement, wherever it came from. Nothing in it is believed to be of ours: accounts are named as the file names them. */
  read(raw: Uint8Array): StatementReading;
}

export type StatementReading =
  | { readonly outcome: 'read'; readonly statements: readonly BankStatement[] }
  | { readonly outcome: 'refused'; readonly fault: StatementFault; readonly at: string };

/** Too large; no well-formed XML of ours; another kind of message; a part of it that cannot be understood. */
export type StatementFault = 'too_large' | 'not_xml' | 'not_a_statement' | 'not_understood';

export interface BankStatement {
  /** The bank's own name of it. */
  readonly id: string;
  /** The account's number, without spaces. */
  readonly account: string;
  readonly entries: readonly BankEntry[];
  /** What it says was on the account; undefined where it tells no balances, or they are in no currency of ours. */
  readonly balances: BankBalances | undefined;
}

/** What was booked on an account before and after a statement: minor units, below zero where it is overdrawn. */
export interface BankBalances {
  readonly currency: Currency;
  readonly opening: bigint;
  readonly closing: bigint;
  /** A day of the bank opens at its first instant there and closes at its last. */
  readonly openedAt: Date;
  readonly closedAt: Date;
  /** Of two that close a day, the one that was written later has more of it, and of the same moment the one of the higher number. */
  readonly writtenAt: Date;
  readonly sequence: bigint;
}

/** A transaction of a statement that is booked: an entry, or one of those that an entry is of. */
export interface BankEntry {
  /** By what it is the same wherever it is told: see `entryKey` of bank/messages.ts. */
  readonly key: string;
  /** The same for entries that say the same, whatever they are called. */
  readonly likeness: string;
  readonly direction: 'credit' | 'debit';
  /** It takes another entry back. */
  readonly isReversal: boolean;
  readonly amount: PaymentAmount;
  /** What the payer wrote, line by line, structured references and the payer's own reference among them. */
  readonly texts: readonly string[];
  /** Every number by which the bank knows it, or what it takes back. */
  readonly servicerReferences: readonly string[];
  readonly payerName: string | undefined;
  /** A day of the bank is told as its noon there. */
  readonly bookedAt: Date;
}

interface NotAnswered {
  readonly outcome: 'unknown';
  readonly reason: string;
}

export interface PaymentRequest {
  readonly intent: PaymentIntent;
  /** Our order id, at most fifty characters, one for every remittance. */
  readonly reference: string;
  readonly amount: Money;
  readonly clientId: number;
  /** BCP 47, as in "en" or "zh-Hans". */
  readonly locale: string;
  readonly customer: PaymentCustomer;
  /** Absolute address that the provider's notifications go to. */
  readonly notificationUrl: string;
  /** Absolute address that the client comes back to. */
  readonly returnUrl: string;
  /** The provider's own name of the payment method, or undefined to let the client choose on the page. */
  readonly methodKey?: string;
  /** Of a coin: what it was quoted to be worth. */
  readonly worth?: Money;
  /** The bank that the client has chosen from the method's list, where it has one. */
  readonly bank?: string;
}

/** A refund is of the payment itself; a payout goes to what paid it, or to a destination in the client's own name. */
export type PayoutRequest = PayoutFacts &
  (
    | { readonly way: 'refund' | 'payout'; readonly source: PayoutSource; readonly destination?: undefined }
    | { readonly way: 'payout'; readonly source?: undefined; readonly destination: PayoutDestination }
  );

/** The payment that is given back: our id of its order, and the provider's number of its transaction where that was told. */
export interface PayoutSource {
  readonly reference: string;
  readonly transactionId: string | undefined;
}

/** Where somebody has money at the provider. */
export type PayoutDestination =
  /** The e-mail address that the wallet is known by. */
  | { readonly kind: 'wallet'; readonly email: string }
  /** A card that its issuer has issued to the client, by the issuer's own name of it, and what it holds. */
  | { readonly kind: 'card'; readonly card: string; readonly currency: Currency }
  /** An account in the client's name at a bank of the country whose currency is paid. */
  | { readonly kind: 'bank'; readonly bank: string; readonly account: string }
  /** An account in the client's name at any bank: an IBAN where its country has them, the number there elsewhere; without spaces. */
  | { readonly kind: 'wire'; readonly bank: string; readonly account: string; readonly bic: string }
  /** An address of a chain, by the provider's own name of the coin on its network; what is paid is worth the amount. */
  | { readonly kind: 'coin'; readonly code: string; readonly address: string; readonly memo: string | null };

interface PayoutFacts {
  /** Our id of the payout, at most fifty characters. */
  readonly reference: string;
  readonly amount: Money;
  readonly clientId: number;
  /** Whose money it is: the number of a company (law/regions/profile.ts). */
  readonly companyId: number;
  readonly customer: PaymentCustomer;
  /** Absolute address that the provider's notifications go to. */
  readonly notificationUrl: string;
}

export type PayoutAnswer =
  /** The provider has it, and may still refuse it: `lookUp` says how it stands. */
  | { readonly outcome: 'accepted' }
  /** It has not been taken, and never will be under that reference. */
  | { readonly outcome: 'refused'; readonly code: PaymentRefusal; readonly message: string }
  /** It may or may not have been taken: look it up before asking again. */
  | { readonly outcome: 'unknown'; readonly reason: string };

export type PaymentIntent = 'deposit' | 'payout';

export interface PaymentCustomer {
  readonly name: string;
  readonly email: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

export type StartAnswer =
  | { readonly outcome: 'started'; readonly redirect: PaymentRedirect }
  /** Nobody is led anywhere: the client pays there. */
  | { readonly outcome: 'started'; readonly payTo: PaymentAddress }
  /** Nobody is led anywhere: the client transfers it to one of the provider's `bank.accounts`, under the reference. */
  | { readonly outcome: 'started'; readonly byTransfer: true }
  | { readonly outcome: 'refused'; readonly code: PaymentRefusal; readonly message: string }
  /** It may or may not have happened. */
  | { readonly outcome: 'unknown'; readonly reason: string };

/** Where coins are sent. */
export interface PaymentAddress {
  readonly address: string;
  /** The tag that belongs to the address, where its network has one. */
  readonly memo: string | null;
}

export type PaymentRefusal = 'currency_not_supported' | 'amount_not_supported' | 'rejected_by_provider';

/** Where the browser goes next, and how: a plain link, or a form posted with these fields. */
export interface PaymentRedirect {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly fields: Readonly<Record<string, string>>;
}

export type LookUpAnswer =
  | { readonly outcome: 'found'; readonly payment: PaymentState }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** What a transaction of an order does: pays, pays out, is given back, is taken back by the payer's bank, is returned by that. An order may have many. */
export type PaymentKind = 'payment' | 'payout' | 'refund' | 'chargeback' | 'won_back';

/** How it stands. `pending` is also every status that we do not know: an unknown word is never success. */
export type PaymentStatus = 'pending' | 'approved' | 'declined' | 'cancelled';

export interface PaymentState {
  readonly reference: string;
  readonly kind: PaymentKind;
  readonly status: PaymentStatus;
  /** The payment's own transaction says that it was taken back: all of it, under the very number that it was paid under. */
  readonly undoesItself: boolean;
  /** The number of the payment that it takes back, where the provider names that; one that undoes itself names itself. */
  readonly takesNumber?: string | undefined;
  /** The provider's own word, kept for staff. */
  readonly providerStatus: string;
  /** The provider's number of the transaction; undefined while the client has not acted yet. The hash is its chain's own name of it. */
  readonly providerTransactionId: string | undefined;
  readonly hash?: string | undefined;
  /** Of a payment that is pending: its payer has done their part. */
  readonly isOnItsWay?: true;
  readonly amount: PaymentAmount | undefined;
  readonly payer: PaymentPayer;
  /** When the provider wrote this, by its clock. */
  readonly occurredAt: Date;
}

/** What the provider says was paid. The currency is undefined when it is not one of ours. */
export interface PaymentAmount {
  readonly minor: bigint;
  readonly currency: Currency | undefined;
  /** As the provider wrote it. */
  readonly letters?: string;
}

export type SettlementAnswer =
  | { readonly outcome: 'done'; readonly lines: readonly SettlementLine[] }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** One transaction of a settlement report. */
export interface SettlementLine {
  readonly transactionId: string;
  readonly reference: string;
  readonly kind: PaymentKind;
  /** More than zero, whichever way it went. */
  readonly amount: PaymentAmount;
  readonly settledAt: Date;
}

export interface PaymentPayer {
  readonly name: string | undefined;
  /** Masked by the provider, as in "4111 11** **** 1111". */
  readonly cardMask: string | undefined;
  readonly cardBrand: string | undefined;
}

export type NotificationHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export type NotificationReading =
  | { readonly verified: true; readonly statusIsSigned: boolean; readonly payment: PaymentState }
  | {
      readonly verified: false;
      readonly reason: 'malformed' | 'wrong_merchant' | 'wrong_signature';
      /** The order that it says to be about; anybody can write that. */
      readonly reference: string | undefined;
    };

export interface NotificationAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The longest reference that every provider takes. */
export const maxReferenceLength = 50;
