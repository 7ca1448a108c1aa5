import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../src/server/testing/app.ts';

/** A reset is what a tester does when everything has gone wrong, so it must hold whatever goes wrong meanwhile. */
let app: TestApp;
let seeded: unknown;

beforeAll(async () => {
  app = await openTestApp({ seeds: 'whole' });
  seeded = await everything();
});
afterAll(() => app.close());

const post = (path: string, body: object) => app.call({ method: 'POST', path, body });
const reset = () => post('/sandbox/reset', {});

/** What the seeded clients hold, by who they are: a reset may give other numbers. */
async function everything(): Promise<unknown> {
  return app.owner.sql.many(
    `select c.email, a.kind, a.unit, a.balance from client c left join ledger_account a on a.client_id = c.id and a.kind <> 'hold'
      order by c.email, a.kind, a.unit, a.balance`,
  );
}

async function holdsAgain(): Promise<void> {
  expect(await everything()).toEqual(seeded);
  const client = await app.signIn('global.active');
  const { data } = await app.call({ method: 'GET', path: 'api/accounts', as: client });
  expect(data.accounts.live.length).toBeGreaterThan(1);
}

test.each([
  ['timeout_before', 'duplicate'],
  ['timeout_after', 'delay'],
  ['error', 'reorder'],
  ['slow', 'forge'],
])(
  'the application stands again though every party was struck by %s and the webhooks by %s',
  async (calls, webhooks) => {
    for (const target of ['trading', 'market', 'mail', 'sms'])
      expect((await post('/sandbox/faults', { target, mode: calls })).httpStatus).toBe(200);
    expect((await post('/sandbox/faults', { target: 'payments', mode: webhooks })).httpStatus).toBe(200);
    expect((await reset()).httpStatus).toBe(200);
    await holdsAgain();
  },
  120_000,
);

test('two who reset at once are answered alike, and the application stands once', async () => {
  const answers = await Promise.all([reset(), reset(), reset()]);
  expect(answers.map((answer) => answer.httpStatus)).toEqual([200, 200, 200]);
  await holdsAgain();
});

test('the application stands again though money was moving', async () => {
  const client = await app.signIn('global.active');
  const { data } = await app.call({ method: 'GET', path: 'api/accounts', as: client });
  const [from, to] = data.accounts.live.map((account: { number: number }) => account.number);
  const ask = { action: 'confirm', transfer_type: 'transfer', amount: '1', currency: 'USD', pm_id: 19 };
  const asked = await Promise.all(
    [from, to, from].map(async (account_number) =>
      app.call({
        method: 'POST',
        path: 'api/payments_process',
        as: client,
        body: { ...ask, account_number, target_account_number: account_number === from ? to : from },
      }),
    ),
  );
  const saving = asked
    .filter((answer) => answer.success)
    .map(async (answer) =>
      app.call({
        method: 'POST',
        path: 'api/payments_process',
        as: client,
        body: { action: 'save', remittance_id: answer.data.remittance_id },
      }),
    );
  expect(saving.length).toBeGreaterThan(0);
  expect((await reset()).httpStatus).toBe(200);
  await Promise.all(saving);
  await holdsAgain();
});
