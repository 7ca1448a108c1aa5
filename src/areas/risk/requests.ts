import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, utcDay } from '../../base/time.ts';
import type { Wording } from '../../base/wording.ts';
import { diligencePapers, type DiligencePaper } from '../../law/riskLevels.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { JobContext } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { closeNotice, notify } from '../notices/face.ts';
import { liftRestriction, restrictTrading } from '../restrictions/face.ts';
import { clientById } from '../session/face.ts';
import { riskNotices } from './notices.ts';
import { reviewsQueue } from './queues.ts';
import { reminderDue, requestState } from './requestRules.ts';
import * as requests from './requestStore.ts';
import { lockRisk } from './store.ts';

/* The clock of papers that a review needs: asked for, reminded of, then no new positions, then before compliance. */

type Clocked = Pick<Settings, 'risk' | 'desk'>;

interface Asking {
  readonly client: ClientId;
  readonly papers: readonly DiligencePaper[];
  readonly by: string;
  readonly now: Date;
  readonly settings: Clocked;
}

const system = { kind: 'system', id: 'risk' } as const;
const subjectOf = (client: ClientId): string => `risk:${client}`;
const unansweredOf = (client: ClientId): string => `unanswered:${client}`;

/** Asks a client for papers, until the day that is answered; undefined where they are asked already. Whoever calls has locked the client's risk. */
export async function askPapers(sql: Sql, { client, papers, by, now, settings }: Asking): Promise<Date | undefined> {
  const dueAt = after(now, settings.risk.papersDays * dayMs);
  const id = await requests.insertRequest(sql, { clientId: client, papers, askedBy: by, askedAt: now, dueAt });
  if (id === undefined) return undefined;
  await notify(sql, {
    clientId: client,
    notice: riskNotices.papers_asked,
    values: saidOf({ papers, dueAt }),
    key: askedKey({ id, extended: 0 }),
    now,
  });
  return dueAt;
}

/** A review that begins asks by itself for what is known to be missing. */
export async function askMissing(sql: Sql, asking: Omit<Asking, 'by'>): Promise<void> {
  const { client, papers, now } = asking;
  if (papers.length === 0 || (await askPapers(sql, { ...asking, by: system.id })) === undefined) return;
  await recordAudit(sql, {
    actor: system,
    action: 'risk.ask_papers',
    subject: subjectOf(client),
    clientId: client,
    detail: { papers },
    at: now,
  });
}

/** More time, from now on: what had followed is taken back. */
export async function giveTime(
  sql: Sql,
  {
    request,
    dueAt,
    now,
    by,
  }: { readonly request: requests.RequestRow; readonly dueAt: Date; readonly now: Date; readonly by: string },
): Promise<void> {
  const { id, clientId: client, papers } = request;
  await takeBack(sql, request, { outcome: 'more_time', by, now });
  await requests.setDue(sql, id, dueAt);
  const values = saidOf({ papers, dueAt });
  await notify(sql, {
    clientId: client,
    notice: riskNotices.papers_asked,
    values,
    key: askedKey({ id, extended: request.extended + 1 }),
    now,
  });
}

/** The review is done, or there is no business left to review. */
export async function endRequestOf(
  sql: Sql,
  client: ClientId,
  of: { readonly outcome: 'reviewed' | 'no_business'; readonly by: string; readonly now: Date },
): Promise<void> {
  const request = await requests.openRequest(sql, client);
  if (!request) return;
  await takeBack(sql, request, of);
  await requests.endRequest(sql, request.id, { outcome: of.outcome, at: of.now });
}

async function takeBack(
  sql: Sql,
  request: requests.RequestRow,
  { outcome, by, now }: { readonly outcome: string; readonly by: string; readonly now: Date },
): Promise<void> {
  const { clientId, restrictionId } = request;
  for (const key of toldKeys(request)) await closeNotice(sql, { clientId, key, now });
  await closeCase(sql, { queue: reviewsQueue().name, subject: unansweredOf(clientId), outcome, at: now });
  // What the desk has shut itself meanwhile stays shut.
  if (restrictionId !== null) await liftRestriction(sql, { client: clientId, restriction: restrictionId, by, now });
}

const pageSize = 200;

