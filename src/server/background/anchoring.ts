import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, minuteMs } from '../../base/time.ts';
import { headOf, verifyAnchors, type Anchor } from '../../ledger/anchor.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { Jobs } from '../../protocol/call.ts';
import { keepFindings } from './bookkeeping.ts';

/** The head of the chain leaves the database once in so many minutes in which it has moved. */
export const anchorMinutes = 10;
const anchorSeconds = 60;
/** What was written down lately is compared with the chain each time. */
const lookBackMinutes = 60;
/** Records of clients' money are kept for five years (MiFID II, article 16 paragraph 7). */
const keepDays = 5 * 366;
const maxBytes = 2000;
const readAtOnce = 16;

export interface AnchorParts {
  readonly storage: ObjectStorage;
  readonly log: FastifyBaseLogger;
  /** The clock on the wall: by it everybody knows which anchors there ought to be, without asking the database. */
  readonly wall: () => Date;
}

export function anchorJobs(parts: AnchorParts): Jobs {
  return { every: [{ name: 'ledger.anchor', seconds: anchorSeconds, dueBy: 'wall', run: ({ sql }) => anchorHead(sql, parts) }] };
}

/**
 * Writes the head of the chain into the log and into the object store, once in each ten minutes, and holds the chain to what was
 * written down before: whoever may rewrite the database can rewrite neither.
 */
export async function anchorHead(sql: Sql, { storage, log, wall }: AnchorParts): Promise<void> {
  const head = await headOf(sql);
  if (!head) return;
  const slot = slotOf(wall());
  const last = await sql.maybe<{ value: { slot: string; era: number; seal: string } }>(
    'select value from cursor_mark where name = $1',
    [anchorMark],
  );
  if (last?.value.slot === slot.key) return;
  const { anchors } = await readAnchors(storage, { from: after(wall(), -lookBackMinutes * minuteMs), to: wall() });
  const { findings } = await verifyAnchors(sql, anchors);
  await keepFindings({ sql, log, scope: 'anchor', findings });
  if (last?.value.seal === String(head.seal) && last.value.era === head.era) return;
  log.warn({ era: head.era, seal: String(head.seal), hash: head.hash }, 'the audit chain stands here');
  await putAnchor(storage, slot, head);
  await sql.run(
    `insert into cursor_mark (name, value, updated_at) values ($1, $2, now())
     on conflict (name) do update set value = excluded.value, updated_at = now()`,
    [anchorMark, JSON.stringify({ slot: slot.key, era: head.era, seal: String(head.seal) })],
  );
}

const anchorMark = 'ledger_anchor';
/** How long ago the head last left the database, for /metrics. */
export const anchorAge = `select coalesce(max(extract(epoch from now() - updated_at)), 0)::bigint as count from cursor_mark where name = '${anchorMark}'`;

interface Slot {
  readonly key: string;
  readonly keepUntil: Date;
}

function slotOf(at: Date): Slot {
  const begins = new Date(Math.floor(at.getTime() / (anchorMinutes * minuteMs)) * anchorMinutes * minuteMs);
  const [day = '', time = ''] = begins.toISOString().split('T');
  return { key: `audit/${day}/${time.slice(0, 5).replace(':', '-')}.json`, keepUntil: after(begins, keepDays * dayMs) };
}

const written = z.object({ era: z.number(), seal: z.string().regex(/^\d{1,18}$/), hash: z.string(), sealedAt: z.string() });

async function putAnchor(storage: ObjectStorage, { key, keepUntil }: Slot, head: Anchor): Promise<void> {
  // Of two workers, and of a database that was restored within these minutes, the first word stays.
  const there = await storage.get(key);
  if (there.outcome === 'found') return;
  const text = Buffer.from(JSON.stringify({ ...head, seal: String(head.seal) }));
  async function* body(): AsyncGenerator<Uint8Array> {
    yield text;
  }
  const answer = await storage.put(key, { contentType: 'application/json', body: body(), maxBytes, keepUntil });
  if (answer.outcome !== 'stored') throw new Error(`the head of the audit chain could not be kept: ${JSON.stringify(answer)}`);
}

export interface ReadAnchors {
  readonly anchors: readonly Anchor[];
  /** So many stretches of ten minutes were looked at; in most of a quiet night nothing was sealed, and there is none. */
  readonly slots: number;
}

/** Every anchor of that time. Throws where the store does not say. */
export async function readAnchors(
  storage: ObjectStorage,
  range: { readonly from: Date; readonly to: Date },
): Promise<ReadAnchors> {
  const keys: string[] = [];
  for (let at = range.from; at <= range.to; at = after(at, anchorMinutes * minuteMs)) keys.push(slotOf(at).key);
  keys.push(slotOf(range.to).key);
  const wanted = [...new Set(keys)];
  const anchors: Anchor[] = [];
  for (let start = 0; start < wanted.length; start += readAtOnce) {
    const read = await Promise.all(wanted.slice(start, start + readAtOnce).map((key) => readAnchor(storage, key)));
    anchors.push(...read.flatMap((anchor) => anchor ?? []));
  }
  return { anchors, slots: wanted.length };
}

async function readAnchor(storage: ObjectStorage, key: string): Promise<Anchor | undefined> {
  const answer = await storage.get(key);
  if (answer.outcome === 'absent') return undefined;
  if (answer.outcome !== 'found') throw new Error(`${key} could not be read: ${answer.reason}`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.object.body) chunks.push(chunk);
  const { seal, ...rest } = written.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  return { ...rest, seal: BigInt(seal) };
}
