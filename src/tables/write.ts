import { writeCsv } from './csv.ts';
import { writePdf } from './pdf/pdf.ts';
import { writePrint } from './print.ts';
import type { Table, TableFormat } from './table.ts';
import { writeXlsx } from './xlsx.ts';

interface Writer {
  readonly ending: string;
  readonly mediaType: string;
  readonly write: (table: Table) => AsyncGenerator<Uint8Array>;
}

const writers: Readonly<Record<TableFormat, Writer>> = {
  pdf: { ending: 'pdf', mediaType: 'application/pdf', write: writePdf },
  csv: { ending: 'csv', mediaType: 'text/csv', write: writeCsv },
  xlsx: { ending: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: writeXlsx },
  print: { ending: 'html', mediaType: 'text/html', write: writePrint },
};

export interface WrittenTable {
  readonly fileName: string;
  readonly mediaType: string;
  /** An empty piece has nothing to send, and is where whoever writes it out may rest. */
  readonly body: AsyncGenerator<Uint8Array>;
}

/** A table as a file of that format, written while it is read. */
export function writeTable(table: Table, format: TableFormat): WrittenTable {
  const { ending, mediaType, write } = writers[format];
  return { fileName: `${table.name}.${ending}`, mediaType, body: write(table) };
}
