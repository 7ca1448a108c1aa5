import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Booked } from './camt.ts';
import { openOrders, orderTable, type OrderStore } from './orders.ts';

export interface Written {
  readonly name: string;
  /** The day by the bank's clock. */
  readonly day: string;
  readonly xml: string;
  /** It is told of from then on; null: once another one has been written. */
  readonly shownFrom: Date | null;
  readonly isForged: boolean;
}

/** The bank's memory: what it has booked and the statements that it has written. */
export interface BankStore extends OrderStore {
  next(): number;
  book(booked: Booked): void;
  booked(servicer: string): Booked | undefined;
  /** What is on the account in that currency. */
  balance(account: string, currency: string): bigint;
  /** What is to stand in the account's next statement once more, and is forgotten by asking. */
  takeRepeats(account: string): Booked[];
  repeat(servicer: string): void;
  /** Accounts with something to repeat. */
  repeating(): readonly Booked[];
  write(written: Written): void;
  /** Shows what waits for another statement, behind that one. */
  showHeld(from: Date): void;
  shown(now: Date, fromDay: string): readonly Written[];
  named(name: string): Written | undefined;
  /** A forged one is forged once. */
  mend(name: string): void;
  clear(): void;
  close(): void;
}

const tables = `
  create table if not exists booked (servicer text primary key, account text, direction text, takes_back text, minor text, currency text,
    text text, structured text, payer text, at text, repeats integer not null default 0);
  create table if not exists written (place integer primary key autoincrement, name text unique, day text, xml text, shown_from text, forged integer);
  create table if not exists counted (next integer);
  insert into counted (next) select 1 where not exists (select 1 from counted);
`;

type Row = Readonly<Record<string, string | number | null>>;

export function openBankStore(dataFolder: string): BankStore {
  mkdirSync(dataFolder, { recursive: true });
  const database = new DatabaseSync(join(dataFolder, 'bank.sqlite'));
  database.exec(`pragma journal_mode = wal; pragma synchronous = normal; ${tables} ${orderTable}`);
  const rows = (text: string, ...values: (string | number)[]): Row[] => database.prepare(text).all(...values) as Row[];
  const run = (text: string, ...values: (string | number | null)[]): void => void database.prepare(text).run(...values);
  return {
    ...openOrders({ rows, run }),
    next: () => Number(rows('update counted set next = next + 1 returning next - 1 as next')[0]?.['next']),
    book: ({ at, minor, takesBack, ...booked }) =>
      run(
        'insert into booked (servicer, account, direction, takes_back, minor, currency, text, structured, payer, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        booked.servicer,
        booked.account,
        booked.direction,
        takesBack,
        String(minor),
        booked.currency,
        booked.text,
        booked.structured,
        booked.payer,
        at.toISOString(),
      ),
    balance: (account, currency) =>
      rows('select * from booked where account = ? and currency = ?', account, currency).map(readBooked).reduce(onAccount, 0n),
    booked: (servicer) => rows('select * from booked where servicer = ?', servicer).map(readBooked)[0],
    takeRepeats: (account) =>
      rows('update booked set repeats = 0 where account = ? and repeats = 1 returning *', account).map(readBooked),
    repeat: (servicer) => run('update booked set repeats = 1 where servicer = ?', servicer),
    repeating: () => rows('select * from booked where repeats = 1').map(readBooked),
    write: ({ name, day, xml, shownFrom, isForged }) =>
      run(
        'insert into written (name, day, xml, shown_from, forged) values (?, ?, ?, ?, ?)',
        name,
        day,
        xml,
        shownFrom?.toISOString() ?? null,
        isForged ? 1 : 0,
      ),
    // It moves behind whatever was written meanwhile.
    showHeld: (from) =>
      run(
        'update written set shown_from = ?, place = (select max(place) from written) + place where shown_from is null',
        from.toISOString(),
      ),
    shown: (now, fromDay) =>
      rows('select * from written where shown_from <= ? and day >= ? order by place', now.toISOString(), fromDay).map(
        readWritten,
      ),
    named: (name) => rows('select * from written where name = ?', name).map(readWritten)[0],
    mend: (name) => run('update written set forged = 0 where name = ?', name),
    clear: () => database.exec('delete from booked; delete from written; delete from ordered; update counted set next = 1'),
    close: () => database.close(),
  };
}

/** What it is after a transaction. */
export function onAccount(balance: bigint, { direction, minor }: Pick<Booked, 'direction' | 'minor'>): bigint {
  return direction === 'CRDT' ? balance + minor : balance - minor;
}

function readBooked(row: Row): Booked {
  const text = (name: string): string => String(row[name] ?? '');
  return {
    servicer: text('servicer'),
    account: text('account'),
    direction: row['direction'] === 'DBIT' ? 'DBIT' : 'CRDT',
    takesBack: text('takes_back'),
    minor: BigInt(text('minor')),
    currency: text('currency'),
    text: text('text'),
    structured: text('structured'),
    payer: text('payer'),
    at: new Date(text('at')),
  };
}

function readWritten(row: Row): Written {
  const from = row['shown_from'];
  return {
    name: String(row['name']),
    day: String(row['day']),
    xml: String(row['xml']),
    shownFrom: typeof from === 'string' ? new Date(from) : null,
    isForged: row['forged'] === 1,
  };
}
