import { randomUUID } from 'node:crypto';
import { clientId } from '../../base/id.ts';
import { after, secondMs } from '../../base/time.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { StaffRole } from '../../law/staff.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import { mayTakeAlong, type DeskTable } from '../../tables/deskTable.ts';
import type { exportsContract } from './contract.ts';
import { deskExportRow, deskExportsOf, insertDeskExport, type DeskExportRow } from './store.ts';
import { shownFile, writtenFile } from './written.ts';

export interface DeskNeeds {
  readonly storage: ObjectStorage;
  readonly words: { in(language: LanguageKey): Say };
  /** The lists that areas have for staff to take along. */
  readonly deskTables: readonly DeskTable[];
}

type DeskCalls = Pick<Handlers<typeof exportsContract>, 'beginAtDesk' | 'listAtDesk' | 'fileAtDesk'>;

export function deskCalls({ storage, words, deskTables }: DeskNeeds) {
  const known = new Map(deskTables.map((table) => [table.key, table]));
  // The desk is in English.
  const titleOf = ({ list }: DeskExportRow): string => words.in('en')(known.get(list)?.title ?? list);
  return {
    async beginAtDesk({ table: key, asked, format, reason }, ctx) {
      const { sql, staff, now, settings } = ctx;
      const table = known.get(key) ?? ctx.refuse('unknown_table', { field: 'table' });
      if (!mayTakeAlong(staff.role, table)) return ctx.refuse('not_your_right');
      const { pagedRows, mostRows } = settings.exports;
      const isPaged = format === 'pdf';
      const opened = await table.open(asked, {
        sql,
        say: words.in('en'),
        now,
        mostRows: isPaged ? pagedRows + 1 : mostRows,
      });
      if (!opened) return ctx.refuse('bad_filters', { field: 'asked' });
      // Pages are counted before anybody waits for them.
      if (isPaged && (opened.rows ?? 0) > pagedRows) return ctx.refuse('export_long', { field: 'format' });
      const { keepSeconds, underWay } = settings.deskExports;
      const id = randomUUID();
      const row = { id, staffId: staff.id, list: key, asked, format, reason };
      const expiresAt = after(now, keepSeconds * secondMs);
      if (!(await insertDeskExport(sql, { ...row, createdAt: now, expiresAt }, underWay))) return ctx.refuse('export_under_way');
      await ctx.tell({ topic: 'desk_export.asked', key: `desk_export:${id}`, payload: { id } });
      await ctx.record({ ...actOn(row), before: null, after: { export: id } });
      return { id };
    },

    async listAtDesk(_input, { sql, staff, now }) {
      const rows = await deskExportsOf(sql, staff.id, now);
      return {
        exports: rows.filter((row) => isTheirs(row, staff.role)).map((row) => ({ ...shownAtDesk(row), title: titleOf(row) })),
      };
    },

    async fileAtDesk({ id }, ctx) {
      const row = await deskExportRow(ctx.sql, id);
      if (row?.staffId !== ctx.staff.id) return ctx.refuse('unknown_export', { field: 'id' });
      // Whoever has another role by now has lost what the one before gave.
      if (!isTheirs(row, ctx.staff.role)) return ctx.refuse('not_your_right');
      const file = (await writtenFile(storage, row, ctx.now)) ?? ctx.refuse('unknown_export', { field: 'id' });
      await ctx.record(actOn(row));
      return file;
    },
  } satisfies DeskCalls;

  function isTheirs({ list }: DeskExportRow, role: StaffRole): boolean {
    const table = known.get(list);
    return table !== undefined && mayTakeAlong(role, table);
  }
}

function shownAtDesk(row: DeskExportRow) {
  const { list: table, asked, reason } = row;
  return { ...shownFile(row), table, asked, reason };
}

/** Which list left the desk, of what, and why; of one client where that was asked for. */
function actOn({ id, list, asked, format, reason }: Pick<DeskExportRow, 'id' | 'list' | 'asked' | 'format' | 'reason'>) {
  const client = asked['client_id'];
  const isOfOne = client !== undefined && /^\d{1,9}$/.test(client);
  return {
    subject: `desk_export:${id}`,
    ...(isOfOne && { clientId: clientId(Number(client)) }),
    detail: { list, asked, format, why: reason },
  };
}
