/**
 * `npm run drill:crash`: clients pay in, move money, have it paid out and trade gold over HTTP, and staff decides, while web, worker,
 * database and vendors are killed in turn, at moments drawn from a seed, and the others go on. What clients and staff were told is
 * written down outside the database; afterwards the books of all sides are held to it: nothing lost, nothing doubled, each currency
 * sums to nothing, platforms and provider say the same as the ledger, and nothing is left untold. First the drill shows that it sees:
 * each defect that is planted after a short round must end red.
 *
 *   --seed S      which moments (1)      --rounds N    how many kills (8)
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
import { openLine, Unanswered, untilRated } from './crash/line.ts';
import { heldByLedger, heldByLog, readProviders } from './crash/provider.ts';
import { hasAllToSpoil, seesPlanted } from './crash/rehearsal.ts';
import { moveClock, openStack, secondsUntilOpen, victims, type Stack, type Victim } from './crash/stack.ts';
import {
  countOutbox,
  countUnderWay,
  countUntold,
  isReconciled,
  judge,
  paidIn,
  withdrawnIn,
  type Evidence,
  type Verdict,
} from './crash/verdict.ts';
import { openDesk, type Desk } from './crash/withdrawals.ts';
import { tooLong } from './minutes.ts';

/** Clients with wallets and accounts, most without open positions, so that nothing else moves their money. */
const names = ['cn.active', 'in.gold', 'uk.active', 'ng.active', 'investor.active', 'provider.new', 'ke.active'];
/** So that no fewer than 32 are at it at once, besides one of each client that has money paid out. */
const loopsEach = 6;
/** What is declined or taken back again reaches no provider: so often it is tried until each has paid something out, and refused a part. */
const rehearsalsMost = 4;
/** No round begins after this. */
const roundsMostMs = 360_000;
const restMostMs = 100_000;
/** The outbox is empty by then. */
const outboxMostMs = 60_000;
const acknowledgedMostMs = 60_000;
/** So long the others go on without whom was killed. */
const withoutMs = 1500;
/** Who was not answered asks again after so long; staff looks so often what waits. */
const unansweredMs = 50;
const betweenDecisionsMs = 300;

interface Options {
  readonly seed: number;
  readonly rounds: number;
}

interface Drill {
  readonly options: Options;
  readonly stack: Stack;
  readonly clients: readonly DrillClient[];
  readonly desk: Desk;
  /** All withdrawals that were asked for. */
  readonly withdrawn: Set<number>;
  readonly journal: Journal;
  readonly dice: Dice;
  readonly evidence: Omit<Evidence, 'sql'>;
  /** What clients met that they must not, a sentence each. */
  readonly met: Set<string>;
}

/** Each is killed twice. */
const roundsEach = 2 * victims.length;
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
  const stack = await openStack(folder);
  const journal = openJournal(path.join(folder, 'journal.jsonl'));
  let isGreen = false;
  try {
    isGreen = await drillAndJudge({ options, stack, journal, folder });
  } finally {
    journal.close();
    await stack.stop();
    if (isGreen) rmSync(folder, { recursive: true, force: true });
    else say(`What was left behind: ${folder}`);
  }
  const late = tooLong(begun, Date.now(), options.rounds > roundsEach);
  for (const fault of late) say(`✗ ${fault}: RED`);
  process.exit(isGreen && late.length === 0 ? 0 : 1);
}

interface Parts {
  readonly options: Options;
  readonly stack: Stack;
  readonly journal: Journal;
  readonly folder: string;
}

