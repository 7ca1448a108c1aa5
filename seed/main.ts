import { readCalendar } from '../src/areas/calendar/face.ts';
import { fetchRates, keepBrokerRate } from '../src/areas/rates/face.ts';
import type { ImportedTransfer } from '../src/areas/payments/face.ts';
import type { Sql } from '../src/base/sql.ts';
import { utcDay } from '../src/base/time.ts';
import { shippedBrokerRate } from '../src/law/brokerRates.ts';
import { outsideReference } from '../src/law/rates.ts';
import { seedClients } from './clients.ts';
import { seedForecasts } from './forecasts.ts';
import { seedGold } from './gold.ts';
import { seedFollowing } from './following.ts';
import { seedAccounts, seedPast } from './past.ts';
import { holdings } from './holdings.ts';
import { seedInvestors } from './investors.ts';
import type { SeedNeeds } from './needs.ts';
import { personas } from './personas.ts';
import { planAccounts, type PlannedAccount, type SeededClient } from './plan.ts';
import { takeIntoPlatforms } from './platforms.ts';
import { seedSignals } from './signals.ts';
import { seedStaff } from './staff.ts';
import { seedStock } from './stock.ts';
import { seedStrategies } from './strategies.ts';
import { seedTransfers } from './transfers.ts';

export type { SeedNeeds } from './needs.ts';

/**
 * Fills an empty application with the seeded clients and their histories: on both platforms and in the database, which hold the
 * same to the cent. The database is written in one transaction, so that a run that died leaves an empty application behind and
 * the next begins anew; in an application that has clients nothing is changed. Answers whether it was empty.
 */
export async function seedAll(needs: SeedNeeds, progress: (text: string) => void): Promise<boolean> {
  const { database, clock, settings } = needs;
  const { filled } = await database.sql.one<{ filled: boolean }>('select exists (select from client) as filled');
  if (filled) return false;
  progress('Seeding the clients and their histories …');
  const now = clock.now();
  const rates = await fetchRates({ ...database, now, source: needs.referenceRates });
  if (rates.outcome === 'unknown') throw new Error(`the seeds need reference rates: ${rates.reason}`);
  if (needs.calendar) await readCalendar({ ...database, now, calendar: needs.calendar });
  await database.transact(async (sql) => {
    // The platforms are spoken to on the way, however long they take.
    await sql.run('set local idle_in_transaction_session_timeout = 0');
    await seedBrokerRates(sql, now);
    await seedStaff(sql, now);
    const ids = await seedClients(sql, now);
    const clients: SeededClient[] = personas.map((persona) => {
      const id = ids.get(persona.name);
      if (id === undefined) throw new Error(`${persona.name} has no client record`);
      return { id, persona, holdings: holdings[persona.name] ?? {} };
    });
    const accounts: PlannedAccount[] = [];
    const transfers: ImportedTransfer[] = [];
    for (const client of clients) {
      const own = await planAccounts(sql, client, now);
      accounts.push(...own);
      transfers.push(...(await seedTransfers(sql, { client, accounts: own, settings: settings(), now })));
    }
    for (const client of clients) await seedGold(sql, client, now);
    await seedStock(sql, now);
    const moves = transfers.flatMap(({ platformMoves }) => platformMoves);
    const taken = await takeIntoPlatforms(needs, { accounts, moves, now });
    const past = { clients, accounts, transfers, taken, settings: settings(), now };
    const dealt = await seedAccounts(sql, past);
    const strategies = await seedStrategies(sql, { clients, accounts, now });
    const { follows, deals } = taken;
    const shared = await seedFollowing(sql, { follows, transfers, deals: deals.mt4, strategies, now });
    await seedPast(sql, past, [...dealt, ...shared]);
    await seedInvestors(sql, { clients, settings: settings(), now });
    await seedForecasts(sql, now);
    await seedSignals(sql, { platform: needs.platforms.mt5, now });
  });
  return true;
}

/** The broker has looked at its own rates today and left them as they ship. */
async function seedBrokerRates(sql: Sql, now: Date): Promise<void> {
  const day = utcDay(now);
  for (const currency of outsideReference) {
    const shipped = shippedBrokerRate(currency, day);
    if (shipped) await keepBrokerRate(sql, { currency, day, rate: shipped.rate, author: 'seed', at: now });
  }
}

/** Only the clients, without anything of theirs: for tests that give them what they need. */
export async function seedClientsOnly(needs: Pick<SeedNeeds, 'database' | 'clock'>): Promise<void> {
  await needs.database.transact(async (sql) => {
    await seedStaff(sql, needs.clock.now());
    await seedClients(sql, needs.clock.now());
  });
}
