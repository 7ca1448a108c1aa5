import type { Sql } from '../src/base/sql.ts';
import { parseWeight } from '../src/base/weight.ts';
import { post } from '../src/ledger/book.ts';
import { gold, opening } from '../src/ledger/chart.ts';
import { momentOf, type SeededClient } from './plan.ts';

/** The gold that a client had before this ledger. */
export async function seedGold(sql: Sql, { id, persona, holdings }: SeededClient, now: Date): Promise<void> {
  if (holdings.gold === undefined) return;
  const minor = parseWeight(holdings.gold, 'g');
  if (minor === undefined) throw new Error(`${holdings.gold} are no grams`);
  const owner = { company: persona.company, clientId: id };
  const leg = { from: opening(persona.company, 'XAU'), to: gold(owner), minor };
  const at = momentOf(now, 300, `${persona.name}/gold`);
  await post(sql, { movement: { key: `opening_balance:${id}:XAU`, kind: 'opening_balance', legs: [leg], at } });
}
