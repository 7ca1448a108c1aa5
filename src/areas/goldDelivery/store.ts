import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { GoldVaultKey } from '../../law/goldVaults.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { Phase } from './contract.ts';

/** A delivery as it is kept: weights in tenths of a microgram, amounts in cents. */
export interface KeptDelivery {
  readonly id: number;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly vault: GoldVaultKey;
  /** `asked`: its terms were told, and nothing has moved. */
  readonly phase: 'asked' | Phase;
  readonly size: bigint;
  readonly count: number;
  readonly weight: bigint;
  readonly fee: bigint;
  readonly insurance: bigint;
  readonly insured: bigint;
  readonly recipient: string;
  readonly street: string;
  readonly town: string;
  readonly postcode: string;
  readonly country: string;
  readonly phone: string;
  readonly carrier: string | null;
  readonly tracking: string | null;
  readonly askedAt: Date;
  readonly requestedAt: Date | null;
  readonly paidAt: Date | null;
  readonly allocatedAt: Date | null;
  readonly shippedAt: Date | null;
  readonly endedAt: Date | null;
}

const columns = `id, client_id as "clientId", company_id as "companyId", vault, phase, size, count, weight, fee, insurance, insured,
  recipient, street, town, postcode, country, phone, carrier, tracking, asked_at as "askedAt", requested_at as "requestedAt",
  paid_at as "paidAt", allocated_at as "allocatedAt", shipped_at as "shippedAt", ended_at as "endedAt"`;

type Row = Omit<KeptDelivery, 'clientId'> & { readonly clientId: number };
const kept = (row: Row): KeptDelivery => ({ ...row, clientId: clientId(row.clientId) });

export type NewDelivery = Omit<
  KeptDelivery,
  'id' | 'phase' | 'carrier' | 'tracking' | 'requestedAt' | 'paidAt' | 'allocatedAt' | 'shippedAt' | 'endedAt'
>;

export async function addDelivery(sql: Sql, added: NewDelivery): Promise<KeptDelivery> {
  return kept(
    await sql.one<Row>(
      `insert into gold_delivery (client_id, company_id, vault, phase, size, count, weight, fee, insurance, insured, recipient, street,
         town, postcode, country, phone, asked_at)
       values ($1, $2, $3, 'asked', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning ${columns}`,
      [
        added.clientId,
        added.companyId,
        added.vault,
        added.size,
        added.count,
        added.weight,
        added.fee,
        added.insurance,
        added.insured,
        added.recipient,
        added.street,
        added.town,
        added.postcode,
        added.country,
        added.phone,
        added.askedAt,
      ],
    ),
  );
}

export async function deliveryOf(sql: Sql, id: number): Promise<KeptDelivery | undefined> {
  const row = await sql.maybe<Row>(`select ${columns} from gold_delivery where id = $1`, [id]);
  return row && kept(row);
}

/** Whether none of the client's deliveries has ever arrived at that address, under that name and the number that the carrier rings. */
export async function isToNewAddress(sql: Sql, delivery: KeptDelivery): Promise<boolean> {
  const { clientId: client, recipient, street, town, postcode, country, phone } = delivery;
  const known = await sql.maybe(
    `select id from gold_delivery where client_id = $1 and phase = 'delivered'
       and (recipient, street, town, postcode, country, phone) = ($2, $3, $4, $5, $6, $7) limit 1`,
    [client, recipient, street, town, postcode, country, phone],
  );
  return known === undefined;
}

/** Locked until the caller's transaction ends, so that of two who change it at once the second sees what the first has done. */
export async function lockDelivery(sql: Sql, id: number): Promise<KeptDelivery | undefined> {
  const row = await sql.maybe<Row>(`select ${columns} from gold_delivery where id = $1 for update`, [id]);
  return row && kept(row);
}

/** A client's own that were confirmed, the newest first, at most fifty. */
export async function deliveriesOf(sql: Sql, client: ClientId): Promise<KeptDelivery[]> {
  const rows = await sql.many<Row>(
    `select ${columns} from gold_delivery where client_id = $1 and phase <> 'asked' order by id desc limit 50`,
    [client],
  );
  return rows.map(kept);
}

const instants: Readonly<Record<Phase, string>> = {
  requested: 'requested_at',
  paid: 'paid_at',
  allocated: 'allocated_at',
  shipped: 'shipped_at',
  delivered: 'ended_at',
  returned: 'ended_at',
  cancelled: 'ended_at',
};

/** The next phase, with its instant. */
export async function setPhase(
  sql: Sql,
  id: number,
  { phase, now }: { readonly phase: Phase; readonly now: Date },
): Promise<void> {
  await sql.run(`update gold_delivery set phase = $2, ${instants[phase]} = $3 where id = $1`, [id, phase, now]);
}

export async function setTracking(
  sql: Sql,
  id: number,
  { carrier, tracking }: { readonly carrier: string; readonly tracking: string },
): Promise<void> {
  await sql.run('update gold_delivery set carrier = $2, tracking = $3 where id = $1', [id, carrier, tracking]);
}

/** Requested before that instant and not paid, at most a hundred. */
export async function unpaidBefore(sql: Sql, before: Date): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    `select id from gold_delivery where phase = 'requested' and requested_at < $1 order by id limit 100`,
    [before],
  );
  return rows.map(({ id }) => id);
}

/** Forgets what was asked for before that instant and never confirmed. */
export async function forgetAsked(sql: Sql, before: Date): Promise<void> {
  await sql.run(
    `delete from gold_delivery where id in (
       select id from gold_delivery where phase = 'asked' and asked_at < $1 order by id limit 1000
     ) and phase = 'asked'`,
    [before],
  );
}

export interface Addressee {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}

export function addresseeOf(sql: Sql, client: ClientId): Promise<Addressee> {
  return sql.one<Addressee>(
    `select trim(first_name || ' ' || last_name) as name, email, mobile_phone as phone from client where id = $1`,
    [client],
  );
}

/** What a delivery's client sees of it is not so any more. */
export async function tellBrowsers(
  sql: Sql,
  { client, topics, now }: { readonly client: ClientId; readonly topics: readonly string[]; readonly now: Date },
): Promise<void> {
  await sql.run(`insert into outbox (topic, client_id, payload, due_at, created_at) values ('live', $1, $2, $3, $3)`, [
    client,
    JSON.stringify({ topics }),
    now,
  ]);
}
