import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import { openBankFixture, type BankFixture } from '../../server/testing/bankFixture.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';

/* What the desk reads, and takes along, of the bank's statements. */

let app: TestApp;
let bank: BankFixture;
let payments: PaymentsFixture;
let wallet: number;
let finance: StaffSignedIn;
let paid: number;

beforeAll(async () => {
  const counter = await openCounter('global.active', { dollars: '0', wallet: '0' });
  ({ app, payments, wallet } = counter);
  bank = await openBankFixture(app, counter.client);
  finance = await app.signInStaff('finance');
  const { id, reference } = await payments.startDeposit(wallet, '250.00', { pm_id: 1010 });
  paid = id;
  await bank.arrives({ text: reference });
  await bank.fetched();
  await bank.arrives({ text: '=SUM(A1) of nobody', amount: '40.00', payer: 'Jane Doe' });
  await bank.fetched();
});
afterAll(() => app.close());

const get = (path: string, as = finance) => app.call({ method: 'GET', path: `/api/desk/bank/${path}`, as });
const statements = async () =>
  (await app.owner.sql.many<{ id: number }>('select distinct statement_id as id from bank_entry order by 1')).map(({ id }) => id);

async function fileOf(asked: object): Promise<string> {
  const body = { table: 'bank.entries', asked, format: 'csv', reason: 'the monthly review' };
  const { data, errors } = await app.call({ method: 'POST', path: '/api/desk/exports', body, as: finance });
  expect(errors).toEqual([]);
  await app.drain();
  return (await fetch(`${app.url}/api/desk/exports/${data.id}/file`, { headers: { cookie: finance.cookie } })).text();
}

test('a statement tells its transactions with what followed of each, and whoever reads it is in the audit', async () => {
  const [first, second] = await statements();
  const told = (await get(`statements/${first}/entries`)).data.entries;
  expect(told).toMatchObject([{ amount: '250.00', currency: 'USD', outcome: 'handed', transfer_id: paid, direction: 'credit' }]);
  expect((await get(`statements/${second}/entries`)).data.entries).toMatchObject([
    { amount: '40.00', outcome: 'suspense', why: 'unknown_reference', payer: 'Jane Doe', transfer_id: null },
  ]);
  const read = await app.owner.sql.many(`select from audit_event where action = 'bank_statement.read' and actor_id = 'finance'`);
  expect(read).toHaveLength(2);
  const agent = await app.signInStaff('agent');
  expect((await get(`statements/${first}/entries`, agent)).errors[0]).toMatchObject({ code: 'not_your_right' });
});

test('a long statement is read page by page, each transaction once', async () => {
  const [first] = await statements();
  await app.owner.sql.run(
    `insert into bank_entry (account, entry_key, likeness, statement_id, company_id, direction, is_reversal, amount, currency, letters, texts,
       servicer_references, booked_at, read_at, outcome)
     select account, 'more ' || n, 'more ' || n, statement_id, company_id, direction, is_reversal, n, currency, letters, texts,
       servicer_references, booked_at, read_at, 'noted' from bank_entry, generate_series(1, 300) n where statement_id = $1`,
    [first],
  );
  const seen: number[] = [];
  for (let after = ''; ;) {
    const { entries, next } = (await get(`statements/${first}/entries${after}`)).data;
    seen.push(...entries.map(({ id }: { id: number }) => id));
    if (next === null) break;
    after = `?after=${next}`;
  }
  expect([seen.length, new Set(seen).size]).toEqual([301, 301]);
});

test('the file has all of them, or those of one statement, and nothing in it is a formula', async () => {
  const [first, second] = await statements();
  const [all, one] = [await fileOf({}), await fileOf({ statement_id: String(second) })];
  const lines = (text: string) => text.split('\r\n').filter((line) => line.includes('USD'));
  expect([lines(all).length, lines(one).length]).toEqual([302, 1]);
  expect(lines(one)[0]).toContain('Jane Doe');
  expect(all).not.toMatch(/(^|,|")=SUM/m);
  expect(lines(await fileOf({ statement_id: String(first) }))).toHaveLength(301);
});
