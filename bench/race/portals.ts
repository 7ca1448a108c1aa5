import { rmSync } from 'node:fs';
import { openPool, type Pool } from '../../src/server/database/pool.ts';
import { openServerProcess } from '../server.ts';
import { change } from '../transfers/portal.ts';
import { openVendorsProcess } from '../vendors.ts';

/** Two server processes on one database and one set of vendors. */
export interface Portals {
  readonly urls: readonly [string, string];
  /** Where the vendors' helpers are. */
  readonly vendors: string;
  readonly owner: Pool;
  close(): Promise<void>;
}

const many = { count: 1_000_000, seconds: 60 };
/** What keeps a client from asking so often would keep the drill out; and nothing is taken for not having traded. */
const wide = {
  'calls.perAddress': many,
  'calls.perAddressBurst': { ...many, seconds: 1 },
  'calls.perNetwork': many,
  'calls.perClient': many,
  'calls.writesPerClient': many,
  'challenge.resendSeconds': 1,
  'challenge.maxPerDay': 1_000_000,
  'challenge.maxWrongPerDay': 1_000_000,
  'withdraw.noTradingBasisPoints': 0,
} as const;

export async function openPortals(folder: string): Promise<Portals> {
  const closers: (() => Promise<void>)[] = [() => Promise.resolve(rmSync(folder, { recursive: true, force: true }))];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const vendors = await openVendorsProcess(folder, 'Europe/Athens');
    closers.push(() => vendors.stop());
    const first = await openServerProcess(folder, { SANDBOX_VENDORS: vendors.address });
    closers.push(() => first.stop());
    await first.start();
    const second = await openServerProcess(folder, { SANDBOX_VENDORS: vendors.address, DATABASE_URL: first.databaseUrl() });
    closers.push(() => second.stop());
    await second.start();
    const owner = openPool({ url: first.databaseUrl(), max: 2 });
    closers.push(() => owner.close());
    await change(owner, wide);
    return { urls: [first.url, second.url], vendors: vendors.address, owner, close };
  } catch (error) {
    await close();
    throw error;
  }
}
