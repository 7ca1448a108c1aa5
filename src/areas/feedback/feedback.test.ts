import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFeedbackAsked } from '../../law/feedback.ts';
import { changeSetting } from '../../server/start/settings.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('global.active');
});
afterAll(() => app.close());

const day = 86_400;
const info = async (as = client) =>
  (await app.call({ method: 'GET', path: 'api/client_info', as })).data as {
    interposes: string | null;
    display_questionnaire: boolean;
  };
const shown = async (as = client) => {
  const { interposes, display_questionnaire: isAsked } = await info(as);
  return [interposes, isAsked];
};
const give = (body: object, as = client) => app.call({ method: 'POST', path: 'api/feedback', body, as });
const note = (event: string) => app.call({ method: 'POST', path: 'api/feedback/event', body: { event }, as: client });

async function ask(isAsked: boolean): Promise<void> {
  const at = app.opened.clock.now();
  await app.database.transact((sql) =>
    changeSetting(sql, { path: 'feedback.isAsked', value: isAsked, author: 'test', at, effectiveAt: at }),
  );
  await app.opened.settings.refresh();
}

const now = new Date('2026-11-20T12:00:00Z');
const ago = (days: number): Date => new Date(now.getTime() - days * day * 1000);
const rule = { isAsked: true, afterDays: 30, againAfterDays: 365 };

test.each([
  ['nobody, unless the broker wishes it', { isAsked: false }, {}, false],
  ['an approved client', {}, {}, true],
  ['no lead', {}, { status: 6 as const }, false],
  ['nobody before the days are over', {}, { registeredAt: ago(29.9) }, false],
  ['whoever has been there so long', {}, { registeredAt: ago(30) }, true],
  ['nobody who has answered lately', {}, { answeredAt: ago(364.9) }, false],
  ['whoever answered long ago', {}, { answeredAt: ago(365) }, true],
])('asked what they think is %s', (...[_who, settings, facts, isAsked]) => {
  const known = { status: 12 as const, registeredAt: ago(400), answeredAt: null, ...facts };
  expect(isFeedbackAsked(known, { ...rule, ...settings }, now)).toBe(isAsked);
});

test('nobody is asked before the broker wishes it, and nobody is heard who is not asked', async () => {
  expect(await shown()).toEqual([null, false]);
  expect(await give({ score: 5 })).toMatchObject({ httpStatus: 409, errors: [{ code: 'feedback_not_asked' }] });
  expect(await note('declined')).toMatchObject({ httpStatus: 409, errors: [{ code: 'feedback_not_asked' }] });
});

test('who is asked puts it off until the next sign-in, and is asked again after so long once they have answered', async () => {
  await ask(true);
  expect(await shown()).toEqual(['feedback', true]);
  expect((await note('put_off')).client_info).toMatchObject({ interposes: null, display_questionnaire: true });
  client = await app.signIn('global.active');
  expect(await shown()).toEqual(['feedback', true]);
  expect(await give({ score: 6 })).toMatchObject({ httpStatus: 422, errors: [{ validation_messages: { score: {} } }] });
  const [one, two] = await Promise.all([
    give({ score: '4', text: ' The chart is slow. ', may_contact: true }),
    give({ score: 1 }),
  ]);
  expect([one.httpStatus, two.httpStatus].toSorted()).toEqual([200, 409]);
  expect(await shown()).toEqual([null, false]);
  await app.opened.clock.advance(366 * day);
  client = await app.signIn('global.active');
  expect((await info()).display_questionnaire).toBe(true);
  expect((await note('declined')).client_info).toMatchObject({ display_questionnaire: false });
  expect((await shown(await app.signIn('global.lead')))[1]).toBe(false);
});

test('the desk reads what was said, and the audit has who looked', async () => {
  const agent = await app.signInStaff('agent');
  const read = (path: string) => app.call({ method: 'GET', path, as: agent });
  const { data } = await read('/api/desk/feedback');
  expect(data.feedback).toHaveLength(2);
  expect(data.feedback[0]).toMatchObject({ client_id: client.clientId, score: null, text: '', may_contact: false });
  expect([1, 4]).toContain(data.feedback[1].score);
  // A year has passed: of the last one nobody said anything but that they do not want to.
  expect(data).toMatchObject({ counts: [0, 0, 0, 0, 0], next: null });
  await app.owner.sql.run(
    `insert into feedback (client_id, score, text, may_contact, at) select $1, 3, 'no ' || n, false, $2 from generate_series(1, 30) n`,
    [client.clientId, app.opened.clock.now()],
  );
  const first = (await read('/api/desk/feedback')).data;
  expect(first.counts).toEqual([0, 0, 30, 0, 0]);
  const rest = (await read(`/api/desk/feedback?after=${first.next}`)).data;
  expect([first.feedback.length + rest.feedback.length, rest.next]).toEqual([32, null]);
  const { count } = await app.owner.sql.one<{ count: number }>(
    `select count(*)::integer as count from audit_event where action = 'feedback.list'`,
  );
  expect(count).toBe(3);
});
