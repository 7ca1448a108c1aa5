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
    expect(text).toContain('audit.read');
    expect(text).not.toMatch(/suspicion\./);
  });
});

test('neither do its words stand in the audit, whoever reads its rows: they stand in the file', async () => {
  const other = await app.signIn('global.active');
  const said = [
    'He asked who is watching him.',
    'It is a mule, by all we know.',
    'Not yet: ask the bank first.',
    'Also the bank says so.',
  ] as const;
  await raise('agent', { reason: said[0] }, other);
  const [{ id }] = await filesOf('open', other);
  await post('compliance', `suspicions/${id}`, { action: 'propose_report', reason: said[1] });
  await post('admin', `suspicions/${id}`, { action: 'disagree', reason: said[2] });
  await post('compliance', `suspicions/${id}/facts`, { reason: said[3] });
  const rows = await app.owner.sql.many<{ action: string; row: string }>(
    `select action, to_jsonb(e)::text as row from audit_event e where starts_with(action, 'suspicion.') and client_id = $1 order by id`,
    [other.clientId],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'suspicion.raise',
    'suspicion.decide',
    'suspicion.decide',
    'suspicion.attach',
  ]);
  for (const { row } of rows) for (const words of [...said, 'Three payers']) expect(row).not.toContain(words);
  const { file } = (await get('compliance', `suspicions/${id}`)).data;
  expect(file.facts.map(({ text }: { text: string }) => text)).toEqual([said[0], said[3]]);
  expect(file.acts).toMatchObject([
    { action: 'disagree', by: 'admin', reason: said[2] },
    { action: 'propose_report', by: 'compliance', reason: said[1] },
  ]);
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
  }
  await app.owner.sql.run('update client_note set client_id = $2 where id = $1', [id, client.clientId]);
  const { data } = await post('compliance', `suspicions/${file.id}/facts`, { about: 'note', about_id: String(id) });
  expect(data.file.facts.at(-1)).toMatchObject({ subject: `note:${id}`, told_by: 'compliance' });
});

describe('Whoever tells of a thing by its number', () => {
  const insertNote = `insert into client_note (client_id, category, text, written_by, at) values ($1, $2, 'Theirs.', 'agent', now()) returning id`;
  const insertCase = `insert into desk_case (queue, subject, client_id, opened_at) values ($2, 'told:' || (select count(*) from desk_case), $1, now()) returning id`;
  const insertHit = `insert into screening_hit (client_id, list, entry_key, kind, entry_digest, client_digest, entry, typed, points, score, found_at)
    values ($1, 'un', $2, 'sanctions', 'a', 'b', '{"names":["A"],"birthDates":[],"countries":[],"reasons":[]}',
      '{"names":["A"],"birthDates":[],"countries":[]}', 90, '{}', now()) returning id`;
  const lastSubject = async () => {
    const [file] = await filesOf();
    return (await get('compliance', `suspicions/${file.id}`)).data.file.facts.at(-1).subject;
  };

  test.each<readonly [StaffRole, string, string, string, boolean]>([
    ['agent', 'note', insertNote, 'general', true],
    ['agent', 'note', insertNote, 'compliance', false],
    ['compliance', 'note', insertNote, 'compliance', true],
    ['agent', 'screening', insertHit, 'K1', false],
    ['compliance', 'screening', insertHit, 'K2', true],
    ['agent', 'case', insertCase, 'strategy-news', false],
    ['finance', 'case', insertCase, 'screening', false],
    ['compliance', 'case', insertCase, 'strategy-news', true],
  ])('%s, of a %s, hears the same for right and wrong numbers', async (...[role, about, insert, group, isKept]) => {
    const { id } = await app.owner.sql.one<{ id: number }>(insert, [client.clientId, group]);
    const right = await raise(role, { about, about_id: String(id) });
    expect(await lastSubject()).toBe(isKept ? `${about}:${id}` : `client:${client.clientId}`);
    const wrong = await raise(role, { about, about_id: String(id + 1_000_000) });
    expect(await lastSubject()).toBe(`client:${client.clientId}`);
    for (const { data, errors, httpStatus } of [right, wrong]) {
      expect({ data, errors, httpStatus }).toEqual({ data: {}, errors: [], httpStatus: 200 });
    }
  });
});

