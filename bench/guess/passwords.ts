import { defaultSettings } from '../../src/settings/index.ts';
import type { Scene, Target } from './scene.ts';

/*
 * Passwords: many guesses at one client at once, each from a network of its own. Five are looked at and no more before a captcha comes,
 * whether they come in the first wave or in the one behind it.
 */

/** More at once than are looked at, then some more. */
const waves = [6, 2] as const;
const clientsAtOnce = 8;
const most = defaultSettings.signIn.captchaAfterFailures;

export interface PasswordCounts {
  guesses: number;
  lookedAt: number;
}

interface Guessing {
  readonly targets: readonly Target[];
  readonly from: () => string;
  /** Forgets what was counted between two waves: a defect that must be seen. */
  readonly forgets?: boolean;
  readonly counts: PasswordCounts;
}

export async function guessPasswords(scene: Scene, { targets, ...guessing }: Guessing): Promise<string[]> {
  const faults: string[] = [];
  const left = [...targets];
  const workers = Array.from({ length: clientsAtOnce }, async () => {
    for (let target = left.pop(); target; target = left.pop()) faults.push(...(await guessAt(scene, { target, ...guessing })));
  });
  await Promise.all(workers);
  return faults;
}

interface GuessingAt extends Omit<Guessing, 'targets'> {
  readonly target: Target;
}

async function guessAt(scene: Scene, { target: { id, email }, from, forgets = false, counts }: GuessingAt): Promise<string[]> {
  const faults: string[] = [];
  let looked = 0;
  for (const [wave, atOnce] of waves.entries()) {
    const guesses = Array.from({ length: atOnce }, (_none, at) => {
      const body = { id: at % 2 === 0 ? email : id, password: `Guessed${wave}${at}` };
      return scene.ask({ path: '/api/client/login', body, from: from() });
    });
    const answers = await Promise.all(guesses);
    counts.guesses += answers.length;
    looked += answers.filter(({ code }) => code === 'wrongCredentials').length;
    const others = answers.filter(({ code }) => code !== 'wrongCredentials' && code !== 'captcha_required');
    for (const { status, code } of others) faults.push(`client ${id}: a guess was answered ${status} ${code}`);
    if (forgets) for (const table of ['failure_streak', 'rate_window']) await scene.owner.sql.run(`delete from ${table}`);
  }
  counts.lookedAt += looked;
  if (looked !== most) faults.push(`client ${id}: ${looked} guesses were looked at before a captcha came, and not ${most}`);
  return faults;
}
