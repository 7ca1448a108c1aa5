/** One order: the session that the merchant opened. */
export interface Order {
  readonly reference: string;
  /** The number of its first transaction. */
  readonly tid: number;
  readonly token: string;
  readonly intent: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly clientId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  /** How it is paid, by the cashier's own name; empty: the payer chooses. */
  readonly method: string;
  readonly bank: string;
  readonly notificationUrl: string;
  readonly returnUrl: string;
  /** Of a refund or a payout without a page: the order that it gives back, when that was named. */
  readonly original?: string;
  /** Where the payer or the payee has the money: an e-mail address, when that was named. */
  readonly account?: string;
  /** How its first payment stands: what the payer's page shows. */
  readonly status: OrderStatus;
}

export type OrderStatus = 'open' | 'pending' | 'approved' | 'rejected';

/** One transaction of an order. */
export interface Transaction {
  readonly tid: number;
  readonly reference: string;
  /** The provider's word: sale, payout, refund, chargeback, reversal. */
  readonly type: string;
  readonly status: string;
  readonly currency: string;
  readonly amount: bigint;
  /** The name on the card. */
  readonly payer: string;
  /** Application time. */
  readonly at: Date;
  /** Of what was reversed or charged back under its own number: when. */
  readonly reversedAt?: Date;
}

/** The payment that a transaction of an order is, or that it takes back; undefined of none. */
export function saleOf(transactions: readonly Transaction[], told: Transaction): Transaction | undefined {
  if (told.type === 'sale') return told;
  return transactions.findLast(({ type, status, tid }) => type === 'sale' && status === 'approved' && tid < told.tid);
}

/** One notification that is still to be delivered. */
export interface Delivery {
  readonly id: number;
  readonly reference: string;
  /** The transaction that it tells of. */
  readonly tid: number;
  readonly transactionStatus: string;
  readonly attempts: number;
  readonly forged: boolean;
}

/** The tables of the provider. An order that an older provider has decided has its transaction made of it. */
export const schema = `
  create table if not exists orders (
    tid integer primary key autoincrement, reference text not null unique, token text not null, intent text not null,
    currency text not null, amount integer not null, clientId text not null, firstName text not null,
    lastName text not null, country text not null, notificationUrl text not null, returnUrl text not null,
    status text not null default 'open', method text not null default '', bank text not null default ''
  );
  create table if not exists transactions (
    tid integer primary key, reference text not null, type text not null, status text not null, currency text not null,
    amount integer not null, payer text not null, at integer not null, reversedAt integer
  );
  create index if not exists transactions_of on transactions (reference);
  create table if not exists deliveries (
    id integer primary key autoincrement, reference text not null, tid integer, transactionStatus text not null,
    dueAt integer not null, attempts integer not null default 0, forged integer not null
  );
  create index if not exists deliveries_due on deliveries (dueAt, id);
  insert into transactions (tid, reference, type, status, currency, amount, payer, at)
    select tid, reference, iif(intent = 'withdrawal', 'payout', 'sale'), status, currency, amount, firstName || ' ' || lastName, 0
    from orders o where status <> 'open' and not exists (select 1 from transactions t where t.reference = o.reference);
`;

type Row = Record<string, unknown>;

export function readOrder(row: Row): Order {
  return {
    reference: String(row['reference']),
    tid: Number(row['tid']),
    token: String(row['token']),
    intent: String(row['intent']),
    currency: String(row['currency']),
    amount: BigInt(String(row['amount'])),
    clientId: String(row['clientId']),
    firstName: String(row['firstName']),
    lastName: String(row['lastName']),
    country: String(row['country']),
    method: String(row['method']),
    bank: String(row['bank']),
    notificationUrl: String(row['notificationUrl']),
    returnUrl: String(row['returnUrl']),
    ...(row['original'] ? { original: String(row['original']) } : {}),
    ...(row['account'] ? { account: String(row['account']) } : {}),
    status: readStatus(String(row['status'])),
  };
}

const statuses: readonly OrderStatus[] = ['open', 'pending', 'approved', 'rejected'];

function readStatus(word: string): OrderStatus {
  const status = statuses.find((known) => known === word);
  if (!status) throw new Error(`an order has the unknown status ${word}`);
  return status;
}

export function readTransaction(row: Row): Transaction {
  return {
    tid: Number(row['tid']),
    reference: String(row['reference']),
    type: String(row['type']),
    status: String(row['status']),
    currency: String(row['currency']),
    amount: BigInt(String(row['amount'])),
    payer: String(row['payer']),
    at: new Date(Number(row['at'])),
    ...(row['reversedAt'] ? { reversedAt: new Date(Number(row['reversedAt'])) } : {}),
  };
}

export function readDelivery(row: Row): Delivery {
  return {
    id: Number(row['id']),
    reference: String(row['reference']),
    tid: Number(row['tid']),
    transactionStatus: String(row['transactionStatus']),
    attempts: Number(row['attempts']),
    forged: row['forged'] === 1,
  };
}
