import { createHash } from 'node:crypto';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { after, minuteMs, type Clock } from '../../base/time.ts';
import { startCaptcha, type CaptchaSandbox } from '../../sandbox/captcha/index.ts';
import { openCaptcha } from './index.ts';
import type { Captcha, CaptchaAnswer, CaptchaChallenge, CaptchaVerdict } from './port.ts';

interface PortBench {
  readonly captcha: Captcha;
  /** What the browser answers when the challenge is solved. */
  solve(captcha: CaptchaChallenge): Promise<CaptchaAnswer>;
  advance(ms: number): void;
  close(): Promise<void>;
}

const connectors = [
  { name: 'altcha', raise: raiseAltcha },
  { name: 'geetest', raise: raiseGeetest },
];

describe.each(connectors)('the captcha $name', ({ raise }) => {
  let stage: PortBench;
  beforeEach(async () => {
    stage = await raise();
  });
  afterEach(() => stage.close());

  test('a solved challenge passes, with a mark that is the same for the same challenge', async () => {
    const answer = await stage.solve(await stage.captcha.register());
    const verdict = await stage.captcha.validate(answer);
    expect(verdict).toMatchObject({ outcome: 'passed' });
    const other = await stage.captcha.validate(await stage.solve(await stage.captcha.register()));
    expect(marks([verdict, other]).size).toBe(2);
    // The same answer again is refused by the vendor, or carries the mark that the caller has kept.
    const again = await stage.captcha.validate(answer);
    expect(marks([verdict, again])).not.toContain('unknown');
    expect(isNews(verdict, again)).toBe(false);
  });

  test('an answer does not pass for another challenge', async () => {
    const answer = await stage.solve(await stage.captcha.register());
    const { challenge } = await stage.solve(await stage.captcha.register());
    expect(await stage.captcha.validate({ ...answer, challenge })).toEqual({ outcome: 'failed', reason: 'wrong' });
  });

  test('a challenge is not answered after ten minutes', async () => {
    const answer = await stage.solve(await stage.captcha.register());
    stage.advance(10 * minuteMs);
    expect(await stage.captcha.validate(answer)).toMatchObject({ outcome: 'failed' });
  });

  test.each([
    { challenge: '', validate: '', seccode: '' },
    { challenge: 'e30', validate: 'e30', seccode: 'x' },
    { challenge: '\u0000'.repeat(9000), validate: 'x'.repeat(9000), seccode: 'x' },
  ])('an answer that is none fails', async (answer) => {
    expect(await stage.captcha.validate(answer)).toEqual({ outcome: 'failed', reason: 'malformed' });
  });
});

describe('what browsers need', () => {
  const openAt = (settings: { address: string; script?: string }) =>
    openCaptcha({ provider: 'geetest', gt: 'site', key: 'private-key', clock: movingClock().clock, ...settings }).browser;

  test('the embedded challenge needs nothing of others', () => {
    const secret = 'a secret of at least thirty-two characters';
    expect(openCaptcha({ provider: 'altcha', secret, cost: 1, clock: movingClock().clock }).browser).toBeUndefined();
  });

  test('GeeTest needs its script and the domains that it asks to be let in', () => {
    expect(openAt({ address: 'https://api.geetest.com' })).toEqual({
      script: 'https://static.geetest.com/static/js/gt.0.5.0.js',
      apiServer: 'api.geetest.com',
      sources: ['https://*.geetest.com', 'https://*.geevisit.com', 'https://*.gsensebot.com'],
    });
  });

  test('a script that the broker hosts comes beside the vendor, and one of another vendor of the protocol in its place', () => {
    const own = openAt({ address: 'https://api-na.geetest.com', script: 'https://cdn.broker.example/js/gt.js' });
    expect(own).toMatchObject({ apiServer: 'api-na.geetest.com', script: 'https://cdn.broker.example/js/gt.js' });
    expect(own?.sources).toEqual([
      'https://*.geetest.com',
      'https://*.geevisit.com',
      'https://*.gsensebot.com',
      'https://cdn.broker.example',
    ]);
    expect(openAt({ address: 'http://127.0.0.1:4040', script: 'http://127.0.0.1:4040/gt.js' })?.sources).toEqual([
      'http://127.0.0.1:4040',
    ]);
  });
});

