import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { partBytes } from '../../protocol/uploadPaths.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { formWith, jpegFile, pdfFile, sendForm } from '../../server/testing/files.ts';
import { clientId } from '../../base/id.ts';
import { addPart, endUploads, lockUpload } from './store.ts';

let app: TestApp;
let client: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  [client, other] = [await app.signIn('global.full'), await app.signIn('ke.full')];
});
afterAll(() => app.close());

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const announced = (bytes: Buffer, name = 'scan.jpg') => ({ name, bytes: bytes.length, sha256: digest(bytes) });
const begin = async (bytes: Buffer, { name = 'scan.jpg', as = client } = {}) =>
  (await app.call({ method: 'POST', path: 'api/uploads', body: announced(bytes, name), as })).data as {
    upload_id: string;
    received: number;
  };
const partOf = (bytes: Buffer, from: number) => bytes.subarray(from, from + partBytes);
const sendPart = (id: string, { from, bytes, as = client }: { from: number; bytes: Buffer; as?: SignedIn }) =>
  sendForm(app.url, {
    path: `/api/js/api/uploads/${id}/part`,
    as,
    fields: { from: String(from) },
    file: { name: 'part', bytes },
  });
const sendPaper = (uploadId: string, { as = client, key, form = 'payment_confirmation' }: PaperOptions = {}) =>
  sendForm(app.url, {
    path: '/api/documents',
    as,
    fields: { form_name: form, upload_id: uploadId },
    ...(key === undefined ? {} : { key }),
  });
interface PaperOptions {
  readonly as?: SignedIn;
  readonly key?: string;
  readonly form?: string;
}

/** All that is still to come. */
async function goOn(bytes: Buffer, name = 'scan.jpg'): Promise<string> {
  const { upload_id: id, received } = await begin(bytes, { name });
  for (let from = received; from < bytes.length; from += partBytes)
    expect((await sendPart(id, { from, bytes: partOf(bytes, from) })).body.data.received).toBe(
      Math.min(bytes.length, from + partBytes),
    );
  return id;
}

/** A part whose line breaks off after so many bytes. */
async function cutOff(id: string, { from, bytes, after }: { from: number; bytes: Buffer; after: number }): Promise<void> {
  const { headers, payload } = formWith({ name: 'part', bytes }, { from: String(from) });
  const sending = request(`${app.url}/api/js/api/uploads/${id}/part`, {
    method: 'POST',
    headers: {
      ...headers,
      cookie: client.cookie,
      authorization: `Bearer ${client.token}`,
      'content-length': payload.length,
    },
    agent: false,
  });
  await new Promise<void>((resolve) => {
    sending.once('close', () => resolve());
    sending.once('error', () => resolve());
    sending.write(payload.subarray(0, Math.max(1, after)), () => sending.destroy());
  });
}

const rows = async (): Promise<{ parts: number; uploads: number }> =>
  app.owner.sql.one(`select (select count(*)::integer from stored_file where state = 'part') as parts,
    (select count(*)::integer from partial_upload) as uploads`);

/** The parts go behind the answer. */
const nothingLeft = () => vi.waitFor(async () => expect(await rows()).toEqual({ parts: 0, uploads: 0 }), { timeout: 60_000 });

async function aDayLater(): Promise<void> {
  await app.owner.sql.run(`update partial_upload set created_at = created_at - interval '25 hours'`);
  await app.owner.sql.run(`update stored_file set created_at = created_at - interval '25 hours' where state <> 'kept'`);
  await app.opened.worker?.sweep('files.unkept');
}

test('an upload that is cut off at every tenth goes on where it stopped, and arrives as it was', async () => {
  for (let tenth = 1; tenth < 10; tenth += 1) {
    const bytes = jpegFile({ scan: 3 * partBytes + tenth });
    const cut = Math.floor((bytes.length * tenth) / 10);
    const whole = Math.floor(cut / partBytes) * partBytes;
    const { upload_id: id } = await begin(bytes);
    for (let from = 0; from < whole; from += partBytes) await sendPart(id, { from, bytes: partOf(bytes, from) });
    await cutOff(id, { from: whole, bytes: partOf(bytes, whole), after: cut - whole });
    const again = await begin(bytes);
    expect(again, `cut off at ${tenth} tenths`).toMatchObject({ upload_id: id, received: whole });
    expect(await goOn(bytes)).toBe(id);
    const { status, body } = await sendPaper(id);
    expect([status, body.errors]).toEqual([200, []]);
    const [file] = body.data.document.files;
    expect(file).toMatchObject({ name: 'scan.jpg', bytes: bytes.length });
    const { sha256 } = await app.owner.sql.one<{ sha256: string }>('select sha256 from stored_file where id = $1', [file.id]);
    expect(sha256).toBe(digest(bytes));
  }
  await nothingLeft();
});

