import { randomUUID } from 'node:crypto';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { ExportAsked } from '../../protocol/exports.ts';
import { isReversed } from '../../protocol/period.ts';
import { drawStatement, statedFund } from '../statements/face.ts';
import { transferCount } from '../transfers/face.ts';
import type { exportsContract } from './contract.ts';
import { exportRow, exportsOf, insertExport, type ExportRow } from './store.ts';
import { objectOf } from './writing.ts';

export const calls = ({ storage }: { readonly storage: ObjectStorage }) =>
  ({
    async begin({ format, kind, ...asked }, ctx) {
      if (isReversed(asked)) return ctx.refuse('period_reversed', { field: 'from' });
      const { keepSeconds, underWay, pagedRows } = ctx.settings.exports;
      // Pages are counted before anybody waits for them.
      const rows = await rowsOf(ctx.sql, ctx.client.id, { asked: { ...asked, kind }, most: pagedRows + 1 });
      if (rows === undefined) return ctx.refuse('unknown_account', { field: 'number' });
      if (format === 'pdf' && rows > pagedRows) return ctx.refuse('export_long', { field: 'format' });
      const id = randomUUID();
      const row = {
        id,
        clientId: ctx.client.id,
        kind,
        asked: Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Record<string, string>,
        format,
        language: ctx.language,
        createdAt: ctx.now,
        expiresAt: after(ctx.now, keepSeconds * secondMs),
      };
      if (!(await insertExport(ctx.sql, row, underWay))) return ctx.refuse('export_under_way');
      await ctx.tell({ topic: 'export.asked', key: `export:${id}`, clientId: ctx.client.id, payload: { id } });
      return { id };
    },

    async list(_input, ctx) {
      return { exports: (await exportsOf(ctx.sql, ctx.client.id, ctx.now)).map(shownExport) };
    },

    async file({ id }, ctx) {
      const row = await exportRow(ctx.sql, id);
      // Somebody else's, one that is not written and one whose time is over are answered as one that is not there.
      const isThere = row?.clientId === ctx.client.id && row.state === 'ready' && row.expiresAt > ctx.now;
      if (!isThere || row.fileName === null) return ctx.refuse('unknown_export', { field: 'id' });
      const kept = await storage.get(objectOf(id));
      if (kept.outcome === 'unknown') throw new Error(`the store did not give a file: ${kept.reason}`);
      if (kept.outcome === 'absent') return ctx.refuse('unknown_export', { field: 'id' });
      return { fileName: row.fileName, mediaType: kept.object.contentType, body: kept.object.body };
    },
  }) satisfies Handlers<typeof exportsContract>;

/** How many rows it would have, counted up to `most`; undefined where the client has nothing of that number. */
async function rowsOf(
  sql: Sql,
  client: ClientId,
  { asked, most }: { readonly asked: ExportAsked; readonly most: number },
): Promise<number | undefined> {
  if (asked.kind === 'transfers') return transferCount(sql, client, { asked, most });
  const { number, from, till } = asked;
  if (number === undefined || from === undefined || till === undefined) return undefined;
  const fund = await statedFund(sql, client, number);
  return fund && (await drawStatement(sql, { fund, from, till })).sums.lines;
}

function shownExport(row: ExportRow) {
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    state: row.state,
    rows_done: row.rowsDone,
    rows_whole: row.rowsWhole,
    bytes: row.bytes === null ? null : Number(row.bytes),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}
