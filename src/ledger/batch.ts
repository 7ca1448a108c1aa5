import type { Sql } from '../base/sql.ts';
import type { Account } from './chart.ts';
import type { Actor } from './audit.ts';
import { factName, type Movement } from './entries.ts';

/** A change of status that happens with the posting, or neither does. */
export interface Transition {
  /** The area's word: its functions `<kind>_steps_lock` and `<kind>_steps_apply` are called (see book.sql). */
  readonly kind: string;
  readonly id: number | bigint;
  readonly from: string;
  readonly to: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** An event told once the posting has committed. One whose key is known already is dropped. */
export interface OutboxRow {
  readonly topic: string;
  readonly key?: string;
  readonly clientId?: number;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** The movement's own time when left out. */
  readonly dueAt?: Date;
}

/** What is recorded in the audit trail beside the movement, whose time it takes. */
export interface IntentAudit {
  readonly actor: Actor;
  readonly action: string;
  readonly subject: string;
  readonly clientId?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** What is set aside for, of what. */
export interface HoldFacts {
  readonly remittanceId: number;
  readonly purpose: 'transfer' | 'withdrawal';
  /** Whose money it was before, and is again when it is released. */
  readonly source: 'wallet' | 'trading' | 'gold';
}

/**
 * The hold that a posting is about: one that it opens, or one that is there and that it takes from. How much, its legs at the
 * hold account say; what a hold has not got cannot be taken from it, whatever else is set aside on the same account.
 */
export interface HoldChange {
  /** The fact's name, such as `transfer:512`; a hold is opened once. */
  readonly key: string;
  readonly opens?: HoldFacts;
}

/** A movement and everything that is written with it: all or nothing. */
export interface Intent {
  readonly movement: Movement;
  /** Of every posting with a leg at a hold account. */
  readonly hold?: HoldChange;
  readonly transition?: Transition;
  /** The step of the whole that `step` is a part of: a payment's, when the posting of its child concludes it too. */
  readonly parentTransition?: Transition;
  readonly outbox?: readonly OutboxRow[];
  readonly audit?: IntentAudit;
}

export type PostedOutcome =
  /** `repeated`: the key had been posted before with the same legs; nothing was written this time. */
  | { readonly outcome: 'posted'; readonly movementId: bigint; readonly repeated: boolean }
  | { readonly outcome: 'refused'; readonly code: RefusedPosting };

/**
 * `key_reused`: the key stands for other legs. `below_floor`: not enough money on an account, or in a hold. `step_refused`: a
 * status has moved on.
 */
export type RefusedPosting = 'key_reused' | 'below_floor' | 'step_refused';

type RawOutcome = 'posted' | 'repeated' | 'unopened' | RefusedPosting;

/**
 * Posts intents of different keys and different steps in one call of the database, in order; answers one outcome each.
 * Accounts that are not there yet are opened. Throws when the database does, and then nothing is written.
 */
export async function postBatch(sql: Sql, intents: readonly Intent[]): Promise<PostedOutcome[]> {
  const first = await callPost(sql, intents);
  const unopened = first.flatMap((raw, place) => (raw.outcome === 'unopened' ? [place] : []));
  if (unopened.length === 0) return first.map(outcomeOf);
  const again = unopened.map((place) => at(intents, place));
  await openAccounts(sql, again);
  const second = await callPost(sql, again);
  const answers = [...first];
  unopened.forEach((place, index) => (answers[place] = at(second, index)));
  return answers.map(outcomeOf);
}

interface RawAnswer {
  readonly outcome: RawOutcome;
  readonly movementId: string | null;
}

const postText = `select * from ledger_post($1::text[], $2::text[], $3::text[], $4::integer[], $5::bigint[],
  $6::integer[], $7::integer[], $8::integer[], $9::integer[], $10::bigint[],
  $11::integer[], $12::text[], $13::bigint[], $14::text[], $15::text[], $16::text[],
  $17::integer[], $18::text[], $19::text[], $20::integer[], $21::text[], $22::bigint[],
  $23::integer[], $24::text[], $25::text[], $26::text[], $27::text[], $28::integer[], $29::text[],
  $30::text[], $31::integer[], $32::integer[], $33::integer[], $34::bigint[], $35::integer[], $36::text[], $37::text[])`;

async function callPost(sql: Sql, intents: readonly Intent[]): Promise<RawAnswer[]> {
  const row = await sql.one<{ outcomes: RawOutcome[]; movement_ids: (string | null)[] }>(postText, columnsOf(intents));
  return row.outcomes.map((outcome, place) => ({ outcome, movementId: row.movement_ids[place] ?? null }));
}

/** The intents turned on their side: one array a column, as `ledger_post` takes them. */
function columnsOf(intents: readonly Intent[]): string[] {
  const accounts = new Slots();
  const holds = new Slots();
  const movements = columns('text', 'text', 'number', 'number');
  const legs = columns('number', 'number', 'number', 'number', 'number');
  const transitions = columns('number', 'text', 'number', 'text', 'text', 'text');
  const outbox = columns('number', 'text', 'text', 'number', 'text', 'number');
  const events = columns('number', 'text', 'text', 'text', 'text', 'number', 'text');
  const changes = columns('number', 'number', 'number', 'number', 'number', 'text', 'text');
  intents.forEach((intent, index) => {
    const { movement, hold, outbox: rows = [], audit } = intent;
    const place = index + 1;
    const atMs = movement.at.getTime();
    movements.add(movement.key, movement.kind, movement.legs[0].from.company, atMs);
    movement.legs.forEach(({ from, to, minor }, line) =>
      legs.add(place, line + 1, accounts.of(from.code), accounts.of(to.code), minor),
    );
    for (const { kind, id, from, to, detail } of transitionsOf(intent)) transitions.add(place, kind, id, from, to, json(detail));
    const held = hold && heldBy(intent);
    if (held) {
      const { remittanceId, purpose, source } = hold.opens ?? {};
      changes.add(place, holds.of(hold.key), accounts.of(held.account.code), held.minor, remittanceId, purpose, source);
    }
    for (const row of rows) {
      outbox.add(place, row.topic, row.key, row.clientId, json(row.payload), row.dueAt?.getTime() ?? atMs);
    }
    if (audit) {
      const { actor, action, subject, clientId, detail } = audit;
      events.add(place, actor.kind, actor.id, action, subject, clientId, json(detail));
    }
  });
  return [
    accounts.literal(),
    ...movements.literals(),
    ...legs.literals(),
    ...transitions.literals(),
    ...outbox.literals(),
    ...events.literals(),
    holds.literal(),
    ...changes.literals(),
  ];
}

/** Every status that changes with a posting. */
export function transitionsOf({
  transition,
  parentTransition,
}: Pick<Intent, 'transition' | 'parentTransition'>): readonly Transition[] {
  if (!parentTransition) return transition ? [transition] : [];
  return transition ? [transition, parentTransition] : [parentTransition];
}

const json = (detail: Readonly<Record<string, unknown>> | undefined) => (detail ? JSON.stringify(detail) : '{}');

/** The accounts, or the holds, that a batch names, each once; its rows carry their places, from one. */
class Slots {
  private readonly places = new Map<string, number>();

