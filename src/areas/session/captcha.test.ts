import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';
import { solveAltcha } from '../../server/testing/captcha.ts';

interface Challenge {
  readonly gt: string;
  readonly challenge: string;
  readonly success: number;
}

const tenMinutesSeconds = 600;
const right = { id: 'global.pending@atrium.test', password: 'Sandbox2026!' };
const captchas = [
  { captcha: 'altcha', solve: (_app: TestApp, captcha: Challenge) => solveAltcha(captcha) },
  { captcha: 'geetest', solve: solveGeetest },
] as const;

describe.each(captchas)('the captcha $captcha before a sign-in', ({ captcha, solve }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ captcha });
  });
  afterAll(() => app.close());
  /** Somebody has failed five times, long enough ago to try again. */
  beforeEach(async () => {
    await app.owner.sql.run(`delete from failure_streak`);
    await app.owner.sql.run(`delete from rate_window`);
    for (let failures = 0; failures < 5; failures += 1) {
      await login({ ...right, password: 'Wrong2026!' });
      await waitOver();
    }
  });

  const login = (body: object) => app.call({ method: 'POST', path: '/api/client/login', body });
  const validate = (body: object) => app.call({ method: 'POST', path: 'api/direct/gee-test/validate/', body });
  const register = async (): Promise<Challenge> =>
    (await app.call({ method: 'GET', path: 'api/direct/gee-test/register/' })).data;
  const waitOver = () => app.owner.sql.run(`update failure_streak set last_at = last_at - interval '600 seconds'`);

  test('both calls speak the shapes of document 2 §7', async () => {
    const captcha = await register();
    expect(captcha).toEqual({ gt: expect.any(String), challenge: expect.any(String), success: 1 });
    const judged = await validate(await solve(app, captcha));
    expect(judged).toMatchObject({ httpStatus: 200, data: { captcha_sid: expect.any(String) } });
  });

  test('the refusal brings the challenge, and its answer opens one sign-in', async () => {
    const asked = await login(right);
    expect(asked).toMatchObject({ httpStatus: 429, errors: [{ code: 'captcha_required' }] });
    const proof = await solve(app, asked.data.captcha);
    expect((await login({ ...right, password: 'Wrong2026!', ...proof })).httpStatus).toBe(401);
    await waitOver();
    expect(await login({ ...right, ...proof })).toMatchObject({ httpStatus: 422, errors: [{ code: 'wrong_captcha_code' }] });
    const fresh = await solve(app, await register());
    expect((await login({ ...right, ...fresh })).httpStatus).toBe(200);
  });

  test('an answer that was exchanged for a number is used up, and the number opens one sign-in', async () => {
    const proof = await solve(app, await register());
    const { captcha_sid } = (await validate(proof)).data;
    expect((await validate(proof)).httpStatus).toBe(422);
    expect((await login({ ...right, ...proof })).errors[0]?.code).toBe('wrong_captcha_code');
    expect((await login({ ...right, password: 'Wrong2026!', captcha_sid })).httpStatus).toBe(401);
    await waitOver();
    expect((await login({ ...right, captcha_sid })).errors[0]?.code).toBe('wrong_captcha_code');
  });

  test('neither an answer nor its number is good after ten minutes', async () => {
    const [early, late] = [await solve(app, await register()), await solve(app, await register())];
    const { captcha_sid } = (await validate(early)).data;
    await app.opened.clock.advance(tenMinutesSeconds);
    expect((await login({ ...right, captcha_sid })).errors[0]?.code).toBe('wrong_captcha_code');
    expect((await login({ ...right, ...late })).errors[0]?.code).toBe('wrong_captcha_code');
    expect((await validate(late)).httpStatus).toBe(422);
  });

  test('a challenge that was put about one is used up by trying it about another, so that no address is matched to a number', async () => {
    const number = (await app.owner.sql.one<{ id: number }>('select id from client where email = $1', [right.id])).id;
    for (const id of [number, 'eu.active@atrium.test']) {
      const asked = await login(right);
      const proof = await solve(app, asked.data.captcha);
      expect((await validate({ ...proof, id })).httpStatus).toBe(422);
      expect((await validate({ ...proof, id: right.id })).httpStatus).toBe(422);
      const { captcha_sid } = (await validate({ ...(await solve(app, (await login(right)).data.captcha)), id: right.id })).data;
      expect((await login({ id: number, password: 'Wrong2026!', captcha_sid })).errors[0]?.code).toBe('wrong_captcha_code');
      expect((await login({ ...right, captcha_sid })).errors[0]?.code).toBe('wrong_captcha_code');
    }
  });

  test('who it is about is not told where addresses are logged: asking for one takes no identity', async () => {
    const path = `api/direct/gee-test/register/?id=${encodeURIComponent('eu.active@atrium.test')}`;
    const asked = (await app.call({ method: 'GET', path })).data;
    expect((await login({ ...right, ...(await solve(app, asked)) })).httpStatus).toBe(200);
  });

  test('an answer of one challenge does not pass for another', async () => {
    const [first, second] = [await solve(app, await register()), await solve(app, await register())];
    expect((await validate({ ...first, challenge: second.challenge })).httpStatus).toBe(422);
  });
});

/** Presses the button of the sandbox's widget. */
async function solveGeetest(app: TestApp, captcha: Challenge) {
  const script = app.opened.app.captcha.browser?.script ?? '';
  const query = new URLSearchParams({ gt: captcha.gt, challenge: captcha.challenge, callback: 'geetest_1' });
  const answer = await (await fetch(new URL(`/ajax.php?${query}`, script))).text();
  const { challenge, validate } = JSON.parse(/\((.*)\)/.exec(answer)?.[1] ?? '{}');
  return { challenge, validate, seccode: `${validate}|jordan` };
}
