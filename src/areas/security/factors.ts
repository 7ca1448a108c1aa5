import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers } from '../../protocol/call.ts';
import {
  beginPasskey,
  beginTotp,
  dropFactor,
  finishPasskey,
  finishTotp,
  ownFactors,
  renewCodes,
  type FactorNeeds,
} from '../factors/face.ts';
import { notify } from '../notices/face.ts';
import { passwordFacts } from '../passwords/face.ts';
import type { securityContract } from './contract.ts';
import { securityNotices } from './notices.ts';
import { openProof } from './proof.ts';

type Calls = Handlers<typeof securityContract>;

/** What a client signs in with beside the password. */
export const factorCalls = (app: FactorNeeds) => {
  const prove = openProof(app);
  return {
    async factors(_input, ctx) {
      const { totpSince, passkeys, codesLeft } = await ownFactors(ctx.sql, ctx.client.id);
      return {
        totp: totpSince && { since: totpSince.toISOString() },
        passkeys: passkeys.map(({ id, name, addedAt, usedAt }) => ({
          id,
          name,
          added_at: addedAt.toISOString(),
          used_at: usedAt?.toISOString() ?? null,
        })),
        recovery_codes_left: codesLeft,
      };
    },

    async beginTotp(given, ctx) {
      const { email } = await passwordFacts(ctx.sql, ctx.client.id);
      const of = { client: ctx.client.id, email, issuer: ctx.settings.brand.name };
      const begun = await prove(ctx, given, (sql) => beginTotp(sql, app, of));
      return begun ?? ctx.refuse('totp_is_on');
    },

    async finishTotp({ code }, ctx) {
      const codes = await finishTotp(ctx.sql, app, { client: ctx.client.id, code });
      if (codes === undefined) return ctx.refuse('wrong_code', { field: 'code' });
      await tellChange(ctx.sql, ctx, 'totp_on');
      return { recovery_codes: [...codes] };
    },

    async beginPasskey(given, ctx) {
      const { email } = await passwordFacts(ctx.sql, ctx.client.id);
      const of = { client: ctx.client.id, email, issuer: ctx.settings.brand.name };
      const options = await prove(ctx, given, (sql) => beginPasskey(sql, app, of));
      return { options: { ...options } };
    },

    async addPasskey({ passkey, name }, ctx) {
      const codes = await finishPasskey(ctx.sql, app, { client: ctx.client.id, created: passkey, name });
      if (codes === undefined) return ctx.refuse('passkey_refused');
      await tellChange(ctx.sql, ctx, 'passkey_on');
      return { recovery_codes: [...codes] };
    },

    async removeFactor({ kind, id = 0, ...given }, ctx) {
      const choice = kind === 'totp' ? { kind } : { kind, id };
      const isGone = await prove(ctx, given, async (sql) => {
        if (!(await dropFactor(sql, ctx.client.id, choice))) return false;
        await tellChange(sql, ctx, `${kind}_off`);
        return true;
      });
      return isGone ? {} : ctx.refuse('factor_gone');
    },

    async renewCodes(given, ctx) {
      const codes = await prove(ctx, given, async (sql) => {
        // Without a factor there is nothing that they could stand in for.
        if (!(await ownFactors(sql, ctx.client.id)).isOn) return undefined;
        const fresh = await renewCodes(sql, ctx.client.id);
        await tellChange(sql, ctx, 'codes');
        return fresh;
      });
      return codes ? { recovery_codes: [...codes] } : ctx.refuse('factor_gone');
    },
  } satisfies Partial<Calls>;
};

type FactorChange = 'totp_on' | 'totp_off' | 'passkey_on' | 'passkey_off' | 'codes';

interface Changing {
  readonly client: { readonly id: ClientId; readonly sid: string };
  readonly origin: { readonly address: string; readonly agent: string };
  readonly now: Date;
}

/** Writes the change down, and tells the client over every channel. */
async function tellChange(sql: Sql, { client, origin, now }: Changing, what: FactorChange): Promise<void> {
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'security.second_factor',
    subject: `client:${client.id}`,
    clientId: client.id,
    detail: { what, by: client.sid, address: origin.address, agent: origin.agent.slice(0, 400) },
    at: now,
  });
  const key = `second-factor:${what}:${now.toISOString()}`;
  await notify(sql, { clientId: client.id, notice: securityNotices.second_factor_changed, values: { what }, key, now });
}
