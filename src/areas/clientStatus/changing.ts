import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { ClientProfile } from '../../law/gates.ts';
import { statusChanges, type StatusAct, type StatusFollow, type StatusReason } from '../../law/statusChanges.ts';
import { hasToRepeat } from '../../law/dues.ts';
import { statusFacts, type StatusId } from '../../law/statuses.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { statusByPapers } from '../documents/face.ts';
import { hasEnrolled, statusRepeated } from '../enrolment/face.ts';
import { frozenStatus, giveFreezeBack, hasOwnFreeze, statusAfterLift, takeFreezeOver, tellOfFreeze } from '../freezing/face.ts';
import { endFollowOf, investmentsOf } from '../investments/face.ts';
import { holdWaiting } from '../payments/face.ts';
import { isHeld } from '../screening/face.ts';
import { clientById } from '../session/face.ts';
import { closeStrategy, strategiesOf } from '../strategies/face.ts';
import { endOrdersOf } from '../transferAutomation/face.ts';
import { takeUpClosed } from '../unverified/face.ts';
import type { Settings } from '../../settings/index.ts';
import type { Situation } from './rules.ts';
import * as store from './store.ts';
import { takeAway, tell, tellBack } from './telling.ts';

export interface StatusNeeds {
  readonly settings: () => Settings;
  readonly sessions: {
    openOf(sql: Sql, clientId: ClientId): Promise<readonly { readonly sid: string }[]>;
    endOf(sql: Sql, of: { readonly clientId: ClientId; readonly sids: readonly string[] }): Promise<readonly string[]>;
  };
}

export interface SituationOfClient extends Situation {
  readonly id: ClientId;
  readonly profile: ClientProfile;
}

/** How a client stands; undefined where there is none. Under the lock of the client where something is to be changed. */
export async function situationOf(sql: Sql, id: ClientId): Promise<SituationOfClient | undefined> {
  const profile = (await clientById(sql, id))?.profile;
  if (!profile) return undefined;
  const own = profile.status === frozenStatus && (await hasOwnFreeze(sql, id));
  return { id, profile, isScreened: await isHeld(sql, id), hasOwnFreeze: own };
}

interface Next {
  readonly to: StatusId;
  /** By which the desk has given the status that ends with this; undefined where another status begins, or nobody knows. */
  readonly ends?: store.ChangeRow | undefined;
}

/** Before the second step: partial for every gate. */
const unenrolled: StatusId = 8;

/**
 * The status that follows. What comes back is the one before, as after 66 (readings, 7), by papers that were approved meanwhile. Where that is
 * not known, what the papers say, after the second step.
 */
export async function nextStatus(sql: Sql, { id, profile }: SituationOfClient, act: StatusAct): Promise<Next> {
  const { to } = statusChanges[act];
  if (to !== null) return { to };
  const papers = { hasId: profile.hasApprovedId, hasResidence: profile.hasApprovedResidence };
  const ends = await store.changeThatSet(sql, { client: id, status: profile.status });
  if (ends) {
    const before = await statusRepeatedSince(sql, id, ends);
    return { to: before === null ? await statusByPapers(sql, id, papers) : statusAfterLift(before, papers), ends };
  }
  return { to: (await hasEnrolled(sql, id)) ? await statusByPapers(sql, id, papers) : unenrolled };
}

/** The one before; where it was 66 and they have confirmed since, the one before that: null where nobody knows it. */
async function statusRepeatedSince(sql: Sql, client: ClientId, { fromStatus, setAt }: store.ChangeRow): Promise<StatusId | null> {
  if (!hasToRepeat(fromStatus)) return fromStatus;
  const before = await statusRepeated(sql, { client, since: setAt });
  return before === undefined ? fromStatus : before;
}

interface Changing extends store.Persons {
  readonly act: StatusAct;
  readonly reasonCode: StatusReason;
  readonly now: Date;
}

/** Gives the status and does what follows from it, in the caller's transaction and under the client's lock. */
export async function changeStatus(
  { app, sql }: { readonly app: StatusNeeds; readonly sql: Sql },
  { id: client, profile: { status: from } }: SituationOfClient,
  { next, ...changing }: Changing & { readonly next: Next },
): Promise<void> {
  const { act, reasonCode, now, askedBy, agreedBy } = changing;
  const { to } = next;
  const closedAt = await store.closedSince(sql, client);
  if (to !== from) await store.setStatus(sql, client, to);
  await takeAway(sql, client, now);
  if (act === 'reopen') await takeBack(sql, client, { ...changing, next });
  else {
    const ownFreeze = from === frozenStatus ? await takeFreezeOver(sql, { client, at: now }) : undefined;
    const kept = { client, act, fromStatus: from, toStatus: to, reasonCode, askedBy, agreedBy, closedAt, at: now };
    const id = await store.keepChange(sql, { ...kept, ownFreeze: ownFreeze ?? null });
    await tell(sql, client, { id, act, reasonCode, now });
  }
  if (from === frozenStatus && act !== 'freeze') await holdWaiting(sql, { client, settings: app.settings(), now });
  for (const follow of statusChanges[act].follows) await followOn[follow]({ app, sql, client, now });
  await recordAudit(sql, {
    actor: { kind: 'staff', id: askedBy },
    action: 'client.status',
    subject: `client:${client}`,
    clientId: client,
    detail: { from, to, act, reason_code: reasonCode, agreed_by: agreedBy },
    at: now,
  });
  await store.tellBrowsers(sql, client, now);
}

async function takeBack(
  sql: Sql,
  client: ClientId,
  { next: { to, ends }, ...of }: Changing & { readonly next: Next },
): Promise<void> {
  const { askedBy, agreedBy, reasonCode, now } = of;
  if (ends) {
    await store.endChange(sql, { id: ends.id, reasonCode, askedBy, agreedBy, at: now });
    const freeze = ends.ownFreeze === null ? undefined : await giveFreezeBack(sql, ends.ownFreeze);
    if (freeze !== undefined) await tellOfFreeze(sql, { client, freeze, at: now });
  }
  if (statusFacts(to).closed === undefined) await takeUpClosed(sql, client);
  else if (ends) await store.closedSinceThen(sql, client, ends);
  await tellBack(sql, client, { to, ends, now });
}

interface Following {
  readonly app: StatusNeeds;
  readonly sql: Sql;
  readonly client: ClientId;
  readonly now: Date;
}

const followOn: Readonly<Record<StatusFollow, (following: Following) => Promise<void>>> = {
  async sessions_end({ app, sql, client }) {
    const sids = (await app.sessions.openOf(sql, client)).map(({ sid }) => sid);
    await app.sessions.endOf(sql, { clientId: client, sids });
  },
  async standing_orders_end({ sql, client, now }) {
    await endOrdersOf(sql, { clientId: client, now });
  },
  // The sweep of endings brings what is theirs into the wallet, and tells those who follow a strategy that is closed.
  async investing_ends({ sql, client, now }) {
    for (const { number } of await investmentsOf(sql, client)) await endFollowOf(sql, { number, at: now });
    for (const { id } of await strategiesOf(sql, client)) await closeStrategy(sql, id, now);
  },
};
