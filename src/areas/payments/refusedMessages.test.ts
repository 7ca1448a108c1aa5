import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let dollars: number;
beforeAll(async () => {
  ({ app, books, payments, dollars } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
});
afterAll(() => app.close());

const send = (body: string) =>
  fetch(`${app.url}/api/webhooks/payments/praxis`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'gt-authentication': 'not theirs', 'user-agent': 'a stranger' },
    body,
  });
const digestOf = (body: string) => createHash('sha256').update(body).digest();
const keptOf = (body: string) => app.owner.sql.many('select body from webhook_message where digest = $1', [digestOf(body)]);
const countedOf = (body: string) =>
  app.owner.sql.many(`select times::integer, reason, bytes, address, agent from refused_message where digest = $1`, [
    digestOf(body),
  ]);

const forged = (reference: string, note: string) => JSON.stringify({ session: { order_id: reference }, note });

test('a message that is nobody’s leaves its digest and how often it came, and not what it said', async () => {
  const body = forged('no order of ours', 'x'.repeat(50_000));
  for (const _ of [1, 2, 3]) expect((await send(body)).status).toBe(403);
  expect(await keptOf(body)).toEqual([]);
  expect(await countedOf(body)).toEqual([
    { times: 3, reason: 'malformed', bytes: body.length, address: '127.0.0.1', agent: 'a stranger' },
  ]);
});

test('one that names a payment of ours is kept whole, however many others come before it, and no payment keeps many', async () => {
  await Promise.all(Array.from({ length: 150 }, (_, index) => send(forged('no order of ours', `flood ${index}`))));
  const { id, reference } = await payments.startDeposit(dollars, '100');
  const bodies = Array.from({ length: 8 }, (_, index) => forged(reference, `evidence ${index}`));
  for (const body of bodies) expect((await send(body)).status).toBe(403);
  const kept = await app.owner.sql.many<{ body: string }>(
    `select convert_from(body, 'UTF8') as body from webhook_message where reference = $1 and verdict = 'refused' order by id`,
    [reference],
  );
  expect(kept.map(({ body }) => body)).toEqual(bodies.slice(0, 5));
  expect(await countedOf(bodies[7] ?? '')).toMatchObject([{ times: 1 }]);
  // The provider's own is kept whole and works all the same.
  await books.decide(reference, 'approved');
  await payments.becomes(id, 'completed');
  const accepted = () =>
    app.owner.sql.many(
      `select said -> 'session' ->> 'order_id' as named, said -> 'transaction' ->> 'transaction_status' as status, outcome is not null as worked
         from (select convert_from(body, 'UTF8')::jsonb as said, outcome from webhook_message where reference = $1 and verdict = 'accepted') kept`,
      [reference],
    );
  await expect
    .poll(async () => (await app.drain(), accepted()))
    .toContainEqual({ named: reference, status: 'approved', worked: true });
});

test('a flood of different ones is told apart up to a bound, counted beyond it, and forgotten after a month', async () => {
  await app.owner.sql.run('delete from refused_message');
  const [{ day } = { day: '' }] = await app.owner.sql.many<{ day: string }>(
    `select (now() at time zone 'UTC')::date::text as day`,
  );
  await app.owner.sql.run(
    `insert into refused_message (day, provider, digest, reason, times, bytes, address, agent, first_at, last_at)
       select $1::date, 'praxis', sha256(number::text::bytea), 'malformed', 1, 1, '', '', now(), now() from generate_series(1, 1000) number`,
    [day],
  );
  const bodies = ['one more', 'another', 'a third'];
  for (const body of bodies) await send(body);
  expect(await countedOf('one more')).toEqual([]);
  expect(await app.owner.sql.many(`select times::integer from refused_message where digest = ''`)).toEqual([{ times: 3 }]);
  const any = () => app.owner.sql.many('select 1 from refused_message limit 1');
  const agedBy = async (days: number) => {
    await app.owner.sql.run('update refused_message set day = day - $1::integer', [days]);
    await app.opened.worker?.sweep('payments.refused');
  };
  await agedBy(20);
  expect(await any()).toHaveLength(1);
  await agedBy(12);
  expect(await any()).toEqual([]);
});
