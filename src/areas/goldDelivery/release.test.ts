import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseWeight } from '../../base/weight.ts';
import { post } from '../../ledger/book.ts';
import { gold, opening } from '../../ledger/chart.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openMarkets } from '../../server/testing/dealer.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  await openMarkets(app);
  client = await app.signIn('in.gold');
  const leg = {
    from: opening(3, 'XAU'),
    to: gold({ company: 3, clientId: client.clientId }),
    minor: parseWeight('5', 'g') ?? 0n,
  };
  const at = app.opened.clock.now();
  await post(app.owner.sql, { movement: { key: 'opening:release', kind: 'opening_balance', legs: [leg], at } });
});
afterAll(() => app.close());

/** A delivery that has its bars, and whose address is new no more. */
async function allocated(): Promise<number> {
  const address = { recipient: 'Asha Rao', street: '4 MG Road', town: 'Pune', postcode: '411001', phone: '+91 98 7654 3210' };
  const body = { size: '5.0000000', count: '1', ...address };
  const asked = await app.call({ method: 'POST', path: 'api/gold/delivery', body, as: client });
  expect(asked.errors).toEqual([]);
  const id: number = asked.data.delivery_id;
  await app.owner.sql.run(
    `update gold_delivery set phase = 'allocated', requested_at = $2::timestamptz - interval '30 days', allocated_at = $2 where id = $1`,
    [id, app.opened.clock.now()],
  );
  return id;
}

test('of a client who is frozen no gold leaves the vault, nor by what was asked for before', async () => {
  const id = await allocated();
  const [finance, admin] = [await app.signInStaff('finance'), await app.signInStaff('admin')];
  const path = `/api/desk/gold-deliveries/${id}`;
  const body = { action: 'release', carrier: 'Loomis', tracking: 'LX-9', reason: 'as the queue asks' };
  const release = () => app.call({ method: 'POST', path, body, as: finance });
  const asked = await release();
  expect(asked.errors).toEqual([]);
  await app.owner.sql.run('update client set status_id = 14, version = version + 1 where id = $1', [client.clientId]);
  expect((await release()).errors).toMatchObject([{ code: 'client_frozen' }]);
  const agreed = await app.call({
    method: 'POST',
    path: `/api/desk/approvals/${asked.data.approval.id}`,
    body: { decision: 'approve', reason: 'looked at' },
    as: admin,
  });
  expect(agreed.errors).toMatchObject([{ code: 'approval_outdated' }]);
});
