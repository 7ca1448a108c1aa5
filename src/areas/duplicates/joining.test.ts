import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

/* What follows when compliance finds that two clients are one person. */

let app: TestApp;
let compliance: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.owner.sql.run('delete from duplicate_finding');
});

const personsOf = async (...clients: readonly SignedIn[]) => {
  const rows = await app.owner.sql.many<{ person: number }>(
    'select person_id as person from client where id = any($1) order by id',
    [clients.map(({ clientId }) => clientId)],
  );
  return new Set(rows.map(({ person }) => person)).size;
};

/** Compliance has found it, and says so. */
async function decided(later: SignedIn, earlier: SignedIn, decision = 'same_person'): Promise<void> {
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into duplicate_finding (client_id, other_id, kinds, found_at) values ($1, $2, '{phone}', now()) returning id`,
    [later.clientId, earlier.clientId],
  );
  const answer = await app.call({
    method: 'POST',
    path: `/api/desk/duplicates/${id}`,
    body: { decision, reason: 'One passport.' },
    as: compliance,
  });
  expect(answer.errors).toEqual([]);
}

test('of two companies they are one person from then on, who does not move to where they are a client already', async () => {
  const [european, british] = [await app.signIn('eu.active'), await app.signIn('uk.active')];
  await app.owner.sql.run(`update client set country = 'GB', version = version + 1 where id = $1`, [european.clientId]);
  app.opened.app.sessions.forgetClient(european.clientId);
  const route = async () =>
    (await app.call({ method: 'GET', path: 'api/direct/migrate-to-another-company', as: european })).data.direct.route;
  expect(await route()).toBe('uk');
  await decided(european, british, 'different_persons');
  expect([await route(), await personsOf(european, british)]).toEqual(['uk', 2]);
  await app.owner.sql.run('delete from duplicate_finding');
  await decided(european, british);
  expect([await route(), await personsOf(european, british)]).toEqual([null, 1]);
});

test('whoever else was found to be one of them comes along, and of one company each stays whom it is', async () => {
  const [kenyan, global, european, second] = [
    await app.signIn('ke.active'),
    await app.signIn('global.active'),
    await app.signIn('eu.pro'),
    await app.signIn('ng.active'),
  ];
  await decided(global, kenyan);
  await decided(global, european);
  expect(await personsOf(kenyan, global, european)).toBe(1);
  // Two of the global company.
  await decided(second, global);
  await decided(second, kenyan);
  expect(await personsOf(kenyan, global, european, second)).toBe(2);
});
