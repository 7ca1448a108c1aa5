import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffRole } from '../../law/staff.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { hiddenFrom } from '../audit/rules.ts';

let app: TestApp;
let client: SignedIn;
const staff = {} as Record<StaffRole, StaffSignedIn>;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('eu.active');
  for (const role of ['agent', 'compliance', 'finance', 'admin'] as const) staff[role] = await app.signInStaff(role);
});
afterAll(() => app.close());

const get = (role: StaffRole, path: string) => app.call({ method: 'GET', path: `/api/desk/${path}`, as: staff[role] });
const post = (role: StaffRole, path: string, body: object) =>
  app.call({ method: 'POST', path: `/api/desk/${path}`, body: { reason: 'Three payers in a week.', ...body }, as: staff[role] });
const raise = (role: StaffRole, body: object = {}, of = client) => post(role, `suspicions/raise/${of.clientId}`, body);
const filesOf = async (which = 'open', of = client) =>
  (await get('compliance', `suspicions?which=${which}&client_id=${of.clientId}`)).data.files;

test('whoever tells of something hears the same, first or again, and it comes to one file', async () => {
  const answers = await Promise.all([raise('agent'), raise('finance'), raise('agent')]);
  expect(answers.map(({ data, errors }) => ({ data, errors }))).toEqual(
    Array.from({ length: 3 }, () => ({ data: {}, errors: [] })),
  );
  const [file, ...others] = await filesOf();
  expect(others).toEqual([]);
  const look = (await get('compliance', `suspicions/${file.id}`)).data.file;
  expect(look.facts.map(({ told_by: by }: { told_by: string }) => by).toSorted()).toEqual(['agent', 'agent', 'finance']);
  expect(look).toMatchObject({ state: 'open', is_late: false, actions: ['propose_report', 'propose_dismiss'] });
});

describe('Who need not know', () => {
  test.each<StaffRole>(['agent', 'finance'])('%s comes to no file', async (role) => {
    const [file] = await filesOf();
    for (const path of ['suspicions', `suspicions/${file.id}`, `suspicions/${file.id}/report?format=pdf`])
      expect((await get(role, path)).errors[0]?.code).toBe('not_your_right');
    expect((await post(role, `suspicions/${file.id}`, { action: 'propose_report' })).errors[0]?.code).toBe('not_your_right');
  });

  test('reads nothing of it on the client’s page, in queues, in approvals or in the audit', async () => {
    for (const path of [`clients/${client.clientId}`, `clients?search=${client.clientId}`, `notes/${client.clientId}`])
      expect(JSON.stringify((await get('agent', path)).data)).not.toMatch(/suspicio/i);
    expect(JSON.stringify((await get('finance', 'queues')).data)).not.toMatch(/suspicio/i);
    expect(JSON.stringify((await get('finance', 'approvals')).data)).not.toMatch(/suspicio/i);
    expect(hiddenFrom('agent')).toEqual(['suspicion.']);
    expect(hiddenFrom('compliance')).toEqual([]);
    const { events } = (await get('compliance', 'audit?action=suspicion.raise')).data;
    expect(events.length).toBe(3);
  });

  test('neither does the file of the audit that is handed on', async () => {
    const begun = await post('compliance', 'exports', { table: 'audit.events', asked: {}, format: 'csv' });
    expect(begun.errors).toEqual([]);
    await app.drain();
    await app.opened.worker?.sweep('exports.write_at_desk');
    const written = async () => (await get('compliance', 'exports')).data.exports[0];
    await expect.poll(async () => (await written()).state, { timeout: 20_000 }).toBe('ready');
    const { id } = await written();
    const answer = await fetch(`${app.url}/api/desk/exports/${id}/file`, { headers: { cookie: staff.compliance.cookie } });
    const text = await answer.text();
    expect(text).toContain('staff.');
    expect(text).not.toMatch(/,suspicion\.\w+,/);
  });
});

test('a fact is about something of the client’s alone', async () => {
  const [file] = await filesOf();
  const foreign = await app.signIn('uk.active');
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into client_note (client_id, category, text, written_by, at) values ($1, 'general', 'Theirs.', 'agent', now()) returning id`,
    [foreign.clientId],
  );
  for (const body of [{ about: 'note', about_id: String(id) }, { about: 'note' }, { about: 'remittance', about_id: '999999' }]) {
    expect((await post('compliance', `suspicions/${file.id}/facts`, body)).errors[0]?.code).toBe('about_unknown');
    expect((await raise('agent', body)).errors[0]?.code).toBe('about_unknown');
  }
  await app.owner.sql.run('update client_note set client_id = $2 where id = $1', [id, client.clientId]);
  const { data } = await post('compliance', `suspicions/${file.id}/facts`, { about: 'note', about_id: String(id) });
  expect(data.file.facts.at(-1)).toMatchObject({ subject: `note:${id}`, told_by: 'compliance' });
});

test('is decided by two: nobody agrees to their own, what is given back is open again, what is decided stays', async () => {
  const [{ id }] = await filesOf();
  const act = (role: StaffRole, action: string) => post(role, `suspicions/${id}`, { action });
  expect((await act('compliance', 'agree')).errors[0]?.code).toBe('suspicion_action');
  expect((await act('compliance', 'propose_dismiss')).data.file).toMatchObject({ state: 'proposed', actions: ['disagree'] });
  expect((await post('admin', `suspicions/${id}/facts`, {})).errors[0]?.code).toBe('suspicion_decided');
  expect((await act('compliance', 'agree')).errors[0]?.code).toBe('own_proposal');
  expect((await act('admin', 'disagree')).data.file).toMatchObject({ state: 'open', proposal: null });
  await act('admin', 'propose_report');
  const both = await Promise.all([act('compliance', 'agree'), act('compliance', 'agree')]);
  expect(both.map(({ errors }) => errors[0]?.code).toSorted()).toEqual(['suspicion_action', undefined]);
  const [decided] = await filesOf('decided');
  expect(decided).toMatchObject({ id, state: 'reported' });
  // What is seen afterwards begins another file.
  await raise('agent');
  expect((await filesOf())[0].id).not.toBe(id);
});

test('the report tells who it is about, what was seen and why', async () => {
  const [{ id }] = await filesOf('decided');
  const headers = { cookie: staff.compliance.cookie };
  const answer = await fetch(`${app.url}/api/desk/suspicions/${id}/report?format=csv`, { headers });
  const text = await answer.text();
  expect(text).toContain('Three payers in a week.');
  expect(text).toContain(`note `);
});

test('a file that nobody has decided in time is late', async () => {
  await app.owner.sql.run(`update suspicion_file set due_at = '2020-01-01' where state = 'open'`);
  expect((await filesOf())[0]).toMatchObject({ is_late: true });
});
