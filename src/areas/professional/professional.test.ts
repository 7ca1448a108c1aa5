import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { jpegFile, sendForm } from '../../server/testing/files.ts';

let app: TestApp;
let compliance: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
});
afterAll(() => app.close());

const path = 'api/direct/professional';
const state = async (as: SignedIn) => (await app.call({ method: 'GET', path, as })).data;
const request = (as: SignedIn, body: object = { requests_professional: true }) => app.call({ method: 'POST', path, body, as });
const accept = (as: SignedIn, body: object = { accepted_professional_tc: true }) =>
  app.call({ method: 'POST', path: 'api/direct/accepted-professional', body, as });
const send = (as: SignedIn, criterion: string) =>
  sendForm(app.url, {
    path: `/api/js/${path}/evidence`,
    as,
    fields: { criterion },
    file: { name: 'statement.jpg', bytes: jpegFile() },
  });
const decide = (id: number, body: object, as: StaffSignedIn = compliance) =>
  app.call({ method: 'POST', path: `/api/desk/professional/${id}`, body: { reason: 'As it was judged.', ...body }, as });
const categoryOf = async (as: SignedIn) =>
  (await app.call({ method: 'GET', path: 'api/client_info', as })).data.client_category as number;
async function waiting(as: SignedIn): Promise<number> {
  const { items } = (await app.call({ method: 'GET', path: '/api/desk/queues/professional', as: compliance })).data;
  const own = items.filter(({ client_id: id }: { client_id: number }) => id === as.clientId);
  expect(own).toHaveLength(1);
  return Number(String(own[0].subject).split(':')[1]);
}

test('two of three criteria with evidence, a request, and a separate acknowledgement are judged at the desk', async () => {
  const client = await app.signIn('eu.active');
  expect(await state(client)).toMatchObject({ is_offered: true, status: 'none', evidence: [] });
  expect(await request(client)).toMatchObject({ httpStatus: 422, errors: [{ code: 'criteria_missing' }] });
  expect((await send(client, 'trades')).status).toBe(200);
  expect((await send(client, 'trades')).status).toBe(200);
  expect(await request(client)).toMatchObject({ errors: [{ code: 'criteria_missing' }] });
  expect((await send(client, 'work')).status).toBe(200);
  expect(await request(client, { requests_professional: false })).toMatchObject({
    errors: [{ code: 'professional_not_requested' }],
  });
  expect((await request(client)).errors).toEqual([]);
  expect(await state(client)).toMatchObject({ status: 'draft', is_requested: true, is_accepted: false });
  // Nobody judges it before the warning is acknowledged.
  expect((await app.call({ method: 'GET', path: '/api/desk/queues/professional', as: compliance })).data.items).toEqual([]);
  expect((await send(client, 'portfolio')).body.errors[0].code).toBe('application_waits');
  expect(await accept(client, { accepted_professional_tc: false })).toMatchObject({
    errors: [{ code: 'professional_not_accepted' }],
  });
  expect((await accept(client)).errors).toEqual([]);
  expect((await state(client)).status).toBe('waiting');
  const id = await waiting(client);
  await app.drain();
  const looked = (await app.call({ method: 'GET', path: `/api/desk/professional/${id}`, as: compliance })).data.application;
  expect(looked).toMatchObject({ status: 'waiting', test_passed: true });
  expect(
    looked.evidence.map(({ criterion, files }: { criterion: string; files: unknown[] }) => [criterion, files.length]),
  ).toEqual([
    ['trades', 2],
    ['work', 1],
  ]);
  expect(await categoryOf(client)).toBe(0);
  expect((await decide(id, { decision: 'approved' })).errors).toEqual([]);
  expect(await categoryOf(client)).toBe(2);
  expect(await decide(id, { decision: 'approved' })).toMatchObject({ httpStatus: 409, errors: [{ code: 'not_waiting' }] });
  expect(await state(client)).toMatchObject({ status: 'approved', is_offered: false });
  const { data } = await app.call({ method: 'GET', path: 'api/account_types/live', as: client });
  const most = Math.max(...data.account_types.map(({ maxLeverage }: { maxLeverage: number }) => maxLeverage));
  expect(most).toBeGreaterThan(30);
});

test('what is declined is so for a listed reason; the client stays retail, reads it, and may apply again', async () => {
  const client = await app.signIn('uk.active');
  // The acknowledgement may come first, as after the second step.
  await accept(client);
  await send(client, 'portfolio');
  await send(client, 'work');
  await request(client);
  const id = await waiting(client);
  expect(await decide(id, { decision: 'declined' })).toMatchObject({ httpStatus: 422, errors: [{ code: 'field_required' }] });
  expect((await decide(id, { decision: 'declined', reason_code: 'criteria_not_met' })).errors).toEqual([]);
  expect(await categoryOf(client)).toBe(0);
  const { notifications } = (await app.call({ method: 'GET', path: 'api/notifications', as: client })).data;
  expect(notifications[0]).toMatchObject({ type: 'professional_declined', data: { reason: 'criteria_not_met' } });
  expect(await state(client)).toMatchObject({ status: 'declined', is_offered: true });
  await send(client, 'trades');
  expect(await state(client)).toMatchObject({ status: 'draft', is_accepted: false });
  const events = await app.owner.sql.many<{ action: string }>(`select action from audit_event where subject = $1 order by id`, [
    `professional:${id}`,
  ]);
  expect(events.map(({ action }) => action)).toEqual(['professional.accept', 'professional.request', 'professional.decide']);
});

test('nobody applies whom the law does not protect as retail, or who has not completed the registration', async () => {
  for (const name of ['global.active', 'eu.pro', 'eu.lead', 'closed.uk']) {
    const client = await app.signIn(name);
    expect(await state(client)).toMatchObject({ is_offered: false, status: 'none' });
    for (const answer of [await request(client), await accept(client)])
      expect(answer).toMatchObject({ httpStatus: 409, errors: [{ code: 'professional_not_offered' }] });
    expect((await send(client, 'work')).status).toBe(409);
  }
});

test('only who works on papers judges applications', async () => {
  const agent = await app.signInStaff('agent');
  expect(await decide(1, { decision: 'approved' }, agent)).toMatchObject({
    httpStatus: 403,
    errors: [{ code: 'not_your_right' }],
  });
});
