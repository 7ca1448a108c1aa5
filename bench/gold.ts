/**
 * `npm run drill:gold`: 32 clients buy, sell, pledge gold and have it given back while its price jumps by five per cent under them, on a
 * platform that loses answers. Each quote is used, and each pledge asked for, from three sides at once over the connections of two
 * processes. Then the price falls until pledged gold is sold. What they were told is written down outside the database; afterwards book
 * and platform are held to it: no quote used twice, no gram and no cent made or lost, spread and tax as they were told, and after each
 * valuing no credit above what its gold is worth. First the drill shows that it sees: a trade, a pledge and a credit that is lost or
 * posted twice, and credit that nobody values, must end red.
 *
 *   --seed S     which trades (1)        --trades N    of each client (12)
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seedClientsOnly } from '../seed/main.ts';
import { ensureWallet } from '../src/areas/fundingAccounts/face.ts';
import { clientId, type ClientId } from '../src/base/id.ts';
import { post } from '../src/ledger/book.ts';
import { opening, wallet } from '../src/ledger/chart.ts';
import { startEmbedded } from '../src/server/database/embedded.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { applicationRole, openPool, type Pool } from '../src/server/database/pool.ts';
import { administer } from '../src/server/testing/setup.ts';
import { openDice } from './crash/dice.ts';
import { plants, spoilMovement, type Plant } from './crash/plant.ts';
import { tradeOnce, type Stand } from './gold/client.ts';
import { openDrillMarket } from './gold/market.ts';
import { openDrillPlatform } from './gold/platform.ts';
import { loginOf, overLent, pledgeOnce, valueAll } from './gold/pledging.ts';
import { judge, type Began, type Told } from './gold/verdict.ts';
import { changeStatus, insertAccount } from '../src/areas/accounts/face.ts';
import { accountTypeNamed } from '../src/law/accountTypes.ts';

const clientsMost = 32;
const dollarsEach = 500_000n;
/** Of each client before the defects are planted. */
const rehearsedTrades = 2;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function readOptions(): { readonly seed: number; readonly trades: number } {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, trades: { type: 'string', default: '12' } },
  });
  const [seed, trades] = [Number(values.seed), Number(values.trades)];
  if (!Number.isInteger(seed) || !Number.isInteger(trades) || trades < 1 || trades > 1000)
    throw new RangeError('--seed and --trades take whole numbers, --trades from 1 to 1000');
  return { seed, trades };
}

