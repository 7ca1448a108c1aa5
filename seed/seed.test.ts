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
import { openTestApp, type SignedIn, type TestApp } from '../src/server/testing/app.ts';
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

test('the active investor follows a strategy of the active provider, with what was copied and shared, as both read it', async () => {
  const base = 'api/direct/investment-program';
  const [investor, provider] = [await app.signIn('investor.active'), await app.signIn('provider.active')];
  const read = async (as: SignedIn, path: string) => (await app.call({ method: 'GET', path: `${base}/${path}`, as })).data;
  const [follow, ...more] = (await read(investor, 'investment-accounts')).direct.investment_accounts;
  expect(more).toEqual([]);
  expect(follow).toMatchObject({
    strategy_name: 'Night_owl',
    status: 'active',
    invested: '2000.00',
    remun_fee: 30,
    under_way: [],
  });
  const { shares, marks } = (await read(investor, `investment-accounts/${follow.id}/shares`)).direct;
  expect(shares.map(({ period }: { period: number }) => period)).toEqual([3, 2, 1]);
  expect(shares.some(({ status }: { status: string }) => status === 'paid')).toBe(true);
  expect(marks.at(-1)).toMatchObject({ kind: 'in', amount: '2000.00', high_water: '2000.00' });
  expect(marks[0].high_water).toBe(follow.high_water);
  const { decisions, next } = (await read(investor, `copies/${follow.id}`)).direct;
  expect(next).not.toBeNull();
  expect(decisions).toContainEqual(expect.objectContaining({ kind: 'close', state: 'done' }));
  const statement = `investor-statement?investorId=${investor.clientId}&id=${follow.strategy_id}`;
  expect((await read(investor, statement)).direct.orders.closed.length).toBeGreaterThan(10);

  const { investmentAccounts, open } = (await read(provider, `followers/${follow.strategy_id}`)).direct;
  expect({ open, numbers: investmentAccounts.map((one: { acc_no: number }) => one.acc_no) }).toEqual({
    open: 1,
    numbers: [follow.acc_no],
  });
  const { remunerations, totals } = (await read(provider, 'remunerations')).direct;
  expect(remunerations.length).toBe(shares.filter(({ status }: { status: string }) => status === 'paid').length);
  expect(totals).toMatchObject([{ currency: 'USD', under_way: '0.00' }]);
});

test('every copy of a seeded follow is in proportion, and what it brought is its part', async () => {
  const rows = await app.owner.sql.many<{ part: number; worth: number; gained: number; lots: number; of: number }>(
    `select d.filled_lots::float8 / g.lots::float8 as part, d.equity::float8 / d.strategy_equity as worth, d.filled_lots::float8 as lots,
       own.profit::float8 as gained, theirs.profit * d.filled_lots::float8 / g.lots::float8 as of
       from copy_decision d join copy_signal g on g.id = d.signal_id
       join copy_decision c on c.opening_id = d.id
       join platform_deal own on own.server = 'mt4' and own.ticket = c.deal
       join copy_signal s on s.id = c.signal_id
       join platform_deal theirs on theirs.server = 'mt4' and 'deal:mt4:' || theirs.ticket = s.key
      where d.kind = 'open' and d.state = 'done'`,
  );
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter(({ part, worth }) => part > worth + 1e-9)).toEqual([]);
  expect(rows.filter(({ gained, of }) => Math.abs(gained - of) > 1)).toEqual([]);
});

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
