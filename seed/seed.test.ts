import { verify } from '@node-rs/argon2';
import { from as copyFrom } from 'pg-copy-streams';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsOf } from '../src/areas/accounts/face.ts';
import { walletBalances } from '../src/areas/fundingAccounts/face.ts';
import { closeSignals } from '../src/areas/signals/face.ts';
import { clientId } from '../src/base/id.ts';
import { formatMinor } from '../src/base/money.ts';
import { forEveryPlatform } from '../src/law/platforms.ts';
import { auditLedger, sealAudit } from '../src/ledger/audit.ts';
import { trading } from '../src/ledger/chart.ts';
import { balanceOf } from '../src/ledger/statement.ts';
import { sqlOver } from '../src/server/database/pool.ts';
import { openTestApp, type TestApp } from '../src/server/testing/app.ts';
import { seedCrowd } from './crowd.ts';
import { holdings } from './holdings.ts';
import { seedAll } from './main.ts';
import { emailOf, personas, seedPassword } from './personas.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ seeds: 'whole' });
});

afterAll(() => app.close());

const idOf = async (name: string) => {
  const row = await app.owner.sql.one<{ id: number }>('select id from client where email = $1', [emailOf(name)]);
  return clientId(row.id);
};

test('the ledger of the seeded application is clean from the first entry on', async () => {
  await sealAudit(app.owner.sql);
  expect(await auditLedger(app.owner.sql, { scope: 'whole' })).toEqual([]);
});

test('the platforms and the ledger hold the same to the cent in every live account', async () => {
  const compared: { number: number; platform: bigint | undefined; ledger: bigint }[] = [];
  for (const { name } of personas) {
    for (const account of await accountsOf(app.owner.sql, await idOf(name))) {
      if (account.isDemo) continue;
      const told = await app.opened.app.platforms[account.platform].account(account.number);
      const mirror = trading({ company: account.companyId, clientId: account.clientId }, account.currency, account.number);
      const ledger = await balanceOf(app.owner.sql, mirror);
      compared.push({ number: account.number, platform: told.outcome === 'done' ? told.account.balance : undefined, ledger });
    }
  }
  expect(compared.length).toBeGreaterThan(20);
  expect(compared.filter(({ platform, ledger }) => platform !== ledger)).toEqual([]);
});

test('the broker’s own people are there, one of each role, and none of them is let in as a client', async () => {
  const people = await app.owner.sql.many<{ email: string; role: string; hash: string }>(
    'select email, role, password_hash as hash from staff order by id',
  );
  expect(people.map(({ email, role }) => [email, role])).toEqual([
    ['agent@staff.atrium.test', 'agent'],
    ['compliance@staff.atrium.test', 'compliance'],
    ['finance@staff.atrium.test', 'finance'],
    ['analyst@staff.atrium.test', 'analyst'],
    ['admin@staff.atrium.test', 'admin'],
  ]);
  for (const { email, hash } of people) {
    expect(await verify(hash, seedPassword)).toBe(true);
    const answer = await app.call({
      method: 'POST',
      path: '/api/client/login',
      body: { id: email, password: seedPassword },
    });
    expect([answer.httpStatus, answer.errors[0]?.code]).toEqual([401, 'wrongCredentials']);
  }
});

test('every holding belongs to a seeded client', () => {
  const names = new Set<string>(personas.map(({ name }) => name));
  expect(Object.keys(holdings).filter((name) => !names.has(name))).toEqual([]);
});

test('the active client holds what the interfaces promise', async () => {
  const id = await idOf('global.active');
  const wallets = await walletBalances(app.owner.sql, id);
  expect(wallets.map(({ currency, balanceMinor }) => `${currency} ${formatMinor(balanceMinor, currency)}`)).toEqual([
    'USD 5000.00',
  ]);
  const accounts = await accountsOf(app.owner.sql, id);
  const shown = accounts.map(({ isDemo, type, currency, platform }) => [isDemo, type.name, currency, platform]);
  expect(shown.toSorted()).toEqual([
    [false, 'advantage mt5', 'USD', 'mt5'],
    [false, 'standard', 'EUR', 'mt4'],
    [true, 'advantage mt5', 'USD', 'mt5'],
  ]);
});

