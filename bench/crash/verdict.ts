import { drivenPhases } from '../../src/areas/payments/rules.ts';
import type { Sql } from '../../src/base/sql.ts';
import { auditLedger, sealAudit } from '../../src/ledger/audit.ts';
import { nameOf } from '../../src/areas/payments/payout/parts.ts';
import { openedSince, readPlatform, tradedSince } from './books.ts';
import { readJournal, type MoveId } from './journal.ts';
import {
  expectedOf,
  faultsOfDecision,
  faultsOfLines,
  paidLinesIn,
  tellingsOf,
  type End,
  type Move,
  type PaidLines,
  type Tellings,
} from './papers.ts';
import {
  heldByLedger,
  heldByLog,
  heldFaults,
  drilledProviders,
  paidFaults,
  readProviders,
  takenFaults,
  type DrilledProvider,
  type KnownDeposit,
  type KnownPayout,
  type ProviderLog,
} from './provider.ts';

export interface Verdict {
  /** Movements whose success a client was told. */
  readonly acknowledged: number;
  /** Movements that were asked for and never answered, by what became of them. */
  readonly unansweredDone: number;
  readonly unansweredUndone: number;
  /** What is wrong, a sentence each. Nothing: all is well. */
  readonly faults: readonly string[];
}

export interface Evidence {
  readonly sql: Sql;
  readonly dataFolder: string;
  readonly journalFile: string;
  /** When the drill began, wall time. */
  readonly since: Date;
  /** What the providers have written down, when it is not to be read out of their files (a planted defect). */
  readonly provider?: ProviderLog;
}

/** Holds both books to what the clients wrote down: each acknowledged movement once, none twice, and nothing else. */
export async function judge(evidence: Evidence): Promise<Verdict> {
  const told = await withOpened(evidence.sql, tellingsOf(readJournal(evidence.journalFile)));
  const provider = evidence.provider ?? readProviders(evidence.dataFolder);
  const ends = await endsOf(evidence.sql, [...told.moves.keys()]);
  const paid = paidLinesIn(provider.paid);
  const acknowledged = [...told.moves.values()].filter(isAcknowledged);
  const unanswered = [...told.moves.values()].filter((move) => move.isAsked && !isAcknowledged(move));
  const done = unanswered.filter((move) => ends.get(move.id)?.status === 'completed');
  return {
    acknowledged: acknowledged.length,
    unansweredDone: done.length,
    unansweredUndone: unanswered.length - done.length,
    faults: [
      ...acknowledged.flatMap((move) => faultsOfEnd(move, ends.get(move.id))),
      ...unanswered.flatMap((move) => faultsOfUnanswered(move, ends.get(move.id))),
      ...faultsOfPayouts(told, ends, paid),
      ...(await faultsOfFundingAccounts(evidence, expectedOf(told, ends, paid))),
      ...takenFaults(await depositsOf(evidence.sql, told), provider.taken),
      ...(await faultsOfProvider(evidence.sql, told, provider)),
      ...(await faultsOfTelling(evidence.sql)),
      ...(await faultsOfBooks(evidence)),
    ],
  };
}

/** With the wallets that have been opened since, for what came back to no account: there was nothing on them. */
async function withOpened(sql: Sql, told: Tellings): Promise<Tellings> {
  return { ...told, places: [...told.places, ...(await openedSince(sql, told.places))] };
}

/** How many remittances are still on their way, wait for a message about a payment that was made, or for staff, of those withdrawals. */
export async function countUnderWay(sql: Sql, paid: readonly number[], withdrawn: readonly number[] = []): Promise<number> {
  const row = await sql.one<{ count: number }>(
    `select count(*)::integer as count from remittance
     where phase = any($2::text[]) or (phase = 'waiting_payment' and id = any($1::integer[]))
       or (phase = 'awaiting_approval' and id = any($3::integer[]))`,
    [paid, drivenPhases, withdrawn],
  );
  return row.count;
}

/** True when every deal that was read is posted, and the reading has come by since the last one. */
export async function isReconciled(sql: Sql): Promise<boolean> {
  const row = await sql.one<{ waiting: boolean }>(
    'select exists (select from platform_deal where is_posted and posted_at is null) as waiting',
  );
  return !row.waiting;
}

