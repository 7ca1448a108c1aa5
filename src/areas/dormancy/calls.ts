import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { dormantStatus } from '../../law/dormancy.ts';
import { hasToRepeat } from '../../law/dues.ts';
import { statusFacts, type StatusId } from '../../law/statuses.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { noteWaking, ownContacts } from '../contacts/face.ts';
import { statusByPapers } from '../documents/face.ts';
import { statusRepeated } from '../enrolment/face.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { closeNotice, notify } from '../notices/face.ts';
import { openProof } from '../security/face.ts';
import type { dormancyContract, WakingState } from './contract.ts';
import { begunKey } from './falling.ts';
import { dormancyNotices } from './notices.ts';
import { dormancyOf, endDormancy, lockStatus, papersOf } from './store.ts';

type Calls = Handlers<typeof dormancyContract>;
type Waking = ContextOf<(typeof dormancyContract)['calls']['wake']>;

export const calls = (app: FactorNeeds) => {
  const prove = openProof(app);
  return {
    async state(_input, { sql, client }) {
      if (client.profile.status !== dormantStatus) return { is_dormant: false, since: null, becomes: null };
      const row = await dormancyOf(sql, client.id);
      return { is_dormant: true, since: row?.sleptAt.toISOString() ?? null, becomes: stateOf(await statusAwake(sql, client.id)) };
    },

    async wake(given, ctx) {
      const { client } = ctx;
      if (client.profile.status !== dormantStatus) return ctx.refuse('not_asleep');
      const becomes = await prove(ctx, given, (sql) => wake(sql, ctx));
      return becomes === undefined ? ctx.refuse('not_asleep') : { becomes };
    },
  } satisfies Calls;
};

/** The status that comes back is the one before (readings, 7, of 66); what the papers say where that is not known. */
async function statusAwake(sql: Sql, client: ClientId): Promise<StatusId> {
  const row = await dormancyOf(sql, client);
  if (row && !hasToRepeat(row.fromStatus)) return row.fromStatus;
  // Who has confirmed while they were dormant has nothing to repeat any more.
  const before = row && (await statusRepeated(sql, { client, since: row.sleptAt }));
  if (row && before === undefined) return row.fromStatus;
  return before ?? statusByPapers(sql, client, await papersOf(sql, client));
}

const wakingStateOf = { missing: 'papers_missing', under_review: 'papers_under_review', approved: 'as_before' } as const;

function stateOf(status: StatusId): WakingState {
  return wakingStateOf[statusFacts(status).papers ?? 'approved'];
}

/** Undefined where the client is not dormant any more. */
async function wake(sql: Sql, ctx: Waking): Promise<WakingState | undefined> {
  const { client, now, origin } = ctx;
  if ((await lockStatus(sql, client.id)) !== dormantStatus) return undefined;
  const to = await statusAwake(sql, client.id);
  const row = await dormancyOf(sql, client.id);
  await endDormancy(sql, { client: client.id, to, at: now });
  if (row) await closeNotice(sql, { clientId: client.id, key: begunKey(row.id), now });
  await noteWaking(sql, { client: client.id, at: now });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'client.woken',
    subject: `client:${client.id}`,
    clientId: client.id,
    detail: { by: client.sid, from: dormantStatus, to, address: origin.address, agent: origin.agent.slice(0, 400) },
    at: now,
  });
  await tell(sql, ctx);
  return stateOf(to);
}

/** Whoever came back may be somebody else: each address that was shown to be the client's is told. */
async function tell(sql: Sql, { client, now, tellIn }: Waking): Promise<void> {
  const notice = dormancyNotices.dormancy_ended;
  await notify(sql, { clientId: client.id, notice, key: `dormancy:woken:${now.toISOString()}`, now });
  const second = (await ownContacts(sql, client.id)).secondary_email;
  if (second.value === null || !second.isVerified) return;
  await tellIn(sql, {
    topic: 'post.mail',
    clientId: client.id,
    payload: { type: notice.type, values: {}, channel: 'email', to: second.value },
  });
}
