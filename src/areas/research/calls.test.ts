import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { meanwhile } from '../../server/testing/telling.ts';

let app: TestApp;
let client: SignedIn;
let lead: SignedIn;
let full: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  [client, lead, full] = [await app.signIn('global.active'), await app.signIn('global.lead'), await app.signIn('global.full')];
});
afterAll(() => app.close());

const state = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client-tc', as })).data;
const launch = (service: string, as = client) =>
  app.call({ method: 'POST', path: 'api/client-tc/launch', body: { service }, as });
const codes = async (as: SignedIn) =>
  Object.fromEntries(
    (await state(as)).services.map(({ service, code }: { service: string; code: string | null }) => [service, code]),
  );

test('each service says what it asks of the client, by registration, papers and equity', async () => {
  const registration = 'complete_registration';
  expect(await codes(lead)).toEqual({
    indicators: registration,
    'pro-tools': registration,
    research: registration,
    'signal-centre': registration,
  });
  expect((await codes(full))['indicators']).toBeNull();
  expect((await codes(full))['research']).toBe('research_approved_only');
  expect((await codes(client))['pro-tools']).toBe('research_equity_short');
  expect(await launch('indicators', lead)).toMatchObject({ httpStatus: 403, errors: [{ code: registration }] });
  expect(await launch('research', full)).toMatchObject({ httpStatus: 403, errors: [{ code: 'research_approved_only' }] });
  expect(await launch('research')).toMatchObject({ httpStatus: 422, errors: [{ code: 'research_equity_short' }] });
  expect((await launch('everything')).httpStatus).toBe(422);

  const books = await openBookFixture(app);
  await books.account(client, 'advantage mt5', { currency: 'USD', amount: '100.00' });
  await expect.poll(async () => (await codes(client))['research'], { timeout: 60_000 }).toBeNull();
  expect((await codes(client))['pro-tools']).toBe('research_equity_short');
});

test('who may is signed in at the vendor under a name that stays and tells nothing, on a page that opens once', async () => {
  const { data } = await launch('indicators');
  const page = await fetch(data.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Indicators')]);
  expect((await fetch(data.url)).status).toBe(410);
  const told: string[] = [];
  const { research } = app.opened.app;
  if (!research) throw new Error('the sandbox has research');
  const hear: typeof research.launch = async ({ subject }) => {
    told.push(subject);
    return { outcome: 'done', url: `${app.url}/`, expiresAt: new Date() };
  };
  await meanwhile(research, { launch: hear }, () =>
    Promise.all([launch('indicators'), launch('indicators'), launch('indicators', full)]),
  );
  expect(new Set(told).size).toBe(2);
  expect(told.every((subject) => /^[0-9a-f-]{36}$/.test(subject))).toBe(true);
});

test('while the vendor does not answer, the client is told since when, and nothing is a fault of ours', async () => {
  const { research } = app.opened.app;
  if (!research) throw new Error('the sandbox has research');
  const silent: typeof research.launch = async () => ({ outcome: 'unknown', reason: 'told by the test' });
  const sinces: unknown[] = [];
  await meanwhile(research, { launch: silent }, async () => {
    for (let round = 0; round < 2; round++) {
      const answer = await launch('indicators');
      expect(answer).toMatchObject({ httpStatus: 503, errors: [{ code: 'research_unavailable' }] });
      sinces.push(answer.data.since);
      await app.opened.clock.advance(60);
    }
  });
  expect(sinces[0]).toEqual(expect.stringMatching(/^\d{4}-/));
  expect(sinces[1]).toBe(sinces[0]);
  expect((await launch('indicators')).httpStatus).toBe(200);
});