describe("the sandbox's widget", () => {
  let stage: PortBench & { vendor: CaptchaSandbox };
  beforeEach(async () => {
    stage = await raiseGeetest();
  });
  afterEach(() => stage.close());

  /** What pressing the button brings, read out of the JSONP answer. */
  const press = async (captcha: CaptchaChallenge, callback = 'geetest_1') => {
    const query = new URLSearchParams({ gt: captcha.gt, challenge: captcha.challenge, callback });
    const answer = await fetch(`${stage.vendor.address}/ajax.php?${query}`);
    const body = await answer.text();
    return { status: answer.status, verdict: JSON.parse(/^geetest_1\((.*)\)$/.exec(body)?.[1] ?? '{}') };
  };

  test('pressing the button brings an answer that passes', async () => {
    const { verdict } = await press(await stage.captcha.register());
    const { challenge, validate } = verdict;
    expect(await stage.captcha.validate({ challenge, validate, seccode: `${validate}|jordan` })).toMatchObject({
      outcome: 'passed',
    });
  });

  test('a challenge that was not given, or is too old, is not solved', async () => {
    const captcha = await stage.captcha.register();
    expect((await press({ ...captcha, challenge: '0'.repeat(32) })).verdict).toEqual({ success: 0 });
    stage.advance(10 * minuteMs);
    expect((await press(captcha)).verdict).toEqual({ success: 0 });
  });

  test('nothing but a name of the widget is called', async () => {
    expect((await press(await stage.captcha.register(), 'alert(1)//')).status).toBe(400);
  });

  test('its script and style come also while the API is down', async () => {
    stage.vendor.fault('error', 1);
    expect((await fetch(stage.vendor.script)).headers.get('content-type')).toContain('text/javascript');
    expect((await fetch(`${stage.vendor.address}/gt.css`)).status).toBe(200);
    expect((await stage.captcha.register()).success).toBe(0);
  });
});

describe('GeeTest when the vendor is down', () => {
  let stage: PortBench & { vendor: CaptchaSandbox };
  beforeEach(async () => {
    stage = await raiseGeetest();
  });
  afterEach(() => stage.close());

  test('the challenge is ours and the form goes on', async () => {
    stage.vendor.fault('error', 1);
    const { challenge, success } = await stage.captcha.register();
    expect(success).toBe(0);
    const answer = { challenge, validate: md5(challenge), seccode: `${md5(challenge)}|jordan` };
    expect(await stage.captcha.validate(answer)).toMatchObject({ outcome: 'passed', mark: `geetest:${challenge}` });
    stage.advance(10 * minuteMs);
    expect(await stage.captcha.validate(answer)).toEqual({ outcome: 'failed', reason: 'expired' });
  });

  test('nobody declares the vendor down by an answer of his own', async () => {
    const challenge = '0123456789abcdef0123456789abcdef';
    const answer = { challenge, validate: md5(challenge), seccode: 'x' };
    expect(await stage.captcha.validate(answer)).toEqual({ outcome: 'failed', reason: 'wrong' });
  });

  test('an answer that the vendor does not judge is unknown', async () => {
    const answer = await stage.solve(await stage.captcha.register());
    stage.vendor.fault('timeout_before', 1);
    expect(await stage.captcha.validate(answer)).toMatchObject({ outcome: 'unknown' });
  });
});

/** By `printf %s '<text>' | openssl dgst -md5`, for the key "private-key" and the challenge 0123…cdef. */
test('the challenge and its solution are hashed as GeeTest documents it', async () => {
  const vendor = await raiseGeetest();
  expect(vendor.vendor.solve('0123456789abcdef0123456789abcdef')).toMatchObject({
    challenge: '0123456789abcdef0123456789abcdefk7',
    validate: '48ecf92305ddcc39154d6a2e6a5f75c0',
  });
  await vendor.close();
});

/** Whether a later verdict passes under a mark that the caller does not know yet. */
function isNews(known: CaptchaVerdict, later: CaptchaVerdict): boolean {
  return later.outcome === 'passed' && known.outcome === 'passed' && later.mark !== known.mark;
}

function marks(verdicts: readonly CaptchaVerdict[]): Set<string> {
  return new Set(verdicts.map((verdict) => (verdict.outcome === 'passed' ? verdict.mark : verdict.outcome)));
}

function movingClock(): { clock: Clock; advance(ms: number): void } {
  let now = new Date('2026-03-02T09:00:00Z');
  const clock = { now: () => now, wall: () => now };
  return {
    clock,
    advance: (ms) => {
      now = after(now, ms);
    },
  };
}

async function raiseAltcha(): Promise<PortBench> {
  const { clock, advance } = movingClock();
  const captcha = openCaptcha({ provider: 'altcha', secret: 'a secret of at least thirty-two characters', clock, cost: 1 });
  return {
    captcha,
    solve: async (captcha) => {
      const challenge = JSON.parse(Buffer.from(captcha.challenge, 'base64url').toString('utf8')) as Challenge;
      const solution = await solveChallenge({ challenge, deriveKey });
      const validate = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
      return { challenge: captcha.challenge, validate, seccode: `${validate}|altcha` };
    },
    advance,
    close: async () => undefined,
  };
}

async function raiseGeetest(): Promise<PortBench & { vendor: CaptchaSandbox }> {
  const { clock, advance } = movingClock();
  const site = { gt: '019924a82c70bb123aae90d483087f94', key: 'private-key' };
  const patience = { hangMs: 3000, slowMs: 10 };
  const vendor = await startCaptcha({ ...site, host: '127.0.0.1', port: 0, clock, patience });
  const captcha = openCaptcha({ provider: 'geetest', ...site, address: vendor.address, clock, timeoutMs: 1500 });
  return {
    captcha,
    vendor,
    solve: async (captcha) => vendor.solve(captcha.challenge),
    advance,
    close: () => vendor.close(),
  };
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
