import type { Sql } from '../../src/base/sql.ts';
import { sealAudit } from '../../src/ledger/audit.ts';
import type { Pool } from '../../src/server/database/pool.ts';
import { plantDefect, plants, tellingPlants, type Spoilt, type TellingPlant } from './plant.ts';
import { haveAllPaid, readProviders } from './provider.ts';
import { judge, type Evidence, type Verdict } from './verdict.ts';

type Papers = Omit<Evidence, 'sql'>;
type Say = (text: string) => void;

/** What is spoilt together. What comes back alone is spoilt alone, because other movements touch the same wallet. */
const spoilings: readonly (readonly [string, readonly Spoilt[]])[] = [
  ['movements', ['transfer', 'gold trade', 'withdrawal']],
  ['a part given back', ['part given back']],
];

/** Whether each provider has paid something out, and something of a withdrawal that was paid in part was given back. */
export async function hasAllToSpoil(sql: Sql, dataFolder: string): Promise<boolean> {
  const row = await sql.one<{ has: boolean }>(
    `select exists (select from payout p join remittance r on r.id = p.remittance_id
       where p.phase = 'released' and r.phase = 'completed') as has`,
  );
  return row.has && haveAllPaid(readProviders(dataFolder));
}

/** Plants each defect into what was sound, behind everybody's back: true when each is seen. */
export async function seesPlanted(owner: Pool, evidence: Papers, say: Say): Promise<boolean> {
  let isBlind = false;
  for (const plant of plants) {
    for (const [what, of] of spoilings) {
      const { spoilt, after } = await judgeSpoilt(owner, evidence, (sql) => plantDefect(sql, plant, of));
      const isSeen = spoilt.length > 0 && spoilt.every((code) => after.faults.some((fault) => fault.startsWith(`${code} holds`)));
      sayPlanted(say, `${what} ${plant}`, isSeen ? after.faults : []);
      isBlind ||= !isSeen;
    }
  }
  for (const plant of tellingPlants) {
    const faults = await judgeUntold(owner, evidence, plant);
    sayPlanted(say, plant.name, faults);
    isBlind ||= faults.length === 0;
  }
  return !isBlind;
}

function sayPlanted(say: Say, what: string, faults: readonly string[]): void {
  say(`  planted, ${what}: ${faults.length > 0 ? 'seen red' : 'NOT SEEN: the drill is blind'}`);
  for (const fault of faults.slice(0, 2)) say(`    ${fault}`);
}

/** The faults that this defect is to be found by. */
async function judgeUntold(owner: Pool, evidence: Papers, plant: TellingPlant): Promise<readonly string[]> {
  const provider = plant.log?.(readProviders(evidence.dataFolder));
  const { after } = await judgeSpoilt(owner, { ...evidence, ...(provider ? { provider } : {}) }, async (sql) => {
    if (plant.sql !== undefined) await sql.run(plant.sql);
    return [];
  });
  return after.faults.filter((fault) => plant.seen.test(fault));
}

/** Spoils and judges inside one transaction that is taken back, so that the real drill goes on with sound books. */
async function judgeSpoilt(owner: Pool, evidence: Papers, spoil: (sql: Sql) => Promise<readonly string[]>) {
  const takenBack = new Error('taken back');
  let judged: { readonly spoilt: readonly string[]; readonly after: Verdict } | undefined;
  try {
    await owner.transact(async (sql) => {
      // The sealing's lock first, as the worker takes it: whoever had a table before it would wait for the other in a circle.
      await sealAudit(sql);
      const spoilt = await spoil(sql);
      judged = { spoilt, after: await judge({ ...evidence, sql }) };
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  if (!judged) throw new Error('nothing was judged');
  return judged;
}
