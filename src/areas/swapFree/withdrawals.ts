import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { swapFreeReasons, type SwapFreeReason } from '../../law/swapFree.ts';

/** The right was taken from a client. */
export interface Withdrawal {
  readonly id: number;
  readonly reason: SwapFreeReason;
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly withdrawnAt: Date;
  /** From then on the client's accounts have swap. */
  readonly countsFrom: Date;
  readonly returnedAt: Date | null;
  readonly returnedBy: string | null;
}

type WithdrawalRow = Omit<Withdrawal, 'reason'> & { readonly reason: string };

const columns = `id, because as reason, asked_by as "askedBy", approved_by as "approvedBy", withdrawn_at as "withdrawnAt",
  counts_from as "countsFrom", returned_at as "returnedAt", returned_by as "returnedBy"`;

function kept(row: WithdrawalRow): Withdrawal {
  const reason = swapFreeReasons.find((each) => each === row.reason);
  if (!reason) throw new Error(`the withdrawal ${row.id} has no reason that we know`);
  return { ...row, reason };
}

/** The latest first. */
export async function withdrawalsOf(sql: Sql, client: ClientId, limit = 20): Promise<Withdrawal[]> {
  const rows = await sql.many<WithdrawalRow>(
    `select ${columns} from swap_free_withdrawal where client_id = $1 order by id desc limit $2`,
    [client, limit],
  );
  return rows.map(kept);
}

/** The one that holds at present, whether swap is charged already or will be. */
export async function openWithdrawal(sql: Sql, client: ClientId): Promise<Withdrawal | undefined> {
  const row = await sql.maybe<WithdrawalRow>(
    `select ${columns} from swap_free_withdrawal where client_id = $1 and returned_at is null`,
    [client],
  );
  return row && kept(row);
}

/** Undefined where the right is withdrawn already. */
export async function withdraw(
  sql: Sql,
  of: Pick<Withdrawal, 'reason' | 'askedBy' | 'approvedBy' | 'withdrawnAt' | 'countsFrom'> & { readonly client: ClientId },
): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into swap_free_withdrawal (client_id, because, asked_by, approved_by, withdrawn_at, counts_from)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [of.client, of.reason, of.askedBy, of.approvedBy, of.withdrawnAt, of.countsFrom],
  );
  return row?.id;
}

/** Undefined where it is not withdrawn. */
export async function giveBack(
  sql: Sql,
  of: { readonly client: ClientId; readonly by: string; readonly at: Date },
): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `update swap_free_withdrawal set returned_at = $2, returned_by = $3 where client_id = $1 and returned_at is null returning id`,
    [of.client, of.at, of.by],
  );
  return row?.id;
}

/** An account that is to stand in another group. */
export interface Change {
  readonly withdrawal: number;
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  /** What it is to be. */
  readonly swapFree: boolean;
}

/**
 * Accounts whose right is withdrawn and that are without swap all the same, and those that go back, behind the one of that number.
 * Of one whose leverage or kind is being changed the platform is asked later.
 */
export async function changesDue(
  sql: Sql,
  of: { readonly now: Date; readonly after: number; readonly limit: number },
): Promise<Change[]> {
  const rows = await sql.many<{ withdrawal: number; number: number; client: number; swapFree: boolean }>(
    `select * from (
       select w.id as withdrawal, a.number, a.client_id as client, false as "swapFree"
         from swap_free_withdrawal w join trading_account a on a.client_id = w.client_id
        where w.returned_at is null and w.counts_from <= $1 and a.swap_free and not a.is_demo and a.status = 'active'
          and a.leverage_wanted is null
       union all
       select c.withdrawal_id, a.number, a.client_id, true
         from swap_free_change c join swap_free_withdrawal w on w.id = c.withdrawal_id join trading_account a using (number)
        where w.returned_at is not null and c.changed_back_at is null and a.status = 'active' and a.leverage_wanted is null
          and not exists (select from swap_free_withdrawal s where s.client_id = a.client_id and s.returned_at is null)
     ) due where number > $2 order by number limit $3`,
    [of.now, of.after, of.limit],
  );
  return rows.map(({ number, client, ...row }) => ({ ...row, number: accountNumber(number), clientId: clientId(client) }));
}

/** An account becomes another of its client's, in another company: what was taken from the one comes back to the other. */
export async function copyChange(sql: Sql, { from, to }: { readonly from: number; readonly to: number }): Promise<void> {
  await sql.run(
    `insert into swap_free_change (withdrawal_id, number, changed_at)
     select withdrawal_id, $2, changed_at from swap_free_change where number = $1 and changed_back_at is null`,
    [from, to],
  );
}

export async function keepChange(sql: Sql, { withdrawal, number, swapFree }: Change, now: Date): Promise<void> {
  if (swapFree) {
    await sql.run('update swap_free_change set changed_back_at = $2 where number = $1 and changed_back_at is null', [
      number,
      now,
    ]);
    return;
  }
  await sql.run(`insert into swap_free_change (withdrawal_id, number, changed_at) values ($1, $2, $3) on conflict do nothing`, [
    withdrawal,
    number,
    now,
  ]);
}