test('a part that came already, or too early, or of another length is passed over, and of two at once one counts', async () => {
  const bytes = jpegFile({ scan: 2 * partBytes });
  const { upload_id: id } = await begin(bytes, { name: 'twice.jpg' });
  const first = { from: 0, bytes: partOf(bytes, 0) };
  const [one, two] = await Promise.all([sendPart(id, first), sendPart(id, first)]);
  expect([one.body.data.received, two.body.data.received]).toEqual([partBytes, partBytes]);
  expect((await sendPart(id, first)).body.data.received).toBe(partBytes);
  expect((await sendPart(id, { from: 2 * partBytes, bytes: partOf(bytes, 2 * partBytes) })).body.data.received).toBe(partBytes);
  expect((await sendPart(id, { from: partBytes, bytes: bytes.subarray(partBytes, partBytes + 9) })).body.data.received).toBe(
    partBytes,
  );
  const early = await sendPaper(id);
  expect([early.status, early.body.errors[0].code]).toEqual([422, 'upload_incomplete']);
  expect(Object.keys(early.body.errors[0].validation_messages)).toEqual(['file']);
  expect((await sendPaper(await goOn(bytes, 'twice.jpg'))).status).toBe(200);
  await nothingLeft();
});

test('somebody else’s upload is one that nobody has, in parts and as a whole', async () => {
  const bytes = jpegFile({ scan: 10 });
  const id = await goOn(bytes, 'mine.jpg');
  const nobodys = '99999999-9999-4999-8999-999999999999';
  for (const asked of [id, nobodys]) {
    const part = await sendPart(asked, { from: 0, bytes, as: other });
    expect([part.status, part.body.errors[0].code]).toEqual([404, 'unknown_file']);
    expect((await sendPaper(asked, { as: other })).body.errors[0].code).toBe('upload_incomplete');
  }
  expect((await sendPaper(`${id}'`)).body.errors[0].code).toBe('upload_incomplete');
  expect((await sendPaper(id)).status).toBe(200);
});

test('what came in parts is looked into as a whole: a script is refused, and so is another file than was announced', async () => {
  const html = Buffer.concat([jpegFile({ scan: partBytes }), Buffer.from('<script>alert(1)</script>')]);
  const hostile = await goOn(html, 'hostile.jpg');
  expect((await sendPaper(hostile)).body.errors[0].code).toBe('wrong_file_type');

  const [told, sent] = [pdfFile(), pdfFile({ also: '% another\n' })];
  const { upload_id: id } = (
    await app.call({
      method: 'POST',
      path: 'api/uploads',
      body: { ...announced(told, 'a.pdf'), bytes: sent.length },
      as: client,
    })
  ).data;
  await sendPart(id, { from: 0, bytes: sent });
  expect((await sendPaper(id)).body.errors[0].code).toBe('upload_incomplete');
  expect((await begin(sent, { name: 'a.pdf' })).received).toBe(0);
});

test('a refusal of the call keeps the parts: what was typed is mended without sending the file again', async () => {
  const id = await goOn(jpegFile({ scan: 20 }), 'kept.jpg');
  const refused = await sendForm(app.url, { path: '/api/documents', as: client, fields: { form_name: 'no', upload_id: id } });
  expect(refused.status).toBe(422);
  expect((await sendPaper(id)).status).toBe(200);
});

test('a repeated call answers what the first answered, whatever became of its upload', async () => {
  await aDayLater();
  const id = await goOn(jpegFile({ scan: 30 }), 'repeated.jpg');
  const refused = await sendPaper(id, { key: 'refused-1', form: 'identity' });
  expect(refused.status).toBe(422);
  const first = await sendPaper(id, { key: 'taken-1' });
  expect([first.status, first.body.errors]).toEqual([200, []]);
  await nothingLeft();
  for (let time = 0; time < 2; time += 1) {
    const again = await sendPaper(id, { key: 'taken-1' });
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    expect((await sendPaper(id, { key: 'refused-1', form: 'identity' })).body.errors).toEqual(refused.body.errors);
  }
  // Another call by that key is none of these, and another key has nothing to take.
  expect((await sendPaper(id, { key: 'taken-1', form: 'identity' })).body.errors[0].code).toBe('idempotency_key_reused');
  const late = await sendPaper(id, { key: 'taken-2' });
  expect([late.status, late.body.errors[0].code]).toEqual([422, 'upload_incomplete']);
  expect((await sendPaper(id, { key: 'taken-2' })).body.errors[0].code).toBe('upload_incomplete');
});

