import { escaped } from './escaping.ts';
import { shownCell, type Column, type Fact, type Table } from './table.ts';

/** A document that a browser lays out and prints by itself. It carries no style: whoever shows it brings that. */
export async function* writePrint(table: Table): AsyncGenerator<Uint8Array> {
  const { reader, title, columns } = table;
  const titles = columns.map((column) => `<th scope="col"${sideOf(column)}>${escaped(column.title)}</th>`).join('');
  yield Buffer.from(
    `<!doctype html><html lang="${escaped(reader.tag)}" dir="${reader.direction}"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1>${factsIn(table.head)}<table><thead><tr>${titles}</tr></thead><tbody>`,
    'utf8',
  );
  for await (const page of table.rows) {
    const rows = page.map((row) => `<tr>${row.map((cell, place) => cellIn(cell, columns[place], table)).join('')}</tr>`);
    yield Buffer.from(rows.join(''), 'utf8');
  }
  yield Buffer.from(`</tbody></table>${factsIn(table.foot?.() ?? [])}</body></html>`, 'utf8');
}

function cellIn(cell: string, column: Column | undefined, { reader }: Table): string {
  if (!column) return '<td></td>';
  return `<td${sideOf(column)}><bdi${column.kind === 'decimal' || column.kind === 'code' ? ' dir="ltr"' : ''}>${escaped(shownCell(cell, column.kind, reader))}</bdi></td>`;
}

function sideOf({ kind }: Column): string {
  return kind === 'decimal' ? ' class="figures"' : '';
}

function factsIn(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  return `<dl>${facts.map(({ label, value }) => `<div><dt>${escaped(label)}</dt><dd><bdi>${escaped(value)}</bdi></dd></div>`).join('')}</dl>`;
}