  of(name: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    this.places.set(name, this.places.size + 1);
    return this.places.size;
  }

  /** Codes and keys are letters, digits and `:._-` by construction, so they need no quotes. */
  literal(): string {
    return `{${[...this.places.keys()].join(',')}}`;
  }
}

type Cell = string | number | bigint | undefined;

/** Collects rows column by column and writes each as an array literal of PostgreSQL, sparing the driver a pass over every value. */
function columns(...kinds: readonly ('text' | 'number')[]) {
  const lists = kinds.map((): Cell[] => []);
  return {
    add(...cells: readonly Cell[]) {
      for (const [index, list] of lists.entries()) list.push(cells[index]);
    },
    literals: () => lists.map((cells, index) => (kinds[index] === 'text' ? textArray(cells) : numberArray(cells))),
  };
}

const numberArray = (cells: readonly Cell[]) => `{${cells.map((cell) => cell ?? 'NULL').join(',')}}`;

/** Of what JSON escapes, PostgreSQL's literals know the quote and the backslash only. */
const mayHoldOtherEscape = /\\[^"\\]/;

/** JSON writes a list of texts as PostgreSQL reads it, in one go, unless there are line breaks and the like in them. */
function textArray(cells: readonly Cell[]): string {
  const json = JSON.stringify(cells);
  return mayHoldOtherEscape.test(json) ? `{${cells.map(quoted).join(',')}}` : `{${json.slice(1, -1)}}`;
}

function quoted(cell: Cell): string {
  return cell === undefined ? 'NULL' : `"${String(cell).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

async function openAccounts(sql: Sql, intents: readonly Intent[]): Promise<void> {
  const wanted = new Map<string, Account>();
  for (const { movement } of intents) {
    for (const { from, to } of movement.legs) wanted.set(from.code, from).set(to.code, to);
  }
  const rows = columns('text', 'number', 'text', 'text', 'number', 'number');
  for (const account of wanted.values()) {
    rows.add(account.code, account.company, account.unit, account.kind, account.clientId, account.floorMinor);
  }
  await sql.run(
    'select ledger_open($1::text[], $2::integer[], $3::text[], $4::text[], $5::integer[], $6::bigint[])',
    rows.literals(),
  );
}

function outcomeOf(raw: RawAnswer): PostedOutcome {
  const { outcome, movementId } = raw;
  if (outcome === 'posted' || outcome === 'repeated') {
    if (movementId === null) throw new Error('the ledger answered without the movement');
    return { outcome: 'posted', movementId: BigInt(movementId), repeated: outcome === 'repeated' };
  }
  if (outcome === 'unopened') throw new Error('an account of the ledger is missing after it was opened');
  return { outcome: 'refused', code: outcome };
}

function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place];
  if (item === undefined) throw new RangeError(`the ledger answered for ${list.length} postings, not for ${place + 1}`);
  return item;
}

/** What a posting brings to a hold or, below zero, takes from it, and on which account. */
interface HeldMinor {
  readonly account: Account;
  readonly minor: bigint;
}

/**
 * What the posting does to its hold; undefined when it has none. Throws where its legs and its hold do not say the same: a
 * fault of the calling code.
 */
export function heldBy({ movement, hold }: Pick<Intent, 'movement' | 'hold'>): HeldMinor | undefined {
  let account: Account | undefined;
  let minor = 0n;
  for (const leg of movement.legs) {
    if (leg.from.kind === 'hold') [account, minor] = [leg.from, minor - leg.minor];
    if (leg.to.kind === 'hold') [account, minor] = [leg.to, minor + leg.minor];
  }
  if (!account && !hold) return undefined;
  if (!account || !hold)
    throw new Error(`${movement.key} may not be posted: a leg at a hold account names its hold, and only that`);
  if (!factName.test(hold.key)) throw new Error(`${movement.key} may not be posted: ${hold.key} is not of the shape kind:id`);
  if (hold.opens ? minor <= 0n : minor >= 0n) {
    throw new Error(`${movement.key} may not be posted: it would ${hold.opens ? 'open' : 'take from'} ${hold.key} with ${minor}`);
  }
  return { account, minor };
}
