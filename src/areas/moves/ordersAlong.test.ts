import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openMarkets } from '../../server/testing/dealer.ts';

let app: TestApp;
let books: BookFixture;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await openMarkets(app);
});
afterAll(() => app.close());

const get = (as: SignedIn, path: string) => app.call({ method: 'GET', path, as });
const post = (as: SignedIn, path: string, body: object = {}) => app.call({ method: 'POST', path, as, body });

/** To the UK's company, from the agreement to the PIN. */
async function move(as: SignedIn): Promise<unknown> {
  await app.owner.sql.run(`update client set country = 'GB', version = version + 1 where id = $1`, [as.clientId]);
  app.opened.app.sessions.forgetClient(as.clientId);
  for (const action of ['accept_uk_terms', 'approve_uk_movement'])
    expect((await post(as, 'api/direct/forextime/clients/migrate', { action, is_terms_agreed: true })).errors).toEqual([]);
  expect((await post(as, 'api/direct/batch-b2b-transfer/sendpin_uk')).errors).toEqual([]);
  await app.drain();
  const { email } = await app.owner.sql.one<{ email: string }>('select email from client where id = $1', [as.clientId]);
  const { messages } = (await (await fetch(`${app.url}/sandbox/outbox?to=${email}`)).json()) as {
    messages: { pin: string | null }[];
  };
  const pin = messages.find((message) => message.pin !== null)?.pin ?? '';
  const { errors, data } = await post(as, 'api/direct/batch-b2b-transfer/process_uk', { pin });
  return [errors, data?.direct.status];
}

test('standing orders go on between the accounts of the other company, and end where there is none', async () => {
  const client = await app.signIn('investor.active');
  const dollars = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '100.00' });
  // The UK’s company opens none in cents.
  const cents = await books.account(client, 'cent', { currency: 'USC', amount: '10.00' });
  const wallet = await books.wallet(client, { currency: 'USD', amount: '50.00' });
  const path = 'api/transfer-automation';
  const order = async (account: number, target: number, more: object) => {
    const body = { account_number: account, target_account_number: target, ...more };
    const answer = await post(client, path, body);
    expect(answer.errors).toEqual([]);
    return answer.data.order.id as number;
  };
  const monthly = { occasion: 'dates', every: 'month', day: 1, amount: '5' };
  const [kept, paused, ended] = [
    await order(wallet, dollars, { occasion: 'deposit', moves: 'share', share: 25 }),
    await order(dollars, wallet, { occasion: 'profit', above: '20' }),
    await order(wallet, cents, monthly),
  ];
  await post(client, `${path}/${paused}`, { action: 'pause' });
  expect(await move(client)).toEqual([[], 'moved']);
  const { live } = (await get(client, 'api/accounts')).data.accounts as { live: { number: number }[] };
  const [{ number: becomes } = { number: 0 }, ...others] = live;
  expect(others).toEqual([]);
  const { orders } = (await get(client, path)).data;
  expect(orders).toMatchObject([
    {
      account_number: becomes,
      target_account_number: wallet,
      occasion: 'profit',
      above: '20.00',
      status: 'paused',
      next_at: null,
    },
    { account_number: wallet, target_account_number: becomes, occasion: 'deposit', share: 25, status: 'active' },
  ]);
  const old = await app.owner.sql.many<{ status: string }>('select status from standing_order where id = any($1)', [
    [kept, paused, ended],
  ]);
  expect(old.map(({ status }) => status)).toEqual(['ended', 'ended', 'ended']);
  // Who has lost one is told which; of those that go on there is nothing to tell.
  const told = await app.owner.sql.many<{ values: object }>(
    `select values from notice where client_id = $1 and type = 'standing_order_ended'`,
    [client.clientId],
  );
  expect(told).toEqual([{ values: { account: String(wallet), target: String(cents) } }]);
});

test('what is counted of profit begins anew, and what the old account had waiting is not done', async () => {
  const client = await app.signIn('provider.new');
  const dollars = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '100.00' });
  const wallet = await books.wallet(client, { currency: 'USD', amount: '1.00' });
  const ends = { account_number: dollars, target_account_number: wallet };
  const { order } = (await post(client, 'api/transfer-automation', { occasion: 'profit', ...ends, above: '20' })).data;
  await app.owner.sql.run(`update standing_order set counted_from = '2026-01-01' where id = $1`, [order.id]);
  await app.owner.sql.run(
    `insert into standing_run (order_id, client_id, occasion, at, amount, currency, state)
       values ($1, $2, 'profit:old', now(), 5000, 'USD', 'due')`,
    [order.id, client.clientId],
  );
  const before = app.opened.clock.now();
  expect(await move(client)).toEqual([[], 'moved']);
  const rows = await app.owner.sql.many<{ status: string; counted_from: Date; runs: (string | null)[] }>(
    `select o.status, o.counted_from, array(select reason from standing_run r where r.order_id = o.id) as runs
       from standing_order o where client_id = $1 order by id`,
    [client.clientId],
  );
  expect(rows).toMatchObject([
    { status: 'ended', runs: ['stopped'] },
    { status: 'active', runs: [] },
  ]);
  expect(rows[1]?.counted_from.getTime()).toBeGreaterThanOrEqual(before.getTime());
});
