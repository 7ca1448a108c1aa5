import { clientId } from '../../base/id.ts';
import { isLanguageKey } from '../../law/languages.ts';
import { staleLine } from '../../protocol/topics.ts';
import { mayTakeAlong, type DeskTable } from '../../tables/deskTable.ts';
import type { Table } from '../../tables/table.ts';
import { writeTable, type WrittenTable } from '../../tables/write.ts';
import { notify } from '../notices/face.ts';
import { writeRecords } from '../personalData/face.ts';
import { currentRole } from '../staff/face.ts';
import { exportsNotices } from './notices.ts';
import { clientFiles, deskFiles, type DeskExportRow, type ExportRow, type FileRow } from './store.ts';
import { tableOf } from './tables.ts';
import type { FileKind, WritingNeeds } from './writing.ts';

/** Files of clients: their browsers hear over their streams how far each is. */
export function ofClients({ words }: WritingNeeds): FileKind<ExportRow> {
  return {
    files: clientFiles,
    mostAtOnce: 2,
    tableOf(row, { context: { sql, settings }, now }) {
      const language = isLanguageKey(row.language) ? row.language : 'en';
      return tableOf(row, { sql, say: words.in(language), language, settings, now });
    },
    written,
    // By mail too: whoever asked for it may be somebody else.
    async tellReady(sql, { id, kind, format, clientId: client }, now) {
      if (kind !== 'personal_data') return;
      const notice = exportsNotices.personal_data_ready;
      const values = { format: format.toUpperCase() };
      await notify(sql, { clientId: clientId(client), notice, values, key: `export:${id}:ready`, now });
    },
    async tellOwner({ sql, tellIn }, { clientId: client }) {
      await tellIn(sql, { ...staleLine(['exports']), clientId: clientId(client) });
    },
  };
}

/** Lists of the desk: whoever has lost the right, or their place, since they asked gets nothing written. */
export function ofStaff({ words }: WritingNeeds, tables: readonly DeskTable[]): FileKind<DeskExportRow> {
  return {
    files: deskFiles,
    mostAtOnce: 1,
    async tableOf({ staffId, list, asked, format }, { context: { sql, settings }, now }) {
      const table = tables.find(({ key }) => key === list);
      const role = await currentRole(sql, staffId);
      if (!table || role === undefined || !mayTakeAlong(role, table)) return undefined;
      const { mostRows, pagedRows } = settings.exports;
      // The desk is in English.
      return table.open(asked, { sql, say: words.in('en'), now, mostRows: format === 'pdf' ? pagedRows : mostRows });
    },
    written,
    tellReady: async () => undefined,
    // No stream leads to the desk: its screen asks.
    tellOwner: async () => undefined,
  };
}

/** Somebody's own data is for programs or for people. */
function written(table: Table, format: FileRow['format']): WrittenTable {
  if (format !== 'json') return writeTable(table, format);
  return { fileName: `${table.name}.json`, mediaType: 'application/json', body: writeRecords(table) };
}
