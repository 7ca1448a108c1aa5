import { randomUUID } from 'node:crypto';
import { after, secondMs } from '../../base/time.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { Event } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import type { ReportContext } from './reports.ts';
import { exportRow, insertExport, type ExportRow } from './store.ts';
import { shownFile, writtenFile } from './written.ts';

/* Files of one owner: begun for them, and given to nobody else. */

export interface BeginContext extends ReportContext {
  readonly settings: Settings;
  readonly language: LanguageKey;
  readonly tell: (event: Event) => Promise<void>;
}

/** Has a file written; undefined where so many of the client's are under way already. */
export async function beginFile(
  ctx: BeginContext,
  file: Pick<ExportRow, 'kind' | 'asked' | 'format'>,
): Promise<string | undefined> {
  const { client, now: createdAt, language } = ctx;
  const { keepSeconds, underWay } = ctx.settings.exports;
  const id = randomUUID();
  const row = { ...file, id, clientId: client.id, language, createdAt, expiresAt: after(createdAt, keepSeconds * secondMs) };
  if (!(await insertExport(ctx.sql, row, underWay))) return undefined;
  await ctx.tell({ topic: 'export.asked', key: `export:${id}`, clientId: client.id, payload: { id } });
  return id;
}

/** Somebody else's is as if there were none. */
export async function fileOf(storage: ObjectStorage, { sql, client, now }: ReportContext, id: string) {
  const row = await exportRow(sql, id);
  return row?.clientId === client.id ? writtenFile(storage, row, now) : undefined;
}

export function shownExport(row: ExportRow) {
  return { ...shownFile(row), kind: row.kind };
}
