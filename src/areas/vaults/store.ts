import type { Sql } from '../../base/sql.ts';
import type { GoldVaultKey } from '../../law/goldVaults.ts';
import type { CompanyId } from '../../law/regions/profile.ts';

/* Weights are tenths of a microgram, amounts cents. */

export interface KeptStatement {
  readonly id: number;
  readonly vault: GoldVaultKey;
  readonly number: string;
  readonly asOf: Date;
  readonly unallocated: bigint;
  readonly broughtBy: string;
  readonly importedAt: Date;
}

const statementColumns = `id, vault, number, as_of as "asOf", unallocated, brought_by as "broughtBy", imported_at as "importedAt"`;

/** Keeps a statement; undefined when the file, or the number, is known. */
export function addStatement(
  sql: Sql,
  added: Omit<KeptStatement, 'id'> & { readonly digest: Buffer; readonly fileId: string | null },
): Promise<KeptStatement | undefined> {
  return sql.maybe<KeptStatement>(
    `insert into gold_vault_statement (digest, vault, number, as_of, unallocated, brought_by, file_id, imported_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning ${statementColumns}`,
    [added.digest, added.vault, added.number, added.asOf, added.unallocated, added.broughtBy, added.fileId, added.importedAt],
  );
}

/** What tells of the latest instant; of a vault where one is named. */
export function latestStatements(sql: Sql, limit: number, vault?: GoldVaultKey): Promise<KeptStatement[]> {
  return sql.many<KeptStatement>(
    `select ${statementColumns} from gold_vault_statement where $2::text is null or vault = $2
     order by as_of desc, id desc limit $1`,
    [limit, vault ?? null],
  );
}

export interface KeptCheck {
  readonly id: number;
  readonly vault: GoldVaultKey;
  readonly at: Date;
  readonly clients: bigint;
  readonly bars: bigint;
  readonly unallocated: bigint | null;
  readonly checkedAt: Date;
}

const checkColumns = 'id, vault, at, clients, bars, unallocated, checked_at as "checkedAt"';

export function addCheck(sql: Sql, check: Omit<KeptCheck, 'id'> & { readonly statementId: number | null }): Promise<KeptCheck> {
  return sql.one<KeptCheck>(
    `insert into gold_check (vault, at, clients, bars, unallocated, statement_id, checked_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${checkColumns}`,
    [check.vault, check.at, check.clients, check.bars, check.unallocated, check.statementId, check.checkedAt],
  );
}

/** The latest; of a vault where one is named. */
export function latestChecks(sql: Sql, limit: number, vault?: GoldVaultKey): Promise<KeptCheck[]> {
  return sql.many<KeptCheck>(
    `select ${checkColumns} from gold_check where $2::text is null or vault = $2 order by id desc limit $1`,
    [limit, vault ?? null],
  );
}

export interface KeptBar {
  readonly id: number;
  readonly vault: GoldVaultKey;
  readonly company: CompanyId;
  readonly refiner: string;
  readonly serial: string;
  readonly weight: bigint;
  readonly cameAt: Date;
  /** For whose delivery it is set aside, or has left. */
  readonly deliveryId: number | null;
  readonly leftAt: Date | null;
}

const barColumns = `id, vault, company_id as company, refiner, serial, weight, came_at as "cameAt", delivery_id as "deliveryId",
  left_at as "leftAt"`;

/** The register, the newest first, below that number. */
export function barsListed(
  sql: Sql,
  {
    vault,
    before,
    limit,
  }: { readonly vault?: GoldVaultKey | undefined; readonly before?: number | undefined; readonly limit: number },
): Promise<KeptBar[]> {
  return sql.many<KeptBar>(
    `select ${barColumns} from gold_bar
     where ($1::text is null or vault = $1) and ($2::integer is null or id < $2) order by id desc limit $3`,
    [vault ?? null, before ?? null, limit],
  );
}

/** How many bars lay in a vault at an instant, and how much that was. */
export async function barsAt(
  sql: Sql,
  vault: GoldVaultKey,
  at: Date,
): Promise<{ readonly count: number; readonly weight: bigint }> {
  return sql.one<{ count: number; weight: bigint }>(
    `select count(*)::integer as count, coalesce(sum(weight), 0)::bigint as weight from gold_bar
     where vault = $1 and came_at <= $2 and (left_at is null or left_at > $2)`,
    [vault, at],
  );
}

