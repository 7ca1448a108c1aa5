import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { roleFacts, type StaffRole } from '../../law/staff.ts';
import { categoriesFor } from './rules.ts';

let app: TestApp;
let client: SignedIn;
const staff = {} as Record<StaffRole, StaffSignedIn>;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('eu.active');
  for (const role of ['agent', 'compliance', 'finance', 'admin'] as const) staff[role] = await app.signInStaff(role);
});
afterAll(() => app.close());

const path = () => `/api/desk/notes/${client.clientId}`;
const add = (role: StaffRole, body: object) =>
  app.call({ method: 'POST', path: path(), body: { reason: 'For the file.', text: 'They called.', ...body }, as: staff[role] });
const textsFor = async (role: StaffRole): Promise<string[]> =>
  (await app.call({ method: 'GET', path: path(), as: staff[role] })).data.notes.map(({ text }: { text: string }) => text);

test.each<[StaffRole, readonly string[], readonly string[]]>([
  ['agent', ['general', 'contact', 'money'], ['general', 'contact']],
  ['compliance', ['general', 'contact', 'money', 'compliance'], ['compliance']],
  ['finance', ['general', 'contact', 'money'], ['money']],
  ['analyst', [], []],
  ['admin', ['general', 'contact', 'money', 'compliance'], ['general', 'contact', 'money', 'compliance']],
])('%s reads and writes what its rights say', (role, reads, writes) => {
  expect(categoriesFor('reads', roleFacts[role].rights)).toEqual(reads);
  expect(categoriesFor('writes', roleFacts[role].rights)).toEqual(writes);
});

test('what compliance notes is read by whoever may, and is there for nobody else', async () => {
  const { data } = await add('compliance', { category: 'compliance', text: 'The deed is a copy.' });
  expect(await textsFor('agent')).not.toContain('The deed is a copy.');
  expect(await textsFor('admin')).toContain('The deed is a copy.');
  expect((await add('agent', { category: 'compliance' })).errors[0]?.code).toBe('not_your_right');
  const over = { category: 'general', corrects: String(data.note.id) };
  expect((await add('agent', over)).errors[0]?.code).toBe('note_not_found');
});

test('a note is corrected by another, once, and stays as it was', async () => {
  const { data } = await add('agent', { category: 'contact', text: 'They called on Monday.' });
  const correct = { category: 'contact', text: 'They called on Tuesday.', corrects: String(data.note.id) };
  const answers = await Promise.all([add('agent', correct), add('agent', correct)]);
  expect(answers.map(({ errors }) => errors[0]?.code).toSorted()).toEqual(['note_corrected', undefined]);
  expect(await textsFor('agent')).toEqual(expect.arrayContaining(['They called on Monday.', 'They called on Tuesday.']));
});

test('a note of another client is not there, and what it says stays out of the audit', async () => {
  const other = await app.signIn('uk.active');
  const { data } = await add('agent', { category: 'general', text: 'Only here.' });
  const answer = await app.call({
    method: 'POST',
    path: `/api/desk/notes/${other.clientId}`,
    body: { category: 'general', text: 'Not mine.', corrects: String(data.note.id), reason: 'For the file.' },
    as: staff.agent,
  });
  expect(answer.errors[0]?.code).toBe('note_not_found');
  const { events } = (
    await app.call({ method: 'GET', path: `/api/desk/audit?client_id=${client.clientId}&action=note.add`, as: staff.admin })
  ).data;
  expect(events[0]).toMatchObject({ actor: 'agent', reason: 'For the file.' });
  expect(JSON.stringify(events)).not.toContain('Only here.');
});
