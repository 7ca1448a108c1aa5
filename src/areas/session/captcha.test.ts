import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestHouse, type TestHouse } from '../../server/testing/house.ts';
import { solveAltcha } from '../../server/testing/riddle.ts';

interface Riddle {
  readonly gt: string;
  readonly challenge: string;
  readonly success: number;
}

const tenMinutesSeconds = 600;
const right = { id: 'global.pending@atrium.test', password: 'Sandbox2026!' };
const captchas = [
  { captcha: 'altcha', solve: (_house: TestHouse, riddle: Riddle) => solveAltcha(riddle) },
  { captcha: 'geetest', solve: solveGeetest },
] as const;

describe.each(captchas)('the captcha $captcha before a sign-in', ({ captcha, solve }) => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await openTestHouse({ captcha });
  });
  afterAll(() => house.close());
  /** Somebody has failed five times, long enough ago to try again. */
  beforeEach(async () => {
    await house.owner.sql.run(`delete from failure_streak`);
    await house.owner.sql.run(`delete from rate_window`);
    for (let failures = 0; failures < 5; failures += 1) {
      await login({ ...right, password: 'Wrong2026!' });
      await waitOver();
    }
  });

  const login = (body: object) => house.call({ method: 'POST', path: '/api/client/login', body });
  const validate = (body: object) => house.call({ method: 'POST', path: 'api/direct/gee-test/validate/', body });
  const register = async (): Promise<Riddle> => (await house.call({ method: 'GET', path: 'api/direct/gee-test/register/' })).data;
  const waitOver = () => house.owner.sql.run(`update failure_streak set last_at = last_at - interval '600 seconds'`);

  test('both calls speak the shapes of document 2 §7', async () => {
    const riddle = await register();
    expect(riddle).toEqual({ gt: expect.any(String), challenge: expect.any(String), success: 1 });
    const judged = await validate(await solve(house, riddle));
    expect(judged).toMatchObject({ httpStatus: 200, data: { captcha_sid: expect.any(String) } });
  });

  test('the refusal brings the riddle, and its answer opens one sign-in', async () => {
    const asked = await login(right);
    expect(asked).toMatchObject({ httpStatus: 429, errors: [{ code: 'captcha_required' }] });
    const proof = await solve(house, asked.data.captcha);
    expect((await login({ ...right, password: 'Wrong2026!', ...proof })).httpStatus).toBe(401);
    await waitOver();
    expect(await login({ ...right, ...proof })).toMatchObject({ httpStatus: 422, errors: [{ code: 'wrong_captcha_code' }] });
    const fresh = await solve(house, await register());
    expect((await login({ ...right, ...fresh })).httpStatus).toBe(200);
  });

  test('an answer that was exchanged for a number is used up, and the number opens one sign-in', async () => {
    const proof = await solve(house, await register());
    const { captcha_sid } = (await validate(proof)).data;
    expect((await validate(proof)).httpStatus).toBe(422);
    expect((await login({ ...right, ...proof })).errors[0]?.code).toBe('wrong_captcha_code');
    expect((await login({ ...right, password: 'Wrong2026!', captcha_sid })).httpStatus).toBe(401);
    await waitOver();
    expect((await login({ ...right, captcha_sid })).errors[0]?.code).toBe('wrong_captcha_code');
  });

  test('neither an answer nor its number is good after ten minutes', async () => {
    const [early, late] = [await solve(house, await register()), await solve(house, await register())];
    const { captcha_sid } = (await validate(early)).data;
    await house.opened.clock.advance(tenMinutesSeconds);
    expect((await login({ ...right, captcha_sid })).errors[0]?.code).toBe('wrong_captcha_code');
    expect((await login({ ...right, ...late })).errors[0]?.code).toBe('wrong_captcha_code');
    expect((await validate(late)).httpStatus).toBe(422);
  });

  test('an answer of one riddle does not pass for another', async () => {
    const [first, second] = [await solve(house, await register()), await solve(house, await register())];
    expect((await validate({ ...first, challenge: second.challenge })).httpStatus).toBe(422);
  });
});

/** Presses the button of the sandbox's widget. */
async function solveGeetest(house: TestHouse, riddle: Riddle) {
  const script = house.opened.house.captcha.browser?.script ?? '';
  const query = new URLSearchParams({ gt: riddle.gt, challenge: riddle.challenge, callback: 'geetest_1' });
  const answer = await (await fetch(new URL(`/ajax.php?${query}`, script))).text();
  const { challenge, validate } = JSON.parse(/\((.*)\)/.exec(answer)?.[1] ?? '{}');
  return { challenge, validate, seccode: `${validate}|jordan` };
}