/** Deposits of the drill as they stand, which the provider's own log is held to. */
function depositsOf(sql: Sql, { moves }: Tellings): Promise<KnownDeposit[]> {
  const ids = [...moves.values()].flatMap(({ id, terms }) => (terms.type === 'deposit' && typeof id === 'number' ? [id] : []));
  return sql.many<KnownDeposit>(
    `select id, provider, reference, currency, amount as minor, status = 'completed' as "isCompleted" from remittance
      where id = any($1::integer[]) order by id limit 100000`,
    [ids],
  );
}

/** The providers' logs beside payouts, beside the ledger, and beside the messages that they have still to bring. */
async function faultsOfProvider(sql: Sql, { held, moves }: Tellings, log: ProviderLog): Promise<string[]> {
  if (!held) return [];
  const parts = await sql.many<PartRow>(
    `select p.id, l.provider, p.reference, p.tries, p.phase, l.pays_amount as minor, l.pays_currency as currency
       from payout p join withdrawal_line l on l.id = p.line_id
      where l.provider = any($2::text[]) and p.remittance_id = any($1::integer[]) order by p.id limit 100000`,
    [withdrawnOf(moves.values()), drilledProviders],
  );
  const undelivered = log.undelivered > 0 ? [`${log.undelivered} messages of the provider’s were not acknowledged`] : [];
  return [
    ...paidFaults(parts.map(knownPayout), log.paid),
    ...heldFaults(held, { log: heldByLog(log), ledger: await heldByLedger(sql) }),
    ...undelivered,
  ];
}

const withdrawnOf = (moves: Iterable<Move>): number[] =>
  [...moves].flatMap(({ id, terms }) => (terms.type === 'withdrawal' && typeof id === 'number' ? [id] : []));

interface PartRow {
  readonly id: number;
  readonly provider: DrilledProvider;
  readonly reference: string;
  readonly tries: number;
  readonly phase: string;
  readonly minor: bigint;
  readonly currency: string;
}

function knownPayout({ id, provider, reference, tries, phase, minor, currency }: PartRow): KnownPayout {
  const names = Array.from({ length: tries + 1 }, (_none, count) =>
    (['refund', 'payout'] as const).map((way) => nameOf({ reference, way, lineWay: 'refund', tries: count })),
  ).flat();
  return { id, provider, names, currency, minor, isCompleted: phase === 'completed' };
}

/** What was to be told inside and was not: rows of the outbox that are due, and messages of providers that nobody has heard. */
async function faultsOfTelling(sql: Sql): Promise<string[]> {
  const due = await countOutbox(sql, takenWithinSeconds);
  const { unheard } = await sql.one<{ unheard: number }>(
    `select count(*)::integer as unheard from webhook_message where verdict = 'accepted' and processed_at is null`,
  );
  return [
    ...(due > 0 ? [`${due} rows of the outbox are due and not done`] : []),
    ...(unheard > 0 ? [`${unheard} messages of providers were taken in and not heard`] : []),
  ];
}

/** How many deposits still wait for the provider's word of a payment that its own log has. */
export async function countUntold(sql: Sql, dataFolder: string): Promise<number> {
  const references = readProviders(dataFolder).taken.map(({ reference }) => reference);
  const row = await sql.one<{ count: number }>(
    `select count(*)::integer as count from remittance where reference = any($1::text[]) and phase = 'waiting_payment'`,
    [references],
  );
  return row.count;
}

/** What comes due while the books are judged is not forgotten yet. */
const takenWithinSeconds = 10;

/** How many rows of the outbox have been due for so long, by application time, and are not done. */
export async function countOutbox(sql: Sql, sinceSeconds = 0): Promise<number> {
  const row = await sql.one<{ count: number }>(
    `select count(*)::integer as count from outbox o, application_clock c
      where o.done_at is null and o.due_at <= now() + make_interval(secs => c.offset_seconds::integer - $1::integer)`,
    [sinceSeconds],
  );
  return row.count;
}

/** The withdrawals that clients have asked for. */
export const withdrawnIn = (journalFile: string): number[] => withdrawnOf(tellingsOf(readJournal(journalFile)).moves.values());

/** The payments that clients know to be made. */
export function paidIn(journalFile: string): number[] {
  return readJournal(journalFile).flatMap((line) => (line.event === 'pay_answered' ? [line.id] : []));
}

