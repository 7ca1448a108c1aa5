import type { Sql } from '../../src/base/sql.ts';
import { plants, spoilMovement, type Plant } from '../crash/plant.ts';

/* How what vendors have told of stands in the end, and defects of it. */

/** Spoils what has followed for that one, so that the drill can be seen to find out. Wants the owner's transaction. */
export type Plants = Readonly<Record<Plant, (sql: Sql, id: number) => Promise<void>>>;

export async function endOfDeposit(sql: Sql, id: number): Promise<string> {
  return joined(
    sql,
    `with taken as (select id, reason, phase, account_amount from remittance where reverses = $1),
       won as (select w.id, w.reason, w.phase, w.account_amount from remittance w join taken t on t.id = w.reverses),
       own as (select $1::integer as id union all select id from taken union all select id from won)
     select 'deposit ' || phase || ' ' || account_amount as line, 1 as place from remittance where id = $1
     union all select 'reversal ' || reason || ' ' || phase || ' ' || account_amount, 2 from taken
     union all select 'reversal ' || reason || ' ' || phase || ' ' || account_amount, 3 from won
     union all select 'transaction ' || kind || ' ' || coalesce(outcome, 'waits'), 4 from provider_transaction where remittance_id = $1
     union all select 'dispute ' || status, 5 from dispute where remittance_id = $1
     union all select 'movement ' || kind, 6 from ledger_movement m join own on split_part(m.key, ':', 2) = own.id::text
       where kind in ('deposit', 'reversal', 'won_back')`,
    id,
  );
}

export function endOfCard(sql: Sql, id: number): Promise<string> {
  return joined(
    sql,
    `select 'card ' || phase || ' ' || version as line, 1 as place from prepaid_card where id = $1
     union all select 'movement ' || kind, 2 from ledger_movement where key like 'prepaid_card:' || $1::integer || ':%'
     union all select 'notice ' || type, 3 from notice where key like 'prepaid_card:' || $1::integer || ':%'`,
    id,
  );
}

export function endOfCheck(sql: Sql, client: number): Promise<string> {
  return joined(
    sql,
    `select 'check ' || phase as line, 1 as place from verification where client_id = $1
     union all select 'accepted ' || count(*), 2 from audit_event where client_id = $1 and action = 'verification.followed'
       and detail ->> 'to' = 'accepted'
     union all select 'paper ' || kind || ' ' || status, 3 from document where client_id = $1 and via = 'vendor'
       and kind in ('identity', 'residence')
     union all select 'notice ' || type, 4 from notice where client_id = $1 and type = 'document_approved'`,
    client,
  );
}

async function joined(sql: Sql, lines: string, id: number): Promise<string> {
  const rows = await sql.many<{ line: string }>(`select line from (${lines}) told order by place, line limit 50`, [id]);
  return rows.map(({ line }) => line).join(', ');
}

/** Of money: its last movement of that kind is taken away, or posted again. */
export const plantsOfMoney = (kind: 'won_back' | 'deposit'): Plants =>
  plantsOf(async (sql, plant) => {
    const { id } = await sql.one<{ id: bigint }>('select max(id) as id from ledger_movement where kind = $1', [kind]);
    await spoilMovement(sql, plant, id);
  });

export const plantsOfCard = plantsOf((sql, plant, id) =>
  spoilNotice(sql, plant, { where: `key like 'prepaid_card:' || $1::integer || ':%'`, id }),
);

export const plantsOfCheck = plantsOf((sql, plant, id) =>
  spoilNotice(sql, plant, { where: `client_id = $1 and type = 'document_approved'`, id }),
);

function plantsOf(spoil: (sql: Sql, plant: Plant, id: number) => Promise<unknown>): Plants {
  const [lost, doubled] = plants.map((plant) => async (sql: Sql, id: number) => void (await spoil(sql, plant, id)));
  if (!lost || !doubled) throw new Error('an effect is lost or doubled');
  return { lost, doubled };
}

async function spoilNotice(
  sql: Sql,
  plant: Plant,
  { where, id }: { readonly where: string; readonly id: number },
): Promise<void> {
  await sql.run('set local session_replication_role = replica');
  if (plant === 'lost') await sql.run(`delete from notice where ${where}`, [id]);
  else
    await sql.run(
      `insert into notice (client_id, type, level, values, is_closable, display, key, created_at)
       select client_id, type, level, values, is_closable, display, key || ':again', created_at from notice where ${where}`,
      [id],
    );
}
