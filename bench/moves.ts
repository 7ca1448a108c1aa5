/**
 * `npm run drill:moves`: clients move between two companies, back and forth, while the process that moves them is killed (kill -9) at
 * moments drawn from a seed. After every kill all accounts of a client are in the one company or all in the other, and each book sums
 * to zero; when all has ended, the platforms say what the books say. First the drill shows that it sees: an account that stayed
 * behind, and a movement that was lost or posted twice, must end red.
 *
 *   --seed S     which moments (1)       --kills N    how many (24)
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ClientId } from '../src/base/id.ts';
import type { Sql } from '../src/base/sql.ts';
import { startEmbedded } from '../src/server/database/embedded.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { openPool, type Pool } from '../src/server/database/pool.ts';
import { administer } from '../src/server/testing/setup.ts';
import { openDice } from './crash/dice.ts';
import { spoilMovement } from './crash/plant.ts';
import { fundClients, offerMoves, outlast, startPlatforms, type Platforms } from './moves/stand.ts';
import { judgeKilled, judgeRest, sumsOf, type Sums } from './moves/verdict.ts';

const clientCount = 6;
/** What a platform still has in hand of who was killed is done by then. */
const echoMs = 100;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function readOptions(): { readonly seed: number; readonly kills: number } {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, kills: { type: 'string', default: '24' } },
  });
  const [seed, kills] = [Number(values.seed), Number(values.kills)];
  if (!Number.isInteger(seed) || !Number.isInteger(kills) || kills < 1 || kills > 1000)
    throw new RangeError('--seed and --kills take whole numbers, --kills from 1 to 1000');
  return { seed, kills };
}

interface Drill {
  readonly url: string;
  readonly owner: Pool;
  readonly platforms: Platforms;
  readonly clients: readonly ClientId[];
  readonly began: Sums;
}

async function main(): Promise<void> {
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'moves-'));
  const database = await startEmbedded({ folder, isDurable: false });
  let isGreen = false;
  try {
    await administer(database.url('postgres'), 'create database atrium');
    const url = database.url('atrium');
    await migrate({ ownerUrl: url, applicationUrl: url });
    const owner = openPool({ url, max: 4 });
    const platforms = await startPlatforms(folder);
    const clients = await fundClients(owner, platforms, clientCount);
    const drill = { url, owner, platforms, clients, began: await sumsOf(owner.sql) };
    try {
      const { ms } = await run(drill, undefined);
      say(`Undisturbed, all ${clientCount} clients move within ${Math.round(ms)} ms: the kills fall within as long`);
      isGreen = (await rehearse(drill)) && (await killAndJudge(drill, ms));
    } finally {
      for (const platform of Object.values(platforms.ask)) await platform.close();
      for (const server of Object.values(platforms.servers)) await server.close();
      await owner.close();
    }
  } finally {
    await database.stop();
    if (isGreen) rmSync(folder, { recursive: true, force: true });
    else say(`What was left behind: ${folder}`);
  }
  process.exit(isGreen ? 0 : 1);
}

/** Everybody has moved once, undisturbed; now defects are planted, each in a transaction that is taken back. */
async function rehearse({ owner, platforms, began }: Drill): Promise<boolean> {
  const before = await judgeRest(owner.sql, platforms, began);
  if (before.length > 0) return report(before, 'red before anything was planted');
  for (const [name, plant] of Object.entries(plants)) {
    let after: string[] = [];
    await owner
      .transact(async (sql) => {
        await plant(sql);
        after = await judgeKilled(sql, began);
        throw new TakenBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error;
      });
    say(`  planted, ${name}: ${after.length > 0 ? `seen red, ${after.length} faults` : 'NOT SEEN: the drill is blind'}`);
    for (const fault of after.slice(0, 2)) say(`    ${fault}`);
    if (after.length === 0) return false;
  }
  return true;
}

class TakenBack extends Error {}

