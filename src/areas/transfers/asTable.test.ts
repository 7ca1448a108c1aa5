import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';
import { writeTable } from '../../tables/write.ts';
import { transfersTable, type AskedTable } from './asTable.ts';

const rows = 1300;
let app: TestApp;
let clientId: ClientId;

beforeAll(async () => {
  app = await openTestApp();
  ({ clientId } = await app.signIn('ng.active'));
  await app.owner.sql.run(
    'delete from remittance_stage where remittance_id in (select id from remittance where client_id = $1)',
    [clientId],
  );
  await app.owner.sql.run('delete from remittance where client_id = $1', [clientId]);
  await app.owner.sql.run(
    `insert into remittance (client_id, company_id, transfer_type, phase, reference, account_number, amount, currency,
       account_amount, account_currency, created_at, expires_at, saved_at, updated_at)
     select c.id, c.company_id, 'deposit', 'declined', 'sheet-' || lpad(n::text, 8, '0'), 1, 10000 + n, 'USD', 10000 + n, 'USD',
       at, at, at, at
     from client c, generate_series(1, ${rows}) n, lateral (select now() - make_interval(mins => n) as at) moment where c.id = $1`,
    [clientId],
  );
});
afterAll(async () => app.close());

/** The sheet, and a count of what was asked of the database for it. */
function sheetOf(mostRows: number): { readonly body: AsyncGenerator<Uint8Array>; readonly asked: () => number } {
  let asked = 0;
  const { sql } = app.owner;
  const counted: Sql = {
    ...sql,
    many: async (...question: Parameters<Sql['many']>) => {
      asked += 1;
      return sql.many(...question);
    },
  } as Sql;
  const none = { from: undefined, till: undefined, type: undefined, status: undefined, account: undefined };
  const reader: AskedTable['reader'] = {
    say: (id, values) => `${id} ${values?.['count'] ?? ''}`,
    fundingAccountNames: { nameOf: () => undefined, phraseOf: () => ({ phrase: 'none' }) },
  };
  const table = transfersTable({ sql: counted, filters: { clientId, ...none }, reader, language: 'en', mostRows });
  return { body: writeTable(table, 'xlsx').body, asked: () => asked };
}

async function rowsIn(body: AsyncGenerator<Uint8Array>): Promise<string[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  const files = unzipSync(new Uint8Array(Buffer.concat(pieces)));
  return strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array()).match(/<row>.*?<\/row>/g) ?? [];
}

test('a long list is on its way before its last page is read', async () => {
  const { body, asked } = sheetOf(100_000);
  const first = await body.next();
  expect(first.value?.length).toBeGreaterThan(0);
  expect(asked()).toBe(1);
  await rowsIn(body).catch(() => undefined);
  expect(asked()).toBeGreaterThan(2);
});

test('a sheet holds every row of a long list once, and says nothing of more', async () => {
  const found = await rowsIn(sheetOf(100_000).body);
  expect(found).toHaveLength(rows + 1);
  expect(new Set(found).size).toBe(rows + 1);
  expect(found.at(-1)).not.toContain('transfers.sheet.cut');
});

test('a list that is longer than a sheet may be is cut with a word about it', async () => {
  const cut = await rowsIn(sheetOf(700).body);
  expect(cut).toHaveLength(702);
  expect(cut.at(-1)).toContain('transfers.sheet.cut 700');
  const whole = await rowsIn(sheetOf(rows).body);
  expect(whole.at(-1)).not.toContain('transfers.sheet.cut');
});
