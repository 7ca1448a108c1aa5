import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openDemo, openTerminal, type Dealer } from '../../server/testing/dealer.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import { holdSweeps, meanwhile, sweep } from '../../server/testing/telling.ts';
import { sendCopies } from './sending.ts';

/* A strategy trades on an account with 10 000, and others follow it. The sweeps run when a test says so. */

let app: TestApp;
let dealer: Dealer;
let strategy: number;

const sweeps = ['copying.trades', 'copying.sending', 'copying.following', 'mirror.deals'];

beforeAll(async () => {
  let client: SignedIn;
  ({ app, client, dealer } = await openTerminal('global.active'));
  await holdSweeps(app, sweeps);
  ({ id: strategy } = await app.owner.sql.one<{ id: number }>(
    `insert into strategy (client_id, number, name, nickname, description, status, share, minimum, asked_at, since)
     values ($1, $2, 'Copied', 'Somebody', '', 'active', 20, 10000, $3, $3) returning id`,
    [client.clientId, dealer.demo, app.opened.clock.now()],
  ));
  await app.owner.sql.run('insert into strategy_offer (strategy_id, share, minimum, made_at) values ($1, 20, 10000, now())', [
    strategy,
  ]);
});

afterAll(() => app.close());

beforeEach(async () => {
  await dealer.fault('none');
  await app.owner.sql.run(`update investment set status = 'closed' where strategy_id = $1`, [strategy]);
});

interface Follow {
  readonly id: number;
  readonly number: number;
  readonly as: SignedIn;
}

interface Wish {
  readonly safe?: boolean;
  readonly invested?: string;
  readonly leverage?: number;
  readonly currency?: string;
  readonly minutesAgo?: number;
}

