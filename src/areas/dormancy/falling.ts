import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, utcDay } from '../../base/time.ts';
import { dormantStatus, watchedStatus, type WatchedStatus } from '../../law/dormancy.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { JobContext } from '../../protocol/call.ts';
import { announcedFor, lastDoneOf, monthsLater } from '../idleFees/face.ts';
import { closeNotice, notify } from '../notices/face.ts';
import { lastInOf } from '../session/face.ts';
import { dormancyNotices } from './notices.ts';
import * as store from './store.ts';

const pageSize = 200;
/** Of one round; whoever is left comes with the next. */
const pagesAtOnce = 50;

export const aheadKey = (id: number): string => `dormancy:${id}:ahead`;
export const begunKey = (id: number): string => `dormancy:${id}:begun`;

/** Looks again at those who were told, and tells those who have done nothing for long. Each is one commit, and safe to repeat. */
export async function followDormancy(context: JobContext): Promise<void> {
  for (let page = 0; page < pagesAtOnce; page += 1) {
    const due = await store.announcedDue(context.sql, { now: context.now, limit: pageSize });
    for (const announced of due) await lookAgain(context, announced);
    if (due.length < pageSize) break;
  }
  if (context.settings.dormancy.isOn) await announceIdle(context);
}

/** When each of them did something last, or came in: who signs in is not asleep. */
async function awakeSince(sql: Sql, watched: readonly store.Watched[], now: Date): Promise<store.Watched[]> {
  const clients = watched.map(({ clientId }) => clientId);
  const [done, cameIn] = [await lastDoneOf(sql, { clients, now }), await lastInOf(sql, clients)];
  return watched.map(({ clientId, awakeAt }) => {
    const known = [awakeAt, done.get(clientId), cameIn.get(clientId)].filter((at) => at !== undefined);
    return { clientId, awakeAt: new Date(Math.max(...known.map((at) => at.getTime()))) };
  });
}

async function announceIdle(context: JobContext): Promise<void> {
  const { sql, now, settings } = context;
  const { months, noticeDays } = settings.dormancy;
  const before = monthsLater(after(now, noticeDays * dayMs), -months);
  for (let page = 0; page < pagesAtOnce; page += 1) {
    const watched = await store.watchedClients(sql, { now, before, limit: pageSize });
    const known = await awakeSince(sql, watched, now);
    const idle = known.filter(({ awakeAt }) => awakeAt < before);
    const busy = await store.underWay(
      sql,
      idle.map(({ clientId }) => clientId),
    );
    for (const each of idle) if (!busy.has(each.clientId)) await announce(context, each);
    await store.noteAwake(sql, known, after(now, dayMs));
    if (watched.length < pageSize) return;
  }
}

async function announce({ transact, settings, now }: JobContext, { clientId, awakeAt }: store.Watched): Promise<void> {
  const { months, noticeDays } = settings.dormancy;
  const sleepsAt = announcedFor({ idleSince: awakeAt, lastDueAt: null, months, noticeDays, now });
  if (!sleepsAt) return;
  await transact(async (sql) => {
    const from = watchedStatus(await store.lockStatus(sql, clientId));
    if (from === undefined) return;
    const id = await store.announce(sql, {
      client: clientId,
      from,
      idleSince: awakeAt,
      sleepsAt,
      nextAt: nextLook(sleepsAt, now),
      now,
    });
    if (id === undefined) return;
    const values = { day: utcDay(sleepsAt), since: utcDay(awakeAt) };
    await notify(sql, { clientId, notice: dormancyNotices.dormancy_ahead, values, key: aheadKey(id), now });
  });
}

/** Each day, and when the time has come. */
function nextLook(sleepsAt: Date, now: Date): Date {
  const tomorrow = after(now, dayMs);
  return sleepsAt < tomorrow ? sleepsAt : tomorrow;
}

/** Whoever was told has done something, or is asleep, or has time left. */
async function lookAgain(context: JobContext, { id, clientId }: store.Announced): Promise<void> {
  const { transact, now, settings, stale } = context;
  const isAsleep = await transact(async (sql) => {
    const status = watchedStatus(await store.lockStatus(sql, clientId));
    const announced = await store.lockAnnounced(sql, id);
    if (!announced) return false;
    const { idleSince, sleepsAt } = announced;
    const [watched = { clientId, awakeAt: now }] = await awakeSince(sql, [{ clientId, awakeAt: idleSince }], now);
    const isIdle = settings.dormancy.isOn && watched.awakeAt <= idleSince;
    if (status === undefined || !isIdle || (await store.underWay(sql, [clientId])).has(clientId)) {
      await store.callOff(sql, { id, status, watched, nextAt: after(now, dayMs), now });
      await closeNotice(sql, { clientId, key: aheadKey(id), now });
      return false;
    }
    if (sleepsAt > now) {
      await store.lookNext(sql, id, nextLook(sleepsAt, now));
      return false;
    }
    await fallAsleep(sql, { id, clientId, from: status, idleSince, now });
    return true;
  });
  if (isAsleep) await stale(clientId, ['client_info', 'notices', 'dashboard']);
}

interface Falling {
  readonly id: number;
  readonly clientId: ClientId;
  readonly from: WatchedStatus;
  readonly idleSince: Date;
  readonly now: Date;
}

async function fallAsleep(sql: Sql, { id, clientId, from, idleSince, now }: Falling): Promise<void> {
  await store.fallAsleep(sql, { id, client: clientId, from, at: now });
  await closeNotice(sql, { clientId, key: aheadKey(id), now });
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'dormancy' },
    action: 'client.dormant',
    subject: `client:${clientId}`,
    clientId,
    detail: { from, to: dormantStatus, idle_since: idleSince.toISOString() },
    at: now,
  });
  const values = { since: utcDay(idleSince) };
  await notify(sql, { clientId, notice: dormancyNotices.dormancy_begun, values, key: begunKey(id), now });
}
