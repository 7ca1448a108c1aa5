import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingPaths } from '../../settings/changes.ts';
import { defaultSettings } from '../../settings/index.ts';
import { openTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { reachOf, touchedBy } from './touching.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** Settings that no client's money hangs on as it is asked for, by why it does not. */
const touchNobody: Readonly<Record<string, readonly string[]>> = {
  'what the portal looks like, and where it is': ['brand', 'sites', 'signInWhereabouts'],
  'the bounds of calls, lists, files and texts': ['calls', 'lists', 'exports', 'deskExports', 'tradeReports', 'statements'],
  'how one comes in, and stays there': [
    'session',
    'signIn',
    'signUp',
    'passwordReset',
    'passwordChange',
    'challenge',
    'desk.session',
    'desk.linkSeconds',
  ],
  'what a newcomer is asked, shown and counted as': ['tracking', 'feedback', 'personalDataNotice', 'terms', 'termsVersions'],
  'accounts, and what their platform is asked': ['accounts', 'platform', 'copying', 'bestTrades', 'pivots'],
  'who may see what of research': ['research'],
  'how soon staff looks, and when they are there': [
    'desk.claimSeconds',
    'desk.businessHours',
    'documents',
    'investors',
    'suspicions',
    'disputes',
    'freezing',
  ],
  'what is known of a client, and how long it holds': ['appropriateness', 'risk', 'screening', 'dormancy', 'yearlyConfirmation'],
  'how the broker compares its own books with the banks and vaults': ['bank.statementDays', 'bank.patienceDays', 'vaults'],
  'what strategies are listed by, and what automation is tried again by': ['strategies', 'transferAutomation'],
};

const begins = (key: string, group: string): boolean => key === group || key.startsWith(`${group}.`);

test('every setting says whom it touches, or is among those that touch nobody', () => {
  const groups = Object.values(touchNobody).flat();
  const keys = settingPaths(defaultSettings);
  const isListed = (key: string) => groups.some((group) => begins(key, group));
  expect(keys.filter((key) => !reachOf(key) && !isListed(key))).toEqual([]);
  expect(keys.filter((key) => reachOf(key) && isListed(key))).toEqual([]);
  expect(groups.filter((group) => !keys.some((key) => begins(key, group)))).toEqual([]);
});

const now = new Date('2026-03-02T10:00:00Z');
const delivery = (phase: string) =>
  `insert into gold_delivery (client_id, company_id, vault, phase, size, count, weight, fee, insurance, insured, recipient, street, town,
     postcode, country, phone, asked_at) values (7, 3, 'zurich', '${phase}', 1, 1, 1, 0, 0, 1, 'A', 'B', 'C', '', 'CH', '', now())`;
const quote = (expires: string, used: string) =>
  `insert into gold_quote (id, client_id, company_id, side, weight, metal, spread, tax, total, bid, ask, price_at, quoted_at, expires_at, used_at)
   values (gen_random_uuid(), 7, 3, 'buy', 1, 1, 0, 0, 1, '1', '1', now(), now(), '${expires}', ${used})`;
const entry = (key: string, outcome: string) =>
  `insert into bank_entry (account, entry_key, likeness, statement_id, company_id, direction, is_reversal, amount, currency, letters, texts,
     servicer_references, booked_at, read_at, outcome)
   values ('1234', '${key}', '${key}', 1, 3, 'credit', false, 1, 'USD', '', '{}', '{}', now(), now(), '${outcome}')`;
const loss = (number: number, status: string) =>
  `insert into negative_balance (number, client_id, company_id, currency, amount, status, found_at)
   values (${number}, 7, 3, 'USD', 1, '${status}', now())`;
const pledge = (number: number, weight: number) =>
  `insert into gold_pledge (number, client_id, company_id, weight, opened_at) values (${number}, 7, 3, ${weight}, now())`;

/** What is open, and beside it what has come to its end. */
const rows = [
  quote('2026-03-02T10:00:05Z', 'null'),
  quote('2026-03-02T09:59:55Z', 'null'),
  quote('2026-03-02T10:00:05Z', 'now()'),
  pledge(1, 5),
  pledge(2, 5),
  pledge(3, 0),
  ...['asked', 'requested', 'shipped', 'delivered', 'cancelled'].map(delivery),
  loss(1, 'found'),
  loss(2, 'waiting'),
  loss(3, 'corrected'),
  loss(4, 'posted'),
  loss(5, 'dropped'),
  entry('a', 'suspense'),
  entry('b', 'handed'),
];

const kept = (of: string, count: number) => ({ of, count, keeps: true });
const anew = (of: string, count: number) => ({ of, count, keeps: false });
test.each([
  ['gold.quoteSeconds', [kept('gold_quotes', 1)]],
  ['gold.spreadBasisPoints', [kept('gold_quotes', 1), anew('gold_pledges', 2)]],
  ['goldCollateral.callBasisPoints', [anew('gold_pledges', 2)]],
  ['goldDelivery.shipping', [kept('gold_terms', 1), kept('gold_deliveries', 2)]],
  ['goldDelivery.termsSeconds', [anew('gold_terms', 1)]],
  ['goldDelivery.payDays', [anew('gold_terms', 1), anew('gold_unpaid', 1)]],
  ['negativeBalance.automaticPerDay', [kept('losses', 3)]],
  ['bank.secondPersonAbove', [anew('unmatched', 1)]],
])('a change of %s is told with what is open of it', async (key, expected) => {
  const undone = new Error('undone');
  let told: unknown;
  const plant = opened.owner.transact(async (sql) => {
    // No row needs what its references point at here.
    await sql.run('set local session_replication_role = replica');
    for (const row of rows) await sql.run(row);
    told = await touchedBy(sql, { key, before: 1, after: 2, now });
    throw undone;
  });
  await expect(plant).rejects.toBe(undone);
  expect(told).toMatchObject({ requests: [], open: expected });
});

test('a change of gold touches clients where gold is held, and nobody elsewhere', async () => {
  const undone = new Error('undone');
  let counts: unknown;
  const plant = opened.owner.transact(async (sql) => {
    const of = async (key: string) => (await touchedBy(sql, { key, before: 1, after: 2, now }))?.clients;
    await sql.run('set local session_replication_role = replica');
    await sql.run(
      `insert into client (person_id, company_id, branch_id, country, status_id, client_category, email, first_name, last_name, language,
         password_hash, registered_at)
       select place, 3, 1, country, 12, 0, 'touched.' || lower(country) || '@atrium.test', 'A', 'B', 'en', '', now()
       from unnest('{IN,TH}'::text[]) with ordinality t (country, place)`,
    );
    counts = [await of('gold.quoteSeconds'), await of('bank.secondPersonAbove')];
    throw undone;
  });
  await expect(plant).rejects.toBe(undone);
  expect(counts).toEqual([[{ company: 3, count: 1 }], [{ company: 3, count: 2 }]]);
});