async function drillAndJudge({ options, stack, journal, folder }: Parts): Promise<boolean> {
  say(`web, worker, database and vendors are ready after ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  const since = new Date();
  await withOwner(stack, async (owner) => {
    const emails = names.map(emailOf);
    const places = [...(await fundingAccountsOf(owner.sql, emails)), ...(await goldOf(owner.sql, emails))];
    const held = { log: heldByLog(readProviders(folder)), ledger: await heldByLedger(owner.sql) };
    journal.write({ event: 'begun', places, held });
  });
  await moveClock(stack, secondsUntilOpen(new Date()));
  await untilRated(stack, names[0] ?? '');
  const dice = openDice(options.seed);
  const clients = names.map((name, index) =>
    openClient({ name, url: stack.url, dice: openDice(options.seed * 1000 + index), journal, tradesGold: true }),
  );
  for (const client of clients) await client.signIn();
  const desk = openDesk(openLine(stack.url), { dice: openDice(options.seed * 1000 + names.length), journal });
  await desk.signIn();

  const evidence = { dataFolder: folder, journalFile: journal.file, since };
  const withdrawn = new Set<number>();
  const drill: Drill = { options, stack, clients, desk, withdrawn, journal, dice, evidence, met: new Set() };
  if (!(await rehearse(drill))) return false;
  const rounds = await runRounds(drill);
  await waitForRest(drill);
  const verdict = await withOwner(stack, (owner) => judge({ ...evidence, sql: owner.sql }));
  return report(drill, verdict, rounds);
}

/** A short round, and what it leaves spoilt in each way: true when the drill finds nothing before and each defect after. */
async function rehearse(drill: Drill): Promise<boolean> {
  const { stack, evidence, met } = drill;
  const isRehearsed = () => withOwner(stack, ({ sql }) => hasAllToSpoil(sql, evidence.dataFolder));
  for (let tries = 0; tries < rehearsalsMost && !(await isRehearsed()); tries += 1) {
    await runRound(drill, { victim: 'web', afterMs: drill.dice.between(300, 1000), round: 0 });
    await waitForRest(drill);
  }
  return withOwner(stack, async (owner) => {
    const before = await judge({ ...evidence, sql: owner.sql });
    if (before.faults.length > 0 || met.size > 0) return report(drill, before, 0);
    return seesPlanted(owner, evidence, say);
  });
}

/** Drive, kill, start again, ask again: over and over. Answers how many kills there were. */
async function runRounds(drill: Drill): Promise<number> {
  const { options, journal, dice } = drill;
  const begun = Date.now();
  let round = 0;
  while (round < options.rounds && Date.now() - begun < roundsMostMs) {
    round += 1;
    const victim = victims[(round + options.seed) % victims.length] ?? 'web';
    await runRound(drill, { victim, afterMs: dice.between(300, 3500), round });
  }
  journal.write({ event: 'killed', victim: 'nobody any more', round });
  return round;
}

interface Killing {
  readonly victim: Victim;
  readonly afterMs: number;
  readonly round: number;
}

async function runRound(drill: Drill, killing: Killing): Promise<void> {
  const { stack, clients, desk, met } = drill;
  const { victim, round } = killing;
  const done = await driveUntilKilled(drill, killing);
  const seconds = await stack.revive(victim);
  await Promise.all([
    ...clients.map((client) => comeBack(client, met)),
    desk.signIn().catch((error: unknown) => heed(met, error)),
  ]);
  const name = round === 0 ? 'rehearsal' : `round ${round}`;
  const kinds = kindsDone.map((kind) => `${done[kind]} ${kind}`).join(', ');
  say(`  ${name}: ${victim} killed after acknowledged ${kinds}; all ready again after ${seconds.toFixed(1)} s`);
  for (const kind of kindsDone)
    if (done[kind] < leastDone[kind]) met.add(`${name}: only ${done[kind]} ${kind} were acknowledged before the kill`);
}

async function comeBack(client: DrillClient, met: Set<string>): Promise<void> {
  try {
    await client.signIn();
    await client.askAgain();
  } catch (error) {
    heed(met, error);
  }
}

/** What is acknowledged, by what it is. */
const kindsDone = ['movements', 'trades in gold', 'withdrawals', 'withdrawals elsewhere', 'decisions'] as const;
type Done = Record<(typeof kindsDone)[number], number>;
/** So many are acknowledged before a kill, or it proves little. */
const leastDone: Done = { movements: 20, 'trades in gold': 1, withdrawals: 1, 'withdrawals elsewhere': 1, decisions: 1 };

async function driveUntilKilled(drill: Drill, killing: Killing): Promise<Done> {
  const { clients, desk, withdrawn, stack, journal, met } = drill;
  const until = Date.now() + acknowledgedMostMs;
  let isOver = false;
  const done: Done = { movements: 0, 'trades in gold': 0, withdrawals: 0, 'withdrawals elsewhere': 0, decisions: 0 };
  const again = async (work: () => Promise<void>): Promise<void> => {
    while (!isOver) {
      try {
        await work();
      } catch (error) {
        heed(met, error);
        await wait(unansweredMs);
      }
    }
  };
  const move = async (client: DrillClient): Promise<void> => {
    const moved = await client.moveSomething();
    if (moved) done.movements += 1;
    if (moved === 'gold') done['trades in gold'] += 1;
  };
  const payOut = async (client: DrillClient): Promise<void> => {
    if (await client.withdraw(withdrawn)) done[client.isPaidElsewhere ? 'withdrawals elsewhere' : 'withdrawals'] += 1;
  };
  const decide = async (): Promise<void> => {
    done.decisions += await desk.decide(withdrawn);
    await wait(betweenDecisionsMs);
  };
  const driving = clients.flatMap((client) => [
    ...Array.from({ length: loopsEach }, () => again(() => move(client))),
    again(() => payOut(client)),
  ]);
  driving.push(again(decide));
  while (kindsDone.some((kind) => done[kind] < leastDone[kind]) && Date.now() < until) await wait(20);
  await wait(killing.afterMs);
  journal.write({ event: 'killed', victim: killing.victim, round: killing.round });
  await stack.kill(killing.victim);
  // The others live on for a while without it, and clients and staff go on asking.
  await wait(withoutMs);
  isOver = true;
  await Promise.all(driving);
  return done;
}

/** What a client was not told is asked again later; anything else is a fault. */
function heed(met: Set<string>, error: unknown): void {
  if (!(error instanceof Unanswered)) met.add(String(error));
}

/** Waits until nothing is under way any more, or has had time enough: what is stuck then, the verdict names. */
async function waitForRest(drill: Drill): Promise<void> {
  const { stack, clients, desk, withdrawn, journal, met, evidence } = drill;
  const begun = Date.now();
  // Providers send what was not acknowledged again after five minutes, or fifteen: they pass at once.
  await moveClock(stack, 901);
  await withOwner(stack, async (owner) => {
    let isTold = false;
    while (Date.now() - begun < restMostMs) {
      const asking = [...clients.map((client) => client.askAgain()), desk.decide(withdrawn)];
      await Promise.all(asking.map((each: Promise<unknown>) => each.catch((error: unknown) => heed(met, error))));
      isTold ||= (await countOutbox(owner.sql)) === 0;
      if (!isTold && Date.now() - begun > outboxMostMs) break;
      const isQuiet =
        (await countUnderWay(owner.sql, paidIn(journal.file), withdrawnIn(journal.file))) === 0 &&
        (await isReconciled(owner.sql));
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
  say(
    isGreen
      ? 'GREEN: every acknowledged movement is there exactly once; ledger, platforms, provider and papers agree, and all is told'
      : 'RED',
  );
  return isGreen;
}

async function withOwner<Result>(stack: Stack, work: (owner: Pool) => Promise<Result>): Promise<Result> {
  const owner = openPool({ url: stack.databaseUrl(), max: 2 });
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
