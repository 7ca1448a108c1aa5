import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openDemo, openMarkets, openTerminal, type Dealer } from '../../server/testing/dealer.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import { holdSweeps, meanwhile, sweep } from '../../server/testing/telling.ts';

/* What is decided while the platform is away, busy or shut is done once it can be, and nothing that is to be closed is dropped. */

let app: TestApp;
let dealer: Dealer;
let strategy: number;

beforeAll(async () => {
  let client: SignedIn;
  ({ app, client, dealer } = await openTerminal('global.active'));
  await holdSweeps(app, ['copying.trades', 'copying.sending', 'copying.following', 'mirror.deals']);
  ({ id: strategy } = await app.owner.sql.one<{ id: number }>(
    `insert into strategy (client_id, number, name, nickname, description, status, share, minimum, asked_at, since)
     values ($1, $2, 'Waiting', 'Somebody', '', 'active', 20, 10000, $3, $3) returning id`,
    [client.clientId, dealer.demo, app.opened.clock.now()],
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
async function follow(): Promise<Follow> {
  const as = await app.signIn('ng.active');
  const number = await openDemo(app, as);
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

const mt5 = () => app.opened.app.platforms.mt5;
const decide = () => sweep(app, 'copying.trades');
const send = () => sweep(app, 'copying.sending');
const told = async ({ id, as }: Follow) =>
  (await app.call({ method: 'GET', path: `api/direct/investment-program/copies/${id}`, as })).data.direct.decisions;

/** Decides and sends, until nothing is due any more: what a slow platform did not answer is done at the next look. */
async function copy(): Promise<void> {
  await decide();
  await vi.waitFor(
    async () => {
      await send();
      const { due } = await app.database.sql.one<{ due: bigint }>(
        `select count(*) as due from copy_decision where state in ('waiting', 'sent') and not_before <= $1`,
        [app.opened.clock.now()],
      );
      expect(due).toBe(0n);
    },
    { timeout: 60_000 },
  );
}

async function positions({ number }: Follow) {
  const answer = await mt5().positions(number);
  if (answer.outcome !== 'done') throw new Error('the platform does not answer');
  return answer.positions;
}

const lots = async (of: Follow): Promise<number[]> => (await positions(of)).map((one) => Number(one.lots));
const refusing = (code: 'busy' | 'not_connected' | 'unknown_symbol') => async () =>
  ({ outcome: 'refused', code, message: 'told by the test' }) as const;
const silent = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;

async function closeAll(): Promise<void> {
  for (const { position } of await dealer.positions()) await dealer.close(position);
  await copy();
}

test('an opening is decided once the platform tells its symbol: a platform that is busy offers it all the same', async () => {
  const own = await follow();
  await dealer.place({ lots: '0.10' });
  await meanwhile(mt5(), { symbol: refusing('busy') }, decide);
  expect(await told(own)).toEqual([]);
  await decide();
  await meanwhile(mt5(), { symbol: refusing('not_connected') }, send);
  expect(await told(own)).toMatchObject([{ kind: 'open', state: 'waiting', reason: null }]);
  await copy();
  expect(await lots(own)).toEqual([0.1]);
  await closeAll();
});

test('a closing is not dropped while the platform is away, nor where it does not tell the symbol any more', async () => {
  const own = await follow();
  const { fill } = await dealer.place({ lots: '0.10' });
  await copy();
  await dealer.close(fill?.position ?? '', { lots: '0.05' });
  await decide();
  await meanwhile(mt5(), { symbol: refusing('not_connected') }, send);
  expect((await told(own))[0]).toMatchObject({ kind: 'close', state: 'waiting', reason: null });
  await copy();
  expect(await lots(own)).toEqual([0.05]);

  await dealer.close(fill?.position ?? '');
  await decide();
  await meanwhile(mt5(), { symbol: refusing('unknown_symbol') }, send);
  expect((await told(own))[0]).toMatchObject({ kind: 'close', state: 'waiting', reason: 'symbol_not_offered' });
  await app.opened.clock.advance(60);
  await copy();
  expect(await lots(own)).toEqual([]);
});

test('what was sent is looked up whether or not the platform tells the symbol', async () => {
  const own = await follow();
  const { fill } = await dealer.place({ lots: '0.10' });
  await copy();
  await dealer.close(fill?.position ?? '');
  await decide();
  const body = { target: 'trading', mode: 'timeout_after', count: 1, account: own.number };
  await app.call({ method: 'POST', path: '/sandbox/faults', body });
  await meanwhile(mt5(), { findByTag: silent }, send);
  expect((await told(own))[0]).toMatchObject({ kind: 'close', state: 'sent' });
  await outlastOperations(app);
  await meanwhile(mt5(), { symbol: refusing('not_connected') }, send);
  expect((await told(own))[0]).toMatchObject({ kind: 'close', state: 'done', filled_lots: '0.1' });
  expect(await lots(own)).toEqual([]);
});

test('of stops that changed again and again the newest are set alone, and what closes all waits for none of them', async () => {
  const own = await follow();
  const { fill } = await dealer.place({ lots: '0.10' });
  await copy();
  const position = fill?.position ?? '';
  const price = Number(fill?.price);
  const trail = async (distance: number): Promise<string> => {
    const stopLoss = (price - distance).toFixed(5);
    await mt5().changeStops({ login: dealer.demo, position, stopLoss });
    await decide();
    return stopLoss;
  };
  await trail(0.05);
  const newest = await trail(0.04);
  await dealer.close(position, { lots: '0.05' });
  await decide();
  const { length } = await told(own);
  expect(await told(own)).toMatchObject([
    { kind: 'close', state: 'waiting' },
    { kind: 'stops', state: 'waiting' },
    { kind: 'stops', state: 'skipped', reason: 'superseded' },
    { kind: 'open', state: 'done' },
  ]);
  await copy();
  expect(await positions(own)).toMatchObject([{ stopLoss: newest }]);
  expect(await lots(own)).toEqual([0.05]);

  await trail(0.03);
  await meanwhile(mt5(), { changeStops: silent }, send);
  await trail(0.02);
  await dealer.close(position);
  await decide();
  await send();
  expect(await lots(own)).toEqual([]);
  const last = (await told(own)).slice(0, -length);
  expect(last).toMatchObject([
    { kind: 'close', state: 'done' },
    { kind: 'stops', state: 'skipped', reason: 'superseded' },
    { kind: 'stops', state: 'sent' },
  ]);
});

test('a part that was closed of an older position before it was first looked at has its deals read once, and not for ever', async () => {
  const { fill } = await dealer.place({ lots: '0.10' });
  const position = fill?.position ?? '';
  await app.opened.clock.advance(120);
  const own = await follow();
  await dealer.close(position, { lots: '0.04' });
  await decide();
  let reads = 0;
  const deals = mt5().deals.bind(mt5());
  const counted: typeof deals = async (page) => {
    reads += 1;
    return deals(page);
  };
  await meanwhile(mt5(), { deals: counted }, decide);
  expect(reads).toBe(0);
  await dealer.close(position);
  await copy();
  expect(await told(own)).toEqual([]);
});

test('over a weekend what is to be closed leaves a row or two, and closes once the market opens', async () => {
  const own = await follow();
  await dealer.place({ lots: '0.10' });
  await copy();
  await app.opened.clock.advance(3 * 24 * 3600);
  await app.owner.sql.run(`update investment set status = 'paused' where id = $1`, [own.id]);
  await sweep(app, 'copying.following');
  for (let looks = 0; looks < 4; looks += 1) {
    await send();
    await app.opened.clock.advance(6 * 3600);
  }
  const closing = await app.owner.sql.one<{ attempt: number; asked: number }>(
    `select d.attempt, (select count(*)::integer from platform_operation x where x.subject = 'copy:' || d.id) as asked
       from copy_decision d where d.investment_id = $1 and d.kind = 'close'`,
    [own.id],
  );
  expect(closing).toEqual({ attempt: 2, asked: 1 });
  expect((await told(own))[0]).toMatchObject({ kind: 'close', state: 'waiting', reason: 'market_closed' });
  await openMarkets(app);
  await copy();
  expect(await lots(own)).toEqual([]);
  expect((await told(own))[0]).toMatchObject({ kind: 'close', state: 'done' });
  await closeAll();
});
