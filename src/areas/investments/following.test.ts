import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../base/sql.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { meanwhile } from '../../server/testing/telling.ts';

/* Nobody follows in a circle: whose trades were whose would be known to nobody. */

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ seeds: 'whole' });
});

afterAll(() => app.close());

const base = 'api/direct/investment-program';
const ask = (as: SignedIn, path: string, body?: object) =>
  app.call({ method: body === undefined ? 'GET' : 'POST', path: `${base}/${path}`, as, ...(body && { body }) });
const walletOf = async (as: SignedIn) =>
  (await app.call({ method: 'GET', path: 'api/direct/wallets', as })).data.wallets.find(
    ({ currency }: { currency: string }) => currency === 'USD',
  );

/** A strategy of a client's, on whosever account is free, with the figures of a seeded one. */
async function strategyOf(client: SignedIn, name: string): Promise<{ readonly id: number; readonly number: number }> {
  const { sql } = app.owner;
  const strategy = await sql.one<{ id: number; number: number }>(
    `insert into strategy (client_id, number, name, nickname, description, status, share, minimum, asked_at, since)
     select $1, number, $2, $2, '', 'active', 20, 10000, opened_at, opened_at from trading_account a
      where currency = 'USD' and not exists (select from strategy s where s.number = a.number) order by number limit 1
     returning id, number`,
    [client.clientId, name],
  );
  await sql.run('insert into strategy_offer (strategy_id, share, minimum, made_at) values ($1, 20, 10000, now())', [strategy.id]);
  await sql.run(
    `insert into strategy_figures select $1::integer as strategy_id, total_return, month_return, drawdown, daily_move, risk, unit_price,
       equity, is_estimated, figured_at from strategy_figures order by strategy_id limit 1`,
    [strategy.id],
  );
  return strategy;
}

const followOf = (sql: Sql, client: SignedIn, strategy: number) =>
  sql.run(
    `insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, asked_at)
     select $1, $2, (select max(number) from trading_account a where not exists (select from investment i where i.number = a.number)), max(id), 20, false, 50, 'opening', now()
      from strategy_offer where strategy_id = $2`,
    [client.clientId, strategy],
  );

const ready = async (client: SignedIn): Promise<unknown> =>
  app.owner.sql.run(
    `insert into investor (client_id, status, risk, suitability) values ($1, 'active', 1, '[]')
     on conflict (client_id) do update set status = 'active', risk = 1`,
    [client.clientId],
  );

test('money of one follow is brought to no other: what its provider is owed would be gone with it', async () => {
  const client = await app.signIn('investor.active');
  await ready(client);
  const wallet = (await walletOf(client)).number;
  const wish = async (name: string, from: number) => {
    const { number } = await app.database.sql.one<{ number: number }>('select number from strategy where name = $1', [name]);
    const { offer_id } = (await ask(client, `follow-offer/${number}`)).data.direct;
    const agreed = { protection: 50, safety_mode: true, i_agree_tc: true, i_agree_referral: true };
    return { acc_no: number, trans_account: from, amount: '500.00', offer_id, ...agreed };
  };
  const follow = async (name: string, from = wallet) => ask(client, 'investment-accounts', await wish(name, from));
  const refused = { code: 422, errors: [{ code: 'investment_account' }] };
  const first = (await follow('Steady-hand')).data.direct.investment_account;
  const { investment_accounts: accounts, total_items: before } = (await ask(client, 'investment-accounts')).data.direct;
  const other = accounts.find(({ strategy_name: name }: { strategy_name: string }) => name === 'Night_owl');
  const more = { action: 'add_funds', strategy_id: other.strategy_id, trans_account: first.acc_no, amount: '100.00' };
  const moved = await ask(client, 'add-funds', more);
  expect(moved).toMatchObject(refused);
  expect(Object.keys(moved.errors[0]?.validation_messages ?? {})).toEqual(['trans_account']);
  expect(await follow('Quiet-river', first.acc_no)).toMatchObject(refused);
  expect((await ask(client, 'investment-accounts')).data.direct.total_items).toBe(before);
  expect((await ask(client, `investment-accounts/${first.id}`)).data.direct.investment_account).toMatchObject({
    invested: '500.00',
    equity: '500.00',
  });
});

