import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Wording } from '../../base/wording.ts';
import { toldReasonOf, type StatusReason } from '../../law/statusChanges.ts';
import { statusFacts, type StatusId } from '../../law/statuses.ts';
import type { DeclaredNotice } from '../../protocol/notice.ts';
import { ownContacts } from '../contacts/face.ts';
import { closeNotices, notify } from '../notices/face.ts';
import { clientStatusNotices } from './notices.ts';
import * as store from './store.ts';

const noticeOfAct = {
  freeze: clientStatusNotices.client_frozen,
  decline: clientStatusNotices.client_declined,
  close: clientStatusNotices.client_closed,
  close_non_eu: clientStatusNotices.client_closed,
  close_uk: clientStatusNotices.client_closed,
} as const satisfies Record<store.GivingAct, DeclaredNotice>;

const keys = 'client_status:';

/** What was told of a status that does not hold any more. */
export async function takeAway(sql: Sql, client: ClientId, now: Date): Promise<void> {
  await closeNotices(sql, { clientId: client, prefix: keys, now });
}

interface Given {
  readonly id: number;
  readonly act: store.GivingAct;
  readonly reasonCode: StatusReason;
  readonly now: Date;
}

export async function tell(sql: Sql, client: ClientId, { id, act, reasonCode, now }: Given): Promise<void> {
  const values = { reason: toldReasonOf(reasonCode) };
  await notify(sql, { clientId: client, notice: noticeOfAct[act], values, key: `${keys}${id}`, now });
}

interface Back {
  readonly to: StatusId;
  /** What has ended: undefined where nobody knows how the client came to it. */
  readonly ends: store.ChangeRow | undefined;
  readonly now: Date;
}

/** What holds again. After somebody else may have been at the account each address that was shown to be the client's is told. */
export async function tellBack(sql: Sql, client: ClientId, { to, ends, now }: Back): Promise<void> {
  const told = await holdsAgain(sql, client, to);
  if (!told) return;
  await notify(sql, { clientId: client, ...told, key: `${keys}${client}:again:${now.toISOString()}`, now });
  if (ends?.reasonCode !== 'taken_over') return;
  const second = (await ownContacts(sql, client)).secondary_email;
  if (second.value === null || !second.isVerified) return;
  await store.writeTo(sql, { client, to: second.value, type: told.notice.type, values: told.values, at: now });
}

/** That all is open only where it is; otherwise what was told of the status that holds, where the desk has given it. */
async function holdsAgain(
  sql: Sql,
  client: ClientId,
  to: StatusId,
): Promise<{ readonly notice: DeclaredNotice; readonly values: Wording } | undefined> {
  const { access, money } = statusFacts(to);
  if (access === 'full' && money === 'all') return { notice: clientStatusNotices.client_reopened, values: {} };
  const given = await store.changeThatSet(sql, { client, status: to });
  return given && { notice: noticeOfAct[given.act], values: { reason: toldReasonOf(given.reasonCode) } };
}
