import type { ClientId, StaffId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { AboutKind, SuspicionAction, suspicionStates } from './contract.ts';

/** So many facts are read at once. */
export const factPage = 200;

export interface FileRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly state: (typeof suspicionStates)[number];
  readonly openedAt: Date;
  readonly dueAt: Date;
  readonly proposal: 'report' | 'dismiss' | null;
  readonly proposedBy: StaffId | null;
  readonly proposer: string | null;
  readonly proposedAt: Date | null;
  readonly proposalReason: string | null;
  readonly decider: string | null;
  readonly decidedAt: Date | null;
  readonly decisionReason: string | null;
}

const columns = `f.id, f.client_id as "clientId", f.state, f.opened_at as "openedAt", f.due_at as "dueAt", f.proposal, f.proposed_by as "proposedBy",
  p.email as proposer, f.proposed_at as "proposedAt", f.proposal_reason as "proposalReason", d.email as decider, f.decided_at as "decidedAt",
  f.decision_reason as "decisionReason"`;
const joined = 'suspicion_file f left join staff p on p.id = f.proposed_by left join staff d on d.id = f.decided_by';

/** The client's open file, opened where there is none. Whoever tells of the same client meanwhile comes to the same one. */
export async function openFile(
  sql: Sql,
  of: { readonly client: ClientId; readonly at: Date; readonly dueAt: Date },
): Promise<Pick<FileRow, 'id' | 'state'>> {
  return sql.one(
    `insert into suspicion_file (client_id, opened_at, due_at) values ($1, $2, $3)
     on conflict (client_id) where state in ('open', 'proposed') do update set client_id = excluded.client_id returning id, state`,
    [of.client, of.at, of.dueAt],
  );
}

export interface Fact {
  readonly id: number;
  readonly subject: string;
  readonly text: string;
  readonly toldBy: string;
  readonly at: Date;
}

export async function addFact(sql: Sql, file: number, of: Omit<Fact, 'id'>): Promise<void> {
  await sql.run('insert into suspicion_fact (file_id, subject, text, told_by, at) values ($1, $2, $3, $4, $5)', [
    file,
    of.subject,
    of.text,
    of.toldBy,
    of.at,
  ]);
}

export interface Seen {
  readonly facts: readonly Fact[];
  readonly total: number;
}

/** The newest facts of a file, in their order, and how many there are in all. */
export async function newestFacts(sql: Sql, file: number): Promise<Seen> {
  const facts = await sql.many<Fact>(
    `select * from (select id, subject, text, told_by as "toldBy", at from suspicion_fact where file_id = $1
      order by id desc limit $2) newest order by id`,
    [file, factPage],
  );
  const { total } = await sql.one<{ total: number }>('select count(*)::integer as total from suspicion_fact where file_id = $1', [
    file,
  ]);
  return { facts, total };
}

/** Every fact of a file, page by page in their order. */
export async function* allFacts(sql: Sql, file: number): AsyncGenerator<readonly Fact[]> {
  for (let after = 0, isMore = true; isMore;) {
    const page = await sql.many<Fact>(
      `select id, subject, text, told_by as "toldBy", at from suspicion_fact where file_id = $1 and id > $2 order by id limit $3`,
      [file, after, factPage],
    );
    if (page.length > 0) yield page;
    after = page.at(-1)?.id ?? after;
    isMore = page.length === factPage;
  }
}

interface Listing {
  readonly isOpen: boolean;
  readonly client: number | undefined;
  /** The last file of the page before. */
  readonly after: number | undefined;
  readonly limit: number;
}

/** Open ones by their clock, decided ones newest first. When a file is due never changes, so that pages keep their places. */
export function listFiles(sql: Sql, of: Listing): Promise<FileRow[]> {
  return sql.many(
    `select ${columns} from ${joined} left join suspicion_file l on l.id = $4
      where (f.state in ('open', 'proposed')) = $1 and ($2::integer is null or f.client_id = $2)
        and (l.id is null or case when $1 then (f.due_at, -f.id) > (l.due_at, -l.id) else f.id < l.id end)
      order by case when $1 then f.due_at end, f.id desc limit $3`,
    [of.isOpen, of.client ?? null, of.limit, of.after ?? null],
  );
}

export interface ActRow {
  readonly id: number;
  readonly action: SuspicionAction;
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
}

/** So many acts of a file are shown. */
const shownActs = 100;

/** Why something was proposed, agreed to or given back: kept here alone, for the right of the file. */
export async function keepAct(sql: Sql, file: number, of: Omit<ActRow, 'id'>): Promise<void> {
  await sql.run('insert into suspicion_act (file_id, action, staff, at, reason) values ($1, $2, $3, $4, $5)', [
    file,
    of.action,
    of.by,
    of.at,
    of.reason,
  ]);
}

export function actsOf(sql: Sql, file: number): Promise<ActRow[]> {
  return sql.many('select id, action, staff as by, at, reason from suspicion_act where file_id = $1 order by id desc limit $2', [
    file,
    shownActs,
  ]);
}

export function fileById(sql: Sql, id: number): Promise<FileRow | undefined> {
  return sql.maybe(`select ${columns} from ${joined} where f.id = $1`, [id]);
}

/** Of two who decide at once the second finds it decided. */
export function lockFile(sql: Sql, id: number): Promise<FileRow | undefined> {
  return sql.maybe(`select ${columns} from ${joined} where f.id = $1 for update of f`, [id]);
}

interface Acted {
  readonly id: number;
  readonly staff: StaffId;
  readonly reason: string;
  readonly at: Date;
}

export async function propose(sql: Sql, of: Acted & { readonly proposal: 'report' | 'dismiss' }): Promise<void> {
  await sql.run(
    `update suspicion_file set state = 'proposed', proposal = $2, proposed_by = $3, proposed_at = $4, proposal_reason = $5 where id = $1`,
    [of.id, of.proposal, of.staff, of.at, of.reason],
  );
}

export async function agree(sql: Sql, of: Acted): Promise<void> {
  await sql.run(
    `update suspicion_file set state = case proposal when 'report' then 'reported' else 'dismissed' end, decided_by = $2, decided_at = $3,
       decision_reason = $4 where id = $1 and state = 'proposed'`,
    [of.id, of.staff, of.at, of.reason],
  );
}

/** Whether it was proposed, and is open again. */
export async function giveBack(sql: Sql, id: number): Promise<boolean> {
  const count = await sql.run(
    `update suspicion_file set state = 'open', proposal = null, proposed_by = null, proposed_at = null, proposal_reason = null
      where id = $1 and state = 'proposed'`,
    [id],
  );
  return count > 0;
}

/** Where each stands, and of which group it is: who may read it depends on that. */
const tables: Readonly<Record<Exclude<AboutKind, 'client'>, { readonly table: string; readonly group: string }>> = {
  remittance: { table: 'remittance', group: `''` },
  document: { table: 'document', group: `''` },
  note: { table: 'client_note', group: 'category' },
  screening: { table: 'screening_hit', group: `''` },
  case: { table: 'desk_case', group: 'queue' },
};

/** Of which group it is; undefined where it is not the client's own. */
export async function groupOf(
  sql: Sql,
  of: { readonly client: ClientId; readonly kind: AboutKind; readonly id: number },
): Promise<string | undefined> {
  if (of.kind === 'client') return of.id === of.client ? '' : undefined;
  const { table, group } = tables[of.kind];
  const row = await sql.maybe<{ group: string }>(`select ${group} as "group" from ${table} where id = $1 and client_id = $2`, [
    of.id,
    of.client,
  ]);
  return row?.group;
}
