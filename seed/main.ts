import type { Database } from '../src/base/sql.ts';
import type { Clock } from '../src/base/time.ts';
import { seedClients } from './clients.ts';
import { seedInbox } from './inbox.ts';

/** What seeding takes of the house. */
export interface SeedNeeds {
  readonly database: Database;
  readonly clock: Clock;
  /** Where the platforms' stand-ins take imported accounts, and the key that opens it. */
  readonly vendors: Readonly<Record<'mt5' | 'mt4', { readonly address: string; readonly password: string }>>;
}

/** Fills an empty house with the seeded clients and their histories. A second run changes nothing. */
export async function seedHouse(needs: SeedNeeds, progress: (text: string) => void): Promise<void> {
  progress('Seeding the clients and their histories …');
  await needs.database.transact(async (sql) => {
    const now = needs.clock.now();
    const clients = await seedClients(sql, now);
    await seedInbox(sql, clients, now);
  });
}