describe('Of what has changed since it was read nobody decides', () => {
  const act = (role: StaffRole, id: number, body: object) => post(role, `suspicions/${id}`, body);
  const seenOf = ({ proposed_at, facts }: { proposed_at: string; facts: { id: number }[] }) => ({
    proposed_at,
    last_fact: facts.at(-1)?.id,
  });

  test('another proposal than the one that was read is not agreed to', async () => {
    const [{ id }] = await filesOf();
    const first = (await act('compliance', id, { action: 'propose_dismiss' })).data.file;
    await act('compliance', id, { action: 'disagree' });
    const second = (await act('compliance', id, { action: 'propose_report' })).data.file;
    for (const read of [{}, seenOf(first), { ...seenOf(second), last_fact: 1_000_000 }]) {
      expect((await act('admin', id, { action: 'agree', ...read })).errors[0]?.code).toBe('suspicion_changed');
    }
    await act('admin', id, { action: 'disagree' });
  });

  test('what is told meanwhile opens the file again', async () => {
    const [{ id }] = await filesOf();
    const proposed = (await act('compliance', id, { action: 'propose_dismiss' })).data.file;
    expect((await raise('agent')).data).toEqual({});
    const read = { action: 'agree', ...seenOf(proposed) };
    expect((await act('admin', id, read)).errors[0]?.code).toBe('suspicion_action');
    const again = (await act('compliance', id, { action: 'propose_dismiss' })).data.file;
    expect(again.facts.length).toBe(proposed.facts.length + 1);
    expect((await act('admin', id, read)).errors[0]?.code).toBe('suspicion_changed');
    await act('admin', id, { action: 'disagree' });
  });
});

test('is decided by two: nobody agrees to their own, what is given back is open again, what is decided stays', async () => {
  const [{ id }] = await filesOf();
  const act = (role: StaffRole, action: string) => post(role, `suspicions/${id}`, { action });
  expect((await act('compliance', 'agree')).errors[0]?.code).toBe('suspicion_action');
  expect((await act('compliance', 'propose_dismiss')).data.file).toMatchObject({ state: 'proposed', actions: ['disagree'] });
  expect((await post('admin', `suspicions/${id}/facts`, {})).errors[0]?.code).toBe('suspicion_decided');
  expect((await act('compliance', 'agree')).errors[0]?.code).toBe('own_proposal');
  expect((await act('admin', 'disagree')).data.file).toMatchObject({ state: 'open', proposal: null });
  const { file } = (await act('admin', 'propose_report')).data;
  const read = { action: 'agree', proposed_at: file.proposed_at, last_fact: file.facts.at(-1).id };
  const agree = () => post('compliance', `suspicions/${id}`, read);
  const both = await Promise.all([agree(), agree()]);
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

test('a file shows the newest facts and how many there are, its report has them all', async () => {
  const [{ id }] = await filesOf();
  await app.owner.sql.run(
    `insert into suspicion_fact (file_id, subject, text, told_by, at)
       select $1, 'client:1', 'Seen for the ' || n || '. time.', 'agent', now() from generate_series(1, 600) n`,
    [id],
  );
  await raise('agent', { reason: 'The last of all.' });
  const { file } = (await get('compliance', `suspicions/${id}`)).data;
  expect(file.facts.at(-1).text).toBe('The last of all.');
  expect(file.facts_total).toBeGreaterThan(600);
  expect(file.facts.length).toBeLessThan(file.facts_total);
  const headers = { cookie: staff.compliance.cookie };
  const text = await (await fetch(`${app.url}/api/desk/suspicions/${id}/report?format=csv`, { headers })).text();
  for (const said of ['Seen for the 1. time.', 'Seen for the 600. time.', 'The last of all.']) expect(text).toContain(said);
});

test('a file that nobody has decided in time is late', async () => {
  await app.owner.sql.run(`update suspicion_file set due_at = '2020-01-01' where state = 'open'`);
  expect((await filesOf())[0]).toMatchObject({ is_late: true });
});

test('however many there are, page by page each is listed once, by its clock or newest first', async () => {
  await app.owner.sql.run(
    `insert into suspicion_file (client_id, state, opened_at, due_at, proposed_by, decided_by, decided_at)
       select $1, 'dismissed', now(), now(), (select min(id) from staff), (select max(id) from staff), now() from generate_series(1, 250)`,
    [client.clientId],
  );
  await app.owner.sql.run(
    `insert into suspicion_file (client_id, opened_at, due_at)
       select id, now(), '2026-11-20'::timestamptz + (id % 3) * interval '1 day' from client
        where id not in (select client_id from suspicion_file where state in ('open', 'proposed'))`,
  );
  for (const which of ['open', 'decided'] as const) {
    const seen: { id: number; due_at: string }[] = [];
    for (let next: string | null = '', pages = 0; next !== null && pages < 100; pages += 1) {
      const { data } = await get('compliance', `suspicions?which=${which}&limit=7${next === '' ? '' : `&after=${next}`}`);
      seen.push(...data.files);
      ({ next } = data);
    }
    const { count } = await app.owner.sql.one<{ count: number }>(
      `select count(*)::integer as count from suspicion_file where (state in ('open', 'proposed')) = $1`,
      [which === 'open'],
    );
    expect(new Set(seen.map(({ id }) => id)).size).toBe(count);
    expect(seen).toHaveLength(count);
    const inOrder = seen.toSorted((one, other) =>
      which === 'open' && one.due_at !== other.due_at ? one.due_at.localeCompare(other.due_at) : other.id - one.id,
    );
    expect(seen).toEqual(inOrder);
  }
});
