import type { FastifyBaseLogger } from 'fastify';
import { clientId } from '../../base/id.ts';
import { release } from '../../base/release.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { secondMs, type Clock } from '../../base/time.ts';
import { isLanguageKey, type LanguageKey } from '../../law/languages.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { staleLine } from '../../protocol/topics.ts';
import type { Row, Table } from '../../tables/table.ts';
import { writeTable, type WrittenTable } from '../../tables/write.ts';
import { notify } from '../notices/face.ts';
import { writeRecords } from '../personalData/face.ts';
import { exportsNotices } from './notices.ts';
import { claimExport, noteFailed, noteProgress, noteReady, noteWhole, type ExportRow } from './store.ts';
import { tableOf } from './tables.ts';

export interface WritingNeeds {
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly words: { in(language: LanguageKey): Say };
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Of this process at once: each takes a core for as long as it is at it. */
const mostAtOnce = 2;
/** Whoever dies leaves a file to others after so long. */
const holdSeconds = 60;
/** How often somebody at the screen hears how far it is. */
const tellEveryMs = secondMs;
const mostAttempts = 3;
/** A million rows are a tenth of it. */
const mostBytes = 2_000_000_000;

/** Writes files beside everything else. A process that ends leaves what it is at to the next one that looks. */
export function openWriting(app: WritingNeeds) {
  let underWay = 0;
  return {
    isFull: (): boolean => underWay >= mostAtOnce,
    /** Ends when the file does; nothing is thrown, because nobody may be waiting any more. */
    async write(id: string, context: JobContext): Promise<void> {
      if (underWay >= mostAtOnce) return;
      underWay += 1;
      try {
        const row = await claimExport(context.sql, id, holdSeconds);
        if (row) await attempt(app, row, context);
      } catch (error) {
        app.log.warn({ err: error, export: id }, 'a file was not written; it is tried again');
      } finally {
        underWay -= 1;
      }
    },
  };
}

async function attempt(app: WritingNeeds, row: ExportRow, context: JobContext): Promise<void> {
  const { sql } = context;
  try {
    if (row.attempts > mostAttempts) throw new Error('it was begun too often');
    await writeRow(app, row, context);
  } catch (error) {
    await noteFailed(sql, { id: row.id, attempt: row.attempts, isLast: row.attempts >= mostAttempts });
    throw error;
  } finally {
    await tellOwner(context, row);
  }
}

async function writeRow(app: WritingNeeds, row: ExportRow, context: JobContext): Promise<void> {
  const { sql, settings } = context;
  const language = isLanguageKey(row.language) ? row.language : 'en';
  const needs = { sql, say: app.words.in(language), language, settings, now: app.clock.now() };
  const counted = await tableOf(row, needs);
  if (!counted) throw new Error('what it is of is there no more');
  await noteWhole(sql, row.id, counted.rows);
  const progress = openProgress(row, context);
  const { fileName, mediaType, body } = written(progress.watching(counted.table), row.format);
  const put = await app.storage.put(objectOf(row.id), { contentType: mediaType, body: forgetting(body), maxBytes: mostBytes });
  if (put.outcome !== 'stored') throw new Error(put.outcome === 'refused' ? 'the file is too large' : put.reason);
  await context.transact(async (within) => {
    await noteReady(within, { id: row.id, attempt: row.attempts, rows: progress.rows(), fileName, bytes: put.size });
    if (row.kind === 'personal_data') await tellReady(within, row, context.now);
  });
}

/** Somebody's own data is for programs or for people. */
function written(table: Table, format: ExportRow['format']): WrittenTable {
  if (format !== 'json') return writeTable(table, format);
  return { fileName: `${table.name}.json`, mediaType: 'application/json', body: writeRecords(table) };
}

/** By mail too: whoever asked for it may be somebody else. */
async function tellReady(sql: Sql, { id, clientId: client, format }: ExportRow, now: Date): Promise<void> {
  const values = { format: format.toUpperCase() };
  await notify(sql, {
    clientId: clientId(client),
    notice: exportsNotices.personal_data_ready,
    values,
    key: `export:${id}:ready`,
    now,
  });
}

/** The store has copied a piece when it asks for the next one. */
async function* forgetting(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    yield piece;
    release(piece);
  }
}

function openProgress(row: ExportRow, context: JobContext) {
  let rows = 0;
  let toldMs = performance.now();
  const note = async (sql: Sql): Promise<void> => {
    toldMs = performance.now();
    if (!(await noteProgress(sql, { id: row.id, attempt: row.attempts, rows, seconds: holdSeconds })))
      throw new Error('another process has taken it');
    await tellOwner(context, row);
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

async function tellOwner({ sql, tellIn }: JobContext, { clientId: client }: ExportRow): Promise<void> {
  await tellIn(sql, { ...staleLine(['exports']), clientId: clientId(client) });
}

/** Where the store keeps it. */
export function objectOf(id: string): string {
  return `exports/${id}`;
}