/** Looks at all requests of which something is due. One client who cannot be helped now keeps no other waiting. */
export async function chasePapers(context: Pick<JobContext, 'sql' | 'transact' | 'now' | 'settings'>): Promise<void> {
  const { sql, now, settings, transact } = context;
  const until = after(now, Math.max(0, ...settings.risk.remindDays) * dayMs);
  const failures: unknown[] = [];
  for (let last = 0, isMore = true; isMore;) {
    const page = await requests.clientsAsked(sql, { until, after: last, limit: pageSize });
    for (const client of page)
      await transact((inner) => chase(inner, client, { now, settings })).catch((error: unknown) => failures.push(error));
    last = page.at(-1) ?? last;
    isMore = page.length === pageSize;
  }
  if (failures.length > 0) throw failures[0];
}

interface Chasing {
  readonly now: Date;
  readonly settings: Clocked;
}

async function chase(sql: Sql, client: ClientId, chasing: Chasing): Promise<void> {
  await lockRisk(sql, client);
  const request = await requests.openRequest(sql, client);
  if (!request || (await clientById(sql, client)) === undefined) return;
  const sent = await requests.sentSince(sql, request);
  const { now, settings } = chasing;
  switch (requestState(request, { sent, now, escalateDays: settings.risk.escalateDays })) {
    case 'restrict':
      return restrict(sql, request, chasing);
    case 'escalate':
      return escalate(sql, request, chasing);
    case 'wait':
      return remind(sql, request, chasing);
    case 'sent':
  }
}

/** Each time that is left is told once, in the place of what was told before it. */
async function remind(sql: Sql, request: requests.RequestRow, { now, settings }: Chasing): Promise<void> {
  const { id, clientId, papers, dueAt } = request;
  const days = reminderDue(dueAt, now, settings.risk.remindDays);
  if (days === undefined || days === request.remindedDays) return;
  for (const key of toldKeys(request)) await closeNotice(sql, { clientId, key, now });
  await requests.setReminded(sql, id, days);
  const values = { ...saidOf({ papers, dueAt }), days };
  await notify(sql, { clientId, notice: riskNotices.papers_ahead, values, key: aheadKey(request, days), now });
}

async function restrict(sql: Sql, request: requests.RequestRow, { now }: Chasing): Promise<void> {
  const { id, clientId, papers, dueAt } = request;
  for (const key of toldKeys(request)) await closeNotice(sql, { clientId, key, now });
  const restriction = await restrictTrading(sql, { client: clientId, by: system.id, now });
  await requests.setRestricted(sql, id, { at: now, restriction });
  const values = saidOf({ papers, dueAt });
  await notify(sql, { clientId, notice: riskNotices.papers_overdue, values, key: overdueKey(request), now });
  await recordAudit(sql, {
    actor: system,
    action: 'risk.restrict',
    subject: subjectOf(clientId),
    clientId,
    detail: { papers, due_at: dueAt.toISOString(), restriction: restriction ?? null },
    at: now,
  });
}

/** A person decides whether somebody stays who cannot be known (Directive (EU) 2015/849, article 14(4)). */
async function escalate(
  sql: Sql,
  { id, clientId, papers, dueAt }: requests.RequestRow,
  { now, settings }: Chasing,
): Promise<void> {
  await requests.setEscalated(sql, id, now);
  await openCase(sql, {
    queue: reviewsQueue(settings),
    subject: unansweredOf(clientId),
    clientId,
    detail: { papers: papers.join(', '), due_since: dueAt.toISOString().slice(0, 10) },
    now,
    hours: settings.desk.businessHours,
  });
  await recordAudit(sql, {
    actor: system,
    action: 'risk.escalate',
    subject: subjectOf(clientId),
    clientId,
    detail: { papers, due_at: dueAt.toISOString() },
    at: now,
  });
}

type Told = Pick<requests.RequestRow, 'id' | 'extended'>;
const askedKey = ({ id, extended }: Told): string => `papers:${id}:${extended}`;
const aheadKey = ({ id, extended }: Told, days: number): string => `papers-ahead:${id}:${extended}:${days}`;
const overdueKey = ({ id, extended }: Told): string => `papers-overdue:${id}:${extended}`;

/** What the client reads of it now. */
const toldKeys = (request: requests.RequestRow): readonly string[] => [
  askedKey(request),
  ...(request.remindedDays === null ? [] : [aheadKey(request, request.remindedDays)]),
  overdueKey(request),
];

/** Which papers, and until when: each paper is a part of the sentence. */
function saidOf({ papers, dueAt }: Pick<requests.RequestRow, 'papers' | 'dueAt'>): Wording {
  const each = Object.fromEntries(diligencePapers.map((paper) => [paper, papers.includes(paper) ? 'yes' : 'no']));
  return { ...each, day: utcDay(dueAt) };
}
