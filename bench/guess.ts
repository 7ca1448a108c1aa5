/**
 * `npm run drill:guess`: strangers guess at PINs and passwords of 10 000 clients, from addresses without end and all at once, and try
 * to learn who is a client. PINs are sent and guessed at from two processes at the same moment and sent anew: never more than one
 * guess is looked at of a PIN, nor five wrong ones a day. Of passwords five are looked at before a captcha comes, and no more. Every step
 * of sign-in, reset and sign-up is asked about pairs of a client's address and nobody's: neither answer nor time tells them apart. First
 * the drill shows that it sees: planted defects must end red. Whose password is guessed has it kept at argon2's least cost, since there
 * it is counted and not timed; who is timed has it kept as the portal keeps them.
 *
 *   --clients N   whose PINs and passwords are guessed (10000)      --pairs N   (2000)
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { guessPasswords } from './guess/passwords.ts';
import { guessPins, pinPlants } from './guess/pins.ts';
import { openAddresses, openScene, type Scene, type Target } from './guess/scene.ts';
import { compare, doors } from './guess/telling.ts';

/** Of each planted defect. */
const rehearsed = { clients: 4, pairs: 150 } as const;

const begun = Date.now();
const say = (text: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

interface Options {
  readonly clients: number;
  readonly pairs: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: { clients: { type: 'string', default: '10000' }, pairs: { type: 'string', default: '2000' } },
  });
  const [clients, pairs] = [Number(values.clients), Number(values.pairs)];
  if (![clients, pairs].every(Number.isInteger) || clients < 1 || pairs < 1)
    throw new RangeError('--clients and --pairs take whole numbers from 1 on');
  return { clients, pairs };
}

async function main(): Promise<void> {
  const options = readOptions();
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'guess-'));
  // Of each kind others, so that nothing that one has counted holds another up.
  const counts = {
    usual: doors.length * (options.pairs + rehearsed.pairs) + rehearsed.pairs,
    least: options.clients + (pinPlants.length + 1) * rehearsed.clients,
  };
  try {
    const scene = await openScene(folder, counts);
    try {
      process.exitCode = (await drill(scene, options)) ? 0 : 1;
    } finally {
      await scene.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Who has not been taken yet. */
interface Left {
  readonly usual: Take;
  readonly least: Take;
  readonly from: () => string;
}
type Take = (count: number) => readonly Target[];

function takenFrom(all: readonly Target[]): Take {
  const left = [...all];
  return (count) => left.splice(0, count);
}

async function drill(scene: Scene, { clients, pairs }: Options): Promise<boolean> {
  const left: Left = { usual: takenFrom(scene.clients), least: takenFrom(scene.light), from: openAddresses() };
  say(`${scene.clients.length + scene.light.length} clients`);
  if (!(await rehearse(scene, left))) return false;

  const { from } = left;
  const pins = { guesses: 0, sends: 0 };
  const tries = { guesses: 0, lookedAt: 0 };
  const targets = left.least(clients);
  const faults = await guessPins(scene, { targets, counts: pins });
  say(`PINs of ${clients} clients: ${pins.sends} sends, ${pins.guesses} guesses at once`);
  faults.push(...(await guessPasswords(scene, { targets, from, counts: tries })));
  say(`passwords of ${clients} clients, hashed at the least cost: ${tries.guesses} guesses at once, ${tries.lookedAt} looked at`);
  for (const door of doors)
    for (const { step, auc, faults: seen } of await compare(scene, { door, known: left.usual(pairs), from })) {
      say(`${step}: AUC ${auc.toFixed(3)} over ${pairs} pairs`);
      faults.push(...seen);
    }
  for (const fault of faults.slice(0, 20)) say(`  ${fault}`);
  say(faults.length === 0 ? 'held' : `${faults.length} faults`);
  return faults.length === 0;
}

/** Each planted defect must end red; else the drill is blind. */
async function rehearse(scene: Scene, { usual, least, from }: Left): Promise<boolean> {
  const seen: [what: string, faults: readonly string[]][] = [];
  for (const plant of pinPlants) {
    const counts = { guesses: 0, sends: 0 };
    seen.push([plant, await guessPins(scene, { targets: least(rehearsed.clients), plant, counts })]);
  }
  const counts = { guesses: 0, lookedAt: 0 };
  const forgotten = { targets: least(rehearsed.clients), from, forgets: true, counts };
  seen.push(['failures that are forgotten', await guessPasswords(scene, forgotten)]);
  for (const door of doors) {
    const steps = await compare(scene, { door, known: usual(rehearsed.pairs), from, plant: 'time' });
    for (const { step, faults } of steps) seen.push([`${step} that takes longer for a client`, faults]);
  }
  const letIn = await compare(scene, { door: 'sign-in', known: usual(rehearsed.pairs), from, plant: 'answer' });
  seen.push(['sign-in that answers a client otherwise', letIn.flatMap(({ faults }) => faults)]);
  for (const [what, faults] of seen)
    say(`  planted, ${what}: ${faults.length > 0 ? `seen red, ${faults[0]}` : 'NOT SEEN: the drill is blind'}`);
  return seen.every(([, faults]) => faults.length > 0);
}

await main();
