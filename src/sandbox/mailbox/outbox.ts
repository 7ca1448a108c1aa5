import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A message that the post of the sandbox has taken. */
export interface MailboxMessage {
  readonly id: string;
  readonly channel: Channel;
  readonly to: string;
  readonly subject: string | null;
  readonly text: string;
  readonly pin: string | null;
  readonly sentAt: Date;
}

type Channel = 'email' | 'sms' | 'voice';

export interface Outbox {
  add(message: Omit<MailboxMessage, 'id'>): string;
  /** What was sent to that address or number, or to everybody, newest first, at most `limit`. */
  list(to: string | undefined, limit: number): readonly MailboxMessage[];
  clear(): void;
  close(): void;
}

const schema = `
  create table if not exists messages (
    id integer primary key autoincrement, channel text not null, recipient text not null, mailbox text not null,
    subject text, body text not null, pin text, sentAt integer not null
  );
  create index if not exists messages_mailbox on messages (mailbox, id);
`;

/** What was acknowledged to the sender outlives this process, however it ends; it is not forced onto the disk, which the book needs. */
export function openOutbox(dataFolder: string): Outbox {
  mkdirSync(dataFolder, { recursive: true });
  const database = new DatabaseSync(join(dataFolder, 'post.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;');
  database.exec(schema);
  const insert = database.prepare(
    'insert into messages (channel, recipient, mailbox, subject, body, pin, sentAt) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const all = database.prepare('select * from messages order by id desc limit ?');
  const of = database.prepare('select * from messages where mailbox = ? order by id desc limit ?');
  return {
    add: (message) => {
      const { channel, to, subject, text, pin, sentAt } = message;
      const added = insert.run(channel, to, mailbox(to), subject, text, pin, sentAt.getTime());
      return String(added.lastInsertRowid);
    },
    list: (to, limit) => (to === undefined ? all.all(limit) : of.all(mailbox(to), limit)).map(readMessage),
    clear: () => database.exec('delete from messages'),
    close: () => database.close(),
  };
}

/** Addresses are compared without case, numbers by their digits alone: a "+" may arrive as a blank. */
function mailbox(to: string): string {
  return to.includes('@') ? to.trim().toLowerCase() : to.replaceAll(/\D/g, '');
}

function readMessage(row: Record<string, unknown>): MailboxMessage {
  const channel = (['email', 'sms', 'voice'] as const).find((known) => known === row['channel']);
  if (!channel) throw new Error('a message has an unknown channel');
  return {
    id: String(row['id']),
    channel,
    to: String(row['recipient']),
    subject: row['subject'] === null ? null : String(row['subject']),
    text: String(row['body']),
    pin: row['pin'] === null ? null : String(row['pin']),
    sentAt: new Date(Number(row['sentAt'])),
  };
}

/**
 * The code in a text: four to eight digits that stand alone, also when they are spaced for reading aloud. Digits
 * within amounts, dates and numbers of more digits are none.
 */
export function findPin(text: string): string | null {
  const latin = text.replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x06_60));
  const joined = latin.replaceAll(/(?<=\b\d) (?=\d\b)/g, '');
  return /(?<![\d.,:/+-])\d{4,8}(?![\d:/-]|[.,]\d)/.exec(joined)?.[0] ?? null;
}
