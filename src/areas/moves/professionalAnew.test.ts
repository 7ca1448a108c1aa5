import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId, type MoveId } from '../../base/id.ts';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';
import { jpegFile, sendForm } from '../../server/testing/files.ts';
import { runOf } from '../../server/testing/paymentsFixture.ts';
import { setMoveState } from './clientRows.ts';
import { driveMove } from './driving.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('what was requested of a former company is not judged for the next one, which is asked anew with the same papers', async () => {
  const client = await app.signIn('eu.active');
  const compliance = await app.signInStaff('compliance');
  const path = 'api/direct/professional';
  const state = async () => (await app.call({ method: 'GET', path, as: client })).data;
  const post = async (at: string, body: object) =>
    (await app.call({ method: 'POST', path: at, body, as: client })).errors.map(({ code }: { code: string }) => code);
  const ask = async () => [
    ...(await post(path, { requests_professional: true })),
    ...(await post('api/direct/accepted-professional', { accepted_professional_tc: true })),
  ];
  const cases = async (): Promise<{ subject: string }[]> =>
    (await app.call({ method: 'GET', path: '/api/desk/queues/professional', as: compliance })).data.items;
  for (const criterion of ['trades', 'work']) {
    const file = { name: 'statement.jpg', bytes: jpegFile() };
    await sendForm(app.url, { path: `/api/js/${path}/evidence`, as: client, fields: { criterion }, file });
  }
  expect(await ask()).toEqual([]);
  const id = (await cases())[0]?.subject.split(':')[1];
  expect(await state()).toMatchObject({ status: 'waiting' });

  const { sql } = app.owner;
  const now = app.opened.clock.now();
  const move = await sql.one<{ id: MoveId }>(
    `insert into company_move (client_id, from_company, to_company, phase, country, terms_version, approved_at, begun_at, created_at)
     values ($1, 1, 4, 'moving', null, 1, $2, $2, $2) returning id`,
    [client.clientId, now],
  );
  await setMoveState(sql, clientId(client.clientId), 'under_way');
  const { platforms } = app.opened.app;
  expect(await driveMove({ ...runOf(app), now, platforms, pick: () => 0 }, move.id)).toBe('moved');

  const anew = { is_offered: true, status: 'draft', is_requested: false, is_accepted: false };
  expect(await state()).toMatchObject({ ...anew, evidence: [{ criterion: 'trades' }, { criterion: 'work' }] });
  expect(await cases()).toEqual([]);
  const body = { decision: 'approved', reason: 'As it was judged.' };
  const late = await app.call({ method: 'POST', path: `/api/desk/professional/${id}`, body, as: compliance });
  expect(late).toMatchObject({ httpStatus: 409, errors: [{ code: 'not_waiting' }] });
  expect(await ask()).toEqual([]);
  expect(await state()).toMatchObject({ status: 'waiting' });
});
