import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { forEveryPlatform } from '../../law/platforms.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { engineBeside, runOf, setBack } from '../../server/testing/paymentsFixture.ts';
import { openThreePockets } from '../../server/testing/threePockets.ts';
import { openEngine } from './engine.ts';

/* What becomes of money when a platform gives no answer, refuses, or the process dies on the way. */

const { app, balances, books, dollars, euros, payments, wallet } = await openThreePockets();

describe('when the platform gives no answer', () => {
  const legs = [
    ['before it took the money out', () => [dollars, wallet], 'timeout_before'],
    ['after it took the money out', () => [dollars, wallet], 'timeout_after'],
    ['before it paid the money in', () => [wallet, dollars], 'timeout_before'],
    ['after it paid the money in', () => [wallet, dollars], 'timeout_after'],
  ] as const;
  test.each(legs)('%s, the money moves once all the same', async (_name, trip, mode) => {
    const before = await balances();
    const [from, to] = trip() as [number, number];
    const { data } = await payments.askTransfer(from, to, '11.00');
    await books.fail('trading', mode);
    const saved = await payments.save(data.remittance_id);
    expect(['processing', 'completed']).toContain(saved.data.status);
    await books.hurry();
    expect(await payments.detailsOf(data.remittance_id)).toMatchObject({ status: 'completed' });
    const moved = Number(await books.onPlatform(dollars)) - Number(before.dollars[0]);
    expect(moved).toBeCloseTo(from === dollars ? -11 : 11);
    expect((await balances()).dollars[0]).toBe((await balances()).dollars[1]);
  });
});

/** As if that account had been deleted on its platform after the transfer was confirmed. */
const lose = async (id: number, end: 'account_number' | 'target_number') =>
  app.owner.sql.run(`update remittance set ${end} = 1 where id = $1`, [id]);

test.each([
  ['taken the money out', () => [dollars, wallet]],
  ['paid the money in', () => [wallet, dollars]],
] as const)('when a platform fails after it has %s, the money moves once all the same', async (_when, trip) => {
  const [from, to] = trip() as [number, number];
  const before = Number(await books.onPlatform(dollars));
  const id = await payments.confirmed(from, to, '12.00');
  const { mt5 } = app.opened.app.platforms;
  const balanceOperation: Platform['balanceOperation'] = async (operation) => {
    await mt5.balanceOperation(operation);
    return { outcome: 'refused', code: 'server_fault', message: 'told by the test' };
  };
  await payments.hold(id);
  await engineBeside(app, { balanceOperation }).drive(runOf(app), id);
  await books.hurry();
  expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed' });
  expect(Number(await books.onPlatform(dollars)) - before).toBeCloseTo(from === dollars ? -12 : 12);
});

describe('when a platform refuses', () => {
  test('the target, the money goes back to the account that it came from, in its own currency', async () => {
    const before = await balances();
    const { data } = await payments.askTransfer(dollars, euros, '54.00');
    await lose(data.remittance_id, 'target_number');
    expect((await payments.save(data.remittance_id)).data).toMatchObject({ status: 'failed' });
    expect(await balances()).toEqual(before);
    const transfer = await payments.detailsOf(data.remittance_id);
    expect(transfer.timeline.map((stage: { code: string }) => stage.code)).toEqual(['held', 'sent', 'returning', 'returned']);
    expect(transfer.reason).toContain(String(dollars));
  });

  test('the target of a wallet, the wallet has it back', async () => {
    const before = await balances();
    const { data } = await payments.askTransfer(wallet, euros, '54.00');
    await lose(data.remittance_id, 'target_number');
    expect((await payments.save(data.remittance_id)).data).toMatchObject({ status: 'failed' });
    expect(await balances()).toEqual(before);
  });

  test('both, the money is in the wallet', async () => {
    const before = await balances();
    const { data } = await payments.askTransfer(dollars, euros, '10.00');
    await lose(data.remittance_id, 'target_number');
    const { mt5 } = app.opened.app.platforms;
    const refusal = { outcome: 'refused', code: 'account_disabled', message: 'told by the test' } as const;
    const balanceOperation: Platform['balanceOperation'] = async (operation) =>
      operation.amount > 0n ? refusal : mt5.balanceOperation(operation);
    await payments.hold(data.remittance_id);
    await engineBeside(app, { balanceOperation }).drive(runOf(app), data.remittance_id);
    expect(await payments.detailsOf(data.remittance_id)).toMatchObject({ status: 'failed' });
    expect(Number(await books.inLedger(wallet)) - Number(before.wallet)).toBeCloseTo(10);
  });
});

