import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../server/testing/app.ts';
import { openDemo, openTerminal } from '../../server/testing/dealer.ts';
import { holdSweeps } from '../../server/testing/telling.ts';
import { adoptLate } from './following.ts';

/* An opening that was given up, and is done all the same. */

let app: TestApp;
let strategy: number;

beforeAll(async () => {
  const terminal = await openTerminal('global.active');
  ({ app } = terminal);
  await holdSweeps(app, ['copying.trades', 'copying.sending', 'copying.following', 'mirror.deals']);
  ({ id: strategy } = await app.owner.sql.one<{ id: number }>(
    `insert into strategy (client_id, number, name, nickname, description, status, share, minimum, asked_at, since)
     values ($1, $2, 'Copied', 'Somebody', '', 'active', 20, 10000, $3, $3) returning id`,
    [terminal.client.clientId, terminal.dealer.demo, app.opened.clock.now()],
  ));
  await app.owner.sql.run('insert into strategy_offer (strategy_id, share, minimum, made_at) values ($1, 20, 10000, now())', [
    strategy,
  ]);
});
afterAll(() => app.close());

/** A follow with an opening of three lots that was given up. */
async function givenUp(name: string, tag: string) {
  const as = await app.signIn(name);
  const number = await openDemo(app, as);
  const now = app.opened.clock.now();
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, invested, high_water,
       asked_at, started_at)
     select $1, $2, $3, max(id), 20, false, 50, 'active', 1000000, 1000000, $4, $4 from strategy_offer where strategy_id = $2 returning id`,
    [as.clientId, strategy, number, now],
  );
  await app.owner.sql.run(
    `insert into copy_decision (investment_id, kind, position, symbol, side, lots, state, reason, tag, not_before, decided_at, settled_at)
     values ($1, 'open', $2, 'EURUSD', 'buy', 0.30, 'lost', 'lost', $2, $3, $3, $3)`,
    [id, tag, now],
  );
  const fill = (ticket: string, [lots, price]: readonly [string, string], position = `p-${tag}`) =>
    app.owner.sql.run(
      `insert into platform_deal (server, ticket, number, kind, entry, symbol, lots, price, profit, swap, commission, position, tag, at, is_posted)
       values ('mt5', $1, $2, 'buy', 'in', 'EURUSD', $3, $4, 0, 0, 0, $5, $6, $7, false)`,
      [ticket, number, lots, price, position, tag, now],
    );
  const opening = () =>
    app.owner.sql.one(
      `select state, reason, deal, follower_position as position, filled_lots::text as lots, filled_price as price, open_lots::text as open
         from copy_decision where investment_id = $1`,
      [id],
    );
  return { fill, opening };
}

const adopt = () => adoptLate(app.owner.sql, 'mt5', app.opened.clock.now());

test('filled late in several deals it is a copy of all their lots, at the price of the whole', async () => {
  const { fill, opening } = await givenUp('ng.active', 'k-parts');
  await fill('900001', ['0.10', '1.08340']);
  await fill('900002', ['0.20', '1.08370']);
  await adopt();
  expect(await opening()).toEqual({
    state: 'done',
    reason: 'late',
    deal: '900001',
    position: 'p-k-parts',
    lots: '0.30',
    price: '1.08360',
    open: '0.30',
  });
});

test('filled in part it is a copy of that part, and a second position under its name is another order', async () => {
  const { fill, opening } = await givenUp('in.gold', 'k-twice');
  await fill('900011', ['0.10', '1.08340']);
  await fill('900012', ['0.30', '1.08370'], 'p-k-twice-2');
  await adopt();
  expect(await opening()).toMatchObject({ state: 'partly', deal: '900011', position: 'p-k-twice', lots: '0.10', open: '0.10' });
});
