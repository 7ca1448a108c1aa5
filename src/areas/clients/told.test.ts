import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { regions } from '../../server/testing/newcomers.ts';

/* What a client has told of themselves, as compliance reads it. */

let app: TestApp;
let compliance: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
});
afterAll(() => app.close());

const read = (client: number, as = compliance) => app.call({ method: 'GET', path: `/api/desk/clients/${client}/told`, as });
const send = async (as: SignedIn, path: string, { body, method = 'POST' }: { body: object; method?: 'POST' | 'PATCH' }) =>
  expect((await app.call({ method, path, body, as })).errors).toEqual([]);

interface Answer {
  readonly field: string;
  readonly question: string;
  readonly answer: string;
  readonly before: readonly { readonly answer: string }[];
}

test('compliance reads in words what a client told, what they told before, and each answer of the test with its version', async () => {
  const client = await app.signIn(regions.eu.client);
  expect((await read(client.clientId)).data).toEqual({ answers: [], tests: [], confirmations: [] });
  await send(client, 'api/direct/clients/details', { body: regions.eu.body });
  await send(client, 'api/direct/client-data/update_employment_info', { body: { profession_id: '9' } });
  await send(client, `api/direct/clients/${client.clientId}/anticipated-turnover`, {
    method: 'PATCH',
    body: { anticipated_turnover: '8' },
  });
  const { answers, tests, confirmations } = (await read(client.clientId)).data as {
    answers: Answer[];
    tests: { version: string; answers: { question: string; answer: string }[] }[];
    confirmations: unknown[];
  };
  const told = (field: string) => answers.find((each) => each.field === field);
  expect(told('place_of_birth')).toMatchObject({ section: 'you', question: 'Country of birth', answer: 'Germany', before: [] });
  expect(told('profession_id')).toMatchObject({
    section: 'means',
    answer: 'Student',
    before: [{ answer: 'Information technology' }],
  });
  expect(told('employer_name')).toMatchObject({ answer: '', before: [{ answer: 'Harbour Works' }] });
  expect(told('anticipated_turnover')).toMatchObject({ answer: 'Over 500,000', before: [{ answer: 'Under 100,000' }] });
  expect(told('net_worth')?.answer).toBe('50,000 to 100,000');
  expect(told('significant_size_in_cfds')?.answer).toBe('No');
  // The answer to the security question is kept as a hash alone.
  expect(JSON.stringify(answers)).not.toContain('Seaside');
  expect(tests).toMatchObject([{ version: 'eu-1', taken_in: 'second_step', is_passed: true, max_leverage: 30 }]);
  expect(tests[0]?.answers[0]).toEqual({ question: expect.stringMatching(/traded/), answer: 'No, never' });
  expect(tests[0]?.answers).toHaveLength(14);
  expect(confirmations).toEqual([]);

  const taken = await fetch(`${app.url}/api/desk/clients/${client.clientId}/file?format=csv`, {
    headers: { cookie: compliance.cookie },
  });
  const file = await taken.text();
  for (const line of ['Harbour Works', 'Germany', 'No, never', 'eu-1']) expect(file).toContain(line);
});

test('the answers of a yearly confirmation are read with their questions; what was erased is there no more', async () => {
  const client = await app.signIn('global.my');
  await send(client, 'api/direct/clients/details', { body: regions.global.body });
  await app.owner.sql.run(
    `with told as (insert into enrolment_update (client_id, section, answers, at) values ($1, 'yearly', '{"city_reg":"Elsewhere"}', now())
       returning id)
     insert into yearly_confirmation (client_id, company_id, update_id, suitability_version, suitability, at)
       select $1, 3, id, 'suitability-1', '[{"id":12,"answer":2},{"id":14,"answer":4},{"id":19,"answer":3}]', now() from told`,
    [client.clientId],
  );
  const first = (await read(client.clientId)).data;
  expect(first.answers.find(({ field }: Answer) => field === 'city_reg')).toMatchObject({
    answer: 'Elsewhere',
    before: [{ answer: 'Springfield' }],
  });
  expect(first.confirmations).toMatchObject([
    {
      version: 'suitability-1',
      answers: [
        { question: expect.stringContaining('of 100'), answer: '25' },
        { question: expect.any(String), answer: '75' },
        { question: 'How long you can do without it', answer: 'Three to five years' },
      ],
    },
  ]);
  for (const [table, column] of [
    ['yearly_confirmation', 'suitability'],
    ['enrolment_update', 'answers'],
    ['enrolment', 'answers'],
  ])
    await app.owner.sql.run(`update ${table} set ${column} = '{}' where client_id = $1`, [client.clientId]);
  expect((await read(client.clientId)).data).toMatchObject({ answers: [], confirmations: [{ answers: [] }] });
});

test('nobody reads it who does not judge papers, and whoever does is written down', async () => {
  const { clientId } = await app.signIn('global.active');
  const agent = await app.signInStaff('agent');
  expect(await read(clientId, agent)).toMatchObject({ httpStatus: 403, errors: [{ code: 'not_your_right' }] });
  expect((await read(999_999)).errors[0]?.code).toBe('client_not_found');
  await read(clientId);
  const admin = await app.signInStaff('admin');
  const { events } = (await app.call({ method: 'GET', path: '/api/desk/audit?action=client.read_told', as: admin })).data;
  expect(events).toContainEqual(expect.objectContaining({ actor: 'compliance', client_id: clientId }));
});
