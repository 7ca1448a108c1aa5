import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers } from '../../protocol/call.ts';
import { notify } from '../notices/face.ts';
import { agreeTerms, hashPassword, isPassword, termsVersion } from '../session/face.ts';
import type { interposingContract } from './contract.ts';
import { interposingNotices } from './notices.ts';
import { checkPassword } from './rules.ts';
import { otherSessions, passwordFacts, setPassword } from './store.ts';

export interface Needs {
  readonly sessions: { end(sql: Sql, sid: string): Promise<void>; forget(sid: string): void };
}

export const calls = (app: Needs) =>
  ({
    async setRequiredPassword(input, ctx) {
      const { id: client, sid } = ctx.client;
      const facts = await passwordFacts(ctx.sql, client);
      if (!facts.is_password_change_required || (input.client_id ?? client) !== client)
        return ctx.refuse('password_not_required');
      const verdict = checkPassword({ ...input, names: [facts.first_name, facts.last_name] });
      if (!verdict.ok) return ctx.refuse(verdict.code, verdict);
      if (await isPassword(facts.password_hash, input.password)) return ctx.refuse('password_same_as_old', { field: 'password' });
      const hash = await hashPassword(input.password);
      const ended = await ctx.transact(async (sql) => {
        if (!(await setPassword(sql, { client, hash }))) return ctx.refuse('password_not_required');
        // Whoever knew the old password may sit in one of them.
        const others = await otherSessions(sql, { client, sid });
        for (const other of others) await app.sessions.end(sql, other);
        await tellChange(sql, { client, sid, endedSessions: others.length, now: ctx.now });
        return others;
      });
      for (const other of ended) app.sessions.forget(other);
      return {};
    },

    async terms(_input, ctx) {
      const { profile } = ctx.client;
      const links = ctx.settings.terms[profile.company];
      const documents = regionProfileOf(profile).terms.map((key) => ({ key, url: links[key] ?? null }));
      return { version: termsVersion(ctx.settings, profile.company), documents };
    },

    async agreeTerms(input, ctx) {
      const { id: clientId, profile } = ctx.client;
      const version = termsVersion(ctx.settings, profile.company);
      if (!input.i_agree_tc) return ctx.refuse('terms_not_accepted', { field: 'i_agree_tc' });
      if (input.version !== version) return ctx.refuse('terms_changed');
      const { address } = ctx.origin;
      await agreeTerms(ctx.sql, { clientId, company: profile.company, version, address, at: ctx.now });
      return {};
    },
  }) satisfies Handlers<typeof interposingContract>;

interface Change {
  readonly client: ClientId;
  readonly sid: string;
  readonly endedSessions: number;
  readonly now: Date;
}

async function tellChange(sql: Sql, { client, sid, endedSessions, now }: Change): Promise<void> {
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client) },
    action: 'session.set_required_password',
    subject: `session:${sid}`,
    clientId: client,
    detail: { endedSessions },
    at: now,
  });
  await notify(sql, {
    clientId: client,
    notice: interposingNotices.password_changed,
    // A session changes what it must once.
    key: `password:${sid}`,
    now,
  });
}
