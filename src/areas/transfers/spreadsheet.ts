import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { Remittance } from '../payments/face.ts';
import { listTransfers, type ListFilters } from './lists.ts';
import { shownLine, type Reader } from './shown.ts';

export interface Spreadsheet {
  readonly sql: Sql;
  readonly filters: ListFilters;
  readonly reader: Reader;
  readonly mostRows: number;
}

/** Small enough that writing a page keeps nobody waiting. */
const pageSize = 100;

const columns = [
  'id',
  'created',
  'type',
  'status',
  'from',
  'fromName',
  'to',
  'toName',
  'amount',
  'currency',
  'fee',
  'rate',
  'arrives',
  'arrivesCurrency',
  'reason',
] as const;

/**
 * The list as an Excel workbook (ECMA-376), piece by piece: no more than one page of it is ever in memory. Past `mostRows` it
 * ends, and its last row says so.
 */
export async function* spreadsheetOf(sheet: Spreadsheet): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for (const [name, text] of Object.entries(frame(sheet.reader.say))) {
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(strToU8(text), true);
  }
  const rows = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  zip.add(rows);
  const titles = columns.map((column) => cell(sheet.reader.say(`transfers.sheet.${column}`), 1)).join('');
  rows.push(strToU8(`${sheetHead}<row>${titles}</row>`));
  let count = 0;
  let last: Remittance | undefined;
  for await (const page of pagesOf(sheet)) {
    rows.push(strToU8(page.map((remittance) => rowOf(remittance, sheet.reader)).join('')));
    yield* ready.splice(0);
    count += page.length;
    last = page.at(-1);
  }
  if (last && count >= sheet.mostRows && (await isMoreAfter(sheet, last))) rows.push(strToU8(cutRow(sheet)));
  rows.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  yield* ready.splice(0);
}

async function* pagesOf(sheet: Spreadsheet): AsyncGenerator<Remittance[]> {
  let after: { at: Date; id: number } | undefined;
  for (let count = 0; count < sheet.mostRows;) {
    const limit = Math.min(pageSize, sheet.mostRows - count);
    const page = await listTransfers(sheet.sql, sheet.filters, { after, offset: 0, limit });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < limit) return;
    count += page.length;
    after = { at: last.createdAt, id: last.id };
  }
}

async function isMoreAfter(sheet: Spreadsheet, { createdAt, id }: Remittance): Promise<boolean> {
  const more = await listTransfers(sheet.sql, sheet.filters, { after: { at: createdAt, id }, offset: 0, limit: 1 });
  return more.length > 0;
}

/** Whoever sums up the sheet must see that it is not the whole list. */
function cutRow({ reader, mostRows }: Spreadsheet): string {
  return `<row>${cell(reader.say('transfers.sheet.cut', { count: mostRows }), 1)}</row>`;
}

function rowOf(remittance: Remittance, reader: Reader): string {
  const { say } = reader;
  const line = shownLine(remittance, reader);
  const account = { number: line.account_number, name: line.account_name ?? '' };
  const nowhere = { number: '', name: '' };
  // A deposit comes from outside into its account; a reversal goes the other way.
  const ends = {
    deposit: [nowhere, account],
    withdraw: [account, nowhere],
    transfer: [account, { number: line.target_account_number ?? '', name: line.target_account_name ?? '' }],
    reversal: [account, nowhere],
  } as const;
  const [from, to] = ends[line.transfer_type];
  const texts = [
    cell(line.created_at, 0),
    cell(say(`transfer.type.${line.transfer_type}`), 0),
    cell(say(`transfer.status.${line.status}`), 0),
    ...[from.number, from.name, to.number, to.name].map((text) => cell(String(text), 0)),
  ];
  return `<row>${numberCell(String(line.id))}${texts.join('')}${numberCell(line.amount)}${cell(line.currency, 0)}${numberCell(line.fee)}${
    line.rate === null ? cell('', 0) : numberCell(line.rate)
  }${numberCell(line.account_amount)}${cell(line.account_currency, 0)}${cell(line.reason ?? '', 0)}</row>`;
}

/** Style 1 is bold. Inline strings, so that no table of strings has to be kept until the end. */
function cell(text: string, style: 0 | 1): string {
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** The decimal string as it stands: Excel reads it as the number that it is. */
function numberCell(decimal: string): string {
  return `<c><v>${decimal}</v></c>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no place for control characters. */
function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML forbids.
  return text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '').replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageNames = 'http://schemas.openxmlformats.org/package/2006';
const officeNames = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const sheetHead = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="15" width="18" customWidth="1"/></cols><sheetData>`;

/** The parts of the package around the one sheet. */
function frame(say: Say): Readonly<Record<string, string>> {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const name = escaped(
    say('transfers.sheet.name')
      .replaceAll(/[\\/?*:[\]]/g, ' ')
      .slice(0, 31),
  );
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packageNames}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${officeNames}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${officeNames}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${officeNames}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeNames}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf fontId="0" fillId="0" borderId="0" xfId="0"/><xf fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
  };
}