async function main(): Promise<void> {
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'gold-'));
  const database = await startEmbedded({ folder, isDurable: false });
  try {
    await administer(database.url('postgres'), 'create database atrium');
    const url = database.url('atrium');
    await migrate({ ownerUrl: url, applicationUrl: url });
    const owner = openPool({ url, max: 2 });
    const pools = [openPool({ url, role: applicationRole }), openPool({ url, role: applicationRole })] as const;
    try {
      process.exitCode = (await drill(owner, pools)) ? 0 : 1;
    } finally {
      for (const pool of [owner, ...pools]) await pool.close();
    }
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drill(owner: Pool, pools: Stand['pools']): Promise<boolean> {
  const { seed, trades } = readOptions();
  const began = await fund(owner);
  const dice = openDice(seed);
  const stand: Stand = {
    pools,
    market: openDrillMarket(() => new Date()),
    platform: openDrillPlatform(openDice(seed + 1)),
    dice,
    told: [],
    toldPledges: [],
    refused: new Map(),
  };
  await trade(began, stand, rehearsedTrades);
  for (const defect of defects)
    for (const plant of plants) if (!(await isSeen(owner, { defect, plant, began, stand }))) return false;
  const meanwhile = await trade(began, stand, trades);
  const faults = [...meanwhile, ...(await judge(owner.sql, began, toldIn(stand))), ...(await fallen(stand))];
  faults.push(...(await judge(owner.sql, began, toldIn(stand))));
  const refused = [...stand.refused].map(([code, count]) => `${code} ${count}`).join(', ');
  const { sales } = await owner.sql.one<{ sales: bigint }>(`select count(*) as sales from gold_pledge_order where kind = 'sale'`);
  say(
    `${began.length} clients, ${stand.told.length} trades and ${stand.toldPledges.length} changes of pledges of ${began.length * (trades + rehearsedTrades)} wishes each, ${sales} sales; refused: ${refused}`,
  );
  for (const fault of faults.slice(0, 20)) say(`  ${fault}`);
  say(faults.length === 0 ? 'held' : `${faults.length} faults`);
  const isWhole = stand.told.length > 0 && stand.toldPledges.length > 0 && sales > 0n && stand.refused.has('quote_used');
  return faults.length === 0 && isWhole;
}

const toldIn = ({ told: trades, toldPledges: pledges, platform }: Stand): Told => ({ trades, pledges, platform });

const fallsMost = 8;

/**
 * The price falls by five per cent again and again, and each time every pledge is valued. In the end it falls as often and nobody looks: then
 * more has to be lent than gold is worth, or the drill would not see it.
 */
async function fallen(stand: Stand): Promise<string[]> {
  const faults: string[] = [];
  for (let fall = 1; fall <= fallsMost; fall += 1) {
    stand.market.fall();
    faults.push(...(await valueAll(stand)));
  }
  for (let fall = 1; fall <= fallsMost; fall += 1) stand.market.fall();
  const unseen = await overLent(stand);
  say(`  planted, credit that nobody values: ${unseen.length > 0 ? `seen red, ${unseen.length} faults` : 'NOT SEEN'}`);
  return unseen.length > 0 ? faults : [...faults, 'credit that nobody values was not seen'];
}

/** All clients trade and pledge at once, each one thing after the other, and the worker values what is pledged. */
async function trade(began: readonly Began[], stand: Stand, trades: number): Promise<string[]> {
  const faults: string[] = [];
  const clients = began.map(async (each) => {
    for (let count = 0; count < trades; count += 1) {
      await tradeOnce(clientId(each.clientId), stand);
      await pledgeOnce(clientId(each.clientId), stand);
    }
  });
  const worker = async (): Promise<void> => {
    for (let count = 0; count < trades; count += 1) faults.push(...(await valueAll(stand)));
  };
  await Promise.all([...clients, worker()]);
  return faults;
}

/** Movements that are spoilt, by the beginning of their keys, and the account by which that is seen. */
const defects = [
  { what: 'a trade', key: 'gold_trade:', seenBy: ':gold holds' },
  { what: 'a pledge', key: 'gold_pledged:', seenBy: ':pledge:' },
  { what: 'a credit', key: 'gold_credit_granted:', seenBy: ':credit:' },
] as const;

interface Rehearsal {
  readonly defect: (typeof defects)[number];
  readonly plant: Plant;
  readonly began: readonly Began[];
  readonly stand: Stand;
}

class TakenBack extends Error {}

/** Spoils the last movement of a kind and judges, in a transaction that is taken back: true when that is green before and red after. */
async function isSeen(owner: Pool, { defect, plant, began, stand }: Rehearsal): Promise<boolean> {
  const before = await judge(owner.sql, began, toldIn(stand));
  let after: string[] = [];
  await owner
    .transact(async (sql) => {
      const { id } = await sql.one<{ id: bigint }>('select max(id) as id from ledger_movement where starts_with(key, $1)', [
        defect.key,
      ]);
      await spoilMovement(sql, plant, id);
      after = await judge(sql, began, toldIn(stand));
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  for (const fault of before.slice(0, 5)) say(`    ${fault}`);
  const isRight = before.length === 0 && after.some((fault) => fault.includes(defect.seenBy));
  say(
    `  planted, ${defect.what} ${plant}: ${isRight ? `seen red, ${after.length} faults` : 'NOT SEEN: the drill is blind, or red before'}`,
  );
  for (const fault of after.slice(0, 2)) say(`    ${fault}`);
  return isRight;
}

/** Gives each of so many clients, of India and company 3, a wallet with money. */
async function fund(owner: Pool): Promise<Began[]> {
  const now = new Date();
  const clock = { now: () => now, wall: () => now };
  await seedClientsOnly({ database: owner, clock });
  const rows = await owner.sql.many<{ id: number }>(
    `update client set company_id = 3, country = 'IN', status_id = 12 where id in (select id from client order by id limit $1)
     returning id`,
    [clientsMost],
  );
  const ids = rows.map(({ id }) => clientId(id));
  for (const id of ids)
    await owner.transact(async (sql) => {
      await giveDollars(sql, id, now);
      await openAccount(sql, id, now);
    });
  return ids.map((id) => ({ clientId: id, dollars: dollarsEach }));
}

async function openAccount(sql: Pool['sql'], id: ClientId, now: Date): Promise<void> {
  const type = accountTypeNamed('advantage mt5');
  if (!type) throw new Error('there is no such type');
  const number = loginOf(id);
  const facts = { isDemo: false, currency: 'USD', leverage: 100, swapFree: false, groupName: 'drill', name: '' } as const;
  await insertAccount(sql, { number, clientId: id, companyId: 3, type, ...facts, openedAt: now });
  await changeStatus(sql, { number, from: 'opening', to: 'active', at: now });
}

async function giveDollars(sql: Pool['sql'], id: ClientId, now: Date): Promise<void> {
  const owner = { company: 3, clientId: id } as const;
  await ensureWallet(sql, { clientId: id, companyId: 3, currency: 'USD', now });
  const leg = { from: opening(3, 'USD'), to: wallet(owner, 'USD'), minor: dollarsEach };
  await post(sql, { movement: { key: `opening_balance:${id}:USD`, kind: 'opening_balance', legs: [leg], at: now } });
}

await main();
