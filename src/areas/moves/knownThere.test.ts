import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';

/* Whoever is a client of the other company already does not move there. */

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('an offered move to where they are found to be a client already has ended, and they are told', async () => {
  const [european, british] = [await app.signIn('eu.active'), await app.signIn('uk.active')];
  await app.owner.sql.run(`update client set country = 'GB', version = version + 1 where id = $1`, [european.clientId]);
  app.opened.app.sessions.forgetClient(european.clientId);
  const agreed = await app.call({
    method: 'POST',
    path: 'api/direct/forextime/clients/migrate',
    body: { action: 'accept_uk_terms', is_terms_agreed: true },
    as: european,
  });
  expect(agreed.errors).toEqual([]);
  const stand = async () => {
    await app.drain();
    const { direct } = (await app.call({ method: 'GET', path: 'api/direct/migrate-to-another-company', as: european })).data;
    const row = await app.owner.sql.one<{ move_state: string | null; told: string[] }>(
      `select move_state, (select array_agg(type order by id) from notice n where n.client_id = c.id and type like 'company_move%'
         and closed_at is null) as told from client c where id = $1`,
      [european.clientId],
    );
    return { status: direct.move.status, reason: direct.move.reason, ...row };
  };
  expect(await stand()).toEqual({ status: 'open', reason: null, move_state: 'open', told: ['company_move_offered'] });
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into duplicate_finding (client_id, other_id, kinds, found_at) values ($1, $2, '{phone}', now()) returning id`,
    [british.clientId, european.clientId],
  );
  const decided = await app.call({
    method: 'POST',
    path: `/api/desk/duplicates/${id}`,
    body: { decision: 'same_person', reason: 'One passport.' },
    as: await app.signInStaff('compliance'),
  });
  expect(decided.errors).toEqual([]);
  expect(await stand()).toEqual({
    status: 'declined',
    reason: 'not_accepted',
    move_state: null,
    told: ['company_move_declined'],
  });
});