/** A client follows on a new account with 10 000 of the currency. */
async function follow(
  name: string,
  { safe = false, invested = '1000000', minutesAgo = 1, ...account }: Wish = {},
): Promise<Follow> {
  const as = await app.signIn(name);
  const number = await openDemo(app, as, account);
  const at = new Date(app.opened.clock.now().getTime() - minutesAgo * 60_000);
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, invested, high_water,
       asked_at, started_at)
     select $1, $2, $3, max(id), 20, $4, 50, 'active', $5, $5, $6, $6 from strategy_offer where strategy_id = $2 returning id`,
    [as.clientId, strategy, number, safe, invested, at],
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

const decisions = async ({ id, as }: Follow) => {
  const answer = await app.call({ method: 'GET', path: `api/direct/investment-program/copies/${id}`, as });
  expect(answer.errors).toEqual([]);
  return answer.data.direct.decisions;
};
/** As the platform has them, which the terminal's calls remember for half a second. */
const positions = async ({ number }: Follow) => {
  const answer = await app.opened.app.platforms.mt5.positions(number);
  if (answer.outcome !== 'done') throw new Error('the platform does not answer');
  return answer.positions;
};
const lots = async (of: Follow): Promise<number[]> => (await positions(of)).map((one) => Number(one.lots));
const strike = (account: number, mode: string) =>
  app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode, count: 1, account } });
const hour = async (): Promise<unknown> => app.opened.clock.advance(3600);

test('a trade is copied in proportion, at half in safety mode, not below the least lot, and not to who joins later', async () => {
  const [same, safe, euro] = [
    await follow('ng.active'),
    await follow('in.gold', { safe: true }),
    await follow('cn.active', { currency: 'EUR' }),
  ];
  const order = await dealer.place({ lots: '0.11' });
  await app.owner.sql.run('delete from reference_rate');
  await sweep(app, 'copying.trades');
  const later = await follow('uk.active', { minutesAgo: -1, leverage: 30 });
  await copy();
  await copy();
  expect(await lots(same)).toEqual([0.11]);
  expect(await lots(safe)).toEqual([0.05]);
  // Where the day's rates are not known, nobody guesses a proportion.
  expect(await decisions(euro)).toMatchObject([{ kind: 'open', state: 'skipped', reason: 'no_rate' }]);
  expect(await decisions(later)).toEqual([]);
  expect(await decisions(same)).toMatchObject([
    {
      kind: 'open',
      state: 'done',
      lots: '0.11',
      filled_lots: '0.11',
      strategy_lots: '0.11',
      reason: null,
      slippage_points: expect.any(Number),
    },
  ]);
  await dealer.close(order.fill?.position ?? '');
  await copy();
  expect([await lots(same), await lots(safe), await lots(euro), await lots(later)]).toEqual([[], [], [], []]);

  const small = await dealer.place({ lots: '0.01' });
  await copy();
  expect((await decisions(safe))[0]).toMatchObject({ kind: 'open', state: 'skipped', reason: 'below_minimum', lots: null });
  await dealer.close(small.fill?.position ?? '');
  await copy();
});

test('of a part that is closed no copy keeps more than its part, and the rest closes with the rest', async () => {
  const [same, safe] = [await follow('ng.active'), await follow('in.gold', { safe: true })];
  const { fill } = await dealer.place({ lots: '0.10' });
  await copy();
  await dealer.close(fill?.position ?? '', { lots: '0.05' });
  await copy();
  expect([await lots(same), await lots(safe)]).toEqual([[0.05], [0.02]]);
  expect((await dealer.close(fill?.position ?? '', { lots: '0.01' })).errors).toEqual([]);
  await copy();
  expect([await lots(same), await lots(safe)]).toEqual([[0.04], [0.02]]);
  expect((await decisions(safe))[0]).toMatchObject({ kind: 'close', state: 'skipped', reason: 'already_smaller' });
  await dealer.close(fill?.position ?? '');
  await copy();
  expect([await lots(same), await lots(safe)]).toEqual([[], []]);
});

test('changed stops follow, and what is opened and closed between two looks is told and never opened', async () => {
  const same = await follow('ng.active');
  const { fill } = await dealer.place({ lots: '0.10' });
  await copy();
  const stop = (Number(fill?.price) - 0.05).toFixed(5);
  await app.opened.app.platforms.mt5.changeStops({ login: dealer.demo, position: fill?.position ?? '', stopLoss: stop });
  await copy();
  expect((await positions(same))[0]).toMatchObject({ stopLoss: stop });
  await dealer.close(fill?.position ?? '');
  await copy();
  const short = await dealer.place({ lots: '0.10' });
  await dealer.close(short.fill?.position ?? '');
  await sweep(app, 'mirror.deals');
  await copy();
  const [closing, opening] = await decisions(same);
  expect(opening).toMatchObject({ kind: 'open', state: 'skipped', reason: 'closed_already' });
  expect(closing).toMatchObject({ kind: 'close', state: 'skipped', reason: 'nothing_open' });
  expect(await lots(same)).toEqual([]);
});

test('an answer that is lost is looked up and nothing is copied twice; what never came is given up and told', async () => {
  const [found, lost] = [await follow('ng.active'), await follow('in.gold')];
  await strike(found.number, 'timeout_after');
  await strike(lost.number, 'timeout_before');
  const { fill } = await dealer.place({ lots: '0.10' });
  await copy();
  await outlastOperations(app);
  await copy();
  expect([await lots(found), await lots(lost)]).toEqual([[0.1], []]);
  expect((await decisions(lost))[0]).toMatchObject({ state: 'lost', reason: 'lost' });
  const told = await app.database.sql.many(`select type from notice where client_id = $1 and key like 'copy:%'`, [
    lost.as.clientId,
  ]);
  expect(told).toEqual([{ type: 'copy_refused' }]);
  await strike(found.number, 'timeout_before');
  await dealer.close(fill?.position ?? '');
  await copy();
  expect(await lots(found)).toEqual([0.1]);
  await outlastOperations(app);
  await copy();
  await hour();
  await copy();
  // A closing is asked for until it is done.
  expect(await lots(found)).toEqual([]);
  expect((await decisions(found))[0]).toMatchObject({ kind: 'close', state: 'done' });
});

test('a copy that the platform has opened twice under one name is told once, and waits for staff to look at it', async () => {
  const same = await follow('ng.active');
  const { mt5 } = app.opened.app.platforms;
  const { fill } = await dealer.place({ lots: '0.10' });
  await sweep(app, 'copying.trades');
  await strike(same.number, 'timeout_after');
  const silent = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;
  await meanwhile(mt5, { findByTag: silent }, () => sweep(app, 'copying.sending'));
  const { tag } = await app.owner.sql.one<{ tag: string }>(
    `select tag from copy_decision where investment_id = $1 order by id desc limit 1`,
    [same.id],
  );
  const again = await mt5.marketOrder({ login: same.number, symbol: 'EURUSD', side: 'buy', lots: '0.10', tag });
  expect(again.outcome).toBe('filled');
  await outlastOperations(app);
  await copy();
  expect((await decisions(same))[0]).toMatchObject({ kind: 'open', state: 'done' });
  const told = await app.owner.sql.many(
    `select detail ->> 'account' as account, detail ->> 'lots' as lots from audit_event
      where action = 'platform_operations.second_deal' and client_id = $1`,
    [same.as.clientId],
  );
  expect(told).toMatchObject([{ account: String(same.number) }]);
  const finance = await app.signInStaff('finance');
  const waiting = async () => {
    const { data } = await app.call({ method: 'GET', path: '/api/desk/queues/differences', as: finance });
    return data.items.filter(({ client_id: id }: { client_id: number }) => id === same.as.clientId);
  };
  const [found, ...others] = await waiting();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ detail: { kind: 'second_trade', account: same.number, platform: 'mt5' } });
  const explain = (id: string) =>
    app.call({ method: 'POST', path: `/api/desk/second-trades/${id}`, body: { reason: 'closed by hand' }, as: finance });
  const id = found.subject.split(':')[1];
  expect((await explain(id)).data).toEqual({ decided: { id, status: 'closed' }, approval: null });
  expect((await explain(id)).errors).toMatchObject([{ code: 'not_waiting' }]);
  await dealer.close(fill?.position ?? '');
  for (const { position } of await positions(same)) await mt5.closePosition({ login: same.number, position, tag: 'by-hand' });
  await copy();
});

test('a sweep that a slow platform holds up judges by the time it is, and hands over to the next after ten seconds', async () => {
  const [first, second] = [await follow('ng.active'), await follow('in.gold')];
  const { fill } = await dealer.place({ lots: '0.10' });
  await sweep(app, 'copying.trades');
  const { platforms, clock, settings, database } = app.opened.app;
  const begun = clock.now().getTime();
  let lateMs = 0;
  const slow = Object.assign(Object.create(platforms.mt5), {
    marketOrder: async (...asked: Parameters<typeof platforms.mt5.marketOrder>) => {
      lateMs += 200_000;
      return platforms.mt5.marketOrder(...asked);
    },
  });
  const told = settings();
  const context = {
    ...database,
    now: new Date(begun),
    settings: { ...told, copying: { ...told.copying, lanes: 1 } },
    tellIn: async () => {},
    stale: async () => {},
  };
  const hands = { key: 'mt5', platform: slow, context } as const;
  await sendCopies(hands, { clock: { now: () => new Date(begun + lateMs) } });
  expect([(await decisions(first))[0], (await decisions(second))[0]]).toMatchObject([
    { state: 'done' },
    { state: 'skipped', reason: 'too_late' },
  ]);

  await app.owner.sql.run(
    `insert into copy_decision (investment_id, kind, position, symbol, side, lots, state, tag, not_before, decided_at)
     select $1, 'open', 'p' || n, 'NOSUCH', 'buy', 0.1, 'waiting', 'k-many-' || n, $2, $2 from generate_series(1, 41) n`,
    [first.id, new Date(begun)],
  );
  let elapsed = 0;
  const monotonicMs = (): number => (elapsed += 11_000);
  const clocks = { clock, monotonicMs };
  expect(await sendCopies({ ...hands, platform: platforms.mt5 }, clocks)).toBe(40);
  expect(await sendCopies({ ...hands, platform: platforms.mt5 }, clocks)).toBe(1);
  await dealer.close(fill?.position ?? '');
  await copy();
});

test('a copy that the margin does not carry is refused and told; one that the platform has closed is told too', async () => {
  const [poor, same] = [await follow('ng.active', { leverage: 25 }), await follow('in.gold')];
  const { fill } = await dealer.place({ lots: '4' });
  await copy();
  expect((await decisions(poor))[0]).toMatchObject({ kind: 'open', state: 'refused', reason: 'not_enough_margin' });
  const [copied] = await positions(same);
  await app.opened.app.platforms.mt5.closePosition({ login: same.number, position: copied?.position ?? '', tag: 'elsewhere' });
  await sweep(app, 'mirror.deals');
  await sweep(app, 'copying.following');
  expect((await decisions(same))[0]).toMatchObject({
    kind: 'ended',
    cause: 'closed_elsewhere',
    filled_lots: expect.stringMatching(/^4/),
  });
  await dealer.close(fill?.position ?? '');
  await copy();
  expect(await decisions(same)).toHaveLength(2);
});

test('at the protection level every copy is closed, the investment is paused and its client is written to', async () => {
  const [fallen, same] = [await follow('ng.active', { invested: '2500000' }), await follow('in.gold')];
  const { fill } = await dealer.place({ lots: '0.10' });
  await copy();
  await sweep(app, 'copying.following');
  await sweep(app, 'copying.following');
  await copy();
  expect([await lots(fallen), await lots(same)]).toEqual([[], [0.1]]);
  expect((await decisions(fallen))[0]).toMatchObject({ kind: 'close', cause: 'protection', state: 'done' });
  const { status } = await app.database.sql.one<{ status: string }>('select status from investment where id = $1', [fallen.id]);
  expect(status).toBe('paused');
  await dealer.close(fill?.position ?? '');
  await dealer.place({ lots: '0.10' });
  await copy();
  expect((await decisions(fallen))[0]).toMatchObject({ kind: 'open', state: 'skipped', reason: 'paused' });
});