/** What the client agrees to with 150, of a strategy that nobody knows yet. */
async function newWish(client: SignedIn, name: string) {
  await ready(client);
  const { number } = await strategyOf(await app.signIn('ng.active'), name);
  const offer = async () => (await ask(client, `follow-offer/${number}`)).data.direct;
  const { offer_id, investment_id: id } = await offer();
  expect(id).toBeNull();
  const trans_account = (await walletOf(client)).number;
  const agreed = { safety_mode: true, i_agree_tc: true, i_agree_referral: true };
  const body = { acc_no: number, trans_account, amount: '150.00', offer_id, ...agreed };
  const follow = (protection: number) => ask(client, 'investment-accounts', { ...body, protection });
  const add = (strategy_id: number) =>
    ask(client, 'add-funds', { action: 'add_funds', strategy_id, trans_account, amount: '150.00' });
  const noted = () =>
    app.database.sql.one<{ flows: number; protection: number }>(
      `select count(*)::integer as flows, max(i.protection) as protection from strategy s join investment i on i.strategy_id = s.id
         join investment_flow f on f.investment_id = i.id where s.number = $1`,
      [number],
    );
  return { follow, add, offer, noted };
}

test('while its first money is on the way a follow is not asked for anew: nothing moves twice, and what was agreed to stays', async () => {
  const { follow, add, offer, noted } = await newWish(await app.signIn('investor.active'), 'Unanswered');
  const { mt4, mt5 } = app.opened.app.platforms;
  const silent = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;
  const deaf = { balanceOperation: silent, findByTag: silent };
  const act = async (): Promise<void> => {
    const { investment_account: first, transfer } = (await follow(40)).data.direct;
    expect([first.status, transfer.status]).toEqual(['new', 'processing']);
    expect((await offer()).investment_id).toBe(first.id);
    expect((await follow(70)).errors[0]?.code).toBe('investment_busy');
    expect((await add(first.strategy_id)).errors[0]?.code).toBe('investment_busy');
    expect(await noted()).toEqual({ flows: 1, protection: 40 });
  };
  await meanwhile(mt4, deaf, () => meanwhile(mt5, deaf, act));
});

test('a strategy that is followed from two tabs at once is followed once, with the money of one of them', async () => {
  const { follow, noted } = await newWish(await app.signIn('investor.active'), 'Two-tabs');
  const answers = await Promise.all([follow(50), follow(50)]);
  expect(answers.filter(({ data }) => data?.direct?.transfer)).toHaveLength(1);
  expect(await noted()).toEqual({ flows: 1, protection: 50 });
});

test('nobody follows in a circle: not over a third, and not where another begins at the same moment', async () => {
  const [first, second, provider] = [
    await app.signIn('investor.active'),
    await app.signIn('ng.active'),
    await app.signIn('provider.active'),
  ];
  for (const each of [first, second, provider]) await ready(each);
  const steady = await app.database.sql.one<{ id: number; number: number }>(
    `select id, number from strategy where name = 'Steady-hand'`,
  );
  const chosen = (await ask(provider, 'follow-managers')).data.direct.managers;
  expect(chosen.map(({ acc_name: name }: { acc_name: string }) => name)).not.toContain('Steady-hand');
  const own = await strategyOf(first, 'Firsts');
  const seconds = await strategyOf(second, 'Seconds');
  const wish = async (as: SignedIn, number: number) => ({
    acc_no: number,
    trans_account: (await walletOf(as))?.number ?? 1,
    amount: '500.00',
    offer_id: (await ask(as, `follow-offer/${number}`)).data.direct.offer_id,
    protection: 50,
    safety_mode: true,
    i_agree_tc: true,
    i_agree_referral: true,
  });
  const codeOf = async (as: SignedIn, number: number) =>
    (await ask(as, 'investment-accounts', await wish(as, number))).errors[0]?.code;

  // The first one's is followed by the second, whose own is followed by the provider.
  await app.owner.sql.run(`update investment set status = 'closed' where client_id = any($1)`, [
    [first.clientId, second.clientId, provider.clientId],
  ]);
  await followOf(app.owner.sql, second, own.id);
  await followOf(app.owner.sql, provider, seconds.id);
  expect(await codeOf(first, steady.number)).toBe('10033');
  await app.owner.sql.run(`update investment set status = 'closed' where client_id = $1`, [provider.clientId]);

  const body = await wish(first, steady.number);
  const begun = await app.database.transact(async (sql) => {
    await sql.one('select id from client where id = $1 for no key update', [first.clientId]);
    let isOver = false;
    const asked = ask(first, 'investment-accounts', body).finally(() => (isOver = true));
    await expect.poll(async () => isOver || (await isSomebodyWaiting()), { timeout: 20_000 }).toBe(true);
    await followOf(app.owner.sql, provider, own.id);
    return { asked };
  });
  expect((await begun.asked).errors[0]?.code).toBe('10033');
});

