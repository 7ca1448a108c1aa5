import { deviceOf } from '../../base/device.ts';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers } from '../../protocol/call.ts';
import { notify } from '../notices/face.ts';
import type { securityContract, SignInEntry } from './contract.ts';
import { signInsOf, type SignInEvent } from './store.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { factorCalls } from './factors.ts';
import { securityNotices } from './notices.ts';

export interface Needs extends FactorNeeds {
  readonly sessions: {
    openOf(sql: Sql, clientId: ClientId): Promise<readonly SessionRecord[]>;
    endOf(sql: Sql, of: { readonly clientId: ClientId; readonly sids: readonly string[] }): Promise<readonly string[]>;
  };
}

interface SessionRecord {
  readonly sid: string;
  readonly address: string;
  readonly agent: string;
  readonly created_at: Date;
  readonly seen_at: Date;
}

type Handler = Handlers<typeof securityContract>;
type EndContext = Pick<Parameters<Handler['end']>[1], 'sql' | 'client' | 'now' | 'origin'>;

export const calls = (app: Needs) =>
  ({
    ...factorCalls(app),

    async sessions(_input, ctx) {
      const open = await app.sessions.openOf(ctx.sql, ctx.client.id);
      // Sessions run on the wall clock; a client is shown application time, like every other instant.
      const aheadMs = ctx.now.getTime() - app.clock.wall().getTime();
      const shown = (at: Date): string => new Date(at.getTime() + aheadMs).toISOString();
      return {
        sessions: open.map(({ sid, address, agent, created_at, seen_at }) => ({
          sid,
          is_current: sid === ctx.client.sid,
          ...deviceOf(agent),
          address,
          signed_in_at: shown(created_at),
          used_at: shown(seen_at),
        })),
      };
    },

    async signIns({ after }, ctx) {
      const limit = ctx.settings.lists.pageSize;
      const before = after === undefined ? undefined : BigInt(after);
      const found = await signInsOf(ctx.sql, { clientId: ctx.client.id, before, limit: limit + 1 });
      const page = found.slice(0, limit);
      return {
        sign_ins: page.map(({ id, at, action, address, agent, country, city }) => ({
          id: String(id),
          at: at.toISOString(),
          outcome: outcomes[action],
          ...deviceOf(agent ?? ''),
          address,
          country,
          city,
        })),
        next: found.length > limit ? String(page.at(-1)?.id ?? '') : null,
      };
    },

    async end({ sid }, ctx) {
      const ended = sid === ctx.client.sid ? [] : await endSessions(app, ctx, [sid]);
      if (ended.length === 0) return ctx.refuse('unknown_session');
      return {};
    },

    async endOthers(_input, ctx) {
      const open = await app.sessions.openOf(ctx.sql, ctx.client.id);
      const others = open.map(({ sid }) => sid).filter((sid) => sid !== ctx.client.sid);
      const ended = await endSessions(app, ctx, others);
      return { ended: ended.length };
    },
  }) satisfies Handler;

const outcomes = {
  'session.sign_in': 'signed_in',
  'session.unlock': 'unlocked',
  'session.reset_password': 'reset',
  'session.sign_in_refused': 'refused',
} as const satisfies Record<SignInEvent['action'], SignInEntry['outcome']>;

/** Ends those of them that are the client's and stand, writes each down, and tells the client once. */
async function endSessions(app: Needs, ctx: EndContext, sids: readonly string[]): Promise<readonly string[]> {
  const { sql, client, now, origin } = ctx;
  const ended = await app.sessions.endOf(sql, { clientId: client.id, sids });
  for (const sid of ended) {
    await recordAudit(sql, {
      actor: { kind: 'client', id: String(client.id) },
      action: 'session.end',
      subject: `session:${sid}`,
      clientId: client.id,
      detail: { by: client.sid, address: origin.address, agent: origin.agent.slice(0, 400) },
      at: now,
    });
  }
  const [first] = ended;
  if (first !== undefined)
    await notify(sql, {
      clientId: client.id,
      notice: securityNotices.session_ended,
      values: { count: ended.length },
      key: `session:${first}:ended`,
      now,
    });
  return ended;
}
