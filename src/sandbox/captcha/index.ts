import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { after, minuteMs, type Clock } from '../../base/time.ts';
import { openFaults, type Planned } from '../faults.ts';
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
  /** The script for browsers. */
  readonly script: string;
  /** What the vendor's widget in the browser answers when a person solves the challenge that it was given. */
  solve(challenge: string): { readonly challenge: string; readonly validate: string; readonly seccode: string };
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

interface Challenge {
  readonly until: Date;
  solved: boolean;
}

const lifetimeMs = 10 * minuteMs;
/** The oldest challenge goes when there are more; none outlives a restart, as none outlives ten minutes. */
const maxChallenges = 10_000;

/** The parts of the vendor's widget. They come from servers of their own, which stand when the API is down. */
const widget: Readonly<Record<string, VendorAnswer>> = {
  '/gt.js': part('gt.js', 'text/javascript; charset=utf-8'),
  '/gt.css': part('gt.css', 'text/css; charset=utf-8'),
};

function part(name: string, type: string): VendorAnswer {
  const headers = { 'content-type': type, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' };
  return { status: 200, headers, body: readFileSync(join(import.meta.dirname, name), 'utf8') };
}

/**
 * The captcha vendor of the sandbox, written from GeeTest v3's documentation: register.php and validate.php for the site's
 * server, and for browsers gt.js with a widget that asks ajax.php.
 */
export async function startCaptcha(options: CaptchaOptions): Promise<CaptchaSandbox> {
  const challenges = new LRUCache<string, Challenge>({ max: maxChallenges });
  const faults = openFaults();
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure: { status: 500, body: 'error' },
    fault: (request) => (widget[request.path] ? undefined : faults.takeForCall()),
    handle: (request) => widget[request.path] ?? answer(options, challenges, request),
    ...(options.patience ? { patience: options.patience } : {}),
  });
  return {
    address: listener.address,
    script: `${listener.address}/gt.js`,
    solve: (challenge) => {
      const solved = solve(options, challenge);
      return { ...solved, seccode: `${solved.validate}|jordan` };
    },
    fault: (planned, count) => faults.set(planned, count),
    reset: () => {
      faults.set('none', 0);
      listener.forget();
      challenges.clear();
    },
    close: () => listener.close(),
  };
}

function solve(options: CaptchaOptions, challenge: string): { readonly challenge: string; readonly validate: string } {
  const shown = `${challenge}k7`;
  return { challenge: shown, validate: md5(`${options.key}geetest${shown}`) };
}

function answer(options: CaptchaOptions, challenges: LRUCache<string, Challenge>, request: VendorRequest): VendorAnswer {
  if (request.path === '/register.php' && request.method === 'GET') {
    if (request.query.get('gt') !== options.gt) return { status: 200, body: '{"challenge":"0"}' };
    const challenge = randomBytes(16).toString('hex');
    // The site shows md5(challenge + key), and that is what comes back.
    challenges.set(md5(challenge + options.key), { until: after(options.clock.now(), lifetimeMs), solved: false });
    return { status: 200, body: JSON.stringify({ challenge }) };
  }
  if (request.path === '/ajax.php' && request.method === 'GET') return answerWidget(options, challenges, request.query);
  if (request.path === '/validate.php' && request.method === 'POST') {
    const form = new URLSearchParams(request.body.toString('utf8'));
    const seccode = form.get('seccode') ?? '';
    const isRight =
      form.get('captchaid') === options.gt && judge(options, challenges, { seccode, challenge: form.get('challenge') ?? '' });
    return { status: 200, body: JSON.stringify({ seccode: isRight ? md5(seccode) : 'false' }) };
  }
  return { status: 404, body: '{}' };
}

/** The button was pressed: the verdict goes back as a call of the function that the widget named. */
function answerWidget(options: CaptchaOptions, challenges: LRUCache<string, Challenge>, query: URLSearchParams): VendorAnswer {
  const callback = query.get('callback') ?? '';
  if (!/^geetest_\d{1,20}$/.test(callback)) return { status: 400, body: '{}' };
  const challenge = query.get('challenge') ?? '';
  const known = challenges.get(challenge);
  const isOpen = query.get('gt') === options.gt && known !== undefined && known.until > options.clock.now();
  const verdict = isOpen ? { success: 1, ...solve(options, challenge) } : { success: 0 };
  const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' };
  return { status: 200, headers, body: `${callback}(${JSON.stringify(verdict)})` };
}

/** A challenge is solved once, within ten minutes, by the seccode that belongs to it. */
function judge(
  options: CaptchaOptions,
  challenges: LRUCache<string, Challenge>,
  given: { readonly seccode: string; readonly challenge: string },
): boolean {
  const known = challenges.get(given.challenge.slice(0, 32));
  if (!known || known.solved || known.until <= options.clock.now()) return false;
  if (given.seccode !== `${md5(`${options.key}geetest${given.challenge}`)}|jordan`) return false;
  known.solved = true;
  return true;
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
