import type { Sql } from '../base/sql.ts';
import { mayLead } from './entries.ts';

/** Who acted: a client or member of staff by id, a vendor by name, or a job of our own by name. */
export interface Actor {
  readonly kind: 'client' | 'staff' | 'vendor' | 'system';
  readonly id: string;
}

export interface AuditEvent {
  readonly actor: Actor;
  /** What was done, as `area.verb`: `session.login`, `withdrawal.approve`. */
  readonly action: string;
  /** To what, as `thing:id`: `remittance:512`. */
  readonly subject: string;
  /** The client whose matter it is. */
  readonly clientId?: number;
  /** Never secrets: what is written here stays. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** In application time. */
  readonly at: Date;
}

/** Appends to the audit trail within the caller's transaction. The sealer links it into the chain after commit. */
export async function recordAudit(sql: Sql, event: AuditEvent): Promise<void> {
  await sql.run(
    `insert into audit_event (at, actor_kind, actor_id, action, subject, client_id, detail) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      event.at,
      event.actor.kind,
      event.actor.id,
      event.action,
      event.subject,
      event.clientId ?? null,
      JSON.stringify(event.detail ?? {}),
    ],
  );
}

const rowsPerSeal = 100_000;

/**
 * Seals what finished transactions have written since the last seal, in at most `mostSeals` links; answers the new
 * head of the chain, or undefined when there was nothing to seal. For a worker's job. Its answer belongs in a log
 * outside the database: whoever may rewrite the database cannot rewrite that.
 */
export async function sealAudit(sql: Sql, mostSeals = 50): Promise<{ number: bigint; hash: string } | undefined> {
  let last: bigint | undefined;
  for (let count = 0; count < mostSeals; count += 1) {
    const { number } = await sql.one<{ number: bigint | null }>('select audit_seal_next($1) as number', [rowsPerSeal]);
    if (number === null) break;
    last = number;
    // What others write meanwhile is the next turn's: running after it would make a link of every few rows.
    if (!(await isFull(sql, number))) break;
  }
  if (last === undefined) return undefined;
  return sql.one(`select number, encode(hash, 'hex') as hash from audit_seal where number = $1`, [last]);
}

async function isFull(sql: Sql, number: bigint): Promise<boolean> {
  const { rows } = await sql.one<{ rows: number }>(
    'select greatest(events, movements, coalesce(accounts, 0)) as rows from audit_seal where number = $1',
    [number],
  );
  // A link ends with a transaction, so a full one may be some rows short.
  return rows >= rowsPerSeal / 2;
}

/** Something that is not as it must be. `detail` names the rows, for people. */
export interface Finding {
  readonly check: Check;
  readonly detail: string;
}

export type Check =
  | 'balance_differs'
  | 'rollup_differs'
  | 'not_zero_sum'
  | 'below_floor'
  | 'hold_differs'
  | 'movement_without_legs'
  | 'entry_without_movement'
  | 'leg_crosses'
  | 'kind_not_allowed'
  | 'status_differs'
  | 'index_differs'
  | 'chain_broken'
  | 'era_differs'
  | 'anchor_differs';

export interface AuditScope {
  /**
   * `recent`: every balance against the roll-up and what came since, and the last seals. The worker's rounds look at what has
   * moved instead (recent.ts).
   * `whole`: everything from the first entry; for each night.
   */
  readonly scope: 'recent' | 'whole';
}

/** Recomputes the book from its entries and compares. An empty answer means that everything agrees. */
export async function auditLedger(sql: Sql, { scope }: AuditScope): Promise<Finding[]> {
  const isWhole = scope === 'whole';
  const findings: Finding[] = [];
  for (const check of isWhole ? [...recentChecks, ...wholeChecks] : recentChecks) findings.push(...(await ask(sql, check)));
  if (isWhole) findings.push(...(await kindsNotAllowed(sql)), ...(await statusesThatDiffer(sql)));
  findings.push(...(await verifyAuditChain(sql, isWhole ? {} : { lastSeals: 3 })));
  return findings;
}

const mostFindings = 100;

interface LedgerCheck {
  readonly check: Check;
  /** Answers a row with its `detail` for each fault. */
  readonly text: string;
}

async function ask(sql: Sql, { check, text }: LedgerCheck): Promise<Finding[]> {
  const rows = await sql.many<{ detail: string }>(`${text} limit ${mostFindings}`);
  return rows.map(({ detail }) => ({ check, detail }));
}

const tail = `(select coalesce(max(upto_transaction), 0) from audit_seal)`;

const recentChecks: readonly LedgerCheck[] = [
  {
    check: 'balance_differs',
    text: `
    select a.code || ': balance ' || a.balance || ', entries ' || coalesce(s.balance, 0) as detail
    from ledger_account a left join ledger_summed() s on s.account_id = a.id
    where a.balance is not null and a.balance <> coalesce(s.balance, 0)`,
  },
  {
    check: 'not_zero_sum',
    text: `
    select a.company || ' ' || a.unit || ': ' || sum(coalesce(a.balance, s.balance, 0)) as detail
    from ledger_account a left join ledger_summed() s on s.account_id = a.id
    group by a.company, a.unit having sum(coalesce(a.balance, s.balance, 0)) <> 0`,
  },
  { check: 'below_floor', text: `select code || ': ' || balance as detail from ledger_account where balance < floor` },
  {
    check: 'hold_differs',
    text: `
    select a.code || ': balance ' || a.balance || ', open holds ' || coalesce(sum(h.remaining), 0) as detail
    from ledger_account a left join ledger_hold h on h.account_id = a.id and h.state = 'open'
    where a.kind = 'hold' group by a.id having a.balance <> coalesce(sum(h.remaining), 0)`,
  },
  {
    check: 'movement_without_legs',
    text: `
    select m.key as detail from ledger_movement m
    where m.transaction_id >= ${tail} and not exists (select from ledger_entry e where e.movement_id = m.id)`,
  },
  {
    check: 'entry_without_movement',
    text: `
    select e.movement_id || '/' || e.line as detail from ledger_entry e
    where e.transaction_id >= ${tail} and not exists (select from ledger_movement m where m.id = e.movement_id)`,
  },
];

const wholeChecks: readonly LedgerCheck[] = [
  {
    check: 'hold_differs',
    text: `
    select h.key || ': opened with ' || h.amount || ', remaining ' || h.remaining
      || ', entries ' || coalesce(e.opened, 0) || ' and ' || coalesce(e.opened - e.taken, 0) as detail
    from ledger_hold h left join (
      select h.id, sum(case when e.to_account = h.account_id then e.amount else 0 end) as opened,
        sum(case when e.from_account = h.account_id then e.amount else 0 end) as taken
      from ledger_entry e join ledger_hold h on h.id = e.hold_id group by h.id
    ) e using (id)
    where (h.amount, h.remaining) is distinct from (e.opened, e.opened - e.taken)`,
  },
  {
    check: 'rollup_differs',
    text: `
    select coalesce(r.account_id, s.account_id) || ': roll-up ' || coalesce(r.balance, 0) || ', entries ' || coalesce(s.balance, 0) as detail
    from ledger_rollup r full join (
      select account_id, sum(amount) as balance from (
        select to_account as account_id, amount from ledger_entry where transaction_id < ${tail}
        union all select from_account, -amount from ledger_entry where transaction_id < ${tail}
      ) moved group by account_id
    ) s using (account_id)
    where coalesce(r.balance, 0) <> coalesce(s.balance, 0)`,
  },
  {
    check: 'movement_without_legs',
    text: `
    select m.key as detail from ledger_movement m where not exists (select from ledger_entry e where e.movement_id = m.id)`,
  },
  {
    check: 'entry_without_movement',
    text: `
    select e.movement_id || '/' || e.line as detail from ledger_entry e
    where not exists (select from ledger_movement m where m.id = e.movement_id)`,
  },
  {
    check: 'leg_crosses',
    text: `
    select e.movement_id || '/' || e.line as detail from ledger_entry e
    join ledger_movement m on m.id = e.movement_id
    left join ledger_account f on f.id = e.from_account left join ledger_account t on t.id = e.to_account
    where (f.company = t.company and f.unit = t.unit and m.company = f.company) is not true`,
  },
  {
    check: 'era_differs',
    text: `
    select 'era ' || coalesce(e.number::text, v.number) as detail
    from (select number::text, cluster, shift::text, after_seal::text, encode(after_hash, 'hex') as after_hash, author
        from audit_era where number > 1) e
      full join (select detail->>'era' as number, detail->>'cluster' as cluster, detail->>'shift' as shift,
        detail->>'after_seal' as after_seal, detail->>'after_hash' as after_hash, actor_id as author
        from audit_event where action = 'audit.new_era') v using (number)
    where (e.cluster, e.shift, e.after_seal, e.after_hash, e.author) is distinct from (v.cluster, v.shift, v.after_seal, v.after_hash, v.author)`,
  },
  {
    check: 'index_differs',
    text: `
    select 'event ' || coalesce(e.id, i.event_id) as detail
    from (select * from audit_event where transaction_id < ${tail}) e full join audit_index i on i.event_id = e.id
    where (e.client_id, e.actor_id, e.action, e.at) is distinct from (i.client_id, i.actor_id, i.action, i.at)`,
  },
];

/** Legs whose kind of movement does not allow them: written by something else than the book. */
async function kindsNotAllowed(sql: Sql): Promise<Finding[]> {
  const shapes = await sql.many<{ kind: string; from_kind: string; to_kind: string; movement_id: bigint }>(
    `select m.kind, f.kind as from_kind, t.kind as to_kind, min(m.id) as movement_id
     from ledger_entry e join ledger_movement m on m.id = e.movement_id
     join ledger_account f on f.id = e.from_account join ledger_account t on t.id = e.to_account
     group by m.kind, f.kind, t.kind limit 1000`,
  );
  return shapes
    .filter((shape) => !mayLead(shape.kind, shape.from_kind, shape.to_kind))
    .map((shape) => ({
      check: 'kind_not_allowed',
      detail: `${shape.kind} ${shape.from_kind}>${shape.to_kind}, first in movement ${shape.movement_id}`,
    }));
}

/** Statuses that do not agree with what was posted, as the area of each kind of step says it (`<kind>_steps_faults`; see book.sql). */
async function statusesThatDiffer(sql: Sql): Promise<Finding[]> {
  const named = await sql.many<{ name: string }>(
    String.raw`select quote_ident(proname) as name from pg_proc
     where pronamespace = 'public'::regnamespace and proname like '%\_steps\_faults' order by proname limit 100`,
  );
  const findings: Finding[] = [];
  for (const { name } of named)
    findings.push(...(await ask(sql, { check: 'status_differs', text: `select detail from ${name}() detail` })));
  return findings;
}

/** Recomputes the links of the chain (only the last ones when told so) from what they cover, and compares. */
export async function verifyAuditChain(sql: Sql, range: { readonly lastSeals?: number } = {}): Promise<Finding[]> {
  const rows = await sql.many<{ number: bigint; fault: string }>(
    `with chain as (
       select s.*, lag(number) over w as previous_number, lag(upto_transaction) over w as previous_upto,
         lag(hash) over w as previous_hash
       from audit_seal s where $1::bigint is null or number >= (select max(number) from audit_seal) - $1
       window w as (order by number)
     ), faults as (
       select chain.number, case
         when chain.number <> coalesce(previous_number, 0) + 1 then 'a link before it is missing'
         when chain.from_transaction <> coalesce(previous_upto, 0) then 'it does not begin where the link before it ends'
         when (c.events, c.movements, c.entries, c.accounts) is distinct from (chain.events, chain.movements, chain.entries, chain.accounts)
           then 'it covers ' || chain.events || ' events, ' || chain.movements || ' movements, ' || chain.entries || ' entries, '
             || coalesce(chain.accounts, 0) || ' accounts; there are '
             || c.events || ', ' || c.movements || ', ' || c.entries || ', ' || coalesce(c.accounts, 0)
         when c.content_hash <> chain.content_hash then 'what it covers was changed'
         when chain.hash <> audit_link_hash(coalesce(previous_hash, ''::bytea), row(chain.number, chain.from_transaction,
           chain.upto_transaction, chain.events, chain.movements, chain.entries, chain.content_hash, chain.hash, chain.sealed_at, chain.accounts, chain.form)::audit_seal)
           then 'its hash is not that of its content and the link before it'
         end as fault
       from chain cross join lateral audit_content(chain.from_transaction, chain.upto_transaction, chain.form) c
       where $1::bigint is null or chain.number > (select max(number) from audit_seal) - $1
     )
     select number, fault from faults where fault is not null order by number limit ${mostFindings}`,
    [range.lastSeals ?? null],
  );
  return rows.map(({ number, fault }) => ({ check: 'chain_broken', detail: `seal ${number}: ${fault}` }));
}
