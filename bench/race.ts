/**
 * `npm run drill:race`: one client wants all of a wallet from many sides at once, over two server processes on one database. In each
 * round fifty identical withdrawals come with one key: exactly one is made, and all fifty are answered with it. Then fifty come with
 * fifty keys, every other round beside transfers of the same money: exactly one of all has it, and nothing is ever overdrawn. First the
 * drill shows that it sees: a withdrawal that is lost and one that is set aside twice must end red.
 *
 *   --rounds N (100)   --at-once N withdrawals (50)   --rivals N transfers beside them (8)   --seed S (1)
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Pool } from '../src/server/database/pool.ts';
import { openDice, type Dice } from './crash/dice.ts';
import type { Answer } from './crash/line.ts';
import { plants, spoilMovement, type Plant } from './crash/plant.ts';
import { openRacingClient, type RacingClient, type Wish } from './race/client.ts';
import { openPortals } from './race/portals.ts';
import { judge, judgeBook, type Race } from './race/verdict.ts';

const begun = Date.now();
const say = (text: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

interface Options {
  readonly rounds: number;
  readonly atOnce: number;
  readonly rivals: number;
  readonly seed: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '100' },
      'at-once': { type: 'string', default: '50' },
      rivals: { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
    },
  });
  const read = { rounds: Number(values.rounds), atOnce: Number(values['at-once']), rivals: Number(values.rivals) };
  for (const [name, value] of Object.entries(read))
    if (!Number.isInteger(value) || value < 1 || value > 1000)
      throw new RangeError(`--${name} takes a whole number from 1 to 1000`);
  return { ...read, seed: Number(values.seed) };
}

async function main(): Promise<void> {
  const options = readOptions();
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const portals = await openPortals(mkdtempSync(path.join(home, 'race-')));
  let faults: readonly string[] = ['nothing was tried'];
  try {
    faults = await drill(portals.owner, await openRacingClient(portals), options);
  } finally {
    await portals.close();
  }
  for (const fault of faults.slice(0, 40)) say(`✗ ${fault}`);
  say(faults.length === 0 ? 'GREEN: one each time, and nothing overdrawn' : `RED: ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}

async function drill(owner: Pool, client: RacingClient, options: Options): Promise<string[]> {
  const dice = openDice(options.seed);
  const faults: string[] = [];
  const won = { withdrawals: 0, transfers: 0 };
  say('two portals on one database');
  for (let round = 1; round <= options.rounds; round += 1) {
    const one = await withOneKey(owner, client, { round, dice, options });
    if (round === 1) {
      for (const plant of plants) if (!(await isSeen(owner, one.race, plant))) return ['the drill is blind'];
    }
    await client.bringBack([one.wish]);
    const other = await withManyKeys(owner, client, { round, dice, options });
    won[other.won] += 1;
    faults.push(...one.faults, ...other.faults);
    if (round % 20 === 0 || round === options.rounds) {
      faults.push(...(await judgeBook(owner.sql)));
      say(
        `${round} rounds: with many keys ${won.withdrawals} withdrawals and ${won.transfers} transfers had it; ${faults.length} faults`,
      );
    }
    if (faults.length > 0) return faults;
  }
  return faults;
}

interface Round {
  readonly round: number;
  readonly dice: Dice;
  readonly options: Options;
}

/** Identical in everything, the key as well: one is made, and each is answered with that. */
async function withOneKey(owner: Pool, client: RacingClient, { round, options }: Round) {
  const wish = await client.withdrawal();
  const race: Race = { walletCode: client.walletCode, minor: client.minor, ids: [wish.id] };
  const key = `race-${round}-${wish.id}`;
  const answers = await Promise.all(
    Array.from({ length: options.atOnce }, (_none, index) => client.save(wish, { key, portal: index % 2 })),
  );
  const texts = new Set(answers.map((answer) => JSON.stringify(answer)));
  const faults = await judge(owner.sql, race);
  const [first] = answers;
  if (texts.size !== 1 || first?.success !== true || first.data['transfer_id'] !== wish.id)
    faults.push(`with one key there were ${texts.size} answers: ${[...texts].slice(0, 3).join(' | ')}`);
  return { wish, race, faults: faults.map((fault) => `round ${round}, one key: ${fault}`) };
}

/** The same withdrawal under as many keys, beside transfers that want the same money: one of all has it. */
async function withManyKeys(owner: Pool, client: RacingClient, { round, dice, options }: Round) {
  const withdrawal = await client.withdrawal();
  const transfers: Wish[] = [];
  // A transfer asks for no PIN and so is nearly always first: every other round goes without.
  const rivals = round % 2 === 0 ? options.rivals : 0;
  for (let count = 0; count < rivals; count += 1) transfers.push(await client.transfer());
  const wishes = [...Array.from({ length: options.atOnce }, () => withdrawal), ...transfers]
    .map((wish) => ({ wish, at: dice.next() }))
    .toSorted((one, other) => one.at - other.at);
  const answers = await Promise.all(
    wishes.map(({ wish }, index) => client.save(wish, { key: `race-${round}-many-${index}`, portal: index % 2 })),
  );
  const ids = [withdrawal.id, ...transfers.map(({ id }) => id)];
  const faults = await judge(owner.sql, { walletCode: client.walletCode, minor: client.minor, ids });
  const winners = new Set(answers.flatMap((answer) => (answer.success ? [transferOf(answer)] : [])));
  const [winner] = winners;
  if (winners.size !== 1) {
    const codes = new Set(answers.flatMap((answer) => (answer.success ? [] : [answer.code])));
    faults.push(`${winners.size} different transfers were told as made, the rest refused with ${[...codes].join(', ')}`);
  }
  await client.bringBack([withdrawal, ...transfers]);
  const how = winner === withdrawal.id ? ('withdrawals' as const) : ('transfers' as const);
  return { won: how, faults: faults.map((fault) => `round ${round}, many keys: ${fault}`) };
}

function transferOf(answer: Answer): number {
  return Number(answer.data['transfer_id']);
}

class TakenBack extends Error {}

/** Spoils what was set aside last and judges, in a transaction that is taken back: true when that is green before and red after. */
async function isSeen(owner: Pool, race: Race, plant: Plant): Promise<boolean> {
  const before = await judge(owner.sql, race);
  let after: string[] = [];
  await owner
    .transact(async (sql) => {
      const { id } = await sql.one<{ id: bigint }>(`select max(id) as id from ledger_movement where kind = 'withdrawal_held'`);
      // The database itself lets no wallet be overdrawn: that guard has to be out of action for a second withdrawal.
      await sql.run('alter table ledger_account drop constraint ledger_account_floor');
      await spoilMovement(sql, plant, id);
      after = await judge(sql, race);
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  for (const fault of before.slice(0, 5)) say(`    ${fault}`);
  const isRight = before.length === 0 && after.length >= 2;
  say(
    `planted, a withdrawal ${plant}: ${isRight ? `seen red, ${after.length} faults` : 'NOT SEEN: the drill is blind, or red before'}`,
  );
  return isRight;
}

await main();
