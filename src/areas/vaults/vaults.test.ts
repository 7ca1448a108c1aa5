import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, dayMs } from '../../base/time.ts';
import { parseWeight } from '../../base/weight.ts';
import { exchange, gold, opening, supplier, vault } from '../../ledger/chart.ts';
import { post } from '../../ledger/book.ts';
import { auditLedger } from '../../ledger/audit.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { formWith } from '../../server/testing/files.ts';
import { sweep } from '../../server/testing/telling.ts';

/* What clients own, against what lies in the vaults. India's clients of company 3 hold gold, and theirs lies in Zurich. */

let app: TestApp;
let client: SignedIn;
let finance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('in.gold');
  finance = await app.signInStaff('finance');
  admin = await app.signInStaff('admin');
});
afterAll(async () => app.close());

const now = (): Date => app.opened.clock.now();
const reason = 'as the supplier has it';

async function give(grams: string, key: string): Promise<void> {
  const leg = {
    from: opening(3, 'XAU'),
    to: gold({ company: 3, clientId: client.clientId }),
    minor: parseWeight(grams, 'g') ?? 0n,
  };
  await post(app.owner.sql, { movement: { key: `opening:${key}`, kind: 'opening_balance', legs: [leg], at: now() } });
}

let told = 0;
const written = (more: Partial<Record<'vault' | 'grams' | 'number' | 'asOf', string>> = {}): string => {
  const { vault: where = 'zurich', grams = '0', asOf = `${now().toISOString().slice(0, 19)}Z` } = more;
  const number = more.number ?? `ZH-${(told += 1)}`;
  return `<?xml version="1.0"?><VaultStatement xmlns="urn:atrium:vault-statement:1" number="${number}" vault="${where}" asOf="${asOf}"><Unallocated grams="${grams}"/></VaultStatement>`;
};
async function bring(text: string) {
  const { headers, payload } = formWith({ name: 'vault.xml', bytes: Buffer.from(text) }, { reason });
  const answer = await fetch(`${app.url}/api/desk/gold/statements`, {
    method: 'POST',
    headers: { ...headers, cookie: finance.cookie, authorization: `Bearer ${finance.token}` },
    body: new Uint8Array(payload),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- an answer as outside programs read it
  return (await answer.json()) as any;
}

const buy = (body: object, as = finance) =>
  app.call({
    method: 'POST',
    path: '/api/desk/gold/stock',
    body: { vault: 'zurich', company: 3, reference: 'HR-1', cost: '120.00', reason, ...body },
    as,
  });
const approve = (id: number) =>
  app.call({ method: 'POST', path: `/api/desk/approvals/${id}`, body: { decision: 'approve', reason }, as: admin });
const waiting = async (): Promise<number> =>
  (await app.owner.sql.many(`select from desk_case where subject = 'gold_vault:zurich' and closed_at is null`)).length;
const zurich = async () => {
  const { vaults } = (await app.call({ method: 'GET', path: '/api/desk/gold/vaults', as: finance })).data;
  return vaults.find((each: { vault: string }) => each.vault === 'zurich');
};

test('where nobody has gold there is nothing to check', async () => {
  await sweep(app, 'vaults.check');
  expect(await zurich()).toMatchObject({ companies: [1, 3, 5], clients: '0.0000000', check: null, statement: null });
});

test('gold that no statement accounts for is not known to be there: the night’s check says so', async () => {
  await give('12.5', 'first');
  await sweep(app, 'vaults.check');
  expect((await zurich()).check).toMatchObject({ clients: '12.5000000', unallocated: null, difference: null });
  expect(await waiting()).toBe(1);
});

test('bars are taken into stock by two persons: register and book have them', async () => {
  const bars = [
    { refiner: 'Helvetia', serial: 'A1', grams: '10' },
    { refiner: 'Helvetia', serial: 'A2', grams: '1.0000001' },
  ];
  const asked = await buy({ bars });
  expect(asked.data.approval).toMatchObject({ kind: 'money', asked_by: 'finance' });
  expect((await zurich()).bars).toEqual({ count: 0, weight: '0.0000000' });
  expect((await approve(asked.data.approval.id)).errors).toEqual([]);
  expect((await zurich()).bars).toEqual({ count: 2, weight: '11.0000001' });
  const held = [vault(3, 'zurich'), exchange(3, 'XAU'), exchange(3, 'USD'), supplier(3, 'USD', 'zurich')];
  const balances = await Promise.all(held.map((account) => balanceOf(app.owner.sql, account)));
  expect(balances).toEqual([-110_000_001n, 110_000_001n, -12_000n, 12_000n]);
  const { bars: listed } = (await app.call({ method: 'GET', path: '/api/desk/gold/bars?vault=zurich', as: finance })).data;
  expect(listed).toMatchObject([{ serial: 'A2', weight: '1.0000001' }, { serial: 'A1' }]);
  expect(await auditLedger(app.owner.sql, { scope: 'whole' })).toEqual([]);
});

test('of two who are asked for the same bar, one is taken', async () => {
  const bars = [{ refiner: 'Helvetia', serial: 'A3', grams: '1' }];
  const [first, second] = [await buy({ reference: 'HR-2', bars }), await buy({ reference: 'HR-3', bars })];
  expect((await approve(first.data.approval.id)).errors).toEqual([]);
  expect((await approve(second.data.approval.id)).httpStatus).toBe(409);
  expect((await zurich()).bars.count).toBe(3);
});

test.each([
  ['no bars and no weight', {}, 'field_required', 'grams'],
  ['both', { grams: '1', bars: [{ refiner: 'H', serial: 'B1', grams: '1' }] }, 'field_required', 'grams'],
  ['no weight', { grams: '0' }, 'bad_weight', 'grams'],
  ['a bar without weight', { bars: [{ refiner: 'H', serial: 'B1', grams: 'one' }] }, 'bad_weight', 'bars'],
  ['a bar that is known', { bars: [{ refiner: 'Helvetia', serial: 'A1', grams: '1' }] }, 'bar_known', 'bars'],
  [
    'a bar two times',
    {
      bars: [
        { refiner: 'H', serial: 'B2', grams: '1' },
        { refiner: 'H', serial: 'B2', grams: '1' },
      ],
    },
    'bar_known',
    'bars',
  ],
  ['a purchase that is known', { reference: 'HR-1', grams: '1' }, 'purchase_known', 'reference'],
  ['no cost', { grams: '1', cost: '0' }, 'bad_amount', 'cost'],
  ['a vault of another company', { grams: '1', company: 4 }, 'vault_of_others', 'company'],
])('stock of %s is not asked for', async (...[, body, code, field]) => {
  const answer = await buy({ reference: 'HR-9', ...body });
  expect(answer.errors[0]).toMatchObject({ code, validation_messages: { [field]: expect.anything() } });
});

test('a statement that makes up the rest ends the difference, and one that does not begins it again', async () => {
  // A statement tells of a whole second, and the bars came within one.
  await app.opened.clock.advance(2);
  const balanced = await bring(written({ grams: '0.4999999' }));
  expect(balanced.errors).toEqual([]);
  expect(balanced.data.check).toMatchObject({ difference: '0.0000000', bars: '12.0000001' });
  expect(await waiting()).toBe(0);
  expect((await bring(written({ grams: '0.4' }))).data.check).toMatchObject({ difference: '-0.0999999' });
  expect(await waiting()).toBe(1);
});

test('a difference is explained with a reason, once', async () => {
  const explain = (more = {}) =>
    app.call({ method: 'POST', path: '/api/desk/gold/vaults/zurich', body: { reason, ...more }, as: finance });
  expect((await explain({ reason: '' })).errors[0]?.validation_messages).toHaveProperty('reason');
  expect((await explain()).data).toEqual({ explained: true });
  expect((await explain()).httpStatus).toBe(409);
  expect(await waiting()).toBe(0);
});

test('what moves after the instant of a statement is none of its difference', async () => {
  const asOf = `${now().toISOString().slice(0, 19)}Z`;
  await app.opened.clock.advance(60);
  await give('3', 'later');
  expect((await bring(written({ grams: '0.4999999', asOf }))).data.check).toMatchObject({ difference: '0.0000000' });
});

test('each night is checked once, and a statement of days ago says nothing of it', async () => {
  const count = async () => (await app.owner.sql.many(`select from gold_check where vault = 'zurich'`)).length;
  await app.opened.clock.advance(3 * 24 * 3600);
  const before = await count();
  await sweep(app, 'vaults.check');
  await sweep(app, 'vaults.check');
  expect((await count()) - before).toBeLessThanOrEqual(1);
  expect((await zurich()).check).toMatchObject({ unallocated: null, difference: null, clients: '15.5000000' });
});

test('the same statement is read once, and what is none is not', async () => {
  const text = written({ number: 'ZH-same' });
  await bring(text);
  expect((await bring(text)).errors[0]).toMatchObject({ code: 'statement_known' });
  expect((await bring(`${text} `)).errors[0]).toMatchObject({ code: 'statement_known' });
  const later = `${after(now(), dayMs).toISOString().slice(0, 19)}Z`;
  const asOf = [written({ asOf: 'today' }), written({ asOf: later })];
  for (const wrong of [written({ vault: 'mars' }), written({ grams: '-1' }), ...asOf, '<Other/>'])
    expect((await bring(wrong)).errors[0]).toMatchObject({ code: 'not_a_vault_statement' });
});
