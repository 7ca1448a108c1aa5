import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** One order: the session that the merchant opened and the transaction that the payer made in it. */
export interface Order {
  readonly reference: string;
  readonly tid: number;
  readonly token: string;
  readonly intent: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly clientId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  readonly notificationUrl: string;
  readonly returnUrl: string;
  readonly status: OrderStatus;
}

export type OrderStatus = 'open' | 'pending' | 'approved' | 'rejected';

/** One notification that is still to be delivered. */
export interface Delivery {
  readonly id: number;
  readonly reference: string;
  readonly transactionStatus: string;
  readonly attempts: number;
  readonly forged: boolean;
}

/** The provider's durable memory: every acknowledged step is on the disk before it is answered. */
export interface PraxisStore {
  order(reference: string): Order | undefined;
  open(order: Omit<Order, 'tid' | 'status'>): Order;
  decide(reference: string, status: OrderStatus, deliveries: readonly NewDelivery[]): void;
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

const schema = `
  create table if not exists orders (
    tid integer primary key autoincrement, reference text not null unique, token text not null, intent text not null,
    currency text not null, amount integer not null, clientId text not null, firstName text not null,
    lastName text not null, country text not null, notificationUrl text not null, returnUrl text not null,
    status text not null default 'open'
  );
  create table if not exists deliveries (
    id integer primary key autoincrement, reference text not null, transactionStatus text not null,
    dueAt integer not null, attempts integer not null default 0, forged integer not null
  );
  create index if not exists deliveries_due on deliveries (dueAt, id);
`;

export function openPraxisStore(dataFolder: string): PraxisStore {
  mkdirSync(dataFolder, { recursive: true });
  const database = new DatabaseSync(join(dataFolder, 'praxis.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;');
  database.exec(schema);
  const find = database.prepare('select * from orders where reference = ?');
  find.setReadBigInts(true);
  const insert = database.prepare(`
    insert into orders (reference, token, intent, currency, amount, clientId, firstName, lastName, country,
      notificationUrl, returnUrl)
    values (:reference, :token, :intent, :currency, :amount, :clientId, :firstName, :lastName, :country,
      :notificationUrl, :returnUrl)`);
  const due = database.prepare(
    'select id, reference, transactionStatus, attempts, forged from deliveries where dueAt <= ? order by dueAt, id limit 50',
  );
  const order = (reference: string): Order | undefined => {
    const row = find.get(reference);
    return row && readOrder(row);
  };
  return {
    order,
    open: (fresh) => {
      insert.run({ ...fresh });
      const opened = order(fresh.reference);
      if (!opened) throw new Error('the order was not kept');
      return opened;
    },
    decide: (reference, status, deliveries) => {
      database.exec('begin immediate');
      try {
        database.prepare('update orders set status = ? where reference = ?').run(status, reference);
        const add = database.prepare('insert into deliveries (reference, transactionStatus, dueAt, forged) values (?, ?, ?, ?)');
        for (const one of deliveries) add.run(reference, one.transactionStatus, one.dueAt.getTime(), one.forged ? 1 : 0);
        database.exec('commit');
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
    due: (now) => due.all(now.getTime()).map(readDelivery),
    retryAt: (id, instant) => {
      database
        .prepare('update deliveries set attempts = attempts + 1, dueAt = ?, forged = 0 where id = ?')
        .run(instant.getTime(), id);
    },
    delivered: (id) => {
      database.prepare('delete from deliveries where id = ?').run(id);
    },
    clear: () => database.exec('delete from deliveries; delete from orders;'),
    close: () => database.close(),
  };
}

type Row = Record<string, unknown>;

function readOrder(row: Row): Order {
  return {
    reference: String(row.reference),
    tid: Number(row.tid),
    token: String(row.token),
    intent: String(row.intent),
    currency: String(row.currency),
    amount: BigInt(String(row.amount)),
    clientId: String(row.clientId),
    firstName: String(row.firstName),
    lastName: String(row.lastName),
    country: String(row.country),
    notificationUrl: String(row.notificationUrl),
    returnUrl: String(row.returnUrl),
    status: readStatus(String(row.status)),
  };
}

const statuses: readonly OrderStatus[] = ['open', 'pending', 'approved', 'rejected'];

function readStatus(word: string): OrderStatus {
  const status = statuses.find((known) => known === word);
  if (!status) throw new Error(`an order has the unknown status ${word}`);
  return status;
}

function readDelivery(row: Row): Delivery {
  return {
    id: Number(row.id),
    reference: String(row.reference),
    transactionStatus: String(row.transactionStatus),
    attempts: Number(row.attempts),
    forged: row.forged === 1,
  };
}
