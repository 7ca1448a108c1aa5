import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { InvestorAnswer, InvestorRisk, InvestorStatus } from '../../law/investors.ts';

export interface InvestorRow {
  readonly status: InvestorStatus;
  /** Of the answers that count; null while none do. */
  readonly risk: InvestorRisk | null;
  readonly suitability: readonly { readonly id: number; readonly answer: number }[] | null;
}

const untold: InvestorRow = { status: 'form', risk: null, suitability: null };

/** Whoever never asked has the first status. */
export async function investorOf(sql: Sql, client: ClientId): Promise<InvestorRow> {
  const row = await sql.maybe<InvestorRow>('select status, risk, suitability from investor where client_id = $1', [client]);
  return row ?? untold;
}

/** One change of an investor at a time. */
export async function lockInvestor(sql: Sql, client: ClientId): Promise<InvestorRow> {
  await sql.one('select id from client where id = $1 for no key update', [client]);
  return investorOf(sql, client);
}

export async function writeInvestor(sql: Sql, client: ClientId, row: InvestorRow): Promise<void> {
  await sql.run(
    `insert into investor (client_id, status, risk, suitability) values ($1, $2, $3, $4)
     on conflict (client_id) do update set status = excluded.status, risk = excluded.risk, suitability = excluded.suitability`,
    [client, row.status, row.risk, row.suitability === null ? null : JSON.stringify(row.suitability)],
  );
}

export type FormStatus = 'waiting' | 'approved' | 'declined' | 'talk' | 'replaced';

/** A questionnaire as it was answered. */
export interface FormRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly answers: readonly InvestorAnswer[];
  readonly risk: InvestorRisk;
  readonly status: FormStatus;
  readonly answeredAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
}

const columns = `id, client_id as "clientId", answers, risk, status, answered_at as "answeredAt", decided_at as "decidedAt",
  decided_by as "decidedBy"`;
const known = (row: FormRow): FormRow => ({ ...row, clientId: clientId(row.clientId) });

export async function lastForm(sql: Sql, client: ClientId): Promise<FormRow | undefined> {
  const row = await sql.maybe<FormRow>(`select ${columns} from investor_form where client_id = $1 order by id desc limit 1`, [
    client,
  ]);
  return row && known(row);
}

export async function formById(sql: Sql, id: number): Promise<FormRow | undefined> {
  const row = await sql.maybe<FormRow>(`select ${columns} from investor_form where id = $1`, [id]);
  return row && known(row);
}

/** Locked: of two who decide at once the second finds it decided. */
export async function lockForm(sql: Sql, id: number): Promise<FormRow | undefined> {
  const row = await sql.maybe<FormRow>(`select ${columns} from investor_form where id = $1 for update`, [id]);
  return row && known(row);
}

export type NewForm = Pick<FormRow, 'clientId' | 'answers' | 'risk' | 'status' | 'answeredAt'>;

export async function insertForm(sql: Sql, of: NewForm): Promise<number> {
  const { id } = await sql.one<{ id: number }>(
    `insert into investor_form (client_id, answers, risk, status, answered_at, decided_at)
     values ($1, $2, $3, $4, $5, case when $4 = 'approved' then $5::timestamptz end) returning id`,
    [of.clientId, JSON.stringify(of.answers), of.risk, of.status, of.answeredAt],
  );
  return id;
}

export interface Decided {
  readonly id: number;
  readonly status: FormStatus;
  /** Null: by what was answered after it. */
  readonly by: string | null;
  readonly at: Date;
}

export async function decideForm(sql: Sql, { id, status, by, at }: Decided): Promise<void> {
  await sql.run('update investor_form set status = $2, decided_by = $3, decided_at = $4 where id = $1', [id, status, by, at]);
}
