import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  readDelivery,
  readOrder,
  readTransaction,
  schema,
  type Delivery,
  type Order,
  type OrderStatus,
  type Transaction,
} from './rows.ts';

export type { Order, OrderStatus, Transaction } from './rows.ts';

/** The provider's memory: what it acknowledged outlives this process, however it ends; only the book needs it forced onto the disk. */
export interface PraxisStore {
  order(reference: string): Order | undefined;
  /** By the secret that its payer's page is opened with. */
  byToken(token: string): Order | undefined;
  open(order: Omit<Order, 'tid' | 'status'>): Order;
  /** What refunds of that order have been taken, in all. */
  givenBack(reference: string): bigint;
  /** Payouts without a page that nobody has decided. */
  undecided(): readonly Order[];
  /** The transactions of an order, the first one first. */
  transactions(reference: string): readonly Transaction[];
  /** The number that a further transaction of any order has. */
  nextTid(): number;
  /** Keeps a transaction as it is now, how the order's page stands with it, and what is to be told of it. */
  keep(kept: { transaction: Transaction; status: OrderStatus; deliveries: readonly NewDelivery[] }): void;
  /** What was approved between two instants, by number, behind that one; what was reversed or charged back under its own number is that besides. */
  settled(wanted: { from: Date; to: Date; after: number; limit: number }): readonly Transaction[];
  /** What is due at that instant, oldest first, at most fifty. */
  due(now: Date): readonly Delivery[];
  retryAt(id: number, instant: Date): void;
  delivered(id: number): void;
  clear(): void;
  close(): void;
}

export interface NewDelivery {
  readonly transactionStatus: string;
  readonly dueAt: Date;
  readonly forged: boolean;
}

/** Numbers of further transactions begin here, so that none is ever that of an order's first. */
const furtherFrom = 1_000_000_000;

const laterColumns = [
  ['method', "text not null default ''"],
  ['bank', "text not null default ''"],
  ['original', 'text'],
  ['account', 'text'],
] as const;

const laterNumbers = [
  ['deliveries', 'tid'],
  ['transactions', 'reversedAt'],
] as const;

export function openPraxisStore(dataFolder: string): PraxisStore {
  mkdirSync(dataFolder, { recursive: true });
  const database = new DatabaseSync(join(dataFolder, 'praxis.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;');
  database.exec(schema);
  for (const [table, name] of laterNumbers) {
    const columns = database.prepare(`pragma table_info(${table})`).all();
    if (!columns.some((column) => column['name'] === name)) database.exec(`alter table ${table} add column ${name} integer`);
  }
  const ordered = database.prepare('pragma table_info(orders)').all();
  for (const [name, type] of laterColumns) {
    if (!ordered.some((column) => column['name'] === name)) database.exec(`alter table orders add column ${name} ${type}`);
  }
  return { ...orders(database), ...transactions(database), ...deliveries(database), close: () => database.close() };
}

function orders(database: DatabaseSync): Pick<PraxisStore, 'order' | 'byToken' | 'open' | 'givenBack' | 'undecided' | 'clear'> {
  const find = database.prepare('select * from orders where reference = ?');
  const findByToken = database.prepare('select * from orders where token = ?');
  for (const query of [find, findByToken]) query.setReadBigInts(true);
  const insert = database.prepare(`
    insert into orders (reference, token, intent, currency, amount, clientId, firstName, lastName, country,
      method, bank, notificationUrl, returnUrl, original, account)
    values (:reference, :token, :intent, :currency, :amount, :clientId, :firstName, :lastName, :country,
      :method, :bank, :notificationUrl, :returnUrl, :original, :account)`);
  const given = database.prepare(`
    select coalesce(sum(o.amount), 0) as amount from orders o
    where o.original = ? and o.intent = 'refund' and o.status <> 'rejected'`);
  const waiting = database.prepare(`select * from orders where original is not null and status = 'open' order by tid limit 50`);
  for (const query of [given, waiting]) query.setReadBigInts(true);
  const order = (reference: string): Order | undefined => {
    const row = find.get(reference);
    return row && readOrder(row);
  };
  return {
    order,
    byToken: (token) => {
      const row = findByToken.get(token);
      return row && readOrder(row);
    },
    open: (fresh) => {
      insert.run({ ...fresh, original: fresh.original ?? null, account: fresh.account ?? null });
      const opened = order(fresh.reference);
      if (!opened) throw new Error('the order was not kept');
      return opened;
    },
    givenBack: (reference) => BigInt(String(given.get(reference)?.['amount'] ?? 0)),
    undecided: () => waiting.all().map(readOrder),
    clear: () => database.exec('delete from deliveries; delete from transactions; delete from orders;'),
  };
}

function transactions(database: DatabaseSync): Pick<PraxisStore, 'transactions' | 'nextTid' | 'keep' | 'settled'> {
  const ofOrder = database.prepare('select * from transactions where reference = ? order by tid');
  const approved = database.prepare(
    `select tid, reference, type, 'approved' as status, currency, amount, payer, at from transactions
       where status in ('approved', 'reversed', 'chargeback') and at >= :from and at < :to and tid > :after
     union all
     select tid, reference, iif(status = 'chargeback', 'chargeback', 'refund'), 'approved', currency, amount, payer, reversedAt from transactions
       where reversedAt >= :from and reversedAt < :to and tid > :after
     order by tid, 8 limit :limit`,
  );
  for (const query of [ofOrder, approved]) query.setReadBigInts(true);
  const highest = database.prepare('select coalesce(max(tid), 0) as tid from transactions');
  return {
    transactions: (reference) => ofOrder.all(reference).map(readTransaction),
    nextTid: () => Math.max(Number(highest.get()?.['tid'] ?? 0), furtherFrom) + 1,
    keep: ({ transaction, status, deliveries: told }) => {
      const { tid, reference, type, currency, amount, payer, at, reversedAt } = transaction;
      database.exec('begin immediate');
      try {
        database.prepare('update orders set status = ? where reference = ?').run(status, reference);
        database
          .prepare(
            `insert or replace into transactions (tid, reference, type, status, currency, amount, payer, at, reversedAt)
               values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(tid, reference, type, transaction.status, currency, amount, payer, at.getTime(), reversedAt?.getTime() ?? null);
        const add = database.prepare(
          'insert into deliveries (reference, tid, transactionStatus, dueAt, forged) values (?, ?, ?, ?, ?)',
        );
        for (const one of told) add.run(reference, tid, one.transactionStatus, one.dueAt.getTime(), one.forged ? 1 : 0);
        database.exec('commit');
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
    settled: ({ from, to, after, limit }) =>
      approved.all({ from: from.getTime(), to: to.getTime(), after, limit }).map(readTransaction),
  };
}

function deliveries(database: DatabaseSync): Pick<PraxisStore, 'due' | 'retryAt' | 'delivered'> {
  const due = database.prepare(
    `select d.id, d.reference, coalesce(d.tid, o.tid) as tid, d.transactionStatus, d.attempts, d.forged
     from deliveries d join orders o on o.reference = d.reference where d.dueAt <= ? order by d.dueAt, d.id limit 50`,
  );
  return {
    due: (now) => due.all(now.getTime()).map(readDelivery),
    retryAt: (id, instant) => {
      database
        .prepare('update deliveries set attempts = attempts + 1, dueAt = ?, forged = 0 where id = ?')
        .run(instant.getTime(), id);
    },
    delivered: (id) => {
      database.prepare('delete from deliveries where id = ?').run(id);
    },
  };
}
