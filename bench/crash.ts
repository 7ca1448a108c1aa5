/**
 * `npm run drill:crash`: clients move money, and trade gold, over HTTP while the server and its database are killed at moments drawn from a
 * seed. What the clients were told is written down outside the database; afterwards both books are held to it. First the
 * drill shows that it sees: a short round with each defect planted must end red.
 *
 *   --seed S      which moments (1)      --rounds N    how many kills (10)
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { emailOf } from '../seed/personas.ts';
import { openPool, type Pool } from '../src/server/database/pool.ts';
import { fundingAccountsOf, goldOf } from './crash/books.ts';
import { openClient, type DrillClient } from './crash/client.ts';
import { openDice, type Dice } from './crash/dice.ts';
import { openJournal, type Journal } from './crash/journal.ts';
import { Unanswered } from './crash/line.ts';
import { plantDefect, plants, type Plant } from './crash/plant.ts';
import { tooLong } from './minutes.ts';
import { openServerProcess, type ServerProcess } from './server.ts';
import { countOutbox, countUnderWay, countUntold, judge, paidIn, type Evidence, type Verdict } from './crash/verdict.ts';

/** Clients with wallets and accounts, most without open positions, so that nothing else moves their money. */
const names = ['cn.active', 'in.gold', 'uk.active', 'ng.active', 'investor.active', 'provider.new'];
/** So that no fewer than 32 are at it at once. */
const loopsEach = 6;
/** No round begins after this. */
const roundsMostMs = 360_000;
const restMostMs = 100_000;
/** The outbox is empty by then. */
const outboxMostMs = 60_000;
/** So many movements are acknowledged before a kill, or it proves little. */
const acknowledgedLeast = 20;
const acknowledgedMostMs = 60_000;

interface Options {
  readonly seed: number;
  readonly rounds: number;
}

interface Drill {
  readonly options: Options;
  readonly server: ServerProcess;
  readonly clients: readonly DrillClient[];
  readonly journal: Journal;
  readonly dice: Dice;
  readonly evidence: Omit<Evidence, 'sql'>;
  /** What clients met that they must not, a sentence each. */
  readonly met: Set<string>;
}

const roundsEach = 10;
const begun = Date.now();

function readOptions(): Options {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: String(roundsEach) } },
  });
  const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
  if (!Number.isInteger(seed) || !Number.isInteger(rounds) || rounds < 1 || rounds > 100)
    throw new RangeError('--seed and --rounds take whole numbers, --rounds from 1 to 100');
  return { seed, rounds };
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
  const late = tooLong(begun, Date.now(), options.rounds > roundsEach);
  for (const fault of late) say(`✗ ${fault}: RED`);
  process.exit(isGreen && late.length === 0 ? 0 : 1);
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
    const emails = names.map(emailOf);
    const places = [...(await fundingAccountsOf(owner.sql, emails)), ...(await goldOf(owner.sql, emails))];
    journal.write({ event: 'begun', places });
  });
  await moveClock(server, secondsUntilOpen(new Date()));
  const dice = openDice(options.seed);
  const clients = names.map((name, index) =>
    openClient({ name, url: server.url, dice: openDice(options.seed * 1000 + index), journal, tradesGold: true }),
  );
  for (const client of clients) await client.signIn();

  const evidence = { dataFolder: folder, journalFile: journal.file, since };
  const drill: Drill = { options, server, clients, journal, dice, evidence, met: new Set() };
  for (const plant of plants) if (!(await rehearse(drill, plant))) return false;
  const rounds = await runRounds(drill);
  await waitForRest(drill);
  const verdict = await withOwner(server, (owner) => judge({ ...evidence, sql: owner.sql }));
  return report(drill, verdict, rounds);
}

/** A short round with a defect planted at its end: true when the drill finds nothing before and the defect after. */
async function rehearse(drill: Drill, plant: Plant): Promise<boolean> {
  await runRound(drill, { victim: 'server', afterMs: drill.dice.between(300, 1000), round: 0 });
  await waitForRest(drill);
  const { before, after, spoilt } = await withOwner(drill.server, async (owner) => ({
    before: await judge({ ...drill.evidence, sql: owner.sql }),
    ...(await judgeSpoilt(owner, { plant, evidence: drill.evidence })),
  }));
  const isSeen = spoilt.length > 0 && spoilt.every((code) => after.faults.some((fault) => fault.startsWith(`${code} holds`)));
  say(`  planted, a movement ${plant}: ${isSeen ? `seen red, ${after.faults.length} faults` : 'NOT SEEN: the drill is blind'}`);
  for (const fault of after.faults.slice(0, 2)) say(`    ${fault}`);
  if (before.faults.length > 0) return report(drill, before, 0);
  return isSeen;
}

