import { askPin, checkPin, type Asked, type PinVerdict } from '../../src/areas/session/face.ts';
import { after, secondMs } from '../../src/base/time.ts';
import type { Pool } from '../../src/server/database/pool.ts';
import { defaultSettings } from '../../src/settings/index.ts';
import type { Scene, Target } from './scene.ts';

/*
 * PINs: sent from both processes at once, guessed at from both at once, sent anew, until no more is sent. What the portal has said
 * is held to what may be: of sends at once one, of guesses at a PIN one, of wrong ones a day five.
 */

const { maxWrongPerDay, maxPerDay, resendSeconds } = defaultSettings.challenge;
const action = 'change_profile_password';

/** A defect that must be seen: what becomes of the engine's row before the next one asks. */
export const pinPlants = ['a wrong PIN that does not end', 'a send that is forgotten'] as const;
export type PinPlant = (typeof pinPlants)[number];

export interface PinCounts {
  guesses: number;
  sends: number;
}

/** What was said that must not be, in words. */
export async function guessPins(
  scene: Scene,
  { targets, plant, counts }: { readonly targets: readonly Target[]; readonly plant?: PinPlant; readonly counts: PinCounts },
): Promise<string[]> {
  const faults: string[] = [];
  const left = [...targets];
  const workers = Array.from({ length: 16 }, async () => {
    for (let target = left.pop(); target; target = left.pop()) faults.push(...(await guessAt(scene, { target, plant, counts })));
  });
  await Promise.all(workers);
  return faults;
}

interface Guessing {
  readonly target: Target;
  readonly plant: PinPlant | undefined;
  readonly counts: PinCounts;
}

async function guessAt({ pools, owner }: Scene, { target, plant, counts }: Guessing): Promise<string[]> {
  const subject = `client:${target.id}`;
  const faults: string[] = [];
  let now = new Date();
  let wrong = 0;
  let before = '';
  for (let round = 0; round < maxPerDay; round += 1) {
    const sends = await Promise.all(pools.map((pool) => send(pool, { target, subject, now })));
    counts.sends += sends.length;
    if (plant === 'a send that is forgotten')
      await owner.sql.run(`update challenge set created_at = created_at - interval '61 seconds' where subject = $1`, [subject]);
    const again = await send(pools[0], { target, subject, now });
    const sent = [...sends, again].filter(({ said }) => said.outcome === 'sent');
    if (sent.length === 0) break;
    if (sent.length > 1) faults.push(`${subject}: ${sent.length} PINs at once`);
    const pin = sent.at(-1)?.pin ?? '';
    const verdicts = await Promise.all(
      [...pools, ...pools].map((pool, at) => check(pool, { subject, now, pin: notThis(pin, before, at) })),
    );
    if (plant === 'a wrong PIN that does not end') {
      await owner.sql.run(
        'update challenge set ended_at = null where subject = $1 and id = (select max(id) from challenge where subject = $1)',
        [subject],
      );
      verdicts.push(await check(pools[0], { subject, now, pin: notThis(pin, before, 4) }));
    }
    counts.guesses += verdicts.length;
    const looked = verdicts.filter(({ outcome }) => outcome !== 'expired').length;
    if (looked > 1) faults.push(`${subject}: ${looked} guesses at one PIN`);
    // Who reads it after it was guessed at is too late.
    if ((await check(pools[1], { subject, now, pin })).outcome === 'passed')
      faults.push(`${subject}: a PIN passed after a wrong guess`);
    wrong += looked;
    before = pin;
    now = after(now, (resendSeconds + 1) * secondMs);
  }
  if (wrong > maxWrongPerDay) faults.push(`${subject}: ${wrong} wrong PINs a day`);
  return faults;
}

/** A wrong one; one of them is the PIN before, which was sent anew. */
function notThis(pin: string, before: string, at: number): string {
  if (at === 0 && before !== '' && before !== pin) return before;
  return String((Number(pin) + 1 + at) % 10_000).padStart(4, '0');
}

interface Sending {
  readonly target: Target;
  readonly subject: string;
  readonly now: Date;
}

async function send(pool: Pool, { target, subject, now }: Sending): Promise<{ readonly said: Asked; readonly pin: string }> {
  let pin = '';
  const said = await askPin(
    {
      now,
      settings: defaultSettings,
      transact: (work) => pool.transact(work),
      tellIn: async (_sql, { payload }) => {
        const { values } = payload as { values: { pin: string } };
        pin = values.pin;
      },
    },
    { subject, action, channel: 'email', to: target.email, language: 'en', company: 3 },
  );
  return { said, pin };
}

function check(pool: Pool, of: { readonly subject: string; readonly now: Date; readonly pin: string }): Promise<PinVerdict> {
  return checkPin({ now: of.now, transact: (work) => pool.transact(work) }, { subject: of.subject, action, pin: of.pin });
}
