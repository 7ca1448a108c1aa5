import { rowNumber } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { ownContacts } from '../contacts/face.ts';
import { notify } from '../notices/face.ts';
import { clientById, type FoundClient } from '../session/face.ts';
import type { freezingContract } from './contract.ts';
import { freezingNotices } from './notices.ts';
import { frozenStatus, statusAfterLift } from './rules.ts';
import { freezesOf, lift, lockFreeze, noteGivenBack } from './store.ts';

type Calls = Handlers<typeof freezingContract>;
type GivingBack = ContextOf<(typeof freezingContract)['calls']['giveBack']>;
type Looking = ContextOf<(typeof freezingContract)['calls']['ofClient' | 'giveBack']>;

/** What the desk does of accounts that their clients have frozen. */
export const deskCalls = () =>
  ({
    async ofClient({ client_id: told }, ctx) {
      const client = await requireClient(ctx, told);
      await ctx.record({ subject: `client:${client.id}`, clientId: client.id });
      return shown(ctx.sql, client);
    },

    async giveBack({ client_id: told, identity_check: check }, ctx) {
      const { sql, staff, now } = ctx;
      const client = await requireClient(ctx, told);
      const lifting = await lockFreeze(sql, client.id);
      const from = client.profile.status;
      if (!lifting || from !== frozenStatus) return ctx.refuse('not_frozen_by_client', { field: 'client_id' });
      const to = statusAfterLift(lifting.fromStatus, lifting.papers);
      if (!(await lift(sql, { lifting, frozen: frozenStatus, to, at: now })))
        return ctx.refuse('not_frozen_by_client', { field: 'client_id' });
      await noteGivenBack(sql, lifting.id, { by: staff.actor, check });
      await tell(ctx, client, lifting.id);
      await ctx.record({
        subject: `client:${client.id}`,
        clientId: client.id,
        before: { status: from },
        after: { status: to },
        detail: { identity_check: check },
      });
      return shown(sql, (await clientById(sql, client.id)) ?? client);
    },
  }) satisfies Partial<Calls>;

/** Whoever has talked staff into it may not be the client: each address that was shown to be the client's is told. */
async function tell(ctx: GivingBack, client: FoundClient, freeze: number): Promise<void> {
  const { sql, now } = ctx;
  const notice = freezingNotices.freeze_given_back;
  await notify(sql, { clientId: client.id, notice, key: `freeze:${freeze}:given_back`, now });
  await ctx.tell({ topic: 'live', clientId: client.id, payload: { topics: ['client_info', 'notices'] } });
  const second = (await ownContacts(sql, client.id)).secondary_email;
  if (second.value === null || !second.isVerified) return;
  await ctx.tell({
    topic: 'post.mail',
    clientId: client.id,
    payload: { type: notice.type, values: {}, channel: 'email', to: second.value },
  });
}

async function requireClient(ctx: Looking, told: string): Promise<FoundClient> {
  const id = rowNumber(told);
  return (id === undefined ? undefined : await clientById(ctx.sql, id)) ?? ctx.refuse('client_not_found', { field: 'client_id' });
}

async function shown(sql: Sql, { id, profile }: FoundClient) {
  const rows = await freezesOf(sql, id);
  return {
    is_frozen: profile.status === frozenStatus && rows.some(({ liftedAt }) => liftedAt === null),
    freezes: rows.map(({ frozenAt, liftsAt, liftedAt, liftedBy, identityCheck }) => ({
      frozen_at: frozenAt.toISOString(),
      lifts_at: liftsAt?.toISOString() ?? null,
      lifted_at: liftedAt?.toISOString() ?? null,
      lifted_by: liftedBy,
      identity_check: identityCheck,
    })),
  };
}
