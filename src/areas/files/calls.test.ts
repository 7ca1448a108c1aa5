import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { eicar, jpegFile, pdfFile, sendForm } from '../../server/testing/files.ts';
import { openCounter, referenceOf, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let client: SignedIn;
let other: SignedIn;
let dollars: number;
let waiting: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
  other = await app.signIn('eu.active');
  const confirmed = await payments.askDeposit(dollars, 250);
  waiting = (await payments.save(confirmed.data.remittance_id)).data.transfer_id;
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const sendPaper = (tid: number, as: SignedIn, bytes: Buffer = pdfFile()) =>
  sendForm(app.url, {
    path: '/api/js/api/transfers/paper',
    as,
    fields: { tid: String(tid) },
    file: { name: 'proof.pdf', bytes },
  });

const fetchFile = (path: string, as: Pick<SignedIn, 'cookie' | 'token'>): Promise<Response> =>
  fetch(app.url + path, { headers: { cookie: as.cookie, authorization: `Bearer ${as.token}` } });

test('a paper about a deposit that is waited for is there for its client and for the desk alone, to keep and not to open', async () => {
  const { status, body } = await sendPaper(waiting, client);
  expect([status, body.errors]).toEqual([200, []]);
  const [paper] = body.data.transfer.papers;
  expect(paper).toMatchObject({ name: 'proof.pdf', bytes: pdfFile().length });
  const own = await fetchFile(`/api/js/api/files/${paper.id}`, client);
  expect(Object.fromEntries(own.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="proof.pdf"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(Buffer.from(await own.arrayBuffer())).toEqual(pdfFile());
  const foreign = await fetchFile(`/api/js/api/files/${paper.id}`, other);
  const unknown = await fetchFile('/api/js/api/files/00000000-0000-4000-8000-000000000000', other);
  expect([foreign.status, await foreign.json()]).toEqual([404, await unknown.json()]);
  expect((await fetchFile(`/api/desk/files/${paper.id}`, client)).status).toBe(401);
});

test('the desk sees what a client has sent, and who has looked stands in the audit', async () => {
  await app.drain();
  const agent = await app.signInStaff('agent');
  const list = await app.call({ method: 'GET', path: `/api/desk/files?client_id=${client.clientId}`, as: agent });
  const [paper] = list.data.files;
  expect(paper).toMatchObject({ name: 'proof.pdf', about: `remittance:${waiting}`, scan: 'clean' });
  const file = await fetchFile(`/api/desk/files/${paper.id}`, agent);
  expect([file.status, Buffer.from(await file.arrayBuffer())]).toEqual([200, pdfFile()]);
  const { reads } = await app.database.sql.one<{ reads: number }>(
    `select count(*)::integer as reads from audit_event where action = 'file.read' and subject = $1`,
    [`file:${paper.id}`],
  );
  expect(reads).toBe(1);
});

test('whoever has sent much is read page by page, to the first of them', async () => {
  const { clientId } = await app.signIn('uk.active');
  await app.owner.sql.run(
    `insert into stored_file (id, client_id, call, state, kind, bytes, sha256, name, about, created_at)
       select gen_random_uuid(), $1, 'documents.upload', 'kept', 'png', 10, repeat('a', 64), 'page ' || each || '.png', 'document:1',
         now() - (each / 3) * interval '1 hour' from generate_series(1, 43) as each`,
    [clientId],
  );
  const agent = await app.signInStaff('agent');
  const names: string[] = [];
  const sizes: number[] = [];
  for (let after = ''; ;) {
    const path = `/api/desk/files?client_id=${clientId}${after === '' ? '' : `&after=${after}`}`;
    const { files, next } = (await app.call({ method: 'GET', path, as: agent })).data as {
      files: { name: string }[];
      next: string | null;
    };
    names.push(...files.map(({ name }) => name));
    sizes.push(files.length);
    if (next === null) break;
    after = next;
  }
  expect([sizes, new Set(names).size, names.includes('page 43.png')]).toEqual([[20, 20, 3], 43, true]);
});

test('while the virus scanner is away the desk opens nothing, and what was sent meanwhile is looked at when it is back', async () => {
  await app.drain();
  const fail = (mode: string) => app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'scan', mode, count: 1 } });
  await fail('error');
  const { body } = await sendPaper(waiting, client);
  const { id } = body.data.transfer.papers.at(-1);
  await app.drain();
  const agent = await app.signInStaff('agent');
  const early = await fetchFile(`/api/desk/files/${id}`, agent);
  expect([early.status, ((await early.json()) as { errors: { code: string }[] }).errors[0]?.code]).toEqual([
    409,
    'file_not_checked',
  ]);
  await app.owner.sql.run(`update outbox set due_at = '2000-01-01' where topic = 'file.scan' and done_at is null`);
  await app.drain();
  expect((await fetchFile(`/api/desk/files/${id}`, agent)).status).toBe(200);
});

test('what is infected is nobody’s to open any more, its bytes are gone, and the audit has what it was', async () => {
  const { status, body } = await sendPaper(waiting, client, pdfFile({ also: `9 0 obj\n(${eicar})\nendobj\n` }));
  expect(status).toBe(200);
  const { id } = body.data.transfer.papers.at(-1);
  await app.drain();
  const agent = await app.signInStaff('agent');
  for (const [path, as] of [
    [`/api/desk/files/${id}`, agent],
    [`/api/js/api/files/${id}`, client],
  ] as const)
    expect((await fetchFile(path, as)).status).toBe(404);
  expect(await app.opened.app.storage.get(`files/${id}`)).toEqual({ outcome: 'absent' });
  const { detail } = await app.owner.sql.one<{ detail: object }>(
    `select detail from audit_event where action = 'file.infected' and subject = $1`,
    [`file:${id}`],
  );
  expect(detail).toEqual({ about: `remittance:${waiting}`, found: 'Eicar-Signature' });
});

test('a paper of the wrong kind is refused at its field, and one about somebody else’s transfer as if there were none', async () => {
  const wrong = await sendPaper(waiting, client, Buffer.concat([jpegFile(), Buffer.from('<script>alert(1)</script>')]));
  expect([wrong.status, wrong.body.errors[0].code, Object.keys(wrong.body.errors[0].validation_messages)]).toEqual([
    422,
    'wrong_file_type',
    ['file'],
  ]);
  expect((await sendPaper(waiting, other)).body.errors[0].code).toBe('unknown_transfer');
  expect((await payments.detailsOf(waiting)).papers).toHaveLength(3);
});

test('ten papers are enough, and a deposit that is completed wants none', async () => {
  for (let count = 3; count < 10; count += 1) expect((await sendPaper(waiting, client)).status).toBe(200);
  expect((await sendPaper(waiting, client)).body.errors[0].code).toBe('too_many_papers');
  expect((await payments.detailsOf(waiting)).takes_paper).toBe(false);
  await books.decide(await referenceOf(app, waiting), 'approved');
  await payments.becomes(waiting, 'completed');
  expect((await sendPaper(waiting, client)).body.errors[0].code).toBe('no_paper_wanted');
});
