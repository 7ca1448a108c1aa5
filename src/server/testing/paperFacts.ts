import { expect } from 'vitest';
import { clientId } from '../../base/id.ts';
import { pdfFile, sendForm } from './files.ts';
import { now, sweep, type Fact, type World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;
const onScreen = ['screen'] as const;
const nowhere = [] as const;

/** What becomes of papers and files that clients send. */
export const paperFacts: readonly Fact[] = [
  {
    fact: 'a file that was sent is looked at by the virus scanner',
    over: nowhere,
    live: ['transfers'],
    ready: async ({ app, client, payments, dollars }) => {
      const { id } = await payments.startDeposit(dollars, '260');
      const file = { name: 'proof.pdf', bytes: pdfFile() };
      return async () => {
        const sent = await sendForm(app.url, {
          path: '/api/js/api/transfers/paper',
          as: client,
          fields: { tid: String(id) },
          file,
        });
        expect(sent.status).toBe(200);
      };
    },
  },
  {
    fact: 'a paper is approved',
    type: 'document_approved',
    over: onScreen,
    live: ['documents', 'client_info', 'dashboard'],
    ready: async (world) => {
      const id = await sendPaper(world, 'identity');
      return () => decidePaper(world, id, { decision: 'approved' });
    },
  },
  {
    fact: 'a paper is rejected',
    type: 'document_rejected',
    over: byMail,
    live: ['documents'],
    ready: async (world) => {
      const id = await sendPaper(world, 'other');
      return () => decidePaper(world, id, { decision: 'rejected', reason_code: 'unreadable' });
    },
  },
  {
    fact: 'a paper is asked for again',
    type: 'document_asked_again',
    over: byMail,
    live: ['documents'],
    ready: async (world) => {
      const id = await sendPaper(world, 'other');
      return () => decidePaper(world, id, { decision: 'ask_again', reason_code: 'cropped' });
    },
  },
  {
    fact: 'the last paper of a client is approved',
    type: 'papers_approved',
    over: byMail,
    live: ['documents', 'client_info', 'dashboard'],
    ready: async (world) => {
      // That the paper itself is approved was told before: what counts is what follows from it.
      const { app, client } = world;
      const id = await sendPaper(world, 'identity');
      await app.owner.sql.run(`update document set kind = 'identity', is_residence_too = true where id = $1`, [id]);
      await app.owner.sql.run('update client set status_id = 9 where id = $1', [client.clientId]);
      await app.owner.sql.run(
        `insert into notice (client_id, type, level, values, is_closable, display, key, created_at)
           values ($1, 'document_approved', 'success', '{"kind":"identity"}', true, 'always', $2, now())`,
        [client.clientId, `document:${id}:document_approved`],
      );
      return () => decidePaper(world, id, { decision: 'approved' });
    },
  },
  {
    fact: 'a paper is about to expire',
    type: 'document_expires',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await expireIn(world, 20);
      return () => sweep(world.app, 'documents.expiry');
    },
  },
  {
    fact: 'a paper has expired',
    type: 'document_expired',
    over: byMail,
    live: ['documents', 'client_info'],
    ready: async (world) => {
      await expireIn(world, 0);
      return () => sweep(world.app, 'documents.expiry');
    },
  },
  {
    fact: 'the vendor that looks at papers rejects one',
    type: 'document_rejected',
    over: byMail,
    live: ['documents'],
    ready: async ({ app, client }) => {
      // Approved before papers were kept here: what the vendor says is of a new one.
      const was = `update client set has_approved_id = false, has_approved_residence = true where id = $1`;
      await app.owner.sql.run(was, [client.clientId]);
      await app.owner.sql.run(`update document set status = 6 where client_id = $1 and status <> 3`, [client.clientId]);
      await vendorSays(app, client.clientId, { outcome: 'pending' });
      return () => vendorSays(app, client.clientId, { outcome: 'rejected' });
    },
  },
  {
    fact: 'what was scanned is handed to the vendor',
    over: nowhere,
    live: ['documents'],
    ready: async ({ app, client }) => {
      const step = async (name: string, body: object = {}): Promise<void> => {
        const answer = await app.call({ method: 'POST', path: `api/direct/ocr/${name}`, body, as: client });
        expect(answer.errors).toEqual([]);
      };
      await app.owner.sql.run('update client set has_approved_id = false where id = $1', [client.clientId]);
      await app.owner.sql.run(`update document set status = 6 where client_id = $1 and status <> 3`, [client.clientId]);
      app.opened.app.sessions.forgetClient(clientId(client.clientId));
      await step('create-flow', { country: 'ZA', document_type: 'passport' });
      await step('move-to-waiting-for-scan');
      const file = { name: 'passport.pdf', bytes: pdfFile() };
      const path = '/api/js/api/direct/ocr/picture';
      expect((await sendForm(app.url, { path, as: client, fields: { side: 'front' }, file })).body.errors).toEqual([]);
      return () => step('complete-flow');
    },
  },
  {
    fact: 'an application to be treated as a professional is declined',
    type: 'professional_declined',
    over: byMail,
    live: ['client_info', 'accounts'],
    ready: async (world) => {
      const id = await apply(world);
      return () => judge(world, id, { decision: 'declined', reason_code: 'evidence_unclear' });
    },
  },
  {
    fact: 'a client becomes a professional',
    type: 'professional_approved',
    over: byMail,
    live: ['client_info', 'accounts'],
    ready: async (world) => {
      const id = await apply(world);
      return () => judge(world, id, { decision: 'approved' });
    },
  },
];

