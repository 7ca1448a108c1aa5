import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { emailOf } from '../../seed/personas.ts';
import { openPool, type Pool } from '../../src/server/database/pool.ts';
import { fundingAccountsOf } from '../crash/books.ts';
import { openClient, type DrillClient } from '../crash/client.ts';
import { openDice } from '../crash/dice.ts';
import { openJournal, type Journal } from '../crash/journal.ts';
import { Unanswered } from '../crash/line.ts';
import { countUnderWay, judge, paidIn } from '../crash/verdict.ts';
import { openServerProcess, type ServerProcess } from '../server.ts';
import type { VendorsProcess } from '../vendors.ts';
import type { Addresses } from './cluster.ts';

/** Clients with wallets and accounts, most without open positions. */
export const names = ['cn.active', 'in.gold', 'uk.active', 'ng.active'];
const restMost = 240;
const driveMostMs = 300_000;
const againMs = 100;
const betweenLooksMs = 500;

/** What outlives each portal of the drill: its data folder, its vendors, what its clients were told. */
export interface Ground {
  readonly dataFolder: string;
  readonly vendors: VendorsProcess;
  readonly journal: Journal;
  /** Since when what positions bring counts, wall time: the seeds' own trading came before. */
  since: Date;
}

/** A portal on one database, with clients who move money. */
export interface DrillPortal {
  readonly server: ServerProcess;
  readonly owner: Pool;
  /** When each movement was acknowledged, by the wall's milliseconds. */
  readonly acknowledgedAt: readonly number[];
  /** Moves money until so many more movements are acknowledged. */
  drive(acknowledged: number): Promise<void>;
  /** Until nothing is under way any more. */
  rest(): Promise<void>;
  stop(): Promise<void>;
}

export function openGround(dataFolder: string, vendors: VendorsProcess): Ground {
  return { dataFolder, vendors, journal: openJournal(path.join(dataFolder, 'journal.jsonl')), since: new Date() };
}

/** As the environment of a portal and of the commands beside it. */
export const environmentOf = ({ dataFolder, vendors }: Ground, addresses: Addresses): Record<string, string> => ({
  ...addresses,
  ATRIUM_DATA: dataFolder,
  SANDBOX_VENDORS: vendors.address,
});

export async function openPortal(ground: Ground, addresses: Addresses, seed: number): Promise<DrillPortal> {
  const server = await openServerProcess(ground.dataFolder, environmentOf(ground, addresses));
  await server.start();
  const owner = openPool({ url: addresses.DATABASE_OWNER_URL, max: 2 });
  const { journal } = ground;
  const clients = names.map((name, index) => openClient({ name, url: server.url, dice: openDice(seed * 100 + index), journal }));
  for (const client of clients) await client.signIn();
  const acknowledgedAt: number[] = [];
  return {
    server,
    owner,
    acknowledgedAt,
    drive: (acknowledged) => drive(clients, acknowledgedAt, acknowledged),
    rest: () => rest({ server, owner, clients, journal }),
    async stop() {
      await owner.close();
      await server.stop();
    },
  };
}

/** What is on every funding account before anything moves. */
export async function writeBeginning(ground: Ground, owner: Pool): Promise<void> {
  ground.since = new Date();
  ground.journal.write({ event: 'begun', places: await fundingAccountsOf(owner.sql, names.map(emailOf)) });
}

async function drive(clients: readonly DrillClient[], acknowledgedAt: number[], more: number): Promise<void> {
  const enough = acknowledgedAt.length + more;
  const until = Date.now() + driveMostMs;
  const one = async (client: DrillClient): Promise<void> => {
    while (acknowledgedAt.length < enough && Date.now() < until) {
      try {
        if (await client.moveSomething()) acknowledgedAt.push(Date.now());
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        // Whoever is not answered asks again after a while.
        await wait(againMs);
      }
    }
  };
  await Promise.all(clients.map(one));
  if (acknowledgedAt.length < enough) throw new Error(`only ${acknowledgedAt.length} of ${enough} movements were acknowledged`);
}

interface Resting {
  readonly server: ServerProcess;
  readonly owner: Pool;
  readonly clients: readonly DrillClient[];
  readonly journal: Journal;
}

async function rest({ server, owner, clients, journal }: Resting): Promise<void> {
  // The provider sends what was not acknowledged again after five minutes: they pass at once.
  await fetch(`${server.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: 301 }),
  });
  for (let looks = 0; looks < restMost; looks += 1) {
    await Promise.all(clients.map((client) => client.askAgain().catch(heed)));
    const { waiting } = await owner.sql.one<{ waiting: boolean }>(
      'select exists (select from platform_deal where is_posted and posted_at is null) as waiting',
    );
    if (!waiting && (await countUnderWay(owner.sql, paidIn(journal.file))) === 0) return;
    await wait(betweenLooksMs);
  }
  throw new Error('not everything came to its end');
}

/** Not answered is asked once more; anything else is a fault. */
function heed(error: unknown): void {
  if (!(error instanceof Unanswered)) throw error;
}

/** Both books beside what the clients were told, as the drill of crashes judges them. */
export async function faultsOf({ dataFolder, journal, since }: Ground, owner: Pick<Pool, 'sql'>): Promise<readonly string[]> {
  const verdict = await judge({ sql: owner.sql, dataFolder, journalFile: journal.file, since });
  return verdict.faults;
}