/** Whether a transaction of this database waits for another's. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { found } = await app.owner.sql.one<{ found: boolean }>(
    `select exists (select from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and l.locktype in ('transactionid', 'tuple') and a.datname = current_database()) as found`,
  );
  return found;
}

test.each([
  ['the EU', 'eu.active'],
  ['the UK', 'uk.active'],
])('in %s a strategy beyond what the answers allow is refused, in safety mode too', async (_where, name) => {
  const client = await app.signIn(name);
  await app.owner.sql.run(
    `insert into investor (client_id, status, risk, suitability) values ($1, 'active', 4, '[]')
     on conflict (client_id) do update set status = 'active', risk = 4`,
    [client.clientId],
  );
  const { number } = await app.database.sql.one<{ number: number }>(`select number from strategy where name = 'Night_owl'`);
  const offer = (await ask(client, `follow-offer/${number}`)).data.direct;
  expect(offer.suits).toBe('unsuitable');
  const wish = {
    acc_no: number,
    trans_account: 1,
    amount: '500.00',
    offer_id: offer.offer_id,
    protection: 50,
    safety_mode: true,
  };
  const refused = await ask(client, 'investment-accounts', { ...wish, i_agree_tc: true, i_agree_referral: true });
  expect(refused).toMatchObject({ code: 422, errors: [{ code: '30004' }] });
});

test('an account that is no strategy, or one that is closed, is told to be none that can be followed', async () => {
  const client = await app.signIn('investor.approved');
  await ready(client);
  const { number, offer } = await app.owner.sql.one<{ number: number; offer: number }>(
    `select s.number, max(o.id) as offer from strategy s join strategy_offer o on o.strategy_id = s.id where s.name = 'Steady-hand'
      group by s.number`,
  );
  const ended = await app.signIn('provider.new');
  const closed = await strategyOf(ended, 'Given up');
  await app.owner.sql.run(`update strategy set status = 'closed' where id = $1`, [closed.id]);
  const { number: plain } = await app.owner.sql.one<{ number: number }>(
    `select number from trading_account where number not in (select number from strategy) order by number limit 1`,
  );
  const wish = { trans_account: 1, amount: '500.00', offer_id: offer, protection: 50, safety_mode: true };
  const codesFor = async (acc_no: number) => {
    const told = await ask(client, `follow-offer/${acc_no}`);
    const body = { ...wish, acc_no, i_agree_tc: true, i_agree_referral: true };
    const asked = await ask(client, 'investment-accounts', body);
    return [told.httpStatus, told.errors[0]?.code, asked.httpStatus, asked.errors[0]?.code];
  };
  const refused = [422, 'accountNotFollowable', 422, 'accountNotFollowable'];
  expect(await codesFor(plain)).toEqual(refused);
  expect(await codesFor(closed.number)).toEqual(refused);
  expect((await ask(client, `follow-offer/${number}`)).httpStatus).toBe(200);
});
