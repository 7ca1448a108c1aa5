import { defaultSettings } from '../../src/settings/index.ts';
import type { Scene, Target } from './scene.ts';

/* Passwords: many guesses at one client at once, each from a network of its own. At most five are looked at before a captcha comes. */

const atOnce = 12;
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

export async function guessPasswords(scene: Scene, { targets, from, forgets = false, counts }: Guessing): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, email } of targets) {
    let looked = 0;
    for (const wave of [0, 1]) {
      const guesses = Array.from({ length: atOnce }, (_none, at) =>
        scene.ask('/api/client/login', { id: at % 2 === 0 ? email : id, password: `Guessed${wave}${at}` }, from()),
      );
      const answers = await Promise.all(guesses);
      looked += answers.filter(({ code }) => code === 'wrongCredentials').length;
      const others = answers.filter(({ code }) => code !== 'wrongCredentials' && code !== 'captcha_required');
      for (const { status, code } of others) faults.push(`client ${id}: a guess was answered ${status} ${code}`);
      if (forgets) for (const table of ['failure_streak', 'rate_window']) await scene.owner.sql.run(`delete from ${table}`);
    }
    counts.guesses += 2 * atOnce;
    counts.lookedAt += looked;
    if (looked > most) faults.push(`client ${id}: ${looked} guesses were looked at before a captcha came`);
  }
  return faults;
}
