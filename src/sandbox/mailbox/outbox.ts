import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import PostalMime from 'postal-mime';

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

/** A letter as the mail server took it: read when somebody asks for it, which is seldom. */
export interface TakenLetter {
  readonly to: string;
  readonly raw: Buffer;
  readonly sentAt: Date;
}

export interface Outbox {
  add(message: Omit<MailboxMessage, 'id' | 'pin'>): string;
  addLetter(letter: TakenLetter): void;
  /** What was sent to that address or number, or to everybody, newest first, at most `limit`. */
  list(to: string | undefined, limit: number): Promise<readonly MailboxMessage[]>;
  clear(): void;
  close(): void;
}

/** Of so many it is kept what they say: who waits for a letter looks into its mailbox again and again. */
const mostKept = 1000;

const schema = `
  create table if not exists messages (
    id integer primary key autoincrement, channel text not null, recipient text not null, mailbox text not null,
    subject text, body text not null, pin text, sentAt integer not null, raw blob
  );
  create index if not exists messages_mailbox on messages (mailbox, id);
`;

/** What was acknowledged to the sender outlives this process, however it ends; it is not forced onto the disk, which the book needs. */
export function openOutbox(dataFolder: string): Outbox {
  mkdirSync(dataFolder, { recursive: true });
  const database = new DatabaseSync(join(dataFolder, 'post.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;');
  database.exec(schema);
  keepRaw(database);
  const insert = database.prepare(
    'insert into messages (channel, recipient, mailbox, subject, body, sentAt, raw) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const all = database.prepare('select * from messages order by id desc limit ?');
  const of = database.prepare('select * from messages where mailbox = ? order by id desc limit ?');
  const kept = new LRUCache<number, Promise<MailboxMessage>>({ max: mostKept });
  // No other message ever has its number.
  const readOnce = (row: Record<string, unknown>): Promise<MailboxMessage> => {
    const id = Number(row['id']);
    const message = kept.get(id) ?? readMessage(row);
    kept.set(id, message);
    return message;
  };
  return {
    add: (message) => {
      const { channel, to, subject, text, sentAt } = message;
      const added = insert.run(channel, to, mailbox(to), subject, text, sentAt.getTime(), null);
      return String(added.lastInsertRowid);
    },
    addLetter: ({ to, raw, sentAt }) => void insert.run('email', to, mailbox(to), null, '', sentAt.getTime(), raw),
    list: (to, limit) => Promise.all((to === undefined ? all.all(limit) : of.all(mailbox(to), limit)).map(readOnce)),
    clear: () => database.exec('delete from messages'),
    close: () => database.close(),
  };
}

/** An outbox of before letters were kept as they came has no column for them. */
function keepRaw(database: DatabaseSync): void {
  const columns = database.prepare(`select name from pragma_table_info('messages')`).all();
  if (!columns.some(({ name }) => name === 'raw')) database.exec('alter table messages add column raw blob');
}

/** Addresses are compared without case, numbers by their digits alone: a "+" may arrive as a blank. */
function mailbox(to: string): string {
  return to.includes('@') ? to.trim().toLowerCase() : to.replaceAll(/\D/g, '');
}

async function readMessage(row: Record<string, unknown>): Promise<MailboxMessage> {
  const channel = (['email', 'sms', 'voice'] as const).find((known) => known === row['channel']);
  if (!channel) throw new Error('a message has an unknown channel');
  const said = await readSaid(row);
  return {
    id: String(row['id']),
    channel,
    to: String(row['recipient']),
    ...said,
    pin: findPin(said.text),
    sentAt: new Date(Number(row['sentAt'])),
  };
}

async function readSaid({ raw, subject, body }: Record<string, unknown>): Promise<Pick<MailboxMessage, 'subject' | 'text'>> {
  if (!(raw instanceof Uint8Array)) return { subject: subject === null ? null : String(subject), text: String(body) };
  const letter = await PostalMime.parse(raw);
  return { subject: letter.subject ?? '', text: letter.text ?? letter.html ?? '' };
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
