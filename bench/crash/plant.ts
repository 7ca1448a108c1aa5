import type { Sql } from '../../src/base/sql.ts';
import { drilledProviders, type DrilledProvider, type ProviderLog } from './provider.ts';

/** Of movements: each is taken away, or posted again. */
export const plants = ['lost', 'doubled'] as const;
export type Plant = (typeof plants)[number];

/** The last of each is spoilt. */
const movements = {
  transfer: `select m.id from ledger_movement m join remittance r on m.key = 'transfer_to_wallet:' || r.id
     where r.phase = 'completed' order by m.id desc limit 1`,
  'gold trade': `select id from ledger_movement where key like 'gold_trade:%' order by id desc limit 1`,
  withdrawal: `select m.id from ledger_movement m join remittance r on m.key = 'withdrawal_held:' || r.id
     where r.phase = 'completed' order by m.id desc limit 1`,
  /** Of a withdrawal of which another part was paid. */
  'part given back': `select m.id from ledger_movement m join payout p on m.key = 'withdrawal_released:' || p.remittance_id || '-' || p.id
     join remittance r on r.id = p.remittance_id where r.phase = 'completed' order by m.id desc limit 1`,
} as const;
export type Spoilt = keyof typeof movements;

/**
 * Spoils movements behind everybody's back, so that the drill can be seen to find out. Wants the owner's transaction; answers the codes
 * of the ledger accounts that are wrong from now on.
 */
export async function plantDefect(sql: Sql, plant: Plant, of: readonly Spoilt[] = ['transfer']): Promise<readonly string[]> {
  // The database itself lets no wallet be overdrawn.
  await sql.run('alter table ledger_account drop constraint ledger_account_floor');
  const codes: string[] = [];
  for (const what of of) {
    const found = await sql.maybe<{ id: bigint }>(movements[what]);
    if (!found) throw new Error(`there is no ${what} to spoil`);
    codes.push(...(await spoilMovement(sql, plant, found.id)));
  }
  return codes;
}

/** A defect of what is told, to the portal and inside it. */
export interface TellingPlant {
  readonly name: string;
  /** The fault that has to be found. */
  readonly seen: RegExp;
  /** What the providers have written down then. */
  readonly log?: (log: ProviderLog) => ProviderLog;
  /** What spoils the database. */
  readonly sql?: string;
}

/** The last that this provider has paid, and all others. */
function partedBy({ paid }: ProviderLog, provider: DrilledProvider) {
  const last = paid.findLast((one) => one.provider === provider);
  return { last: last ? [last] : [], others: paid.filter((one) => one !== last) };
}

const payoutPlants = (provider: DrilledProvider): readonly TellingPlant[] => [
  {
    name: `a payout that ${provider} has not made`,
    seen: /^payout \d+ .* is completed, and the provider has paid nothing$/,
    log: (log) => ({ ...log, paid: partedBy(log, provider).others }),
  },
  {
    name: `a payout that ${provider} has made twice`,
    seen: /^payout \d+ .* is completed, and the provider has paid .*, /,
    log: (log) => ({ ...log, paid: [...log.paid, ...partedBy(log, provider).last] }),
  },
];

export const tellingPlants: readonly TellingPlant[] = [
  ...drilledProviders.flatMap(payoutPlants),
  {
    name: 'a payment that the provider has taken and nobody has booked',
    seen: /^the provider holds -?\d+ \w+ at \w+ more by its log/,
    log: (log) => ({ ...log, taken: [...log.taken, ...log.taken.slice(-1).map((one) => ({ ...one, reference: 'nobody’s' }))] }),
  },
  {
    name: 'a message that the provider was not heard with',
    seen: /were not acknowledged$/,
    log: (log) => ({ ...log, undelivered: 1 }),
  },
  {
    name: 'a message that was taken in and forgotten',
    seen: /taken in and not heard$/,
    sql: `update webhook_message set processed_at = null where id = (select max(id) from webhook_message where verdict = 'accepted')`,
  },
  {
    name: 'a row left in the outbox',
    seen: /rows of the outbox are due/,
    sql: `update outbox set done_at = null, due_at = due_at - interval '1 hour' where id = (select max(id) from outbox where done_at is not null)`,
  },
];

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