test('who saves while another process is at it is answered as that one is', async () => {
  const { data } = await payments.askTransfer(dollars, wallet, '3.00');
  await payments.hold(data.remittance_id);
  const { mt5 } = app.opened.app.platforms;
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const balanceOperation: Platform['balanceOperation'] = async (operation) => {
    reached.resolve();
    await released.promise;
    return mt5.balanceOperation(operation);
  };
  const other = engineBeside(app, { balanceOperation });
  const driven = other.drive(runOf(app), data.remittance_id);
  await reached.promise;
  const asked = once(app.opened.fastify.server, 'request');
  const saving = payments.save(data.remittance_id);
  // The other goes on only once somebody asks.
  await asked;
  released.resolve();
  expect((await saving).data).toMatchObject({ status: 'completed' });
  expect(await driven).toMatchObject({ status: 'completed' });
});

describe('when the process dies', () => {
  test('after the hold, the worker finishes what was begun', async () => {
    const before = await balances();
    const { data } = await payments.askTransfer(dollars, euros, '10.80');
    await payments.hold(data.remittance_id);
    expect(await payments.detailsOf(data.remittance_id)).toMatchObject({ status: 'processing' });
    await books.hurry();
    expect(await payments.detailsOf(data.remittance_id)).toMatchObject({ status: 'completed' });
    expect(Number(await books.onPlatform(euros)) - Number(before.euros[0])).toBeCloseTo(10);
  });

  test.each([
    ['taken the money out', -1n],
    ['paid the money in', 1n],
  ])('after the platform has %s and before that is written down, it is found again by its tag', async (_name, sign) => {
    const before = await balances();
    const { data } = await payments.askTransfer(dollars, euros, '10.80');
    const dying = (platform: Platform): Platform => ({
      ...platform,
      async balanceOperation(operation) {
        const answer = await platform.balanceOperation(operation);
        if (operation.amount * sign > 0n) throw new Error('the process died');
        return answer;
      },
    });
    const { platforms } = app.opened.app;
    await payments.hold(data.remittance_id);
    const engine = openEngine({ ...app.opened.app, platforms: forEveryPlatform((key) => dying(platforms[key])) });
    await expect(engine.drive(runOf(app), data.remittance_id)).rejects.toThrow('died');
    await books.hurry();
    expect(await payments.detailsOf(data.remittance_id)).toMatchObject({ status: 'completed' });
    expect(Number(before.dollars[0]) - Number(await books.onPlatform(dollars))).toBeCloseTo(10.8);
    expect(Number(await books.onPlatform(euros)) - Number(before.euros[0])).toBeCloseTo(10);
  });

  test('a sweep takes up what no outbox row speaks of any more', async () => {
    const { data } = await payments.askTransfer(wallet, dollars, '1.00');
    await payments.hold(data.remittance_id);
    await app.owner.sql.run(`delete from outbox where topic = 'remittance.drive'`);
    await setBack(app, data.remittance_id, `updated_at = updated_at - interval '1 hour'`);
    await app.opened.worker?.sweep('remittance.stuck');
    await books.hurry();
    expect(await payments.detailsOf(data.remittance_id)).toMatchObject({ status: 'completed' });
  });
});
