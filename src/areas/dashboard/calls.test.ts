import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { holdSweeps } from '../../server/testing/telling.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app);
});
afterAll(() => app.close());

const ask = (as: SignedIn) => app.call({ method: 'GET', path: 'api/dashboard', as });

describe('the dashboard', () => {
  test('asks the database at most six times', async () => {
    const client = await app.signIn('global.active');
    // News of the sign-in come with the first answers; they are not the dashboard's.
    await app.drain();
    await ask(client);
    // What a worker does by itself falls into one of them, and not into each.
    const counts: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) counts.push(await countedWhile(async () => ask(client)));
    const fewest = Math.min(...counts);
    expect(fewest).toBeGreaterThan(3);
    expect(fewest).toBeLessThanOrEqual(6);
  });

  test('leads whoever has only registered on to the rest of the registration', async () => {
    const answer = await ask(await app.signIn('global.lead'));
    expect(answer.data).toMatchObject({
      total: null,
      accounts: { live: [], live_count: 0 },
      next_step: { code: 'complete_registration', next: 'registration_step2' },
      begin: [
        { line: 'email', is_done: true },
        { line: 'registration', is_done: false },
        { line: 'papers', is_done: false },
        { line: 'account', is_done: false },
        { line: 'deposit', is_done: false },
        { line: 'trade', is_done: false },
      ],
    });
  });

  test('shows nobody else’s accounts', async () => {
    const mine = await ask(await app.signIn('eu.active'));
    const theirs = await ask(await app.signIn('global.active'));
    const numbers = (answer: typeof mine) =>
      (answer.data.accounts.live as { number: number }[]).concat(answer.data.accounts.demo).map(({ number }) => number);
    expect(numbers(mine).filter((number) => numbers(theirs).includes(number))).toEqual([]);
  });

  test('tells the live and the investment accounts by themselves too, as the documents ask for them', async () => {
    const client = await app.signIn('global.active');
    const { data } = await ask(client);
    const part = async (group: string) =>
      (await app.call({ method: 'GET', path: `api/accounts_dashboard/${group}`, as: client })).data.accounts;
    const numbers = (list: readonly { number: number }[]) => list.map(({ number }) => number);
    const live = await part('live');
    expect(numbers(live.live)).toEqual(numbers(data.accounts.live));
    expect(live['live_count']).toBe(data.accounts.live_count);
    expect(await part('investment')).toEqual({ investment: [] });
  });

  test('is for those who are signed in', async () => {
    expect(await app.call({ method: 'GET', path: 'api/dashboard' })).toMatchObject({ httpStatus: 401 });
  });
});

/** How many statements of calls the process sends while it is asked. */
async function countedWhile(act: () => Promise<{ readonly httpStatus: number }>): Promise<number> {
  const { sql } = app.database;
  const spies = [vi.spyOn(sql, 'many'), vi.spyOn(sql, 'maybe'), vi.spyOn(sql, 'one'), vi.spyOn(sql, 'run')];
  expect((await act()).httpStatus).toBe(200);
  const statements = spies.flatMap((spy) => spy.mock.calls.map(([text]) => text)).filter(isOfCalls);
  for (const spy of spies) spy.mockRestore();
  return statements.length;
}

/** The worker of the same process looks after its own rows meanwhile. */
function isOfCalls(statement: string): boolean {
  return !/\b(outbox|cursor_mark|worker_heartbeat|live_line|rate_window)\b/.test(statement);
}