const plants: Readonly<Record<string, (sql: Sql) => Promise<unknown>>> = {
  'an account that stayed behind': (sql) =>
    sql.run(
      `update trading_account set company_id = case company_id when 3 then 4 else 3 end
        where number = (select min(number) from trading_account where status = 'active')`,
    ),
  'a movement into the other book that was lost': async (sql) => spoilMovement(sql, 'lost', await lastJoined(sql)),
  'a movement into the other book that was posted twice': async (sql) => spoilMovement(sql, 'doubled', await lastJoined(sql)),
};

async function lastJoined(sql: Sql): Promise<bigint> {
  const { id } = await sql.one<{ id: bigint }>(`select max(id) as id from ledger_movement where kind = 'company_joined'`);
  return id;
}

/** Kills fall anywhere in a whole move, however fast the machine is: on both sides of the moment in which the company changes. */
async function killAndJudge(drill: Drill, wholeMs: number): Promise<boolean> {
  const { seed, kills } = readOptions();
  const { owner, platforms, began, clients } = drill;
  const dice = openDice(seed);
  const met = new Map<string, number>();
  let struck = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    await offerMoves(owner.sql, clients);
    if ((await run(drill, dice.between(0, Math.ceil(wholeMs)))).isKilled) struck += 1;
    for (const phase of await phases(owner.sql)) met.set(phase, (met.get(phase) ?? 0) + 1);
    const faults = await judgeKilled(owner.sql, began);
    if (faults.length > 0) return report(faults, `after kill ${kill}`);
    await outlast(owner.sql);
  }
  await run(drill, undefined);
  const faults = await judgeRest(owner.sql, platforms, began);
  const { moved } = await owner.sql.one<{ moved: number }>(
    `select count(*)::integer as moved from company_move where phase = 'moved'`,
  );
  say(
    `${kills} kills, ${struck} of them in the middle; ${moved} moves in all; met: ${[...met].map((each) => each.join(' ')).join(', ')}`,
  );
  const missed = ['moving/', 'moved/'].filter((phase) => ![...met.keys()].some((each) => each.startsWith(phase)));
  return report([...faults, ...missed.map((phase) => `no kill has met ${phase}`)], 'held') && struck > 0;
}

/** How far the moves were that a kill has struck. */
async function phases(sql: Sql): Promise<string[]> {
  const rows = await sql.many<{ at: string }>(
    `select m.phase || '/' || a.state as at from company_move m join company_move_account a on a.move_id = m.id
      where m.phase in ('moving', 'returning') or m.phase = 'moved' and m.ended_at is null`,
  );
  return rows.map(({ at }) => at);
}

interface Run {
  /** It was in the middle of it. */
  readonly isKilled: boolean;
  readonly ms: number;
}

/** Has all of them moved by a process of its own, which is killed after so long. */
async function run({ url, platforms, clients, owner }: Drill, killAfterMs: number | undefined): Promise<Run> {
  await offerMoves(owner.sql, clients);
  const { mt4, mt5 } = platforms.servers;
  const told = { url, password: platforms.password, platforms: { mt4: mt4.address, mt5: mt5.address }, clients };
  const mover = fork(path.join(import.meta.dirname, 'moves/mover.ts'), [JSON.stringify(told)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = once(mover, 'exit') as Promise<[number | null]>;
  await Promise.race([once(mover, 'message'), ended]);
  const begun = performance.now();
  if (killAfterMs !== undefined) {
    await Promise.race([wait(killAfterMs), ended]);
    mover.kill('SIGKILL');
  }
  const [code] = await ended;
  const ms = performance.now() - begun;
  if (code !== null && code !== 0) throw new Error(`the mover ended with ${code}`);
  await wait(echoMs);
  return { isKilled: code === null, ms };
}

function report(faults: readonly string[], when: string): boolean {
  for (const fault of faults.slice(0, 20)) say(`  ✗ ${fault}`);
  say(faults.length === 0 ? `GREEN: ${when}` : `RED ${when}: ${faults.length} faults`);
  return faults.length === 0;
}

await main();
