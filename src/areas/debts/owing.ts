import { type ClientId, type RemittanceId } from '../../base/id.ts';
import type { Currency } from '../../base/currency.ts';
import { formatMoney, money, type Money } from '../../base/money.ts';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { Sql } from '../../base/sql.ts';
import { amountSaid } from '../../base/wording.ts';
import { askedCollections, debtColumns, openDebts, payDebt, type Debt } from './store.ts';

/** What a client owes in one currency. */
export interface Owed {
  readonly companyId: CompanyId;
  readonly currency: Currency;
  /** The oldest first. */
  readonly debts: readonly Debt[];
  /** All that is owed. */
  readonly owed: Money;
  /** The same without what trading platforms have been asked for and may have done. */
  readonly left: bigint;
}

/** What a client owes, by currency; none: nothing. */
export async function owedBy(sql: Sql, clientId: ClientId): Promise<readonly Owed[]> {
  const debts = await openDebts(sql, clientId);
  if (debts.length === 0) return [];
  const asked = await askedCollections(sql, clientId);
  const currencies = [...new Set(debts.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const own = debts.filter((debt) => debt.currency === currency);
    const owed = sum(own.map(({ remaining }) => remaining));
    const underWay = sum(asked.filter((each) => each.currency === currency).map(({ amount }) => amount));
    const [{ companyId }] = own as [Debt, ...Debt[]];
    return { companyId, currency, debts: own, owed: money(owed, currency), left: owed > underWay ? owed - underWay : 0n };
  });
}

/** What looking for debts needs of a call. */
export interface DebtContext {
  readonly sql: Sql;
  readonly client: { readonly id: ClientId };
  readonly refuse: (code: 'debt_open', detail?: RefusalDetail) => never;
}

/** Whoever owes something lets nothing leave, as money or as gold: what there is pays that first. */
export async function requireNothingOwed(ctx: DebtContext, field: string): Promise<void> {
  const [debt] = await owedBy(ctx.sql, ctx.client.id);
  if (!debt) return;
  const { owed } = debt;
  ctx.refuse('debt_open', {
    field,
    values: { debt: amountSaid(owed) },
    data: { debt: formatMoney(owed), currency: owed.currency },
  });
}

/**
 * Pays of the debt that a reversal has left, at most so much, and answers how much that was: never what somebody is just taking
 * elsewhere. The caller holds `lockDebts` and posts it in the same transaction.
 */
export async function payOfReversal(
  sql: Sql,
  { remittanceId, most, at }: { readonly remittanceId: RemittanceId; readonly most: bigint; readonly at: Date },
): Promise<bigint> {
  const debt = await debtOf(sql, remittanceId);
  if (!debt || debt.remaining === 0n) return 0n;
  const free = (await owedBy(sql, debt.clientId)).find(({ currency }) => currency === debt.currency)?.left ?? 0n;
  const minor = [debt.remaining, free, most].reduce((least, each) => (each < least ? each : least));
  if (minor > 0n) await payDebt(sql, { id: debt.id, minor, at });
  return minor;
}

/** Writes down what a client owes from now on. */
export async function insertDebt(sql: Sql, debt: Omit<Debt, 'id' | 'remaining'>): Promise<void> {
  await sql.run(
    `insert into client_debt (remittance_id, client_id, company_id, currency, amount, remaining, opened_at, looked_at)
     values ($1, $2, $3, $4, $5, $5, $6, $6)`,
    [debt.remittanceId, debt.clientId, debt.companyId, debt.currency, debt.amount, debt.openedAt],
  );
}

/** What is owed of a reversal; undefined: nothing ever was. */
export function debtOf(sql: Sql, remittanceId: RemittanceId): Promise<Debt | undefined> {
  return sql.maybe<Debt>(`select ${debtColumns} from client_debt d where d.remittance_id = $1`, [remittanceId]);
}

/** Whoever holds it is alone in taking anything of the client's debts; until the transaction ends. */
export async function lockDebts(sql: Sql, clientId: ClientId): Promise<void> {
  await sql.one(`select pg_advisory_xact_lock(hashtext('client_debt'), $1)::text as locked`, [clientId]);
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