/** Of these bars, by refiner and serial, those that the register has. */
export async function knownBars(
  sql: Sql,
  bars: readonly { readonly refiner: string; readonly serial: string }[],
): Promise<string[]> {
  const rows = await sql.many<{ serial: string }>(
    `select serial from gold_bar where (refiner, serial) in (select * from unnest($1::text[], $2::text[])) limit 10`,
    [bars.map(({ refiner }) => refiner), bars.map(({ serial }) => serial)],
  );
  return rows.map(({ serial }) => serial);
}

export interface NewPurchase {
  readonly vault: GoldVaultKey;
  readonly company: number;
  readonly reference: string;
  readonly weight: bigint;
  readonly cost: bigint;
  readonly bars: readonly { readonly refiner: string; readonly serial: string; readonly weight: bigint }[];
  readonly at: Date;
}

export async function isPurchaseKnown(sql: Sql, vault: GoldVaultKey, reference: string): Promise<boolean> {
  const row = await sql.one<{ known: boolean }>(
    'select exists (select from gold_purchase where vault = $1 and reference = $2) as known',
    [vault, reference],
  );
  return row.known;
}

/** Keeps a purchase with its bars and answers its number; undefined when it, or one of them, is known. */
export async function addPurchase(sql: Sql, added: NewPurchase): Promise<number | undefined> {
  const { vault, company, bars, at } = added;
  if ((await knownBars(sql, bars)).length > 0) return undefined;
  const row = await sql.maybe<{ id: number }>(
    `insert into gold_purchase (vault, company_id, reference, form, weight, cost, bought_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (vault, reference) do nothing returning id`,
    [vault, company, added.reference, bars.length > 0 ? 'bars' : 'unallocated', added.weight, added.cost, at],
  );
  if (!row) return undefined;
  await sql.run(
    `insert into gold_bar (purchase_id, vault, company_id, refiner, serial, weight, came_at)
     select $1, $2, $3, refiner, serial, weight, $4 from unnest($5::text[], $6::text[], $7::bigint[]) as bar (refiner, serial, weight)`,
    [
      row.id,
      vault,
      company,
      at,
      bars.map(({ refiner }) => refiner),
      bars.map(({ serial }) => serial),
      bars.map(({ weight }) => weight),
    ],
  );
  return row.id;
}

/** Which bars a delivery may be made of: of one weight, of its company, in its vault. */
export interface BarsWanted {
  readonly vault: GoldVaultKey;
  readonly company: number;
  readonly weight: bigint;
}

/** Those that nobody waits for, the oldest first, at most a hundred. */
export function barsFree(sql: Sql, { vault, company, weight }: BarsWanted): Promise<KeptBar[]> {
  return sql.many<KeptBar>(
    `select ${barColumns} from gold_bar
     where vault = $1 and company_id = $2 and weight = $3 and delivery_id is null and left_at is null order by id limit 100`,
    [vault, company, weight],
  );
}

/** Sets these aside for a delivery; answers how many of them were free and of its kind. */
export function setBarsAside(
  sql: Sql,
  { ids, deliveryId, of }: { readonly ids: readonly number[]; readonly deliveryId: number; readonly of: BarsWanted },
): Promise<number> {
  return sql.run(
    `update gold_bar set delivery_id = $1 where id in (
       select id from gold_bar where id = any($2) and delivery_id is null and left_at is null
         and vault = $3 and company_id = $4 and weight = $5 order by id for update
     )`,
    [deliveryId, ids, of.vault, of.company, of.weight],
  );
}

export function barsOfDelivery(sql: Sql, deliveryId: number): Promise<KeptBar[]> {
  return sql.many<KeptBar>(`select ${barColumns} from gold_bar where delivery_id = $1 order by id limit 100`, [deliveryId]);
}

/** They are nobody's again, in the vault. */
export async function freeBars(sql: Sql, deliveryId: number): Promise<void> {
  await sql.run('update gold_bar set delivery_id = null where delivery_id = $1', [deliveryId]);
}

/** They leave the vault. */
export async function sendBars(sql: Sql, deliveryId: number, at: Date): Promise<void> {
  await sql.run('update gold_bar set left_at = $2 where delivery_id = $1', [deliveryId, at]);
}

/** They lie in the vault again, from then on. */
export async function takeBarsBack(sql: Sql, deliveryId: number, at: Date): Promise<void> {
  await sql.run('update gold_bar set delivery_id = null, left_at = null, came_at = $2 where delivery_id = $1', [deliveryId, at]);
}