/** A transfer is promised by its answer, a deposit by the provider's taking the money. */
const isAcknowledged = (move: Move): boolean => (move.terms.type === 'deposit' ? move.isPaid : move.told !== undefined);

async function endsOf(sql: Sql, ids: readonly MoveId[]): Promise<ReadonlyMap<MoveId, End>> {
  const rows = await sql.many<End>('select id, phase, status from remittance where id = any($1::integer[])', [
    ids.filter((id) => typeof id === 'number'),
  ]);
  const trades = await sql.many<End>(
    `select quote_id::text as id, 'traded' as phase, 'completed' as status from gold_trade where quote_id = any($1::uuid[])`,
    [ids.filter((id) => typeof id === 'string')],
  );
  return new Map([...rows, ...trades].map((row) => [row.id, row]));
}

function faultsOfEnd(move: Move, end: End | undefined): string[] {
  if (!end) return [`transfer ${move.id} was acknowledged (${move.told}) and is not there`];
  if (move.terms.type === 'withdrawal') return faultsOfDecision(move, end);
  if (end.status === 'completed') return [];
  const mayFail = move.terms.type === 'transfer' && move.told === 'processing' && ['declined', 'failed'].includes(end.status);
  const mayStay = move.terms.type === 'transfer' && move.told === end.status && ['declined', 'failed'].includes(end.status);
  return mayFail || mayStay ? [] : [`transfer ${move.id} was acknowledged (${move.told}) and is ${end.phase}`];
}

const stuckPhases: readonly string[] = drivenPhases;

function faultsOfUnanswered(move: Move, end: End | undefined): string[] {
  // Gold is traded at once, or not at all.
  if (move.terms.type === 'gold') return [];
  if (!end) return [`the quote of transfer ${move.id} was answered and is not there`];
  const isStuck = stuckPhases.includes(end.phase) || (move.terms.type === 'withdrawal' && end.phase === 'awaiting_approval');
  return isStuck ? [`transfer ${move.id} is stuck as ${end.phase}`] : [];
}

/** How withdrawals have ended beside what their providers have paid of them; what was never asked for has no end. */
function faultsOfPayouts({ moves }: Tellings, ends: ReadonlyMap<MoveId, End>, paid: PaidLines): string[] {
  return [...moves.values()].flatMap((move) => {
    const status = ends.get(move.id)?.status;
    if (move.terms.type !== 'withdrawal' || status === undefined) return [];
    return faultsOfLines(move, move.terms, { status, paid: paid.get(move.id) });
  });
}

/** What was there at the beginning and what the clients' own papers say came and went must be what is there now. */
async function faultsOfFundingAccounts({ sql, since }: Evidence, expected: ReadonlyMap<string, bigint>): Promise<string[]> {
  const faults: string[] = [];
  for (const [code, minor] of expected) {
    const wanted = minor + (await tradedSince(sql, code, since));
    const row = await sql.maybe<{ balance: bigint }>('select balance from ledger_account where code = $1', [code]);
    const found = row?.balance ?? 0n;
    if (found !== wanted) faults.push(`${code} holds ${found} and by the clients' papers ought to hold ${wanted}`);
  }
  return faults;
}

async function faultsOfBooks({ sql, dataFolder }: Evidence): Promise<string[]> {
  await sealAudit(sql);
  const findings = await auditLedger(sql, { scope: 'whole' });
  const books = { mt4: readPlatform(dataFolder, 'mt4'), mt5: readPlatform(dataFolder, 'mt5') };
  const mirrors = await sql.many<{ number: number; platform: 'mt4' | 'mt5'; minor: bigint }>(
    `select a.number, a.platform, coalesce(l.balance, 0) as minor from trading_account a
       left join ledger_account l on l.kind = 'trading' and l.client_id = a.client_id and split_part(l.code, ':', 6) = a.number::text
     where not a.is_demo order by a.number limit 10000`,
  );
  return [
    ...findings.map(({ check, detail }) => `audit: ${check}: ${detail}`),
    ...[...books.mt4.doubledTags, ...books.mt5.doubledTags].map((tag) => `the platform moved money twice for ${tag}`),
    ...mirrors.flatMap(({ number, platform, minor }) => {
      const told = books[platform].balances.get(number) ?? 0n;
      return told === minor ? [] : [`account ${number}: the platform holds ${told}, the ledger ${minor}`];
    }),
  ];
}
