import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let admin: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.signInStaff('admin');
});
afterAll(() => app.close());

const begin = (table: string, as = admin) =>
  app.call({ method: 'POST', path: '/api/desk/exports', body: { table, format: 'csv', reason: 'the yearly review' }, as });

async function linesOf(table: string): Promise<string[]> {
  const { data } = await begin(table);
  await app.drain();
  const answer = await fetch(`${app.url}/api/desk/exports/${data.id}/file`, { headers: { cookie: admin.cookie } });
  return (await answer.text()).split('\r\n');
}

test('the file of staff has everybody with role and status, and no secret of anybody', async () => {
  const { count } = await app.owner.sql.one<{ count: number }>('select count(*)::integer as count from staff');
  const lines = await linesOf('staff.members');
  expect(lines.filter((line) => line.includes('@'))).toHaveLength(count);
  expect(lines.find((line) => line.includes('finance@'))).toMatch(/Finance,Active/);
  expect(lines.join()).not.toMatch(/argon2|\$/);
});

test('the file of roles says what each may do and approve', async () => {
  const lines = await linesOf('staff.roles');
  const finance = lines.find((line) => line.startsWith('Finance'));
  const { data } = await app.call({ method: 'GET', path: '/api/desk/me', as: await app.signInStaff('finance') });
  expect(finance?.split('"')[1]?.split(', ')).toHaveLength(data.rights.length - 1);
});

test('nobody else takes either along', async () => {
  const finance = await app.signInStaff('finance');
  for (const table of ['staff.members', 'staff.roles'])
    expect((await begin(table, finance)).errors[0]).toMatchObject({ code: 'not_your_right' });
});
