import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { closeAtDesk } from '../../server/testing/followFixture.ts';
import { openDemo, openMarkets, openTerminal, type Dealer } from '../../server/testing/dealer.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import { holdSweeps, meanwhile, sweep } from '../../server/testing/telling.ts';
import { closeForsaken } from './following.ts';

/* What becomes of copies that are open: by the client's own wish, by the provider's, and by what the platform does or refuses. */

let app: TestApp;
let dealer: Dealer;
let provider: SignedIn;
let strategy: number;

const base = 'api/direct/investment-program';
const sweeps = ['copying.trades', 'copying.sending', 'copying.following', 'mirror.deals', 'investments.ending'];

beforeAll(async () => {
  ({ app, client: provider, dealer } = await openTerminal('global.active'));
  await holdSweeps(app, sweeps);
  ({ id: strategy } = await app.owner.sql.one<{ id: number }>(
    `insert into strategy (client_id, number, name, nickname, description, status, share, minimum, asked_at, since)
     values ($1, $2, 'Going', 'Somebody', '', 'active', 20, 10000, $3, $3) returning id`,
    [provider.clientId, dealer.demo, app.opened.clock.now()],
  ));
  await app.owner.sql.run('insert into strategy_offer (strategy_id, share, minimum, made_at) values ($1, 20, 10000, now())', [
    strategy,
  ]);
});

afterAll(() => app.close());

beforeEach(async () => {
  await app.owner.sql.run(`update investment set status = 'closed' where strategy_id = $1`, [strategy]);
});

interface Follow {
  readonly id: number;
  readonly number: number;
  readonly as: SignedIn;
}