/** Spoils and judges inside one transaction that is taken back, so that the real drill goes on with sound books. */
async function judgeSpoilt(owner: Pool, { plant, evidence }: { plant: Plant; evidence: Drill['evidence'] }) {
  const takenBack = new Error('taken back');
  let judged: { readonly spoilt: readonly string[]; readonly after: Verdict } | undefined;
  try {
    await owner.transact(async (sql) => {
      const spoilt = await plantDefect(sql, plant);
      judged = { spoilt, after: await judge({ ...evidence, sql }) };
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  if (!judged) throw new Error('nothing was judged');
  return judged;
}

/** Drive, kill, start again, ask again: over and over. Answers how many kills there were. */
async function runRounds(drill: Drill): Promise<number> {
  const { options, journal, dice } = drill;
  const begun = Date.now();
  let round = 0;
  while (round < options.rounds && Date.now() - begun < roundsMostMs) {
    round += 1;
    const victim = dice.next() < 0.65 ? ('server' as const) : ('database' as const);
    await runRound(drill, { victim, afterMs: dice.between(300, 3500), round });
  }
  journal.write({ event: 'killed', victim: 'nobody any more', round });
  return round;
}

async function runRound(drill: Drill, killing: Killing): Promise<void> {
  const { server, clients, met } = drill;
  const { moves, trades } = await driveUntilKilled(drill, killing);
  const seconds = await server.start();
  await Promise.all(clients.map((client) => comeBack(client, met)));
  const name = killing.round === 0 ? 'rehearsal' : `round ${killing.round}`;
  say(`  ${name}: ${killing.victim} killed after ${moves} acknowledged, ${trades} of them gold, back in ${seconds.toFixed(1)} s`);
  if (trades === 0) met.add(`${name}: no trade in gold was acknowledged before the kill`);
  if (moves < acknowledgedLeast) met.add(`${name}: only ${moves} movements were acknowledged before the kill`);
}

async function comeBack(client: DrillClient, met: Set<string>): Promise<void> {
  try {
    await client.signIn();
    await client.askAgain();
  } catch (error) {
    heed(met, error);
  }
}

interface Killing {
  readonly victim: 'server' | 'database';
  readonly afterMs: number;
  readonly round: number;
}

async function driveUntilKilled(drill: Drill, killing: Killing): Promise<{ readonly moves: number; readonly trades: number }> {
  const { clients, server, journal, met } = drill;
  const until = Date.now() + acknowledgedMostMs;
  let isOver = false;
  let moves = 0;
  let trades = 0;
  const drive = async (client: DrillClient): Promise<void> => {
    while (!isOver) {
      try {
        const moved = await client.moveSomething();
        if (moved) moves += 1;
        if (moved === 'gold') trades += 1;
      } catch (error) {
        heed(met, error);
        await wait(20);
      }
    }
  };
  const driving = clients.flatMap((client) => Array.from({ length: loopsEach }, () => drive(client)));
  while ((moves < acknowledgedLeast || trades === 0) && Date.now() < until) await wait(20);
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
  return { moves, trades };
}

/** What a client was not told is asked again later; anything else is a fault. */
function heed(met: Set<string>, error: unknown): void {
  if (!(error instanceof Unanswered)) met.add(String(error));
}

/** Waits until nothing is under way any more, or has had time enough: what is stuck then, the verdict names. */
async function waitForRest(drill: Drill): Promise<void> {
  const { server, clients, journal, met, evidence } = drill;
  const begun = Date.now();
  // The provider sends what was not acknowledged again after five minutes: they pass at once.
  await moveClock(server, 301);
  await withOwner(server, async (owner) => {
    let isTold = false;
    while (Date.now() - begun < restMostMs) {
      await Promise.all(clients.map((client) => client.askAgain().catch((error: unknown) => heed(met, error))));
      isTold ||= (await countOutbox(owner.sql)) === 0;
      if (!isTold && Date.now() - begun > outboxMostMs) break;
      const isQuiet = (await countUnderWay(owner.sql, paidIn(journal.file))) === 0 && (await isReconciled(owner));
      if (isTold && isQuiet && (await countUntold(owner.sql, evidence.dataFolder)) === 0)
        return say(`  settled after ${((Date.now() - begun) / 1000).toFixed(1)} s`);
      await wait(500);
    }
    met.add(
      isTold
        ? `not everything had settled after ${restMostMs / 1000} s`
        : `the outbox was not empty after ${outboxMostMs / 1000} s`,
    );
  });
}

async function moveClock(server: ServerProcess, seconds: number): Promise<void> {
  await fetch(`${server.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: seconds }),
  });
}

/** To the next Wednesday at ten, when gold is traded for hours. */
function secondsUntilOpen(now: Date): number {
  const days = (3 - now.getUTCDay() + 7) % 7;
  const wednesday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 10);
  const ahead = Math.floor((wednesday - now.getTime()) / 1000);
  return ahead >= 0 ? ahead : ahead + 7 * 24 * 3600;
}

/** True when every deal that was read is posted, and the reading has come by since the last one. */
async function isReconciled(owner: Pool): Promise<boolean> {
  const row = await owner.sql.one<{ waiting: boolean }>(
    'select exists (select from platform_deal where is_posted and posted_at is null) as waiting',
  );
  return !row.waiting;
}

function report({ options, met }: Drill, verdict: Verdict, rounds: number): boolean {
  const { acknowledged, unansweredDone, unansweredUndone } = verdict;
  const tooFew = rounds < options.rounds ? [`only ${rounds} of ${options.rounds} kills came about in time`] : [];
  const faults = [...verdict.faults, ...met, ...tooFew];
  say(
    `${rounds} kills; ${acknowledged} movements were acknowledged; of those never answered ${unansweredDone} happened and ${unansweredUndone} did not`,
  );
  for (const fault of faults.slice(0, 20)) say(`  ✗ ${fault}`);
  if (faults.length > 20) say(`  … and ${faults.length - 20} more`);
  const isGreen = faults.length === 0 && acknowledged > 0;
  say(isGreen ? 'GREEN: every acknowledged movement is there exactly once; ledger, platforms and papers agree' : 'RED');
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
