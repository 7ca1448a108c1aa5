import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BalanceOperation, Platform } from '../../ports/platform/port.ts';
import type { SignedIn, StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { latePlatform } from '../../server/testing/latePlatform.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { meanwhile } from '../../server/testing/telling.ts';

/* What a platform did once too often is taken back once, whatever becomes of the answers: by two sendings, then by a person's word. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let client: SignedIn;
let finance: StaffSignedIn;
let wallet: number;
let account: number;

beforeAll(async () => {
  ({ app, books, payments, client, wallet } = await openCounter('ng.active', { dollars: '0', wallet: '3000.00' }));
  finance = await app.signInStaff('finance');
  // What the worker would do by its timers is done here by name, so that nothing happens in between.
  await app.opened.worker?.close();
});
beforeEach(async () => {
  account = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '500.00' });
});
afterAll(async () => app.close());
afterEach(async () => {
  await app.owner.sql.run(`update trading_account set status = 'archived' where number = $1`, [account]);
  // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
  expect(await books.faults()).toEqual([]);
});

const bothBooks = async () => [await books.onPlatform(account), await books.inLedger(account)];
const postDeals = async () => app.opened.worker?.sweep('mirror.deals');

/** A hundred dollars that the platform has paid in twice, because it acted late. */
async function paidInTwice(): Promise<void> {
  const late = latePlatform(app, 1);
  const id = await payments.confirmed(wallet, account, '100.00');
  await payments.hold(id);
  await late.process.drive(id);
  await outlastOperations(app);
  expect(await late.process.drive(id)).toMatchObject({ phase: 'completed' });
  await late.act(0);
  expect(await bothBooks()).toEqual(['700.00', '600.00']);
}

/** Four passes of the machine, each long after the one before, while each answer to a taking back is lost and nothing has happened yet. */
async function loseAnswers() {
  const { mt5 } = app.opened.app.platforms;
  const usual = mt5.balanceOperation.bind(mt5);
  const asked: BalanceOperation[] = [];
  const balanceOperation: Platform['balanceOperation'] = async (operation) => {
    asked.push(operation);
    return { outcome: 'unknown', reason: 'the line was cut' };
  };
  await meanwhile(mt5, { balanceOperation }, async () => {
    for (let pass = 0; pass < 4; pass += 1) {
      await outlastOperations(app);
      await postDeals();
    }
  });
  return { asked, act: async (index: number) => asked[index] && usual(asked[index]) };
}

async function waiting(): Promise<{ readonly subject: string; readonly detail: object }[]> {
  const { data } = await app.call({ method: 'GET', path: '/api/desk/queues/differences', as: finance });
  return data.items.filter(({ detail }: { detail: { account: number } }) => detail.account === account);
}

const sendAgain = async (id: string | undefined) =>
  app.call({
    method: 'POST',
    path: `/api/desk/platform-operations/${id}`,
    body: { reason: 'it is not at the platform' },
    as: finance,
  });

test('two lost takings back wait for staff, who have it sent a third time: that leaves exactly one', async () => {
  await paidInTwice();
  const { asked } = await loseAnswers();
  expect(asked.map(({ amount }) => amount)).toEqual([-10_000n, -10_000n]);
  const [found, ...others] = await waiting();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ detail: { kind: 'unseen', platform: 'mt5', amount: '-100.00', currency: 'USD' } });
  expect((await payments.askTransfer(account, wallet, '650.00')).errors).toMatchObject([{ code: 'not_enough_money' }]);
  const tag = found?.subject.split(':')[1];
  expect((await sendAgain(tag)).data).toEqual({ decided: { id: tag, status: 'sent_again' }, approval: null });
  expect((await sendAgain(tag)).errors).toMatchObject([{ code: 'not_waiting' }]);
  await postDeals();
  expect(await bothBooks()).toEqual(['600.00', '600.00']);
  await outlastOperations(app);
  await postDeals();
  expect(await bothBooks()).toEqual(['600.00', '600.00']);
  expect(await waiting()).toEqual([]);
});

test('one of them that comes after all is seen: the case is closed, and nothing more is sent', async () => {
  await paidInTwice();
  const { act } = await loseAnswers();
  expect(await waiting()).toHaveLength(1);
  await act(1);
  await outlastOperations(app);
  await postDeals();
  expect(await waiting()).toEqual([]);
  expect(await bothBooks()).toEqual(['600.00', '600.00']);
});

test('both of them that come after all leave exactly one: the second is taken back as well', async () => {
  await paidInTwice();
  const { act } = await loseAnswers();
  await act(0);
  await act(1);
  await outlastOperations(app);
  await postDeals();
  await postDeals();
  expect(await waiting()).toEqual([]);
  expect(await bothBooks()).toEqual(['600.00', '600.00']);
});
