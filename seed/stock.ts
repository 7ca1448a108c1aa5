import { createHash } from 'node:crypto';
import { bringStock } from '../src/areas/vaults/face.ts';
import type { Sql } from '../src/base/sql.ts';
import { after, dayMs, hourMs } from '../src/base/time.ts';
import { parseWeight } from '../src/base/weight.ts';

/** What lies in Zurich for the seeded clients' gold, to the gram: bars of the sizes that are delivered, and the rest unallocated. */
const bars = [
  ['AT-50001', '5'],
  ['AT-10001', '1'],
  ['AT-10002', '1'],
  ['AT-10003', '1'],
  ['AT-10004', '1'],
] as const;
const unallocated = '3.5';

export async function seedStock(sql: Sql, now: Date): Promise<void> {
  const weighed = bars.map(([serial, grams]) => ({ refiner: 'Helvetia Refining', serial, weight: weightOf(grams) }));
  const weight = weighed.reduce((sum, bar) => sum + bar.weight, 0n);
  await bringStock(sql, {
    purchase: {
      vault: 'zurich',
      company: 3,
      reference: 'HR-2091',
      weight,
      cost: 108_000n,
      bars: weighed,
      at: after(now, -300 * dayMs),
    },
    statement: {
      vault: 'zurich',
      number: 'ZH-SEED',
      digest: createHash('sha256').update('ZH-SEED').digest(),
      asOf: after(now, -8 * hourMs),
      unallocated: weightOf(unallocated),
      broughtBy: 'finance',
      importedAt: after(now, -6 * hourMs),
    },
  });
}

function weightOf(grams: string): bigint {
  const weight = parseWeight(grams, 'g');
  if (weight === undefined) throw new Error(`${grams} are no grams`);
  return weight;
}