/** An application that waits to be judged. */
async function apply({ app, client }: World): Promise<number> {
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into professional_application (client_id, created_at, requested_at, accepted_at) values ($1, now(), now(), now())
     returning id`,
    [client.clientId],
  );
  return id;
}

async function judge({ app }: World, id: number, decision: object): Promise<void> {
  const as = await app.signInStaff('compliance');
  const body = { reason: 'As it was seen.', ...decision };
  expect((await app.call({ method: 'POST', path: `/api/desk/professional/${id}`, body, as })).errors).toEqual([]);
}

/** Decides a check at the vendor, and waits until its message has been heeded. */
async function vendorSays({ call, owner, drain }: World['app'], client: number, decision: object): Promise<void> {
  const heeded = async (): Promise<number> => {
    await drain();
    const row = await owner.sql.one<{ heeded: number }>(
      'select count(*)::integer as heeded from verification_message where processed_at is not null and reference = $1',
      [String(client)],
    );
    return row.heeded;
  };
  const before = await heeded();
  expect((await call({ method: 'POST', path: `/sandbox/verification/${client}`, body: decision })).errors).toEqual([]);
  await expect.poll(heeded, { timeout: 60_000 }).toBeGreaterThan(before);
}

/** Sends a paper that nobody else has, and answers its number once it waits for the desk. */
async function sendPaper({ app, client }: World, form: 'identity' | 'other'): Promise<number> {
  await app.owner.sql.run('update client set has_approved_id = false where id = $1', [client.clientId]);
  await app.owner.sql.run(`update document set status = 6 where client_id = $1 and status <> 3`, [client.clientId]);
  // What was written past the application is believed at once.
  app.opened.app.sessions.forgetClient(clientId(client.clientId));
  const typed = { doc_number: 'TOLD-1', no_issue_date: '1', no_expiry_date: '1' };
  const sent = await sendForm(app.url, {
    path: '/api/documents',
    as: client,
    fields: { form_name: form, ...(form === 'identity' ? typed : {}) },
    file: { name: 'paper.pdf', bytes: pdfFile() },
  });
  expect(sent.body.errors).toEqual([]);
  await app.drain();
  return sent.body.data.document.id;
}

async function decidePaper({ app }: World, id: number, decision: object): Promise<void> {
  const as = await app.signInStaff('compliance');
  const body = { reason: 'As it was seen.', ...decision };
  expect((await app.call({ method: 'POST', path: `/api/desk/documents/${id}`, body, as })).errors).toEqual([]);
}

/** One approved paper that expires so many days from now. */
async function expireIn({ app, client }: World, days: number): Promise<void> {
  const { clientId: id } = client;
  await app.owner.sql.run(`update document set status = 6 where client_id = $1`, [id]);
  const day = new Date(now(app).getTime() + days * 86_400_000).toISOString().slice(0, 10);
  await app.owner.sql.run(
    `insert into document (client_id, kind, type_id, status, expiry_date, created_at) values ($1, 'identity', 4, 2, $2, now())`,
    [id, day],
  );
}
