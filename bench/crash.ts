/**
 * `npm run drill:crash`: clients move money over HTTP while the server and its database are killed at moments drawn from a
 * seed. What the clients were told is written down outside the database; afterwards both books are held to it.
 *
 *   --seed S      which moments (1)      --rounds N    how many kills (8)
 *   --plant lost|doubled   spoils one posting, so that the drill can be seen to end red
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { emailOf } from '../seed/personas.ts';
import { openPool, type Pool } from '../src/server/database/pool.ts';
import { placesOf } from './crash/books.ts';
import { openClient, Unanswered, type DrillClient } from './crash/client.ts';
import { openDice, type Dice } from './crash/dice.ts';
import { openJournal, type Journal } from './crash/journal.ts';
import { plantDefect, plants, type Plant } from './crash/plant.ts';
import { openServerProcess, type ServerProcess } from './server.ts';
import { countUnderWay, judge, paidIn, type Verdict } from './crash/verdict.ts';

/** Clients with wallets and accounts, most without open positions, so that nothing else moves their money. */
const names = ['cn.active', 'in.gold', 'uk.active', 'ng.active', 'investor.active', 'provider.new'];
const loopsEach = 2;
/** No round begins after this. */
const roundsMostMs = 110_000;
const settleMostMs = 100_000;

interface Options {
  readonly seed: number;
  readonly rounds: number;
  readonly plant: Plant | undefined;
}

interface Drill {
  readonly options: Options;
  readonly server: ServerProcess;
  readonly clients: readonly DrillClient[];
  readonly journal: Journal;
  readonly dice: Dice;
  readonly begun: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '8' }, plant: { type: 'string' } },
  });
  const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
  const plant = plants.find((known) => known === values.plant);
  if (!Number.isInteger(seed) || !Number.isInteger(rounds) || rounds < 1 || rounds > 100)
    throw new RangeError('--seed and --rounds take whole numbers, --rounds from 1 to 100');
  if (values.plant !== undefined && !plant) throw new RangeError(`--plant takes one of ${plants.join(', ')}`);
  return { seed, rounds, plant };
}

async function main(): Promise<void> {
  const options = readOptions();
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'drill-'));
  const server = await openServerProcess(folder);
  const journal = openJournal(path.join(folder, 'journal.jsonl'));
  let isGreen = false;
  try {
    isGreen = await drillAndJudge({ options, server, journal, folder });
  } finally {
    journal.close();
    await server.stop();
    if (isGreen) rmSync(folder, { recursive: true, force: true });
    else say(`What was left behind: ${folder}`);
  }
  process.exit(isGreen ? 0 : 1);
}

interface Parts {
  readonly options: Options;
  readonly server: ServerProcess;
  readonly journal: Journal;
  readonly folder: string;
}

async function drillAndJudge({ options, server, journal, folder }: Parts): Promise<boolean> {
  say(`The server starts for the first time: ${(await server.start()).toFixed(1)} s`);
  const since = new Date();
  await withOwner(server, async (owner) => {
    journal.write({ event: 'begun', places: await placesOf(owner.sql, names.map(emailOf)) });
  });
  const dice = openDice(options.seed);
  const clients = names.map((name, index) =>
    openClient({ name, url: server.url, dice: openDice(options.seed * 1000 + index), journal }),
  );
  for (const client of clients) await client.signIn();

  const drill: Drill = { options, server, clients, journal, dice, begun: Date.now() };
  const rounds = await runRounds(drill);
  const settled = await settle(drill);
  say(
    `${rounds} kills; settled ${settled === undefined ? `not within ${settleMostMs / 1000} s` : `after ${settled.toFixed(1)} s`}`,
  );
  const verdict = await withOwner(server, (owner) =>
    judge({ sql: owner.sql, dataFolder: folder, journalFile: journal.file, since }),
  );
  return report(verdict, options);
}

