import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { notify } from '../notices/face.ts';
import { openProof } from '../security/face.ts';
import type { freezingContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { freezingNotices } from './notices.ts';
import { frozenStatus, mayFreeze } from './rules.ts';
import { freeze, openFreeze, setLift } from './store.ts';

export interface Needs extends FactorNeeds {
  readonly sessions: {
    openOf(sql: Sql, clientId: ClientId): Promise<readonly { readonly sid: string }[]>;
    endOf(sql: Sql, of: { readonly clientId: ClientId; readonly sids: readonly string[] }): Promise<readonly string[]>;
  };
}

type Calls = Handlers<typeof freezingContract>;
type Context = Pick<Parameters<Calls['freeze']>[1], 'client' | 'now' | 'origin'>;

export const calls = (app: Needs) => ({ ...ownCalls(app), ...deskCalls() }) satisfies Calls;

function ownCalls(app: Needs) {
  const prove = openProof(app);
  return {
    async state(_input, { sql, client }) {
      const isFrozen = client.profile.status === frozenStatus;
      const row = isFrozen ? await openFreeze(sql, client.id) : undefined;
      return {
        frozen_by: isFrozen ? (row ? 'client' : 'broker') : null,
        since: row?.frozenAt.toISOString() ?? null,
        lifts_at: row?.liftsAt?.toISOString() ?? null,
        may_freeze: mayFreeze(client.profile.status),
      };
    },

    async freeze(_input, ctx) {
      const { sql, client, now } = ctx;
      const { status } = client.profile;
      const own = status === frozenStatus ? await openFreeze(sql, client.id) : undefined;
      if (own) await setLift(sql, own.id, null);
      else {
        const id = mayFreeze(status)
          ? await freeze(sql, { client: client.id, from: status, to: frozenStatus, at: now })
          : undefined;
        if (id === undefined) return ctx.refuse('cannot_freeze');
        await notify(sql, { clientId: client.id, notice: freezingNotices.account_frozen_by_client, key: `freeze:${id}`, now });
      }
      await note(sql, ctx, own ? 'client.freeze_stays' : 'client.freeze');
      return { ended: await endOthers(app, sql, ctx) };
    },

    async lift(given, ctx) {
      const { client, now } = ctx;
      const row = await openFreeze(ctx.sql, client.id);
      if (!row || client.profile.status !== frozenStatus) return ctx.refuse('not_frozen_by_you');
      const liftsAt = row.liftsAt ?? after(now, ctx.settings.freezing.liftSeconds * secondMs);
      await prove(ctx, given, async (sql) => {
        await setLift(sql, row.id, liftsAt);
        await note(sql, ctx, 'client.freeze_lift_asked');
        await notify(sql, {
          clientId: client.id,
          notice: freezingNotices.freeze_lift_asked,
          key: `freeze:${row.id}:lift:${liftsAt.toISOString()}`,
          now,
        });
      });
      return { lifts_at: liftsAt.toISOString() };
    },
  } satisfies Partial<Calls>;
}

/** Whoever made the client freeze it may sit in one of them. */
async function endOthers(app: Needs, sql: Sql, { client }: Context): Promise<number> {
  const open = await app.sessions.openOf(sql, client.id);
  const others = open.map(({ sid }) => sid).filter((sid) => sid !== client.sid);
  return (await app.sessions.endOf(sql, { clientId: client.id, sids: others })).length;
}

async function note(sql: Sql, { client, now, origin }: Context, action: string): Promise<void> {
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action,
    subject: `client:${client.id}`,
    clientId: client.id,
    detail: { by: client.sid, address: origin.address, agent: origin.agent.slice(0, 400) },
    at: now,
  });
}