test('of two calls that take one upload one has it, whichever is the faster, and the other is told at the file', async () => {
  const papers = async () =>
    (
      await app.owner.sql.one<{ count: number }>(`select count(*)::integer as count from stored_file
    where state = 'kept' and name like 'once-%'`)
    ).count;
  const answers = async (id: string, sending: Promise<{ status: number; body: { errors: { code: string }[] } }>[]) => {
    const both = await Promise.all(sending);
    const lost = both.find(({ status }) => status !== 200);
    expect([id, both.map(({ status }) => status).toSorted()]).toEqual([id, [200, 422]]);
    expect(lost?.body.errors).toMatchObject([{ code: 'upload_incomplete', validation_messages: { file: {} } }]);
  };
  await aDayLater();
  for (const turn of [1, 2, 3]) {
    const id = await goOn(jpegFile({ scan: 40 + turn }), `once-${turn}.jpg`);
    await answers(id, [sendPaper(id, { key: `one-${turn}` }), sendPaper(id, { key: `two-${turn}` })]);
    expect(await papers()).toBe(turn);
  }
  // One has it while the other still reads its parts.
  const id = await goOn(jpegFile({ scan: 50 }), 'once-4.jpg');
  const { file } = await app.owner.sql.one<{ file: string }>(
    'select file_id::text as file from upload_part where upload_id = $1',
    [id],
  );
  const { storage } = app.opened.app;
  const get = storage.get.bind(storage);
  let faster: ReturnType<typeof sendPaper> | undefined;
  const reading = vi.spyOn(storage, 'get').mockImplementation(async (key) => {
    if (key !== `files/${file}` || faster) return get(key);
    await (faster = sendPaper(id, { key: 'faster' }));
    const left = () => app.owner.sql.many('select 1 as one from stored_file where id = $1', [file]);
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 60_000 });
    return get(key);
  });
  const slower = sendPaper(id, { key: 'slower' });
  await slower;
  reading.mockRestore();
  await answers(id, [slower, ...(faster ? [faster] : [])]);
  expect(await papers()).toBe(4);
  await nothingLeft();
});

test('a fourth file ends the oldest, and what nobody goes on with for a day is gone, its bytes too', async () => {
  await aDayLater();
  const files = [1, 2, 3, 4].map((more) => jpegFile({ scan: partBytes + more }));
  for (const bytes of files) {
    const { upload_id: id } = await begin(bytes, { name: 'many.jpg' });
    await sendPart(id, { from: 0, bytes: partOf(bytes, 0) });
    await app.owner.sql.run(`update partial_upload set created_at = created_at - interval '1 minute'`);
  }
  expect(await rows()).toEqual({ parts: 3, uploads: 3 });
  const { id: part } = await app.owner.sql.one<{ id: string }>(`select id from stored_file where state = 'part' limit 1`);
  await aDayLater();
  expect(await rows()).toEqual({ parts: 0, uploads: 0 });
  expect(await app.opened.app.storage.get(`files/${part}`)).toEqual({ outcome: 'absent' });
});

/** As if a part of a file had arrived. */
async function arrivedPart(): Promise<string> {
  const { id } = await app.owner.sql.one<{ id: string }>(
    `insert into stored_file (id, client_id, call, state, kind, bytes, sha256, name, created_at)
     values (gen_random_uuid(), $1, 'files.sendPart', 'arriving', 'part', 9, 'x', 'part', now()) returning id`,
    [client.clientId],
  );
  return id;
}

test('a part that is added while its file is ended goes with it: nothing of it is left for good', async () => {
  await aDayLater();
  const { upload_id: id } = await begin(jpegFile({ scan: 2 * partBytes }), { name: 'ended.jpg' });
  const part = await arrivedPart();
  let ending: Promise<void> | undefined;
  await app.database.transact(async (sql) => {
    await lockUpload(sql, { id, client: clientId(client.clientId) });
    ending = app.database.transact((inner) => endUploads(inner, [id]));
    await vi.waitUntil(async () => (await waitingForLocks()) > 0, { timeout: 60_000 });
    await addPart(sql, { upload: id, from: 0, file: { id: part, bytes: 9 } });
  });
  await ending;
  expect(await rows()).toEqual({ parts: 0, uploads: 0 });
  const { state } = await app.owner.sql.one<{ state: string }>('select state from stored_file where id = $1', [part]);
  expect(state).toBe('arriving');
});

const waitingForLocks = async (): Promise<number> =>
  (
    await app.owner.sql.one<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).count;

test('one round forgets all that was left behind, however much it is', async () => {
  await app.owner.sql.run(
    `insert into stored_file (id, client_id, call, state, kind, bytes, sha256, name, created_at)
     select gen_random_uuid(), $1, 'files.sendPart', 'arriving', 'part', 9, 'x', 'part', now() - interval '2 hours'
       from generate_series(1, 230)`,
    [client.clientId],
  );
  await app.opened.worker?.sweep('files.unkept');
  const left = await app.owner.sql.one(
    `select count(*)::integer as count from stored_file where state = 'arriving' and created_at < now() - interval '1 hour'`,
  );
  expect(left).toEqual({ count: 0 });
});
