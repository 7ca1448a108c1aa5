import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { jpegFile, sendForm } from '../../server/testing/files.ts';

/* A paper that runs out, and the one that follows it. */

let app: TestApp;
let compliance: StaffSignedIn;
beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
});
afterAll(() => app.close());

/** Application time begins with the wall's: days are told from it. */
const daysFrom = (days: number): string =>
  new Date(app.opened.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

const send = (as: SignedIn, number: string, expires: number) =>
  sendForm(app.url, {
    path: '/api/documents',
    as,
    fields: {
      form_name: 'identity',
      doc_id: '4',
      doc_number: number,
      issue_date: '2022-01-31',
      expiry_date: daysFrom(expires),
    },
    file: { name: 'paper.jpg', bytes: jpegFile() },
  });

async function sent(as: SignedIn, number: string, expires: number): Promise<number> {
  const { body } = await send(as, number, expires);
  expect(body.errors).toEqual([]);
  await app.drain();
  return body.data.document.id;
}

async function approved(id: number): Promise<void> {
  const body = { decision: 'approved', reason: 'As it was seen.' };
  expect((await app.call({ method: 'POST', path: `/api/desk/documents/${id}`, body, as: compliance })).errors).toEqual([]);
}

const shut = async (as: SignedIn): Promise<boolean> =>
  (await app.call({ method: 'GET', path: 'documents', as })).data.upload_disabled.id;
const told = async ({ clientId }: SignedIn): Promise<string[]> =>
  (
    await app.owner.sql.many<{ type: string }>(
      `select type from notice where client_id = $1 and type like 'document_exp%' order by id`,
      [clientId],
    )
  ).map(({ type }) => type);

async function pass(days: number): Promise<void> {
  await app.opened.clock.advance(days * 86_400);
  await app.opened.worker?.sweep('documents.expiry');
}

test('from the first reminder on the next one is sent, the old one speaks meanwhile, and nothing more is told of it', async () => {
  const client = await app.signIn('eu.lead');
  const first = await sent(client, 'R 1', 40);
  await approved(first);
  expect([await shut(client), (await send(client, 'R 2', 900)).body.errors[0]?.code]).toEqual([true, 'upload_disabled']);
  await pass(10);
  expect([await told(client), await shut(client)]).toEqual([['document_expires'], false]);
  const next = await sent(client, 'R 2', 900);
  // One at a time; and where it is not accepted, another one.
  expect(await shut(client)).toBe(true);
  expect((await app.call({ method: 'GET', path: 'documents', as: client })).data.papers.identity).toMatchObject({ id: first });
  await approved(next);
  expect(await shut(client)).toBe(true);
  await pass(25);
  await pass(6);
  expect(await told(client)).toEqual(['document_expires']);
  const { papers, documents } = (await app.call({ method: 'GET', path: 'documents', as: client })).data;
  expect(papers.identity).toMatchObject({ id: next, status: 2 });
  expect(documents.find(({ id }: { id: number }) => id === first).status).toBe(4);
});
