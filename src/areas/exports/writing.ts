import type { FastifyBaseLogger } from 'fastify';
import { release } from '../../base/release.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { secondMs, type Clock } from '../../base/time.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import type { Row, Table } from '../../tables/table.ts';
import type { WrittenTable } from '../../tables/write.ts';
import type { FileRow, Files } from './store.ts';

export interface WritingNeeds {
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly words: { in(language: LanguageKey): Say };
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

export interface CountedTable {
  readonly table: Table;
  /** Undefined where only writing it tells. */
  readonly rows: number | undefined;
}

/** Files of one kind of owner. */
export interface FileKind<Kept extends FileRow> {
  readonly files: Files<Kept>;
  /** Of this process at once: each takes a core for as long as it is at it. */
  readonly mostAtOnce: number;
  /** The table that was asked for, as it is now. Undefined when what it is of is there no more, or its owner may not have it. */
  tableOf(row: Kept, needs: { readonly context: JobContext; readonly now: Date }): Promise<CountedTable | undefined>;
  written(table: Table, format: Kept['format']): WrittenTable;
  /** In the transaction that has it ready. */
  tellReady(sql: Sql, row: Kept, now: Date): Promise<void>;
  /** Somebody may be at the screen. */
  tellOwner(context: JobContext, row: Kept): Promise<void>;
}

/** Whoever dies leaves a file to others after so long. */
const holdSeconds = 60;
/** How often somebody at the screen hears how far it is. */
const tellEveryMs = secondMs;
const mostAttempts = 3;
/** A million rows are a tenth of it. */
const mostBytes = 2_000_000_000;

interface Writing<Kept extends FileRow> {
  readonly app: WritingNeeds;
  readonly kind: FileKind<Kept>;
  readonly row: Kept;
  readonly context: JobContext;
}

/** Writes files beside everything else. A process that ends leaves what it is at to the next one that looks. */
export function openWriting<Kept extends FileRow>(app: WritingNeeds, kind: FileKind<Kept>) {
  let underWay = 0;
  return {
    isFull: (): boolean => underWay >= kind.mostAtOnce,
    /** Ends when the file does; nothing is thrown, because nobody may be waiting any more. */
    async write(id: string, context: JobContext): Promise<void> {
      if (underWay >= kind.mostAtOnce) return;
      underWay += 1;
      try {
        const row = await kind.files.claim(context.sql, id, holdSeconds);
        if (row) await attempt({ app, kind, row, context });
      } catch (error) {
        app.log.warn({ err: error, export: id }, 'a file was not written; it is tried again');
      } finally {
        underWay -= 1;
      }
    },
  };
}

async function attempt<Kept extends FileRow>(writing: Writing<Kept>): Promise<void> {
  const { kind, row, context } = writing;
  try {
    if (row.attempts > mostAttempts) throw new Error('it was begun too often');
    await writeRow(writing);
  } catch (error) {
    await kind.files.noteFailed(context.sql, { id: row.id, attempt: row.attempts, isLast: row.attempts >= mostAttempts });
    throw error;
  } finally {
    await kind.tellOwner(context, row);
  }
}

async function writeRow<Kept extends FileRow>(writing: Writing<Kept>): Promise<void> {
  const { app, kind, row, context } = writing;
  const { sql } = context;
  const counted = await kind.tableOf(row, { context, now: app.clock.now() });
  if (!counted) throw new Error('what it is of is there no more');
  if (counted.rows !== undefined) await kind.files.noteWhole(sql, row.id, counted.rows);
  const progress = openProgress(writing);
  const { fileName, mediaType, body } = kind.written(progress.watching(counted.table), row.format);
  const put = await app.storage.put(objectOf(row.id), { contentType: mediaType, body: forgetting(body), maxBytes: mostBytes });
  if (put.outcome !== 'stored') throw new Error(put.outcome === 'refused' ? 'the file is too large' : put.reason);
  await context.transact(async (within) => {
    await kind.files.noteReady(within, { id: row.id, attempt: row.attempts, rows: progress.rows(), fileName, bytes: put.size });
    await kind.tellReady(within, row, context.now);
  });
}

/** The store has copied a piece when it asks for the next one. */
async function* forgetting(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    if (piece.length === 0) continue;
    yield piece;
    release(piece);
  }
}

function openProgress<Kept extends FileRow>({ kind, row, context }: Writing<Kept>) {
  let rows = 0;
  let toldMs = performance.now();
  const note = async (sql: Sql): Promise<void> => {
    toldMs = performance.now();
    if (!(await kind.files.noteProgress(sql, { id: row.id, attempt: row.attempts, rows, seconds: holdSeconds })))
      throw new Error('another process has taken it');
    await kind.tellOwner(context, row);
  };
  async function* watched(pages: Table['rows']): AsyncGenerator<readonly Row[]> {
    for await (const page of pages) {
      yield page;
      rows += page.length;
      if (performance.now() - toldMs >= tellEveryMs) await note(context.sql);
    }
  }
  return { rows: (): number => rows, watching: (table: Table): Table => ({ ...table, rows: watched(table.rows) }) };
}

/** Where the store keeps it. */
export function objectOf(id: string): string {
  return `exports/${id}`;
}
