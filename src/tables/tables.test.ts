import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { runsDrawn } from '../server/testing/pdfRuns.ts';
import { runsOf } from './pdf/runs.ts';
import type { Row, Table, TableFormat } from './table.ts';
import { writeTable } from './write.ts';

const reader = { tag: 'en', formats: 'en-GB', direction: 'ltr', pageWord: (page: number) => `Page ${page}` } as const;

function tableOf(pages: readonly (readonly Row[])[], over: Partial<Table> = {}): Table {
  async function* rows(): AsyncGenerator<readonly Row[]> {
    yield* pages;
  }
  return {
    name: 'statement',
    title: 'Statement: of all/accounts',
    reader,
    head: [{ label: 'Client', value: '=Zoë' }],
    columns: [
      { title: 'When', kind: 'instant', share: 2 },
      { title: 'What', kind: 'text', share: 3 },
      { title: 'Amount', kind: 'decimal', share: 1 },
    ],
    rows: rows(),
    foot: () => [{ label: 'Digest', value: 'abc' }],
    ...over,
  };
}

async function written(table: Table, format: TableFormat): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writeTable(table, format).body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const at = '2026-11-03T10:00:00.000Z';

test('a file for programs has its titles first, and figures and instants as they are', async () => {
  const text = (await written(tableOf([[[at, 'A "card", mine', '-1234.50']], [[at, '', '2.00']]]), 'csv')).toString('utf8');
  expect(text).toBe(
    `\uFEFFWhen,What,Amount\r\n${at},"A ""card"", mine",-1234.50\r\n${at},,2.00\r\n\r\nClient,'=Zoë\r\nDigest,abc\r\n`,
  );
});

test.each(['=1+1', '+1', '-1', '@sum', '\tx'])(
  'a name that begins as a formula does is none where the file is opened: %j',
  async (name) => {
    expect((await written(tableOf([[[at, name, '-1.00']]]), 'csv')).toString('utf8')).toContain(`'${name}`);
  },
);

test('a workbook has the table and a sheet of facts, figures as figures, and names that Excel takes', async () => {
  const files = unzipSync(new Uint8Array(await written(tableOf([[[at, 'A & B', '-1234.50']]]), 'xlsx')));
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  expect(text('xl/worksheets/sheet1.xml')).toContain('<v>-1234.50</v>');
  expect(text('xl/worksheets/sheet1.xml')).toContain('A &amp; B');
  expect(text('xl/worksheets/sheet2.xml')).toMatch(/Client.*=Zoë.*Digest.*abc/);
  expect([...text('xl/workbook.xml').matchAll(/sheet name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'Statement  of all accounts',
    'Statement  of all accounts (2)',
  ]);
  const plain = unzipSync(
    new Uint8Array(await written({ ...tableOf([]), head: [], foot: undefined } as unknown as Table, 'xlsx')),
  );
  expect(Object.keys(plain)).not.toContain('xl/worksheets/sheet2.xml');
});

test('what is printed is in the reader’s direction and figures, and holds no markup of anybody else’s', async () => {
  const text = (await written(tableOf([[[at, '<script>', '-1234.50']]]), 'print')).toString('utf8');
  expect(text).toContain('dir="ltr"');
  expect(text).toContain('&lt;script&gt;');
  expect(text).toContain('-1,234.50');
  expect(text).not.toContain('<script');
});

const manyRows = Array.from({ length: 120 }, (_, index): Row => [at, `Deposit ${index}`, '1.00']);

test('a long document has page after page, each font once and only the letters that it draws', async () => {
  const bytes = await written(tableOf([manyRows.slice(0, 60), manyRows.slice(60)]), 'pdf');
  const text = bytes.toString('latin1');
  expect(text.slice(0, 8)).toBe('%PDF-1.3');
  expect(Number(/\/Count (\d+)/.exec(text)?.[1])).toBeGreaterThan(2);
  // The two fonts that it takes are 40 kB as they are.
  expect(bytes.length).toBeLessThan(60_000);
  expect(text.match(/\/FontFile2/g)).toHaveLength(2);
});

test('every writing of the shipped catalogs is drawn by a font that has it', async () => {
  const words = ['Zoë Łódź', 'إيداع بالبطاقة', '银行卡入金', 'Перевод', 'Ελλάδα', 'Nguyễn Văn Đức'];
  const text = (await written(tableOf([words.map((word): Row => [at, word, '1.00'])]), 'pdf')).toString('latin1');
  expect(text.match(/\/FontFile2/g)).toHaveLength(8);
});

test('on paper that is read from the right figures stand by their last digit, and what is said can be copied', async () => {
  const arabic = {
    ...reader,
    tag: 'ar',
    formats: 'ar-u-nu-latn',
    direction: 'rtl',
    pageWord: (page: number) => `صفحة ${page}`,
  } as const;
  const rows: Row[] = [
    [at, 'إيداع بالبطاقة', '-1234.50'],
    [at, 'تحويل', '2.00'],
  ];
  const runs = runsDrawn(await written(tableOf([rows], { reader: arabic }), 'pdf'));
  const placeOf = (text: string) => runs.find((run) => run.text === text)?.x ?? Number.NaN;
  expect(placeOf('-1,234.50')).toBeLessThan(placeOf('2.00'));
  expect(placeOf('إيداع بالبطاقة')).toBeGreaterThan(placeOf('2.00'));
  expect(runs.map(({ text }) => text)).toEqual(expect.arrayContaining(['إيداع بالبطاقة', 'صفحة 1', '=Zoë']));
});

const drawn = (line: string, direction: 'ltr' | 'rtl') => runsOf(line, direction).map(({ text }) => text);

test('figures and Latin words stand in an Arabic line from left to right, and the line from right to left', () => {
  expect(drawn('تحويل إلى \u2068MT5 (500002)\u2069', 'rtl')).toEqual(['MT5 (500002)', 'تحويل إلى ']);
  expect(drawn('رقم 500001', 'rtl')).toEqual(['500001', 'رقم ']);
});

test('brackets turn round with what they hold, and marks of direction are not drawn', () => {
  expect(drawn('\u200F(ب)', 'rtl')).toEqual(['(', 'ب', ')']);
  expect(drawn('a\u2068b\u2069', 'ltr')).toEqual(['ab']);
});

test('a line of many writings is drawn each with its own font, spaces with the word before', () => {
  expect(drawn('转账至 Advantage 账户', 'ltr')).toEqual(['转账至 ', 'Advantage ', '账户']);
});

test('a plain line is drawn the same whether or not it stands beside letters of other writings', () => {
  const [first, ...others] = runsOf('Buy EURUSD, -1 234.50 (10:00) Ж', 'ltr');
  expect(others.map(({ text }) => text)).toEqual(['Ж']);
  expect(runsOf(first?.text ?? '', 'ltr')).toEqual([first]);
});
