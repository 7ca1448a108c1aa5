/**
 * `npm run drill:guess`: strangers guess at PINs and passwords of 10 000 clients, from addresses without end and all at once, and try
 * to learn who is a client. PINs are sent and guessed at from two processes at the same moment and sent anew: never more than one
 * guess is looked at of a PIN, nor five wrong ones a day. Of passwords never more than five are looked at before a captcha comes. Sign-in,
 * reset and sign-up are asked about pairs of a client's address and nobody's: neither answer nor time tells them apart. First the
 * drill shows that it sees: planted defects must end red.
 *
 *   --clients N   (10000)      --passwords N   of them whose password is guessed (400)      --pairs N   (2000)
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { guessPasswords } from './guess/passwords.ts';
import { guessPins, pinPlants } from './guess/pins.ts';
import { openAddresses, openScene, type Scene, type Target } from './guess/scene.ts';
import { compare, doors } from './guess/telling.ts';

/** Of each planted defect. */
const rehearsed = { clients: 4, pairs: 150, plantMs: 40 } as const;

const begun = Date.now();
const say = (text: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

interface Options {
  readonly clients: number;
  readonly passwords: number;
  readonly pairs: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      clients: { type: 'string', default: '10000' },
      passwords: { type: 'string', default: '400' },
      pairs: { type: 'string', default: '2000' },
    },
  });
  const [clients, passwords, pairs] = [Number(values.clients), Number(values.passwords), Number(values.pairs)];
  if (![clients, passwords, pairs].every(Number.isInteger) || clients < 1 || passwords < 1 || pairs < 1)
    throw new RangeError('--clients, --passwords and --pairs take whole numbers from 1 on');
  return { clients, passwords, pairs };
}

async function main(): Promise<void> {
  const options = readOptions();
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'guess-'));
  // Of each kind others, so that nothing that one has counted holds another up.
  const count = options.clients + options.passwords + 3 * (options.pairs + rehearsed.pairs) + 6 * rehearsed.clients;
  try {
    const scene = await openScene(folder, count);
    try {
      process.exitCode = (await drill(scene, options)) ? 0 : 1;
    } finally {
      await scene.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drill(scene: Scene, { clients, passwords, pairs }: Options): Promise<boolean> {
  const left = [...scene.clients];
  const take = (count: number): readonly Target[] => left.splice(0, count);
  const from = openAddresses();
  say(`${scene.clients.length} clients`);
  if (!(await rehearse(scene, { take, from }))) return false;

  const pins = { guesses: 0, sends: 0 };
  const tries = { guesses: 0, lookedAt: 0 };
  const faults = await guessPins(scene, { targets: take(clients), counts: pins });
  say(`PINs of ${clients} clients: ${pins.sends} sends, ${pins.guesses} guesses at once`);
  faults.push(...(await guessPasswords(scene, { targets: take(passwords), from, counts: tries })));
  say(`passwords of ${passwords} clients: ${tries.guesses} guesses at once, ${tries.lookedAt} looked at`);
  for (const door of doors) {
    const compared = await compare(scene, { door, known: take(pairs), from });
    say(`${door}: AUC ${compared.auc.toFixed(3)} over ${pairs} pairs`);
    faults.push(...compared.faults);
  }
  for (const fault of faults.slice(0, 20)) say(`  ${fault}`);
  say(faults.length === 0 ? 'held' : `${faults.length} faults`);
  return faults.length === 0;
}

interface Rehearsing {
  readonly take: (count: number) => readonly Target[];
  readonly from: () => string;
}

/** Each planted defect must end red; else the drill is blind. */
async function rehearse(scene: Scene, { take, from }: Rehearsing): Promise<boolean> {
  const seen: [what: string, faults: readonly string[]][] = [];
  for (const plant of pinPlants) {
    const counts = { guesses: 0, sends: 0 };
    seen.push([plant, await guessPins(scene, { targets: take(rehearsed.clients), plant, counts })]);
  }
  const counts = { guesses: 0, lookedAt: 0 };
  const forgotten = { targets: take(rehearsed.clients), from, forgets: true, counts };
  seen.push(['failures that are forgotten', await guessPasswords(scene, forgotten)]);
  for (const door of doors) {
    const { faults } = await compare(scene, { door, known: take(rehearsed.pairs), from, plantMs: rehearsed.plantMs });
    seen.push([`${door} that takes ${rehearsed.plantMs} ms longer for a client`, faults]);
  }
  for (const [what, faults] of seen)
    say(`  planted, ${what}: ${faults.length > 0 ? `seen red, ${faults[0]}` : 'NOT SEEN: the drill is blind'}`);
  return seen.every(([, faults]) => faults.length > 0);
}

await main();
