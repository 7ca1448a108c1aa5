import { drivenPhases } from '../../src/areas/payments/rules.ts';
import type { Sql } from '../../src/base/sql.ts';
import { auditLedger, sealAudit } from '../../src/ledger/audit.ts';
import { readPlatform, readTaken, takenFaults, tradedSince, type KnownDeposit } from './books.ts';
import { readJournal, type Line, type FundingAccount, type MoveId, type Terms } from './journal.ts';

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
}

/** Holds both books to what the clients wrote down: each acknowledged movement once, none twice, and nothing else. */
export async function judge(evidence: Evidence): Promise<Verdict> {
  const stories = storiesOf(readJournal(evidence.journalFile));
  const ends = await endsOf(evidence.sql, [...stories.moves.keys()]);
  const acknowledged = [...stories.moves.values()].filter(isAcknowledged);
  const unanswered = [...stories.moves.values()].filter((move) => move.isAsked && !isAcknowledged(move));
  const done = unanswered.filter((move) => ends.get(move.id)?.status === 'completed');
  return {
    acknowledged: acknowledged.length,
    unansweredDone: done.length,
    unansweredUndone: unanswered.length - done.length,
    faults: [
      ...acknowledged.flatMap((move) => faultsOfEnd(move, ends.get(move.id))),
      ...unanswered.flatMap((move) => faultsOfUnanswered(move, ends.get(move.id))),
      ...(await faultsOfFundingAccounts(evidence, stories, ends)),
      ...takenFaults(await depositsOf(evidence.sql, stories), readTaken(evidence.dataFolder)),
      ...(await faultsOfBooks(evidence)),
    ],
  };
}

/** How many remittances are still on their way, or wait for a message about a payment that was made. */
export async function countUnderWay(sql: Sql, paid: readonly number[]): Promise<number> {
  const row = await sql.one<{ count: number }>(
    `select count(*)::integer as count from remittance
     where phase = any($2::text[]) or (phase = 'waiting_payment' and id = any($1::integer[]))`,
    [paid, drivenPhases],
  );
  return row.count;
}

/** Deposits of the drill as they stand, which the provider's own log is held to. */
function depositsOf(sql: Sql, { moves }: Stories): Promise<KnownDeposit[]> {
  const ids = [...moves.values()].flatMap(({ id, terms }) => (terms.type === 'deposit' && typeof id === 'number' ? [id] : []));
  return sql.many<KnownDeposit>(
    `select id, reference, currency, amount as minor, status = 'completed' as "isCompleted" from remittance
      where id = any($1::integer[]) order by id limit 100000`,
    [ids],
  );
}

/** How many deposits still wait for the provider's word of a payment that its own log has. */
export async function countUntold(sql: Sql, dataFolder: string): Promise<number> {
  const references = readTaken(dataFolder).map(({ reference }) => reference);
  const row = await sql.one<{ count: number }>(
    `select count(*)::integer as count from remittance where reference = any($1::text[]) and phase = 'waiting_payment'`,
    [references],
  );
  return row.count;
}

/** How many rows of the outbox are due, by application time, and not done. */
export async function countOutbox(sql: Sql): Promise<number> {
  const row = await sql.one<{ count: number }>(
    `select count(*)::integer as count from outbox o, application_clock c
      where o.done_at is null and o.due_at <= now() + make_interval(secs => c.offset_seconds::integer)`,
  );
  return row.count;
}

/** The payments that clients know to be made. */
export function paidIn(journalFile: string): number[] {
  return readJournal(journalFile).flatMap((line) => (line.event === 'pay_answered' ? [line.id] : []));
}

interface Move {
  readonly id: MoveId;
  readonly terms: Terms;
  isAsked: boolean;
  isPaid: boolean;
  /** What the save was answered with. */
  told: string | undefined;
}

interface Stories {
  readonly places: readonly FundingAccount[];
  readonly moves: ReadonlyMap<MoveId, Move>;
}

function storiesOf(lines: readonly Line[]): Stories {
  const moves = new Map<MoveId, Move>();
  let places: readonly FundingAccount[] = [];
  for (const line of lines) {
    if (line.event === 'begun') places = line.places;
    if (line.event === 'confirmed')
      moves.set(line.id, { id: line.id, terms: line.terms, isAsked: false, isPaid: false, told: undefined });
    const move = 'id' in line ? moves.get(line.id) : undefined;
    if (!move) continue;
    if (line.event === 'save_asked') move.isAsked = true;
    if (line.event === 'save_answered') move.told = line.status;
    if (line.event === 'pay_answered') move.isPaid = true;
  }
  return { places, moves };
}

/** A transfer is promised by its answer, a deposit by the provider's taking the money. */
const isAcknowledged = (move: Move): boolean => (move.terms.type === 'deposit' ? move.isPaid : move.told !== undefined);

interface End {
  readonly id: MoveId;
  readonly phase: string;
  readonly status: string;
}

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
  return stuckPhases.includes(end.phase) ? [`transfer ${move.id} is stuck as ${end.phase}`] : [];
}

/** What was there at the beginning and what the clients' own papers say came and went must be what is there now. */
async function faultsOfFundingAccounts(evidence: Evidence, stories: Stories, ends: ReadonlyMap<MoveId, End>): Promise<string[]> {
  const expected = new Map(stories.places.map((place) => [place.number, BigInt(place.minor)]));
  const add = (number: number, minor: bigint) => expected.set(number, (expected.get(number) ?? 0n) + minor);
  for (const { id, terms } of stories.moves.values()) {
    if (ends.get(id)?.status !== 'completed') continue;
    if (terms.from !== undefined) add(terms.from, -BigInt(terms.leaves));
    add(terms.to, BigInt(terms.arrives));
  }
  const faults: string[] = [];
  for (const place of stories.places) {
    const wanted = (expected.get(place.number) ?? 0n) + (await tradedSince(evidence.sql, place.code, evidence.since));
    const row = await evidence.sql.maybe<{ balance: bigint }>('select balance from ledger_account where code = $1', [place.code]);
    const found = row?.balance ?? 0n;
    if (found !== wanted) faults.push(`${place.code} holds ${found} and by the clients' papers ought to hold ${wanted}`);
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
