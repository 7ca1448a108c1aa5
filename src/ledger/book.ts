import { setImmediate as nextTick } from 'node:timers/promises';
import { isOfItsRows, type Sql } from '../base/sql.ts';
import { heldBy, postBatch, transitionsOf, type Intent, type PostedOutcome } from './batch.ts';
import { requireMovement } from './entries.ts';

export type { HoldChange, Intent, IntentAudit, OutboxRow, PostedOutcome, RefusedPosting, Transition } from './batch.ts';

/** The only writer of money. */
export interface Book {
  /**
   * Posts an intent that is already committed elsewhere (a saved remittance, a deal that was read), together with
   * whatever others submit at the same time. Answers once it is durable.
   *
   * Throws when the database could not be asked or did not answer: it may or may not be posted then. Submit the same
   * intent again, under its same key, to find out. Throws BookFull when too many are waiting.
   */
  submit(intent: Intent): Promise<PostedOutcome>;
  /** Waits for what was submitted; takes nothing more. */
  close(): Promise<void>;
}

export interface BookOptions {
  /** A pool, whose connections the lanes share with others, or a connection of the book's own for one lane. */
  readonly sql: Sql;
  /** How many batches may be on their way at once. Each client has one lane, so that lanes never wait for each other. */
  readonly lanes?: number;
  /** The most postings of one batch. */
  readonly maxBatch?: number;
  /** The most postings that may wait in one lane. */
  readonly maxWaiting?: number;
}

/** Too many postings are waiting: the caller is turned away before anything is written. */
export class BookFull extends Error {
  constructor(waiting: number) {
    super(`${waiting} postings are waiting already`);
    this.name = 'BookFull';
  }
}

/**
 * Posts within the caller's own transaction: nothing is there before the caller commits. The accounts stay locked
 * until then, so this is for work that only needs the database. A refusal leaves the transaction usable.
 */
export async function post(sql: Sql, intent: Intent): Promise<PostedOutcome> {
  requireMovement(intent.movement);
  heldBy(intent);
  const [outcome] = await postBatch(sql, [intent]);
  if (!outcome) throw new Error('the ledger gave no answer');
  return outcome;
}

interface Waiting {
  readonly intent: Intent;
  readonly resolve: (outcome: PostedOutcome) => void;
  readonly reject: (error: unknown) => void;
}

const defaultLanes = 2;
const defaultMaxBatch = 500;
const defaultMaxWaiting = 20_000;

/**
 * Opens the coalescing book: in each lane one batch at a time, sent at once when none is on its way, else when the
 * previous one has completed. There is no waiting time: at few callers it would only make them slower.
 */
export function openBook(options: BookOptions): Book {
  const { sql, lanes: count = defaultLanes, maxBatch = defaultMaxBatch, maxWaiting = defaultMaxWaiting } = options;
  const lanes = Array.from({ length: count }, () => openLane(sql, maxBatch));
  let isClosed = false;
  return {
    async submit(intent) {
      requireMovement(intent.movement);
      heldBy(intent);
      if (isClosed) throw new Error('the book is closed');
      const lane = lanes[clientOf(intent) % count];
      if (!lane) throw new RangeError('a book has at least one lane');
      if (lane.waiting() >= maxWaiting) throw new BookFull(lane.waiting());
      return lane.add(intent);
    },
    async close() {
      isClosed = true;
      await Promise.all(lanes.map((lane) => lane.whenIdle()));
    },
  };
}

/** The client whose accounts the posting locks; movements between accounts of the broker lock none. */
function clientOf({ movement }: Intent): number {
  for (const { from, to } of movement.legs) {
    const clientId = from.clientId ?? to.clientId;
    if (clientId !== undefined) return clientId;
  }
  return 0;
}

function openLane(sql: Sql, maxBatch: number) {
  const queue: Waiting[] = [];
  let isFlushing = false;
  let idleWaiters: (() => void)[] = [];

  const flushAll = async () => {
    while (queue.length > 0) {
      // Whoever submits in the same turn, or goes on at once when told of the last batch, comes along: the fewer the
      // batches, the less each posting costs.
      await nextTick();
      const tellCallers = await answerBatch(sql, takeBatch(queue, maxBatch));
      tellCallers();
    }
    isFlushing = false;
    for (const tell of idleWaiters) tell();
    idleWaiters = [];
  };

  return {
    waiting: () => queue.length,
    add: (intent: Intent) =>
      new Promise<PostedOutcome>((resolve, reject) => {
        queue.push({ intent, resolve, reject });
        if (isFlushing) return;
        isFlushing = true;
        void flushAll();
      }),
    whenIdle: async () => {
      if (isFlushing) await new Promise<void>((resolve) => idleWaiters.push(resolve));
    },
  };
}

/**
 * The first of the queue, each key and each status that is to change once: who comes second waits for the next batch, and finds
 * the movement posted, the status moved on.
 */
function takeBatch(queue: Waiting[], maxBatch: number): Waiting[] {
  const taken = new Set<string>();
  const later: Waiting[] = [];
  const batch: Waiting[] = [];
  const candidates = queue.splice(0, maxBatch);
  for (const waiting of candidates) {
    const names = namesOf(waiting.intent);
    if (names.some((name) => taken.has(name))) later.push(waiting);
    else batch.push(waiting);
    for (const name of names) taken.add(name);
  }
  queue.unshift(...later);
  return batch;
}

/** What a batch holds once: the key, and each status that changes. */
function namesOf(intent: Intent): readonly string[] {
  return [intent.movement.key, ...transitionsOf(intent).map(({ kind, id }) => `step ${kind} ${id}`)];
}

/** Posts the batch; what it answers tells the callers how it went. Never throws. */
async function answerBatch(sql: Sql, batch: readonly Waiting[]): Promise<() => void> {
  try {
    const outcomes = await postBatch(
      sql,
      batch.map((waiting) => waiting.intent),
    );
    return () => batch.forEach((waiting, place) => answerOne(waiting, outcomes[place]));
  } catch (error) {
    return answerAlone(sql, batch, error);
  }
}

function answerOne(waiting: Waiting, outcome: PostedOutcome | undefined): void {
  if (outcome) waiting.resolve(outcome);
  else waiting.reject(new Error('the ledger gave no answer for a posting'));
}

/**
 * A batch failed as a whole: each of it is tried alone, so that one bad row harms nobody else. Keys make that safe
 * even when the batch did commit and only its answer was lost.
 */
async function answerAlone(sql: Sql, batch: readonly Waiting[], batchError: unknown): Promise<() => void> {
  const tellings: (() => void)[] = [];
  let lost: unknown = batch.length === 1 ? batchError : undefined;
  for (const waiting of batch) {
    if (lost !== undefined) {
      const error = lost;
      tellings.push(() => waiting.reject(error));
      continue;
    }
    try {
      const [outcome] = await postBatch(sql, [waiting.intent]);
      tellings.push(() => answerOne(waiting, outcome));
    } catch (error) {
      tellings.push(() => waiting.reject(error));
      if (!isOfItsRows(error)) lost = error;
    }
  }
  return () => tellings.forEach((tell) => tell());
}
