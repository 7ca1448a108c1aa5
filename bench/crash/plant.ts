import type { Sql } from '../../src/base/sql.ts';

export const plants = ['lost', 'doubled'] as const;
export type Plant = (typeof plants)[number];

/**
 * Spoils the last acknowledged transfer into a wallet, and the last trade in gold, behind everybody's back, so that the drill can be seen to find out. Wants the
 * owner's transaction; answers the codes of the ledger accounts that are wrong from now on.
 */
export async function plantDefect(sql: Sql, plant: Plant): Promise<readonly string[]> {
  const { id } = await sql.one<{ id: bigint }>(
    `select m.id from ledger_movement m join remittance r on m.key = 'transfer_to_wallet:' || r.id and r.phase = 'completed'
     order by m.id desc limit 1`,
  );
  const gold = await sql.one<{ id: bigint }>(
    `select id from ledger_movement where key like 'gold_trade:%' order by id desc limit 1`,
  );
  return [...(await spoilMovement(sql, plant, id)), ...(await spoilMovement(sql, plant, gold.id))];
}

/** Takes a movement away or posts it again, with balances made to fit, as no defect of the application's role could. */
export async function spoilMovement(sql: Sql, plant: Plant, id: bigint): Promise<readonly string[]> {
  // Entries are never changed or deleted: their guards have to be put out of action first.
  await sql.run('set local session_replication_role = replica');
  const spoilt = await sql.many<{ code: string }>(
    `update ledger_account a set balance = a.balance + moved.minor from (
       select account, sum(minor)::bigint * $2 as minor from (
         select to_account as account, amount as minor from ledger_entry where movement_id = $1
         union all select from_account, -amount from ledger_entry where movement_id = $1
       ) legs group by account
     ) moved where moved.account = a.id and a.balance is not null and a.kind <> 'hold' returning a.code`,
    [id, plant === 'lost' ? -1 : 1],
  );
  if (plant === 'lost') {
    await sql.run('delete from ledger_entry where movement_id = $1', [id]);
    await sql.run('delete from ledger_movement where id = $1', [id]);
  } else await postAgain(sql, id);
  return spoilt.map(({ code }) => code);
}

async function postAgain(sql: Sql, id: bigint): Promise<void> {
  const copy = await sql.one<{ id: bigint }>(
    `insert into ledger_movement (key, kind, company, at, transaction_id)
     select key || ':again', kind, company, at, pg_current_xact_id()::text::bigint from ledger_movement where id = $1 returning id`,
    [id],
  );
  await sql.run(
    `insert into ledger_entry select $2, line, from_account, to_account, amount, from_balance, to_balance,
       pg_current_xact_id()::text::bigint from ledger_entry where movement_id = $1`,
    [id, copy.id],
  );
}
