import { createHash, randomBytes } from 'node:crypto';
import type { Answered, Scene, Target } from './scene.ts';

/* Whether sign-in, reset and sign-up tell a client's address from nobody's, by the answer or by the time that it takes. */

/** Apart from chance, a guesser does no better than this. */
export const mostAuc = 0.55;

export const doors = ['sign-in', 'reset', 'sign-up'] as const;
export type Door = (typeof doors)[number];

interface Comparing {
  readonly door: Door;
  /** Each is asked about once: one of two of the pair. */
  readonly known: readonly Target[];
  readonly from: () => string;
  /** Milliseconds that a known address takes longer: a defect that must be seen. */
  readonly plantMs?: number;
}

export interface Compared {
  readonly auc: number;
  readonly faults: readonly string[];
}

/** Pair by pair, which of both comes first by chance: what else the machine does falls on both alike. */
export async function compare(scene: Scene, { door, known, from, plantMs = 0 }: Comparing): Promise<Compared> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const faults = new Set<string>();
  for (const { email } of known) {
    const pair = { known: email, unknown: email.replace('guess-', 'nobody-') };
    const answers = new Map<'known' | 'unknown', Answered>();
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const who of order) {
      const captcha_sid = door === 'sign-in' ? undefined : await solvedCaptcha(scene, door);
      const answer = await scene.ask(...callOf(door, pair[who], captcha_sid), from());
      answers.set(who, answer);
      times[who].push(answer.ms + (who === 'known' ? plantMs : 0));
    }
    const [one, other] = [said(answers.get('known')), said(answers.get('unknown'))];
    if (one !== other) faults.add(`${door}: a known address is answered ${one}, an unknown one ${other}`);
  }
  const auc = areaUnder(times.known, times.unknown);
  if (auc > mostAuc) faults.add(`${door}: the time tells known from unknown, AUC ${auc.toFixed(3)}`);
  return { auc, faults: [...faults] };
}

function said(answer: Answered | undefined): string {
  return answer ? `${answer.status} ${answer.code ?? ''} ${answer.shape}`.trim() : 'nothing';
}

function callOf(door: Door, email: string, captcha_sid: string | undefined): [path: string, body: object] {
  switch (door) {
    case 'sign-in':
      return ['/api/client/login', { id: email, password: 'Guessed2026' }];
    case 'reset':
      return ['/api/js/api/reset-password', { action: 'sendpin', email, captcha_sid }];
    case 'sign-up':
      return [
        '/api/js/api/register',
        { country: 'ZA', email, phone: '+27821234567', password: 'Harbour2026', tc_accept: true, terms_version: 1, captcha_sid },
      ];
  }
}

const actionOf = { reset: 'reset_password', 'sign-up': 'sign_up' } as const;

/** As if a captcha had been solved for whoever uses it first. */
async function solvedCaptcha({ owner }: Scene, door: Exclude<Door, 'sign-in'>): Promise<string> {
  const sid = randomBytes(18).toString('base64url');
  await owner.sql.run(
    `insert into challenge (subject, action, channel, code_hash, salt, created_at, expires_at, passed_at)
     values ($1, $2, 'captcha', $3, '', now(), now() + interval '10 minutes', now())`,
    [`drill-${sid}`, actionOf[door], createHash('sha256').update(sid).digest()],
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