/** A client follows on a new account with 10 000, since a minute ago. */
async function follow(name: string, leverage = 200): Promise<Follow> {
  const as = await app.signIn(name);
  const number = await openDemo(app, as, { leverage });
  const at = new Date(app.opened.clock.now().getTime() - 60_000);
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, invested, high_water,
       asked_at, started_at)
     select $1, $2, $3, max(id), 20, false, 50, 'active', 1000000, 1000000, $4, $4 from strategy_offer where strategy_id = $2
     returning id`,
    [as.clientId, strategy, number, at],
  );
  return { id, number, as };
}

async function copy(): Promise<void> {
  await sweep(app, 'copying.trades');
  // What a platform that is slow did not answer is done at the next look.
  await vi.waitFor(
    async () => {
      await sweep(app, 'copying.sending');
      const { due } = await app.database.sql.one<{ due: bigint }>(
        `select count(*) as due from copy_decision where state = 'waiting' and reason is null and not_before <= $1`,
        [app.opened.clock.now()],
      );
      expect(due).toBe(0n);
    },
    { timeout: 60_000 },
  );
}

const mt5 = () => app.opened.app.platforms.mt5;
const post = (path: string, as: SignedIn) => app.call({ method: 'POST', path: `${base}/${path}`, as, body: {} });
const told = async ({ id, as }: Follow) =>
  (await app.call({ method: 'GET', path: `${base}/copies/${id}`, as })).data.direct.decisions;

async function lots({ number }: Follow): Promise<number[]> {
  const answer = await mt5().positions(number);
  if (answer.outcome !== 'done') throw new Error('the platform does not answer');
  return answer.positions.map((one) => Number(one.lots));
}

/** Closes what the strategy has open, and lets the copies follow. */
async function closeAll(): Promise<void> {
  for (const { position } of await dealer.positions()) await dealer.close(position);
  await copy();
}

test('whoever pauses has every copy closed, and goes on only while the manager’s margin carries it', async () => {
  const own = await follow('ng.active');
  await dealer.place({ lots: '0.10' });
  await copy();
  expect(await lots(own)).toEqual([0.1]);
  expect((await post(`copies/${own.id}/pause`, provider)).errors[0]?.code).toBe('investment_not_found');
  expect((await post(`copies/${own.id}/pause`, own.as)).data.direct.status).toBe('paused');
  expect((await post(`copies/${own.id}/resume`, own.as)).errors[0]?.code).toBe('copies_still_closing');
  // Both platforms' rounds go on at once: each decides of its own accounts alone.
  expect(await closeForsaken(app.owner.sql, 'mt4', app.opened.clock.now())).toBe(0);
  await sweep(app, 'copying.following');
  await copy();
  expect(await lots(own)).toEqual([]);
  expect((await told(own))[0]).toMatchObject({ kind: 'close', cause: 'paused_by_client', state: 'done' });

  const now = await mt5().account(dealer.demo);
  if (now.outcome !== 'done') throw new Error('the platform does not answer');
  const low = async () => ({ outcome: 'done', account: { ...now.account, marginLevel: '99.99' } }) as const;
  await meanwhile(mt5(), { account: low }, async () =>
    expect((await post(`copies/${own.id}/resume`, own.as)).errors[0]?.code).toBe('manager_margin_low'),
  );
  expect((await post(`copies/${own.id}/resume`, own.as)).data.direct.status).toBe('active');
  expect((await post(`copies/${own.id}/resume`, own.as)).errors[0]?.code).toBe('investment_not_paused');
  await closeAll();
});

test('whoever stands at the protection level goes on only with more money: the next copy would be closed at once', async () => {
  const own = await follow('ng.active');
  await post(`copies/${own.id}/pause`, own.as);
  await app.owner.sql.run('update investment set invested = 2000000 where id = $1', [own.id]);
  expect((await post(`copies/${own.id}/resume`, own.as)).errors[0]?.code).toBe('protection_reached');
  await app.owner.sql.run('update investment set invested = 1999900 where id = $1', [own.id]);
  expect((await post(`copies/${own.id}/resume`, own.as)).data.direct.status).toBe('active');
});

test('what falls below the protection level with its last copy is paused and told too: nothing is copied that would be closed at once', async () => {
  const own = await follow('ng.active');
  const { fill } = await dealer.place({ lots: '0.10' });
  await copy();
  expect(await lots(own)).toEqual([0.1]);
  // More was lost between two looks than the level lets, and nothing is open any more.
  await app.owner.sql.run('update investment set invested = 2500000 where id = $1', [own.id]);
  await dealer.close(fill?.position ?? '');
  await copy();
  expect(await lots(own)).toEqual([]);
  await sweep(app, 'copying.following');
  const { status, why } = await app.owner.sql.one<{ status: string; why: string }>(
    `select i.status, (select t.why from investment_step t where t.investment_id = i.id order by t.id desc limit 1) as why
       from investment i where i.id = $1`,
    [own.id],
  );
  expect({ status, why }).toEqual({ status: 'paused', why: 'protection' });
  await dealer.place({ lots: '0.10' });
  await copy();
  expect((await told(own))[0]).toMatchObject({ kind: 'open', state: 'skipped', reason: 'paused' });
  await closeAll();
});

test('a stop-out of the manager closes the copies and is told as one; a follower’s own is told to that follower', async () => {
  const [first, second] = [await follow('ng.active'), await follow('in.gold')];
  const { fill } = await dealer.place({ lots: '0.10' });
  await copy();
  const [copied] = (await told(second)) as { symbol: string }[];
  expect(copied).toMatchObject({ symbol: 'EURUSD' });
  const open = await mt5().positions(second.number);
  if (open.outcome !== 'done') throw new Error('the platform does not answer');
  const position = open.positions[0]?.position ?? '';
  await mt5().closePosition({ login: second.number, position, tag: '[so 48.1%/10.2]' });
  await sweep(app, 'mirror.deals');
  await sweep(app, 'copying.following');
  expect((await told(second))[0]).toMatchObject({ kind: 'ended', cause: 'stopped_out' });
  expect(await lots(first)).toEqual([0.1]);

  await mt5().closePosition({ login: dealer.demo, position: fill?.position ?? '', tag: '[so 49.7%/12.0]' });
  await sweep(app, 'mirror.deals');
  await copy();
  expect(await lots(first)).toEqual([]);
  expect((await told(first))[0]).toMatchObject({ kind: 'close', state: 'done', is_stop_out: true });
});

test('a price that has moved too far refuses a copy, a symbol that is not offered skips it, and a part that is filled is a copy', async () => {
  const own = await follow('ng.active');
  const filling = mt5().marketOrder.bind(mt5());
  await dealer.place({ lots: '0.10' });
  await sweep(app, 'copying.trades');
  const moved = async () => ({ outcome: 'refused', code: 'price_changed', message: 'told by the test' }) as const;
  await meanwhile(mt5(), { marketOrder: moved }, copy);
  expect((await told(own))[0]).toMatchObject({ kind: 'open', state: 'refused', reason: 'slippage', filled_lots: null });
  await closeAll();

  await dealer.place({ lots: '0.10' });
  const unknown = async () => ({ outcome: 'refused', code: 'unknown_symbol', message: 'told by the test' }) as const;
  await meanwhile(mt5(), { symbol: unknown }, () => sweep(app, 'copying.trades'));
  await copy();
  expect((await told(own))[0]).toMatchObject({ kind: 'open', state: 'skipped', reason: 'symbol_not_offered' });
  await closeAll();

  await dealer.place({ lots: '0.10' });
  await sweep(app, 'copying.trades');
  const inPart: typeof filling = async (order, limit) => filling({ ...order, lots: '0.04' }, limit);
  await meanwhile(mt5(), { marketOrder: inPart }, copy);
  expect((await told(own))[0]).toMatchObject({ kind: 'open', state: 'partly', lots: '0.1', filled_lots: '0.04' });
  expect(await lots(own)).toEqual([0.04]);
  await closeAll();
  expect(await lots(own)).toEqual([]);
});

test('what the law lets nobody sell to a follower is not copied to them, and to others it is', async () => {
  const [retail, own] = [await follow('uk.active', 25), await follow('ng.active')];
  await dealer.place({ symbol: 'BTCUSD', lots: '0.05' });
  await copy();
  expect((await told(retail))[0]).toMatchObject({ kind: 'open', state: 'skipped', reason: 'symbol_not_offered', lots: null });
  // Whether the market lets it through is another matter.
  expect((await told(own))[0]).toMatchObject({ kind: 'open', lots: expect.stringMatching(/^0\.0/) });
  await closeAll();
});

test('copies that are open are closed with the follow, and with the strategy', async () => {
  const [leaving, staying] = [await follow('ng.active'), await follow('in.gold')];
  await dealer.place({ lots: '0.10' });
  await copy();
  expect([await lots(leaving), await lots(staying)]).toEqual([[0.1], [0.1]]);
  const end = await app.call({
    method: 'DELETE',
    path: `${base}/unsubscribe?providerId=${provider.clientId}&strategyId=${strategy}`,
    as: leaving.as,
  });
  expect(end.data.direct.investment_account.status).toBe('closing');
  await sweep(app, 'copying.following');
  await copy();
  expect([await lots(leaving), await lots(staying)]).toEqual([[], [0.1]]);
  expect((await told(leaving))[0]).toMatchObject({ kind: 'close', cause: 'unsubscribed', state: 'done' });

  await app.owner.sql.run(`update investment set status = 'closed' where id = $1`, [leaving.id]);
  await closeAtDesk(app, provider, strategy);
  await sweep(app, 'investments.ending');
  await sweep(app, 'copying.following');
  await copy();
  expect(await lots(staying)).toEqual([]);
  expect((await told(staying))[0]).toMatchObject({ kind: 'close', cause: 'strategy_closed', state: 'done' });
});

test('a split of the share is nobody’s trade: what is held counts in the new lots on both sides, and half of it is half of it', async () => {
  // In the afternoon, when New York trades too.
  await app.opened.clock.advance(6 * 3600);
  const own = await follow('global.promo');
  await dealer.place({ symbol: 'AAPL', lots: '2' });
  await copy();
  const [held = 0] = await lots(own);
  expect(held).toBeGreaterThan(0);
  const split = { symbol: 'AAPL', split: { to: 4, from: 1 } };
  expect((await app.call({ method: 'POST', path: '/sandbox/corporate-actions', body: split })).errors).toEqual([]);
  for (const name of ['copying.trades', 'mirror.deals', 'copying.following', 'copying.trades', 'copying.following'])
    await sweep(app, name);
  await copy();
  expect(await lots(own)).toEqual([4 * held]);
  expect((await told(own)).filter(({ kind }: { kind: string }) => kind !== 'open')).toEqual([]);

  const positions: { symbol: string; position: string; lots: string }[] = await dealer.positions();
  const { position, lots: after } = positions.find(({ symbol }) => symbol === 'AAPL') ?? { position: '', lots: '' };
  expect(Number(after)).toBe(8);
  await dealer.close(position, { lots: '4' });
  await copy();
  expect(await lots(own)).toEqual([2 * held]);
  await dealer.close(position);
  await copy();
  expect(await lots(own)).toEqual([]);
});

test('over a weekend the protection level pauses at once, and what is to be closed waits and says so until the market opens', async () => {
  const own = await follow('ng.active');
  await dealer.place({ lots: '0.10' });
  await copy();
  expect(await lots(own)).toEqual([0.1]);
  await app.opened.clock.advance(3 * 24 * 3600);
  await app.owner.sql.run('update investment set invested = 2500000 where id = $1', [own.id]);
  await sweep(app, 'copying.following');
  await sweep(app, 'copying.following');
  await copy();
  const { status } = await app.owner.sql.one<{ status: string }>('select status from investment where id = $1', [own.id]);
  expect(status).toBe('paused');
  expect(await lots(own)).toEqual([0.1]);
  expect((await told(own))[0]).toMatchObject({ kind: 'close', cause: 'protection', state: 'waiting', reason: 'market_closed' });
  await openMarkets(app);
  await vi.waitFor(
    async () => {
      await copy();
      expect((await told(own))[0]).toMatchObject({ kind: 'close', cause: 'protection', state: 'done' });
    },
    { timeout: 60_000 },
  );
  expect(await lots(own)).toEqual([]);
  await closeAll();
});