test.each([
  ['global.active', 20],
  ['provider.active', 10],
] as const)(
  'two years of trades, transfers and daily equity stand behind %s, with %i transfers at least',
  async (name, least) => {
    const id = await idOf(name);
    const { trades, days, transfers, longest } = await app.owner.sql.one<Record<string, number>>(
      `select (select count(*)::integer from closed_trade t join trading_account a using (number) where a.client_id = $1) as trades,
       (select count(*)::integer from equity_snapshot e join trading_account a using (number) where a.client_id = $1) as days,
       (select count(*)::integer from remittance where client_id = $1) as transfers,
       (select extract(day from max(closed_at) - min(closed_at))::integer from closed_trade t join trading_account a using (number)
          where a.client_id = $1) as longest`,
      [id],
    );
    expect(trades).toBeGreaterThan(600);
    expect(days).toBeGreaterThan(500);
    expect(transfers).toBeGreaterThanOrEqual(least);
    expect(longest).toBeGreaterThan(720);
  },
);

test('no seeded wallet or transfer is left under way', async () => {
  const open = await app.owner.sql.many(`select id from remittance where phase not in ('completed', 'declined', 'cancelled')`);
  expect(open).toEqual([]);
  const held = await app.owner.sql.many(`select code from ledger_account where kind = 'hold' and balance <> 0`);
  expect(held).toEqual([]);
});

test('a crowd for measuring is posted by the rules of the book', async () => {
  const { owner, opened } = app;
  const connection = await owner.connect();
  const copy = (statement: string) => connection.query(copyFrom(statement));
  for (const count of [30, 10]) {
    await seedCrowd({ sql: sqlOver(connection), copy, now: opened.clock.now(), count }, () => undefined);
  }
  await connection.end();
  await sealAudit(owner.sql);
  expect(await auditLedger(owner.sql, { scope: 'whole' })).toEqual([]);
  const { clients } = await owner.sql.one<{ clients: number }>(
    `select count(*)::integer as clients from client join wallet on client.id = wallet.client_id where email like 'crowd-%'`,
  );
  expect(clients).toBe(40);
  const { differing } = await owner.sql.one<{ differing: number }>(
    `select count(*)::integer as differing from client c
       join ledger_account a on a.client_id = c.id and a.kind = 'wallet'
       join lateral (select sum(amount) as paid from remittance r where r.client_id = c.id) r on true
      where c.email like 'crowd-%' and a.balance <> r.paid`,
  );
  expect(differing).toBe(0);
});

test('seeding again changes nothing', async () => {
  const count = async () =>
    app.owner.sql.one(`select (select count(*) from client) as clients, (select count(*) from ledger_movement) as movements,
      (select count(*) from remittance) as transfers, (select count(*) from notice) as notices,
      (select count(*) from staff) as staff`);
  const before = await count();
  const outside = forEveryPlatform(() => ({ address: 'http://127.0.0.1:1', password: '' }));
  await seedAll({ ...app.opened.app, database: app.database, vendors: outside }, () => undefined);
  expect(await count()).toEqual(before);
});

test('after a reset the same clients hold the same again', async () => {
  const balances = async () =>
    app.owner.sql.many(
      `select a.code, a.balance from ledger_account a join client c on c.id = a.client_id
        where a.kind <> 'hold' and c.email not like 'crowd-%' order by a.code`,
    );
  const before = await balances();
  const answer = await app.call({ method: 'POST', path: '/sandbox/reset', body: {} });
  expect(answer.httpStatus).toBe(200);
  expect(await balances()).toEqual(before);
});

test('the signals of the past weeks have ended as the platform’s prices went on, and none of them is left out', async () => {
  const rows = await app.owner.sql.many<{ status: string; outcome: string | null; entered: boolean; over: boolean }>(
    `select status, outcome, entered_at is not null as entered, expires_at < $1 as over from fx_signal order by id`,
    [app.opened.clock.now()],
  );
  expect(rows.length).toBeGreaterThan(12);
  expect(rows.filter(({ status, over }) => over && status !== 'closed')).toEqual([]);
  expect(rows.filter(({ outcome, entered }) => (outcome === 'target' || outcome === 'stop') && !entered)).toEqual([]);
  const { sql, transact } = app.database;
  const platform = app.opened.app.platforms.mt5;
  const asItWas = 'select id, outcome, exit, points from fx_signal order by id';
  const before = await app.owner.sql.many(asItWas);
  // The same prices tell the same again.
  await app.owner.sql.run(
    `update fx_signal set status = 'posted', outcome = null, exit = null, points = null, closed_at = null,
    entered_at = null, entry = null, targets_hit = 0 where expires_at < $1`,
    [app.opened.clock.now()],
  );
  await closeSignals({ sql, transact, now: app.opened.clock.now(), platform });
  expect(await app.owner.sql.many(asItWas)).toEqual(before);
});