/** Drive, kill, start again, ask again: over and over. Answers how many kills there were. */
async function runRounds(drill: Drill): Promise<number> {
  const { options, server, clients, journal, dice, begun } = drill;
  let round = 0;
  while (round < options.rounds && Date.now() - begun < roundsMostMs) {
    round += 1;
    const victim = dice.next() < 0.65 ? ('server' as const) : ('database' as const);
    const moves = await driveUntilKilled(drill, { victim, afterMs: dice.between(300, 3500), round });
    const seconds = await server.start();
    await Promise.all(clients.map((client) => comeBack(client)));
    say(`  round ${round}: ${victim} killed after ${moves} movements, back in ${seconds.toFixed(1)} s`);
    if (options.plant && round === Math.max(1, options.rounds - 1)) {
      const { plant } = options;
      const key = await withOwner(server, (owner) => plantDefect(owner, plant));
      say(`  planted: ${key} is ${plant}`);
    }
  }
  journal.write({ event: 'killed', victim: 'nobody any more', round });
  return round;
}

async function comeBack(client: DrillClient): Promise<void> {
  try {
    await client.signIn();
    await client.askAgain();
  } catch (error) {
    passOver(error);
  }
}

interface Killing {
  readonly victim: 'server' | 'database';
  readonly afterMs: number;
  readonly round: number;
}

async function driveUntilKilled(drill: Drill, killing: Killing): Promise<number> {
  const { clients, server, journal } = drill;
  let isOver = false;
  let moves = 0;
  const drive = async (client: DrillClient): Promise<void> => {
    while (!isOver) {
      try {
        await client.moveSomething();
        moves += 1;
      } catch (error) {
        passOver(error);
        await wait(20);
      }
    }
  };
  const driving = clients.flatMap((client) => Array.from({ length: loopsEach }, () => drive(client)));
  await wait(killing.afterMs);
  journal.write({ event: 'killed', victim: killing.victim, round: killing.round });
  if (killing.victim === 'database') {
    server.killDatabase();
    // The server lives on for a while without its database, and its clients go on asking.
    await wait(400);
  }
  await server.killServer();
  isOver = true;
  await Promise.all(driving);
  return moves;
}

/** What a client was not told is asked again later; anything else is a fault of the drill. */
function passOver(error: unknown): void {
  if (!(error instanceof Unanswered)) throw error;
}

/** Waits until nothing is under way any more. Answers after how many seconds, or undefined when it never came to that. */
async function settle(drill: Drill): Promise<number | undefined> {
  const { server, clients, journal } = drill;
  const begun = Date.now();
  // The provider sends what was not acknowledged again after five minutes: they pass at once.
  await fetch(`${server.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: 301 }),
  });
  return withOwner(server, async (owner) => {
    while (Date.now() - begun < settleMostMs) {
      await Promise.all(clients.map((client) => client.askAgain().catch(passOver)));
      const isQuiet = (await countUnderWay(owner.sql, paidIn(journal.file))) === 0 && (await isMirrored(owner));
      if (isQuiet) return (Date.now() - begun) / 1000;
      await wait(500);
    }
    return undefined;
  });
}

/** True when every deal that was read is posted, and the reading has come by since the last one. */
async function isMirrored(owner: Pool): Promise<boolean> {
  const row = await owner.sql.one<{ waiting: boolean }>(
    'select exists (select from platform_deal where is_posted and posted_at is null) as waiting',
  );
  return !row.waiting;
}

function report(verdict: Verdict, { plant }: Options): boolean {
  const { acknowledged, unansweredDone, unansweredUndone, faults } = verdict;
  say(
    `${acknowledged} movements were acknowledged; of those never answered ${unansweredDone} happened and ${unansweredUndone} did not`,
  );
  for (const fault of faults.slice(0, 20)) say(`  ✗ ${fault}`);
  if (faults.length > 20) say(`  … and ${faults.length - 20} more`);
  const isGreen = faults.length === 0 && acknowledged > 0;
  say(isGreen ? 'GREEN: every acknowledged movement is there exactly once; ledger, platforms and papers agree' : 'RED');
  if (plant && isGreen) say('The planted defect was not found: the drill is blind.');
  return isGreen;
}

async function withOwner<Result>(server: ServerProcess, work: (owner: Pool) => Promise<Result>): Promise<Result> {
  const owner = openPool({ url: server.databaseUrl(), max: 2 });
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
