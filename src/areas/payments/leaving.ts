import type { Currency } from '../../base/currency.ts';
import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { trading } from '../../ledger/chart.ts';
import type { PlatformAccount } from '../../ports/platform/port.ts';
import { unpostedResult } from '../reconciliation/face.ts';
import { balanceOperations } from '../platformOperations/face.ts';
import { tagOf, withdrawable, type Phase } from './rules.ts';
import type { Needs } from './context.ts';

/** A trading account that money is to leave. */
export interface LeftAccount {
  readonly platform: PlatformKey;
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly currency: Currency;
}

export type Leavable =
  | { readonly outcome: 'done'; readonly minor: bigint; readonly account: PlatformAccount }
  /** Its two books differ, and nobody has said why: no money leaves until they agree. */
  | { readonly outcome: 'shut' }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unknown' };

/**
 * What may leave a trading account: what the platform would let go, and of that never what the platform alone has. What stands there
 * beyond the ledger's balance and what is under way (a deposit that was credited twice, perhaps) is not the client's to move.
 */
export async function leavable(needs: Pick<Needs, 'platforms' | 'clock'>, sql: Sql, left: LeftAccount): Promise<Leavable> {
  const platform = needs.platforms[left.platform];
  const [told, { known, isShut }] = await Promise.all([platform.account(left.number), knownOf(sql, left)]);
  if (isShut) return { outcome: 'shut' };
  if (told.outcome !== 'done') return { outcome: isNotFound(told) ? 'not_found' : 'unknown' };
  const { account } = told;
  const free = withdrawable(account);
  if (account.balance <= known) return { outcome: 'done', minor: free, account };
  // What has happened since the ledger was read makes no difference; nor does a trade's result that is on its way into it.
  const later = await knownOf(sql, left);
  const result = await unpostedResult({ sql, platform, server: left.platform, now: needs.clock.now() }, left.number);
  if (result === undefined) return { outcome: 'unknown' };
  const excess = account.balance - (later.known > known ? later.known : known) - result;
  return { outcome: 'done', minor: excess <= 0n ? free : free > excess ? free - excess : 0n, account };
}

const isNotFound = (told: { readonly outcome: string; readonly code?: string }) =>
  told.outcome === 'refused' && told.code === 'not_found';

interface Known {
  /** The most that the platform can rightly have: what the ledger holds, and what is under way and may be there already, or still. */
  readonly known: bigint;
  readonly isShut: boolean;
}

/** Two statements. */
async function knownOf(sql: Sql, left: LeftAccount): Promise<Known> {
  const { platform, number: login } = left;
  const { held, isShut, movements } = await bookOf(sql, left);
  const expected = movements.map((movement) => expectedOf(movement, login));
  const tags = expected.map(({ tag }) => tag);
  const operations = await balanceOperations(sql, { platform, login, tags });
  const states = new Map(operations.map(({ tag, state }) => [tag, state]));
  const underWay = expected.map(({ tag, amount, isThereUntilDone }) => {
    const state = states.get(tag) ?? 'idle';
    const mayBeThere = isThereUntilDone ? state !== 'done' : state !== 'idle' && state !== 'refused';
    return mayBeThere ? amount : 0n;
  });
  // In the ledger, what is to be taken back is there until it is; what is to be given back is gone until it may have been given.
  const toTakeBack = operations
    .filter(({ isSurplus, amount, state }) => isSurplus && (amount < 0n || (state !== 'idle' && state !== 'refused')))
    .map(({ amount }) => amount);
  return { known: [...underWay, ...toTakeBack].reduce((sum, amount) => sum + amount, held), isShut };
}

/** A movement that is under way at a trading account. */
interface MovementOn {
  readonly reference: string;
  readonly phase: Phase;
  readonly accountNumber: AccountNumber;
  readonly amount: string;
  readonly accountAmount: string;
}

const mostUnderWay = 1000;

interface BookRow {
  readonly held: bigint;
  readonly isShut: boolean;
  /** What of the client's is being taken out of the account, paid into it, or given back to it. */
  readonly movements: readonly MovementOn[];
}

/** What our own books say of a trading account. */
async function bookOf(sql: Sql, { clientId, companyId: company, number, currency }: LeftAccount): Promise<BookRow> {
  return sql.one<BookRow>(
    `select coalesce((select balance from ledger_account where code = $3), 0) as held,
       coalesce((select is_under_review from funding_account where number = $2), false) as "isShut",
       coalesce((select jsonb_agg(m) from (
         select r.reference, u.phase, r.account_number as "accountNumber", r.amount::text, r.account_amount::text as "accountAmount"
         from remittance_under_way u join remittance r on r.id = u.remittance_id
         where u.client_id = $1 and (u.phase in ('held', 'awaiting_approval', 'returning', 'received') and r.account_number = $2
           or u.phase = 'sent' and r.target_number = $2) limit ${mostUnderWay}
       ) m), '[]') as movements`,
    [clientId, number, trading({ company, clientId }, currency, number).code],
  );
}

/** What a movement may have on the account besides what the ledger says: what was set aside there, or is being paid in. */
function expectedOf(movement: MovementOn, login: AccountNumber) {
  const { phase, reference, accountNumber } = movement;
  const [amount, accountAmount] = [BigInt(movement.amount), BigInt(movement.accountAmount)];
  if (phase === 'held' || phase === 'awaiting_approval')
    return { tag: tagOf(reference, 'debit'), amount, isThereUntilDone: true };
  if (phase === 'returning') return { tag: tagOf(reference, 'return'), amount, isThereUntilDone: false };
  const isIn = phase === 'received' ? accountNumber === login : accountNumber !== login;
  return { tag: tagOf(reference, 'credit'), amount: isIn ? accountAmount : 0n, isThereUntilDone: false };
}
