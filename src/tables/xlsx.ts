import { release } from '../base/release.ts';
import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { escaped } from './escaping.ts';
import { packedFile } from './packed.ts';
import type { Column, Fact, Row, Table } from './table.ts';
import { workbookParts } from './workbook.ts';

/** What is packed comes late and much at once: whoever takes the file may rest after each few rows. */
const nothing = new Uint8Array(0);

/**
 * An Excel workbook (ECMA-376), piece by piece: no more than one page of it is ever in memory. Facts have a sheet of their own. A piece
 * may be empty.
 */
export async function* writeXlsx(table: Table): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const hasFacts = table.head.length > 0 || table.foot !== undefined;
  for (const [name, text] of Object.entries(workbookParts(table, hasFacts))) add(zip, name, text);
  const sheet = packedFile('xl/worksheets/sheet1.xml');
  zip.add(sheet);
  const titles = table.columns.map(({ title }) => textCell(title, 1)).join('');
  try {
    await sheet.write(strToU8(`${sheetHead(table)}<row>${titles}</row>`));
    for await (const page of table.rows) {
      const bytes = strToU8(page.map((row) => rowOf(row, table.columns)).join(''));
      await sheet.write(bytes);
      // What was packed is read by nobody any more.
      release(bytes);
      yield* ready.length > 0 ? ready.splice(0) : [nothing];
    }
    await sheet.write(strToU8('</sheetData></worksheet>'));
    await sheet.end();
  } finally {
    sheet.terminate();
  }
  if (hasFacts) add(zip, 'xl/worksheets/sheet2.xml', factSheet([...table.head, ...(table.foot?.() ?? [])], table));
  zip.end();
  yield* ready.splice(0);
}

function add(zip: Zip, name: string, text: string): void {
  const file = new ZipPassThrough(name);
  zip.add(file);
  file.push(strToU8(text), true);
}

function rowOf(row: Row, columns: readonly Column[]): string {
  const cells = row.map((cell, place) =>
    columns[place]?.kind === 'decimal' && cell !== '' ? numberCell(cell) : textCell(cell, 0),
  );
  return `<row>${cells.join('')}</row>`;
}

/** Style 1 is bold. Inline strings, so that no table of strings has to be kept until the end. */
function textCell(text: string, style: 0 | 1): string {
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** The decimal string as it stands: Excel reads it as the number that it is. */
function numberCell(decimal: string): string {
  return `<c><v>${decimal}</v></c>`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

function sheetHead({ columns, reader }: Table): string {
  const side = reader.direction === 'rtl' ? ' rightToLeft="1"' : '';
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${side} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${columns.length}" width="18" customWidth="1"/></cols><sheetData>`;
}

function factSheet(facts: readonly Fact[], { reader }: Table): string {
  const side = reader.direction === 'rtl' ? ' rightToLeft="1"' : '';
  const rows = facts.map(({ label, value }) => `<row>${textCell(label, 1)}${textCell(value, 0)}</row>`).join('');
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${side} workbookViewId="0"/></sheetViews><cols><col min="1" max="2" width="32" customWidth="1"/></cols><sheetData>${rows}</sheetData></worksheet>`;
}
