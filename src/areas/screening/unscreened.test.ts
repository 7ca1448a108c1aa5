import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { isScreeningAwaited } from './face.ts';
import { claimLook } from './listed.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let compliance: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
});
afterAll(() => app.close());

const sweep = async (name: string) => app.opened.worker?.sweep(name);
const rename = (as: Pick<SignedIn, 'clientId'>, first: string, last: string) =>
  app.owner.sql.run('update client set first_name = $2, last_name = $3 where id = $1', [as.clientId, first, last]);
const desk = (path: string) => app.call({ method: 'GET', path: `/api/desk/${path}`, as: compliance });

test('a client without a name waits before the desk, is paid nothing, and is compared once there is one', async () => {
  for (const name of ['screening.lists', 'screening.entries', 'screening.clients']) await sweep(name);
  const as = await app.signIn('global.inactive');
  const subject = `unscreened:${as.clientId}`;
  const lists = app.opened.app.watchlists.names;
  const cases = async () =>
    (await desk('queues/screening')).data.items.filter((item: { subject: string }) => item.subject === subject);
  const isDue = async () => (await desk(`clients/${as.clientId}/screening`)).data.is_due;
  const { first, last } = await app.owner.sql.one<{ first: string; last: string }>(
    'select first_name as first, last_name as last from client where id = $1',
    [as.clientId],
  );
  await rename(as, '', '');
  await sweep('screening.clients');
  await sweep('screening.clients');
  expect(await cases()).toMatchObject([{ detail: { reason: 'no_name' } }]);
  expect([await isDue(), await isScreeningAwaited(app.owner.sql, clientId(as.clientId), lists)]).toEqual([true, true]);
  await rename(as, first, last);
  await sweep('screening.clients');
  expect([await cases(), await isDue()]).toEqual([[], false]);
});

describe('A list that cannot be read', () => {
  const lists = () => app.opened.app.watchlists.names;
  const isAwaited = (as: SignedIn) => isScreeningAwaited(app.owner.sql, clientId(as.clientId), lists());
  const spoil = (body: object) => app.call({ method: 'POST', path: '/sandbox/watchlists/sdn', body });
  const cases = () =>
    app.owner.sql.many<{ detail: { list: string; since: string }; outcome: string | null }>(
      `select detail, outcome from desk_case where starts_with(subject, 'watchlist:') order by id`,
    );
  /** The next look of each list, so many hours later. */
  const lookAfter = async (hours: number) => {
    await app.owner.sql.run(
      `update watchlist set checked_at = '2000-01-01', failing_since = failing_since - make_interval(hours => $1)`,
      [hours],
    );
    await sweep('screening.lists');
  };

  test('stands before the desk from the second failed look on, with since when; then payouts and gold wait, until it is read', async () => {
    const as = await app.signIn('global.active');
    for (const name of ['screening.lists', 'screening.entries', 'screening.clients']) await sweep(name);
    await expect.poll(async () => (await sweep('screening.clients'), await isAwaited(as))).toBe(false);
    // A file that is known is not sent again: something has to be new in it.
    await spoil({ key: '7003', name: 'Osric Pellingham', country: 'GB' });
    await spoil({ spoil: 'cut', count: 100 });
    await lookAfter(0);
    expect([await cases(), await isAwaited(as)]).toEqual([[], false]);
    await lookAfter(2);
    const [told, ...others] = await cases();
    expect(others).toEqual([]);
    expect(told).toMatchObject({ detail: { list: 'ofac-sdn' }, outcome: null });
    expect(await isAwaited(as)).toBe(false);
    // Not only a look makes it so: it is due by the clock.
    await app.owner.sql.run(`update watchlist set failing_since = failing_since - interval '23 hours' where list = 'ofac-sdn'`);
    await sweep('screening.lists');
    expect(await isAwaited(as)).toBe(true);
    const shown = (await desk('screening')).data.lists.find(({ list }: { list: string }) => list === 'ofac-sdn');
    expect(shown).toMatchObject({ is_stale: true, failing_since: expect.any(String), failure: expect.any(String) });
    expect((await desk(`clients/${as.clientId}/screening`)).data.stale_lists).toMatchObject([{ list: 'ofac-sdn' }]);
    expect(await cases()).toHaveLength(1);
    await spoil({ spoil: 'stale', count: 1 });
    await lookAfter(0);
    expect([await isAwaited(as), (await cases()).map(({ outcome }) => outcome)]).toEqual([false, ['read']]);
  });

  test('over which each look has died is one of them: nobody has said that it failed', async () => {
    const as = await app.signIn('global.active');
    await app.owner.sql.run('delete from desk_case');
    await lookAfter(0);
    const now = app.opened.clock.now();
    expect([await cases(), await isAwaited(as)]).toEqual([[], false]);
    const dayAgo = new Date(now.getTime() - 25 * 3_600_000);
    expect(await claimLook(app.owner.sql, { list: 'ofac-sdn', now: dayAgo, dueBefore: now })).toBe(true);
    await app.owner.sql.run(`update watchlist set checked_at = $1 where list = 'ofac-sdn'`, [now]);
    await sweep('screening.lists');
    expect(await isAwaited(as)).toBe(true);
    expect(await cases()).toMatchObject([{ detail: { list: 'ofac-sdn' }, outcome: null }]);
    await lookAfter(0);
    expect([await isAwaited(as), (await cases()).map(({ outcome }) => outcome)]).toEqual([false, ['read']]);
  });
});

test('a client of whom no date of birth is known is compared by name: whoever has it is a match, and the desk is told', async () => {
  const as = await app.signIn('uk.lead');
  await rename(as, 'Quillon', 'Tarvashev');
  await app.call({
    method: 'POST',
    path: '/sandbox/watchlists/sdn',
    body: { key: '7002', name: 'Quillon Tarvashev', country: 'RU', birthDate: '1950-02-03' },
  });
  await app.owner.sql.run(`update watchlist set checked_at = '2000-01-01'`);
  for (const name of ['screening.lists', 'screening.entries', 'screening.clients']) await sweep(name);
  const { data } = await desk(`clients/${as.clientId}/screening`);
  expect(data).toMatchObject({ is_by_name_alone: true, is_held: true, hits: [{ status: 'open' }] });
});
