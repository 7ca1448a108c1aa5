/**
 * `npm run drill:flood`: what one hostile client does to the others. A portal in production mode with the limits that ship, its web,
 * worker, vendors and database as processes of their own. Some clients read what their screens read; one floods: addresses of slashes,
 * exports, streams, forged webhooks, and pages and documents without end, each in turn. The others' p95 is measured before each
 * attack and during it, in rounds; the middle of the rounds' ratios is held to 2. First the drill shows that it sees: with the gate off
 * the same flood must be felt.
 *
 *   --only a,b   of slashes, exports, streams, webhooks, floods     --seconds N   of each measurement (5)     --rounds N   (3)
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { attack, attacks, type Attacked, type AttackName } from './flood/hostile.ts';
import { measureQuiet, p95 } from './flood/quiet.ts';
import { openScene, type Scene } from './flood/scene.ts';
import { middle } from './measures/figure.ts';
import { defaultSettings } from '../src/settings/index.ts';
import { change } from './transfers/portal.ts';

const mostRatio = 2;
/** A wait that nobody notices is no harm, however often it fits into a shorter one. */
const unnoticedMs = 20;
const secondsMost = 30;

const begun = Date.now();
const say = (text: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

interface Options {
  readonly names: readonly AttackName[];
  readonly seconds: number;
  readonly rounds: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '3' } },
  });
  const names = values.only?.split(',') ?? Object.keys(attacks);
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  if (!names.every(isAttack)) throw new RangeError(`--only takes some of ${Object.keys(attacks).join(', ')}`);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > secondsMost)
    throw new RangeError(`--seconds takes a whole number from 1 to ${secondsMost}`);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 5) throw new RangeError('--rounds takes a whole number from 1 to 5');
  return { names: names.filter(isAttack), seconds, rounds };
}

function isAttack(name: string): name is AttackName {
  return Object.hasOwn(attacks, name);
}

interface Felt {
  readonly ratio: number;
  readonly beforeMs: number;
  readonly duringMs: number;
  readonly isFelt: boolean;
}

/** The others' p95 before and during an attack; the attack has begun when it is measured, and ends when it is. */
async function feel(scene: Scene, name: AttackName, { seconds, rounds }: Options): Promise<Felt> {
  const felt: Omit<Felt, 'isFelt'>[] = [];
  const statuses = new Map<number, number>();
  let cpu = 0;
  for (let round = 0; round < rounds; round += 1) {
    const beforeMs = p95(await measureQuiet(scene, seconds));
    let isOver = false;
    const cpuBefore = cpuSeconds(scene.portal.processIds.web);
    const attacked: Promise<Attacked> = attack(scene, name, () => isOver);
    const duringMs = p95(
      await measureQuiet(scene, seconds).finally(() => {
        isOver = true;
      }),
    );
    cpu += cpuSeconds(scene.portal.processIds.web) - cpuBefore;
    for (const [status, count] of (await attacked).statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
    felt.push({ ratio: duringMs / beforeMs, beforeMs, duringMs });
  }
  const of = (part: 'ratio' | 'beforeMs' | 'duringMs'): number => middle(felt.map((each) => each[part]));
  const [ratio, beforeMs, duringMs] = [of('ratio'), of('beforeMs'), of('duringMs')];
  const isFelt = ratio > mostRatio && duringMs > unnoticedMs;
  const answered = [...statuses].map(([status, count]) => `${count} × ${status === 0 ? 'cut off' : status}`).join(', ');
  say(
    `${name}: p95 ${beforeMs.toFixed(1)} ms → ${duringMs.toFixed(1)} ms, ${ratio.toFixed(2)} ×; the attacker had ${answered}; the web took ${((cpu / (rounds * seconds)) * 100).toFixed(0)} % of a core`,
  );
  return { ratio, beforeMs, duringMs, isFelt };
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

async function drill(scene: Scene, options: Options): Promise<string[]> {
  await change(scene.portal.owner, gateOff);
  say('planted: the gate is off');
  const planted = await feel(scene, 'floods', { ...options, rounds: 1 });
  await change(scene.portal.owner, gateOn);
  if (!planted.isFelt) return ['the drill is blind: with the gate off nobody felt the flood'];
  const faults: string[] = [];
  for (const name of options.names) {
    const { ratio, isFelt } = await feel(scene, name, options);
    if (isFelt) faults.push(`${name}: the others' p95 is ${ratio.toFixed(2)} × while it goes on, and may be ${mostRatio} ×`);
  }
  return faults;
}

async function main(): Promise<void> {
  const options = readOptions();
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'flood-'));
  let faults = ['nothing was tried'];
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
