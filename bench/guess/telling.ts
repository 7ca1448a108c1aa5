import { createHash, randomBytes } from 'node:crypto';
import { seedPassword } from '../../seed/personas.ts';
import type { Answered, Scene, Target } from './scene.ts';

/* Whether sign-in, reset and sign-up tell a client's address from nobody's, at any of their steps, by the answer or by the time that it takes. */

/** Apart from chance, a guesser does no better than this. */
export const mostAuc = 0.55;

/** Milliseconds that a known address takes longer: a defect that must be seen. */
const plantedMs = 40;

export const doors = ['sign-in', 'reset', 'sign-up'] as const;
export type Door = (typeof doors)[number];

/** A defect that must be seen: each step takes longer for a client, or sign-in lets a client in. */
type TellingPlant = 'time' | 'answer';

interface Step {
  readonly name: string;
  readonly path: string;
  /** What a captcha has to be solved for before it. */
  readonly captcha?: 'reset_password' | 'sign_up';
  /** What else there is to send, of the address and the captcha. */
  readonly body: (email: string, captcha_sid: string | undefined) => object;
  /** What has to be so of all PINs that were sent: none is right by chance, and what was ended or sent a moment ago is open or long ago. */
  readonly before?: 'openPins' | 'aMinute';
}

const reset = '/api/js/api/reset-password';
const typed = { password: 'Harbour2026', password2: 'Harbour2026' };

/** In the order in which a guesser takes them: of each address what the step before has left. */
const steps: Readonly<Record<Door, readonly Step[]>> = {
  'sign-in': [{ name: 'sign-in', path: '/api/client/login', body: (email) => ({ id: email, password: 'Guessed2026' }) }],
  reset: [
    {
      name: 'reset, PIN',
      path: reset,
      captcha: 'reset_password',
      body: (email, captcha_sid) => ({ action: 'sendpin', email, captcha_sid }),
    },
    {
      name: 'reset, check',
      path: reset,
      before: 'openPins',
      body: (email) => ({ action: 'checkpin', email, pin: '2026' }),
    },
    { name: 'reset, check of an ended one', path: reset, body: (email) => ({ action: 'checkpin', email, pin: '2026' }) },
    {
      name: 'reset, save',
      path: reset,
      before: 'openPins',
      body: (email) => ({ action: 'password', email, pin: '2026', ...typed }),
    },
    {
      name: 'reset, PIN by telephone',
      path: reset,
      captcha: 'reset_password',
      before: 'aMinute',
      body: (email, captcha_sid) => ({ action: 'sendpin', method: 'voice', email, captcha_sid }),
    },
  ],
  'sign-up': [
    {
      name: 'sign-up',
      path: '/api/js/api/register',
      captcha: 'sign_up',
      body: (email, captcha_sid) => ({
        country: 'ZA',
        email,
        phone: '+27821234567',
        password: 'Harbour2026',
        tc_accept: true,
        terms_version: 1,
        captcha_sid,
      }),
    },
    { name: 'sign-up, another letter', path: '/api/js/api/register/resend', before: 'aMinute', body: () => ({}) },
    { name: 'sign-up, code', path: '/api/js/api/register/confirm', before: 'openPins', body: () => ({ pin: '2026' }) },
  ],
};

interface Comparing {
  readonly door: Door;
  /** Each is asked about once: one of two of the pair. */
  readonly known: readonly Target[];
  readonly from: () => string;
  readonly plant?: TellingPlant;
}

export interface Compared {
  readonly step: string;
  readonly auc: number;
  readonly faults: readonly string[];
}

/** Step by step, each with all pairs. */
export async function compare(scene: Scene, { door, known, from, plant }: Comparing): Promise<readonly Compared[]> {
  const pairs = known.map(({ email }) => ({ known: email, unknown: email.replace('guess-', 'nobody-') }));
  const cookies = new Map<string, string>();
  const compared: Compared[] = [];
  for (const step of steps[door]) {
    if (step.before) await arrange(scene, step.before);
    compared.push(await compareStep(scene, { step, pairs, from, plant, cookies }));
  }
  return compared;
}

