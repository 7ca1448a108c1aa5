import { createHash, randomBytes } from 'node:crypto';
import { after, minuteMs, type Clock } from '../../base/time.ts';
import { openFaults, type FaultMode } from '../faults.ts';
import { listen, type Patience, type VendorAnswer, type VendorRequest } from '../listener.ts';

export interface CaptchaOptions {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  readonly gt: string;
  readonly key: string;
  readonly patience?: Patience;
}

export interface CaptchaSandbox {
  readonly address: string;
  /** What the vendor's widget in the browser answers when a person solves the riddle that it was given. */
  solve(challenge: string): { readonly challenge: string; readonly validate: string; readonly seccode: string };
  fault(mode: FaultMode, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

interface Riddle {
  readonly until: Date;
  solved: boolean;
}

const lifetimeMs = 10 * minuteMs;
/** The oldest riddle goes when there are more; none outlives a restart, as none outlives ten minutes. */
const maxRiddles = 10_000;

/** The captcha vendor of the sandbox: GeeTest v3's register.php and validate.php, written from its documentation. */
export async function startCaptcha(options: CaptchaOptions): Promise<CaptchaSandbox> {
  const riddles = new Map<string, Riddle>();
  const faults = openFaults();
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure: { status: 500, body: 'error' },
    fault: () => faults.takeForCall(),
    handle: (request) => answer(options, riddles, request),
    ...(options.patience ? { patience: options.patience } : {}),
  });
  return {
    address: listener.address,
    solve: (challenge) => {
      const shown = `${challenge}k7`;
      const validate = md5(`${options.key}geetest${shown}`);
      return { challenge: shown, validate, seccode: `${validate}|jordan` };
    },
    fault: (mode, count) => faults.set(mode, count),
    reset: () => {
      faults.set('none', 0);
      riddles.clear();
    },
    close: () => listener.close(),
  };
}

function answer(options: CaptchaOptions, riddles: Map<string, Riddle>, request: VendorRequest): VendorAnswer {
  if (request.path === '/register.php' && request.method === 'GET') {
    if (request.query.get('gt') !== options.gt) return { status: 200, body: '{"challenge":"0"}' };
    const challenge = randomBytes(16).toString('hex');
    const oldest = riddles.keys().next();
    if (riddles.size >= maxRiddles && !oldest.done) riddles.delete(oldest.value);
    // The site shows md5(challenge + key), and that is what comes back.
    riddles.set(md5(challenge + options.key), { until: after(options.clock.now(), lifetimeMs), solved: false });
    return { status: 200, body: JSON.stringify({ challenge }) };
  }
  if (request.path === '/validate.php' && request.method === 'POST') {
    const form = new URLSearchParams(request.body.toString('utf8'));
    const seccode = form.get('seccode') ?? '';
    const isRight =
      form.get('captchaid') === options.gt && judge(options, riddles, { seccode, challenge: form.get('challenge') ?? '' });
    return { status: 200, body: JSON.stringify({ seccode: isRight ? md5(seccode) : 'false' }) };
  }
  return { status: 404, body: '{}' };
}

/** A riddle is solved once, within ten minutes, by the seccode that belongs to it. */
function judge(
  options: CaptchaOptions,
  riddles: Map<string, Riddle>,
  given: { readonly seccode: string; readonly challenge: string },
): boolean {
  const riddle = riddles.get(given.challenge.slice(0, 32));
  if (!riddle || riddle.solved || riddle.until <= options.clock.now()) return false;
  if (given.seccode !== `${md5(`${options.key}geetest${given.challenge}`)}|jordan`) return false;
  riddle.solved = true;
  return true;
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
