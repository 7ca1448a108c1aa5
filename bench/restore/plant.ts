import { setTimeout as wait } from 'node:timers/promises';
import { recordAudit, sealAudit } from '../../src/ledger/audit.ts';
import { beginEra } from '../../src/ledger/era.ts';
import type { Pool } from '../../src/server/database/pool.ts';

/** Defects of a restore, so that the drill can be seen to find out. */
export const plants = ['gone on without an era', 'a movement that the dump has lost'] as const;
export type Plant = (typeof plants)[number];

const sealMost = 30;
const betweenSealsMs = 500;
const event = { actor: { kind: 'system', id: 'drill' }, action: 'drill.moved', subject: 'drill:1', at: new Date() } as const;

/** Wants a superuser's connections. */
export async function spoil(admin: Pool, plant: Plant): Promise<void> {
  if (plant === 'gone on without an era') {
    // As a program would that did not look: it writes, and counts its transactions from anew.
    await recordAudit(admin.sql, event);
    return;
  }
  await beginEra(admin.sql, { author: 'drill', at: new Date() });
  await admin.transact(async (sql) => {
    await sql.run('set local session_replication_role = replica');
    const { id } = await sql.one<{ id: bigint }>(`select max(id) as id from ledger_movement where kind <> 'opening_balance'`);
    await sql.run('delete from ledger_entry where movement_id = $1', [id]);
    await sql.run('delete from ledger_movement where id = $1', [id]);
  });
}

/** What was written since and is never sealed, a sentence. */
export async function sealFaults(owner: Pool): Promise<string[]> {
  let last = '';
  for (let count = 0; count < sealMost; count += 1) {
    try {
      await sealAudit(owner.sql);
      const { unsealed } = await owner.sql.one<{ unsealed: number }>(
        `select count(*)::integer as unsealed from audit_event e
         where not exists (select from audit_seal s where e.transaction_id >= s.from_transaction and e.transaction_id < s.upto_transaction)`,
      );
      if (unsealed === 0) return [];
      last = `${unsealed} events stand under no seal`;
    } catch (error) {
      return [`nothing is sealed any more: ${error instanceof Error ? error.message : String(error)}`];
    }
    await wait(betweenSealsMs);
  }
  return [last];
}
