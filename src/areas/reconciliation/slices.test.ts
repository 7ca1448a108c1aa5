import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginEra } from '../../ledger/era.ts';
import type { Platform, PlatformAccount } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { holdSweeps } from '../../server/testing/telling.ts';
import { reconcile } from './reconciliation.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('ng.active');
  // The worker's own sweep would go on in between.
  await holdSweeps(app, ['mirror.reconcile']);
});
afterAll(() => app.close());

const asked: number[][] = [];
const platformThat = (fails: (numbers: readonly number[]) => boolean): Pick<Platform, 'accounts' | 'deals'> => ({
  deals: async () => ({ outcome: 'done', deals: [] }),
  async accounts(logins) {
    asked.push([...logins]);
    if (fails(logins)) throw new Error('cannot be compared');
    return { outcome: 'done', accounts: [] };
  },
});
const context = () =>
  ({
    sql: app.database.sql,
    transact: app.database.transact,
    now: app.opened.clock.now(),
    settings: app.opened.settings.current(),
    stale: async () => undefined,
  }) as unknown as JobContext;
const mark = (name: string) =>
  app.owner.sql.one<{ value: { after?: number } }>('select value from cursor_mark where name = $1', [name]);
const begin = () =>
  app.owner.sql.run(`update cursor_mark set updated_at = now() - interval '1 day' where name like 'reconciled:%'`);

test('goes on behind what was compared last, in slices, until every account had its look', async () => {
  await app.owner.sql.run(
    `insert into trading_account (number, client_id, company_id, platform, is_demo, type_key, currency, leverage, swap_free, group_name,
       status, opened_at, mirrored_from)
     select 7000000 + n, $1, 3, 'mt4', false, 'standard mt4', 'USD', 100, false, 'g', 'disabled', now(), now() from generate_series(1, 2300) n`,
    [client.clientId],
  );
  await begin();
  const of = { server: 'mt4', platform: platformThat(() => false) } as const;
  const looks: number[] = [];
  for (let sweeps = 0; sweeps < 4; sweeps += 1) {
    asked.length = 0;
    await reconcile(of, context());
    looks.push(new Set(asked.flat().filter((one) => one > 7_000_000)).size);
  }
  // Nothing more is due after the whole was compared.
  expect([looks.reduce((sum, each) => sum + each, 0), Math.max(...looks) <= 1000, looks.at(-1)]).toEqual([2300, true, 0]);
});

test('an account that cannot be compared keeps none behind it from its look', async () => {
  await begin();
  const of = { server: 'mt4', platform: platformThat((numbers) => numbers.includes(7_000_001)) } as const;
  await expect(reconcile(of, context())).rejects.toThrow('cannot be compared');
  expect((await mark('reconcile:mt4')).value.after).toBeGreaterThan(7_000_001);
  asked.length = 0;
  await reconcile(of, context());
  expect(asked.flat()).toContain(7_000_700);
});

test.each([
  ['moves between two answers of the platform is no difference', [300n, 0n], false],
  ['stands in both of them is one at once', [300n, 300n], true],
] as const)('after a backup was restored, what %s', async (...[, balances, isReported]) => {
  do await reconcile({ server: 'mt4', platform: platformThat(() => false) }, context());
  while ((await mark('reconcile:mt4')).value.after !== 0);
  await app.database.transact((sql) => beginEra(sql, { author: 'ada', at: app.opened.clock.now() }));
  let looks = 0;
  const login = 7_000_001;
  const accounts: Platform['accounts'] = async (logins) => {
    if (!logins.includes(login as never)) return { outcome: 'done', accounts: [] };
    const balance = balances[looks] ?? 0n;
    looks += 1;
    return { outcome: 'done', accounts: [{ login, leverage: 100, balance, credit: 0n } as PlatformAccount] };
  };
  await begin();
  await reconcile({ server: 'mt4', platform: { ...platformThat(() => false), accounts } }, context());
  expect(looks).toBe(2);
  const open =
    'select reported_at is not null as reported from reconciliation_difference where number = $1 and closed_at is null';
  expect(await app.owner.sql.many(open, [login])).toEqual([{ reported: isReported }]);
});
