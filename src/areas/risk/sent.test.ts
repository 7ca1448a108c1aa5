import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { jpegFile, sendForm } from '../../server/testing/files.ts';

/* What a client can send of what a review asks for, and what of it has come. */

let app: TestApp;
let compliance: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const run = (text: string, ...values: unknown[]) => app.owner.sql.run(text, values);
async function ask(as: SignedIn, papers: readonly string[]): Promise<void> {
  await app.opened.worker?.sweep('risk.changes');
  const path = `/api/desk/risk/${as.clientId}/papers`;
  const asked = await app.call({ method: 'POST', path, body: { papers, reason: 'The review needs it.' }, as: compliance });
  expect(asked.errors).toEqual([]);
}
const sent = async (as: SignedIn): Promise<string[]> =>
  (await app.call({ method: 'GET', path: `/api/desk/risk/${as.clientId}`, as: compliance })).data.risk.request.sent;
const papers = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'documents', as })).data;
async function send(as: SignedIn, fields: Readonly<Record<string, string>>): Promise<string | undefined> {
  const file = { name: 'paper.jpg', bytes: jpegFile() };
  const { body } = await sendForm(app.url, { path: '/api/documents', as, fields, file });
  return body.errors[0]?.code;
}
const card = {
  form_name: 'identity',
  doc_id: '4',
  doc_number: 'Z7654321',
  issue_date: '2022-01-31',
  expiry_date: '2035-01-31',
  reverse_follows: 'true',
};
const paper = (as: SignedIn, kind: string, { status, daysAgo }: { readonly status: number; readonly daysAgo: number }) =>
  run(
    `insert into document (client_id, kind, type_id, status, created_at) values ($1, $2, 127, $3, $4)`,
    as.clientId,
    kind,
    status,
    new Date(app.opened.clock.now().getTime() - daysAgo * dayMs),
  );

test('a paper that was approved before can be sent again once a review asks for it, and then no other', async () => {
  const as = await app.signIn('eu.active');
  expect([await send(as, card), (await papers(as)).upload_disabled]).toEqual(['upload_disabled', { id: true, poc: true }]);
  await paper(as, 'identity', { status: 2, daysAgo: 400 });
  await ask(as, ['identity']);
  expect((await papers(as)).upload_disabled).toEqual({ id: false, poc: true });
  expect(await send(as, card)).toBeUndefined();
  await app.drain();
  // Its front alone stops no clock: the other side was promised.
  expect(await sent(as)).toEqual([]);
  expect((await papers(as)).papers.identity).toMatchObject({ waits_for_reverse: true });
  expect(await send(as, card)).toBe('upload_disabled');
  expect(await send(as, { form_name: 'identity', reverse: 'true' })).toBeUndefined();
  expect(await sent(as)).toEqual(['identity']);
  expect([await send(as, card), (await papers(as)).upload_disabled]).toEqual(['upload_disabled', { id: true, poc: true }]);
});

test('what was being looked at when it was asked for has come, also once it is approved; an older one of another kind has not', async () => {
  const as = await app.signIn('global.active');
  await paper(as, 'residence', { status: 5, daysAgo: 3 });
  await paper(as, 'other', { status: 5, daysAgo: 3 });
  await paper(as, 'identity', { status: 7, daysAgo: 0 });
  await ask(as, ['identity', 'residence', 'funds']);
  // A scan that was only begun has brought nothing yet.
  expect(await sent(as)).toEqual(['residence']);
  await run(
    `update document set status = 2, decided_at = $2 where client_id = $1 and kind = 'residence'`,
    as.clientId,
    app.opened.clock.now(),
  );
  expect(await sent(as)).toEqual(['residence']);
  await run(`update document set status = 8, is_residence_too = true where client_id = $1 and kind = 'identity'`, as.clientId);
  await run(`update document set status = 3 where client_id = $1 and kind = 'residence'`, as.clientId);
  expect(await sent(as)).toEqual(['identity', 'residence']);
});
