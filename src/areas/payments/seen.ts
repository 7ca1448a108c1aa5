import type { RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { coinAsked } from '../../law/coins.ts';
import { staleLine } from '../../protocol/topics.ts';
import type { LookUpParts } from './context.ts';
import * as movements from './movements.ts';
import { noteInTimeline, type Remittance } from './store.ts';

/* Payments that were seen and are not decided: their deposits are neither cancelled nor paid once more. */

type Waiting = Pick<Remittance, 'id' | 'type' | 'phase'>;

/** Whether its payer has done their part of a payment that is still waited for. */
export async function isPaymentSeen(sql: Sql, { id, type, phase }: Waiting): Promise<boolean> {
  if (type !== 'deposit' || (phase !== 'starting' && phase !== 'waiting_payment')) return false;
  const { isSeen } = await sql.one<{ isSeen: boolean }>(
    `select exists (select from provider_transaction where remittance_id = $1 and kind = 'payment' and status = 'pending'
       and on_its_way and outcome is null) as "isSeen"`,
    [id],
  );
  return isSeen;
}

/** How many confirmations of its network a coin's deposit waits for; undefined for any other. */
export function confirmationsOf({ details }: Pick<Remittance, 'details'>): number | undefined {
  return coinAsked(details)?.coin.confirmations;
}

/** Its client reads in the timeline that it was seen, once. */
export async function tellSeen({ needs, run }: LookUpParts, remittance: Remittance): Promise<void> {
  const { id } = remittance;
  if (!(await isPaymentSeen(run.sql, remittance)) || (await isToldSeen(run.sql, id))) return;
  await run.transact(async (sql) => {
    await sql.one('select id from remittance where id = $1 for update', [id]);
    if (await isToldSeen(sql, id)) return;
    const confirmations = confirmationsOf(remittance);
    const seen =
      confirmations === undefined
        ? ({ code: 'payment_seen', values: {} } as const)
        : ({ code: 'coin_seen', values: { confirmations } } as const);
    await noteInTimeline(sql, id, { ...seen, at: needs.clock.now() });
    await run.tellIn(sql, movements.ofClient(staleLine(movements.restTopics), remittance));
  });
}

async function isToldSeen(sql: Sql, id: RemittanceId): Promise<boolean> {
  const { isTold } = await sql.one<{ isTold: boolean }>(
    `select exists (select from remittance_stage where remittance_id = $1 and code in ('payment_seen', 'coin_seen')) as "isTold"`,
    [id],
  );
  return isTold;
}

/** Asks again only then, whoever waits for it. */
export async function waitLonger(sql: Sql, id: RemittanceId, until: Date): Promise<void> {
  await sql.run('select remittance_wait($1, $2)', [id, until]);
}
