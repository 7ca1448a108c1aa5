/**
 * `npm run drill:flood`: what one hostile client does to the others. A portal in production mode with the limits that ship, its web,
 * worker, vendors and database as processes of their own. Some clients read what their screens read; one floods: addresses of slashes,
 * exports, streams, forged webhooks, and pages and documents without end, each in turn. The others' p95 is measured without each
 * attack and during it, in short spells that take turns; each spell of the attack is held to those beside it, and the median of
 * these ratios to 2; an attack of which nothing arrived is red too. First the drill shows that it sees: with the gate off
 * a greater flood must be felt, and with it on as many requests that cost nothing must not: else the machine is busy with something else.
 *
 *   --only a,b   of slashes, exports, streams, webhooks, floods     --seconds N   of each spell (3)     --rounds N   (7)
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { attack, attacks, mostPerSecond, type AttackName } from './flood/hostile.ts';
import { measureQuiet, p95 } from './flood/quiet.ts';
import { openScene, type Scene } from './flood/scene.ts';
import { faultsOf, mostRatio, ratioOf, type Outcome } from './flood/verdict.ts';
import { defaultSettings } from '../src/settings/index.ts';
import { change } from './transfers/portal.ts';

/** A shorter spell has too few waits for a p95 of its own. */
const secondsLeast = 3;
const secondsMost = 30;

const begun = Date.now();
const say = (text: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

interface Options {
  readonly names: readonly AttackName[];
  readonly seconds: number;
  readonly rounds: number;
}

/** More than the machine has answers for: what shows that the drill sees must be felt on a fast machine too. */
const plantedPerSecond = 1000;

function readOptions(): Options {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '7' } },
  });
  const names = values.only?.split(',') ?? Object.keys(attacks).filter((name) => name !== 'harmless');
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  if (!names.every(isAttack)) throw new RangeError(`--only takes some of ${Object.keys(attacks).join(', ')}`);
  if (!Number.isInteger(seconds) || seconds < secondsLeast || seconds > secondsMost)
    throw new RangeError(`--seconds takes a whole number from ${secondsLeast} to ${secondsMost}`);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 20) throw new RangeError('--rounds takes a whole number from 1 to 20');
  return { names: names.filter(isAttack), seconds, rounds };
}

function isAttack(name: string): name is AttackName {
  return Object.hasOwn(attacks, name);
}

/** How much longer the others' p95 is during the attack, and what the attacker had of it. */
async function feel(
  scene: Scene,
  name: AttackName,
  { seconds, rounds, perSecond = mostPerSecond }: Options & { readonly perSecond?: number },
): Promise<Outcome> {
  const during: number[][] = [];
  const without = [await measureQuiet(scene, seconds)];
  const statuses = new Map<number, number>();
  let cpu = 0;
  for (let round = 0; round < rounds; round += 1) {
    const cpuBefore = cpuSeconds(scene.portal.processIds.web);
    const attacking = await attack(scene, name, perSecond);
    during.push(await measureQuiet(scene, seconds));
    const answers = await attacking.stop();
    cpu += cpuSeconds(scene.portal.processIds.web) - cpuBefore;
    for (const [status, count] of answers) statuses.set(status, (statuses.get(status) ?? 0) + count);
    without.push(await measureQuiet(scene, seconds));
  }
  const [withoutMs, duringMs] = [p95(without.flat()), p95(during.flat())];
  const ratio = ratioOf({ without, during });
  const answered = [...statuses].map(([status, count]) => `${count} × ${status === 0 ? 'cut off' : status}`).join(', ');
  const core = ((cpu / (rounds * seconds)) * 100).toFixed(0);
  say(
    `${name}: p95 ${withoutMs.toFixed(1)} ms → ${duringMs.toFixed(1)} ms, ${ratio.toFixed(2)} × in the middle spell (the web took ${core} % of a core)`,
  );
  say(`  the attacker had ${answered}`);
  return { ratio, statuses };
}

/** Processor time that a process has had, in seconds (proc(5)). */
function cpuSeconds(processId: number): number {
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

const ticksPerSecond = 100;

const wide = { count: 1_000_000, seconds: 60 };
const gateOff = {
  'calls.perAddress': wide,
  'calls.perAddressBurst': wide,
  'calls.perClient': wide,
  'calls.forgedPerAddress': wide,
  'lists.exportsAtOnce': 1000,
};
const { calls, lists } = defaultSettings;
const gateOn = {
  'calls.perAddress': calls.perAddress,
  'calls.perAddressBurst': calls.perAddressBurst,
  'calls.perClient': calls.perClient,
  'calls.forgedPerAddress': calls.forgedPerAddress,
  'lists.exportsAtOnce': lists.exportsAtOnce,
};

async function drill(scene: Scene, options: Options): Promise<readonly string[]> {
  await change(scene.portal.owner, gateOff);
  say('planted: the gate is off');
  const planted = await feel(scene, 'floods', { ...options, rounds: 3, perSecond: plantedPerSecond });
  await change(scene.portal.owner, gateOn);
  if (planted.ratio <= mostRatio) return ['the drill is blind: with the gate off nobody felt the flood'];
  const harmless = await feel(scene, 'harmless', options);
  if (harmless.ratio > mostRatio) return ['the machine is too busy to tell: as many requests that cost nothing are felt too'];
  const felt = new Map<string, Outcome>([['harmless', harmless]]);
  for (const name of options.names) felt.set(name, await feel(scene, name, options));
  return faultsOf(felt);
}

async function main(): Promise<void> {
  const options = readOptions();
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'flood-'));
  let faults: readonly string[] = ['nothing was tried'];
  try {
    const scene = await openScene(folder);
    say('portal, worker, vendors and clients are there');
    try {
      faults = await drill(scene, options);
    } finally {
      await scene.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const fault of faults) say(`✗ ${fault}`);
  say(faults.length === 0 ? `GREEN: nobody else's p95 was more than ${mostRatio} ×` : `RED: ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}

await main();
