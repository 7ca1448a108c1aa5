import { regionProfileOf } from '../../law/regions/index.ts';
import type { Handlers } from '../../protocol/call.ts';
import { changeSignInPassword, judgePassword, passwordFacts, type ChangeNeeds } from '../passwords/face.ts';
import { agreePersonalData, agreeTerms, hashPassword, isPassword, personalDataVersion, termsVersion } from '../session/face.ts';
import type { interposingContract } from './contract.ts';

export type Needs = ChangeNeeds;

export const calls = (app: Needs) =>
  ({
    async setRequiredPassword(input, ctx) {
      const { id: client, sid } = ctx.client;
      const facts = await passwordFacts(ctx.sql, client);
      if (!facts.isChangeRequired || (input.client_id ?? client) !== client) return ctx.refuse('password_not_required');
      const verdict = await judgePassword({ ...input, names: facts.names });
      if (!verdict.ok) return ctx.refuse(verdict.code, verdict);
      if (await isPassword(facts.passwordHash, input.password)) return ctx.refuse('password_same_as_old', { field: 'password' });
      const hash = await hashPassword(input.password);
      const { address } = ctx.origin;
      await ctx.transact(async (sql) => {
        const isSet = await changeSignInPassword(app, sql, {
          client,
          hash,
          onlyWhenRequired: true,
          action: 'session.set_required_password',
          sid,
          // A session changes what it must once.
          key: sid,
          address,
          now: ctx.now,
        });
        if (!isSet) ctx.refuse('password_not_required');
      });
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

    async personalData(_input, { client, settings }) {
      const { company } = client.profile;
      return { version: personalDataVersion(settings, company), url: settings.terms[company].privacy_policy ?? null };
    },

    async agreePersonalData(input, ctx) {
      const { id: clientId, profile } = ctx.client;
      const version = personalDataVersion(ctx.settings, profile.company);
      if (!input.is_agreed) return ctx.refuse('personal_data_not_agreed', { field: 'is_agreed' });
      if (input.version !== version) return ctx.refuse('personal_data_changed');
      const { address } = ctx.origin;
      await agreePersonalData(ctx.sql, { clientId, company: profile.company, version, address, at: ctx.now });
      return {};
    },
  }) satisfies Handlers<typeof interposingContract>;