interface Stepping extends Pick<Comparing, 'from'> {
  readonly step: Step;
  readonly plant: TellingPlant | undefined;
  readonly pairs: readonly Readonly<Record<'known' | 'unknown', string>>[];
  /** What the step before has left in the browser, by address. */
  readonly cookies: Map<string, string>;
}

/** Pair by pair, which of both comes first by chance: what else the machine does falls on both alike. */
async function compareStep(scene: Scene, { step, pairs, from, plant, cookies }: Stepping): Promise<Compared> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const faults = new Set<string>();
  for (const pair of pairs) {
    const answers = new Map<'known' | 'unknown', Answered>();
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const who of order) {
      const email = pair[who];
      const captcha_sid = step.captcha && (await solvedCaptcha(scene, step.captcha));
      const isPlanted = who === 'known' && plant !== undefined;
      const body = {
        ...step.body(email, captcha_sid),
        ...(isPlanted && plant === 'answer' ? { id: email, password: seedPassword } : {}),
      };
      const answer = await scene.ask({ path: step.path, body, from: from(), cookie: cookies.get(email) });
      answers.set(who, answer);
      if (answer.cookie !== undefined) cookies.set(email, answer.cookie);
      times[who].push(answer.ms + (isPlanted && plant === 'time' ? plantedMs : 0));
    }
    const [one, other] = [said(answers.get('known')), said(answers.get('unknown'))];
    if (one !== other) faults.add(`${step.name}: a known address is answered ${one}, an unknown one ${other}`);
  }
  const auc = areaUnder(times.known, times.unknown);
  if (auc > mostAuc) faults.add(`${step.name}: the time tells known from unknown, AUC ${auc.toFixed(3)}`);
  return { step: step.name, auc, faults: [...faults] };
}

/** The status, the code and the names of what came with it. */
function said(answer: Answered | undefined): string {
  if (!answer) return 'nothing';
  const left = answer.cookie === undefined ? '' : 'and leaves a cookie';
  return [answer.status, answer.code, answer.shape, left].filter(Boolean).join(' ');
}

async function arrange({ owner }: Scene, what: NonNullable<Step['before']>): Promise<void> {
  const ours = `channel <> 'captcha' and action in ('reset_password', 'sign_up')`;
  if (what === 'aMinute') {
    await owner.sql.run(`update challenge set created_at = created_at - interval '61 seconds' where ${ours}`);
    return;
  }
  await owner.sql.run(
    `update challenge c set ended_at = null, code_hash = $1, expires_at = now() + interval '10 minutes'
       from (select max(id) as id from challenge where ${ours} group by subject, action) newest where c.id = newest.id`,
    [createHash('sha256').update(randomBytes(18)).digest()],
  );
}

/** As if a captcha had been solved for whoever uses it first. */
async function solvedCaptcha({ owner }: Scene, action: NonNullable<Step['captcha']>): Promise<string> {
  const sid = randomBytes(18).toString('base64url');
  await owner.sql.run(
    `insert into challenge (subject, action, channel, code_hash, salt, created_at, expires_at, passed_at)
     values ($1, $2, 'captcha', $3, '', now(), now() + interval '10 minutes', now())`,
    [`drill-${sid}`, action, createHash('sha256').update(sid).digest()],
  );
  return sid;
}

/** How often one of the first takes longer than one of the second, whichever way round: 0.5 is chance, 1 is certainty (Mann and Whitney). */
function areaUnder(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((ms) => ({ ms, isFirst: true })), ...second.map((ms) => ({ ms, isFirst: false }))].toSorted(
    (one, other) => one.ms - other.ms,
  );
  let ranks = 0;
  for (const [index, { isFirst }] of all.entries()) if (isFirst) ranks += index + 1;
  const auc = (ranks - (first.length * (first.length + 1)) / 2) / (first.length * second.length);
  return Math.max(auc, 1 - auc);
}
