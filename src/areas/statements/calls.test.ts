import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../server/testing/app.ts';
import { changeSetting } from '../../server/start/settings.ts';
import { untilStated } from '../../server/testing/horizon.ts';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import { runsDrawn } from '../../server/testing/pdfRuns.ts';
import { digestOf, drawStatement, statedFund } from './face.ts';

let counter: Counter;
let app: TestApp;
let day: string;

beforeAll(async () => {
  counter = await openCounter('ng.active', { dollars: '100.00', wallet: '300.00' });
  ({ app } = counter);
  day = app.opened.clock.now().toISOString().slice(0, 10);
  await counter.payments.save(await counter.payments.confirmed(counter.wallet, counter.dollars, '20.00'));
  await counter.payments.save(await counter.payments.confirmed(counter.dollars, counter.wallet, '5.00'));
  await counter.books.hurry();
  await untilStated(app);
});
afterAll(async () => app.close());

const asked = (number: number) => `number=${number}&from=${day}&till=${day}`;
const statementOf = async (number: number) => (await counter.payments.get(`api/statements?${asked(number)}`)).data;

async function file(number: number, format: string, language = 'en'): Promise<{ status: number; type: string; bytes: Buffer }> {
  const answer = await fetch(`${app.url}/api/js/api/statements/file?${asked(number)}&format=${format}&lang=${language}`, {
    headers: { cookie: counter.client.cookie },
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

test('wallets and live accounts have statements', async () => {
  const { accounts, today } = (await counter.payments.get('api/statements/accounts')).data;
  expect(today).toBe(day);
  const numbers = accounts.map(({ number }: { number: number }) => number);
  expect(numbers).toEqual(expect.arrayContaining([counter.wallet, counter.dollars]));
});

test('a statement begins with what was there and ends with what is there, each line in between in a sentence', async () => {
  for (const number of [counter.wallet, counter.dollars]) {
    const { opening, closing, lines, line_count: count } = await statementOf(number);
    expect([opening, closing]).toEqual(['0.00', await counter.books.inLedger(number)]);
    expect(lines.at(-1).balance).toBe(closing);
    expect(lines).toHaveLength(count);
    for (const { text } of lines) expect(text).not.toMatch(/^(statement|movement)\./);
  }
});

test('a period before anything moved is empty', async () => {
  const { data } = await counter.payments.get(`api/statements?number=${counter.wallet}&from=2001-01-01&till=2001-12-31`);
  expect(data).toMatchObject({ opening: '0.00', closing: '0.00', line_count: 0, lines: [] });
});

test('each file says the digest that the book gives again up to the same place', async () => {
  const csv = (await file(counter.wallet, 'csv')).bytes.toString('utf8');
  const digest = /Digest \(SHA-256\),([0-9a-f]{64})/.exec(csv)?.[1] ?? 'none';
  const upto = BigInt(/State of the book,(\d+)/.exec(csv)?.[1] ?? 0);
  const { sql } = app.database;
  const fund = await statedFund(sql, counter.client.clientId, String(counter.wallet));
  if (!fund) throw new Error('there is no such wallet');
  expect(digest).toBe(await digestOf(sql, await drawStatement(sql, { fund, from: day, till: day, upto })));
  const { sheet1, sheet2 } = sheetsIn((await file(counter.wallet, 'xlsx')).bytes);
  expect(sheet2).toContain(digest);
  expect(sheet1.match(/<row>/g)).toHaveLength((await statementOf(counter.wallet)).line_count + 1);
  expect((await file(counter.wallet, 'print', 'ar')).bytes.toString('utf8')).toContain(digest);
});

function sheetsIn(bytes: Buffer): { readonly sheet1: string; readonly sheet2: string } {
  const files = unzipSync(new Uint8Array(bytes));
  const text = (name: string) => strFromU8(files[`xl/worksheets/${name}.xml`] ?? new Uint8Array());
  return { sheet1: text('sheet1'), sheet2: text('sheet2') };
}

/** Written by hand: titles of columns in their order, a line and its amount, and a sum below. */
const read = [
  {
    language: 'en',
    side: 'left',
    titles: ['Movement', 'Reference', 'Entry'],
    says: ['Transfer received', 'Closing balance'],
    font: /Sans-/,
  },
  {
    language: 'ar',
    side: 'right',
    titles: ['الحركة', 'المرجع', 'القيد'],
    says: ['تحويل وارد', 'الرصيد الختامي'],
    font: /Arabic-/,
  },
  { language: 'zh', side: 'left', titles: ['变动', '参考号', '分录'], says: ['转账到账', '期末余额'], font: /SansSC/ },
];

test.each(read)('a document of pages is read in $language, from the $side', async ({ language, side, titles, says, font }) => {
  const { status, type, bytes } = await file(counter.dollars, 'pdf', language);
  expect([status, type, bytes.toString('latin1', 0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
  const runs = runsDrawn(bytes);
  const placeOf = (text: string) => runs.find((run) => run.text.trim() === text)?.x;
  const places = titles.map(placeOf);
  expect(places).toEqual(places.toSorted((one, other) => (side === 'left' ? 1 : -1) * (Number(one) - Number(other))));
  // Nothing is drawn as the box of a letter that the font does not have.
  expect(runs.filter(({ isWhole }) => !isWhole)).toEqual([]);
  for (const word of [...titles, ...says]) expect(runs.find(({ text }) => text.trim() === word)?.font).toMatch(font);
  // Figures are read from the left in every language, with their sign first; and so is the command.
  expect(runs.map(({ text }) => text.trim())).toEqual(expect.arrayContaining(['20.00', '-5.00', '115.00']));
  expect(runs.map(({ text }) => text).join(' ')).toMatch(/npm run statement -- --number \d+ --from \S+ --till \S+ --upto \d+/);
});

test('its other files are in that language too, and what is printed is in its direction', async () => {
  const csv = (await file(counter.dollars, 'csv', 'ar')).bytes.toString('utf8');
  expect(csv).toContain('الوقت (UTC),الحركة,المرجع,القيد,المبلغ (USD),الرصيد (USD)');
  expect(sheetsIn((await file(counter.dollars, 'xlsx', 'zh')).bytes).sheet1).toContain('余额 (USD)');
  const printed = (await file(counter.dollars, 'print', 'ar')).bytes.toString('utf8');
  expect(printed).toContain('<html lang="ar" dir="rtl">');
  expect(printed).toContain('<bdi dir="ltr">\u200E-5.00</bdi>');
});

test('what is too long for pages is had for programs only', async () => {
  const at = app.opened.clock.now();
  const order = { path: 'statements.pagedLines', value: 1, author: 'test', at, effectiveAt: at };
  expect(await app.owner.transact((sql) => changeSetting(sql, order))).toMatchObject({ ok: true });
  await app.opened.settings.refresh();
  expect((await statementOf(counter.wallet)).is_long).toBe(true);
  expect([(await file(counter.wallet, 'pdf')).status, (await file(counter.wallet, 'print')).status]).toEqual([409, 409]);
  expect((await file(counter.wallet, 'csv')).status).toBe(200);
});

test('a number that is somebody else’s, a demo account’s or nobody’s is unknown, and a period has its ends in order', async () => {
  const other = await app.signIn('global.active');
  const answer = await app.call({ method: 'GET', path: `api/statements?${asked(counter.wallet)}`, as: other });
  expect([answer.httpStatus, answer.errors[0]?.code]).toEqual([422, 'unknown_account']);
  const reversed = await counter.payments.get(`api/statements?number=${counter.wallet}&from=2026-02-02&till=2026-02-01`);
  expect(reversed.errors[0]?.code).toBe('period_reversed');
  expect((await file(1, 'pdf')).status).toBe(422);
});
