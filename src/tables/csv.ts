import type { Row, Table } from './table.ts';

/**
 * RFC 4180 in UTF-8, with the mark by which Excel knows that. Figures and instants stay as programs read them. Facts stand behind the
 * rows, after an empty line, so that the first line is the titles' and every reader finds the table.
 */
export async function* writeCsv(table: Table): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\uFEFF${lineOf(table.columns.map(({ title }) => title))}`, 'utf8');
  for await (const page of table.rows) yield Buffer.from(page.map((row) => rowOf(row, table)).join(''), 'utf8');
  const facts = [...table.head, ...(table.foot?.() ?? [])];
  if (facts.length > 0)
    yield Buffer.from(`\r\n${facts.map(({ label, value }) => lineOf([harmless(label), harmless(value)])).join('')}`, 'utf8');
}

function rowOf(row: Row, { columns }: Table): string {
  return lineOf(row.map((cell, place) => (columns[place]?.kind === 'decimal' ? cell : harmless(cell))));
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A name that begins like a formula would be one where the file is opened (OWASP, CSV injection). */
function harmless(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
