import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { regions } from '../../server/testing/newcomers.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** As newcomers again. */
beforeEach(async () => {
  await app.owner.sql.run(
    `update client set status_id = 8, at_passed = false, test_leverage = null where email in ('eu.lead@atrium.test', 'uk.lead@atrium.test')`,
  );
  for (const table of ['client_due', 'enrolment_draft', 'appropriateness_attempt'])
    await app.owner.sql.run(`delete from ${table}`);
});

const submit = (as: SignedIn, body: object) => app.call({ method: 'POST', path: 'api/direct/clients/details', body, as });
const info = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data;
/** Somebody who knows too little of it. */
const wrongly = [123, 146, 148, 152, 155, 157, 161, 164, 166, 170].map(String);

const asksThem = 'professional_confirmation';

test.each([
  // Document 2 §4: two of the three signs and a test that was passed.
  {
    who: 'who trades much and owns much',
    region: 'eu',
    signs: { significant_size_in_cfds: 'yes', net_worth: '4' },
    isPassed: true,
    isSimilar: true,
    next: asksThem,
  },
  {
    who: 'who has worked in the field and owns much',
    region: 'uk',
    signs: { one_year_exp_in_financial_sector: 'yes', net_worth: '4' },
    isPassed: true,
    isSimilar: true,
    next: asksThem,
  },
  { who: 'who only owns much', region: 'eu', signs: { net_worth: '4' }, isPassed: true, isSimilar: false, next: null },
  {
    who: 'who has not passed the test',
    region: 'eu',
    signs: { significant_size_in_cfds: 'yes', one_year_exp_in_financial_sector: 'yes' },
    isPassed: false,
    isSimilar: true,
    next: null,
  },
] as const)('a newcomer $who is told from a professional, and led on', async ({ region, signs, isPassed, isSimilar, next }) => {
  const { client, body } = regions[region];
  const as = await app.signIn(client);
  const answers = isPassed ? body.answers : [...wrongly, body.answers.at(-1)];
  const { data, errors } = await submit(as, { ...body, ...signs, answers });
  expect(errors).toEqual([]);
  expect(data).toMatchObject({ is_similar_to_professional: isSimilar, is_passed_aptest: isPassed });
  expect((await info(as)).interposes).toBe(next);
  // Nobody becomes a professional by looking like one: they ask, with evidence, and the desk decides.
  expect((await info(as)).client_category).toBe(0);
  if (next === null) return;
  const path = 'api/direct/accepted-professional';
  expect((await app.call({ method: 'POST', path, as, body: { accepted_professional_tc: false } })).errors).not.toEqual([]);
  expect((await info(as)).interposes).toBe(next);
  expect((await app.call({ method: 'POST', path, as, body: { accepted_professional_tc: true } })).errors).toEqual([]);
  expect(await info(as)).toMatchObject({ interposes: null, client_category: 0 });
});
