import type { Captcha } from '../../ports/captcha/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { hashPassword, isPassword } from '../session/face.ts';
import { changeSignInPassword, type ChangeNeeds } from './change.ts';
import type { passwordsContract } from './contract.ts';
import { judgePassword } from './judging.ts';
import { passPin, requireCaptcha, sendPin, usePinAndFactor, type PinOf } from './pins.ts';
import { passwordFacts } from './store.ts';

type Calls = Handlers<typeof passwordsContract>;
type Context = Parameters<Calls['profilePasswordByAction']>[1];

/** The sign-in password of somebody who is signed in. */
export const profileCalls = (app: ChangeNeeds & FactorNeeds & { readonly captcha: Captcha }) => {
  const ofProfile = ({ client }: Pick<Context, 'client'>): PinOf => ({
    subject: `client:${client.id}`,
    action: 'change_profile_password',
  });

  const one = {
    async sendProfilePin({ method, ...proof }, ctx) {
      const { email, mobilePhone: phone } = await passwordFacts(ctx.sql, ctx.client.id);
      if (method === 'voice' && phone === null) return ctx.refuse('no_phone', { field: 'method' });
      await requireCaptcha(ctx, { captcha: app.captcha, of: ofProfile(ctx), client: ctx.client.id, proof });
      const { company } = ctx.client.profile;
      return sendPin(ctx, { ...ofProfile(ctx), method, email, phone, company, clientId: ctx.client.id, language: ctx.language });
    },

    async checkProfilePin({ pin }, ctx) {
      await passPin(ctx, { ...ofProfile(ctx), pin });
      return {};
    },

    async changeProfilePassword(input, ctx) {
      const { id: client, sid } = ctx.client;
      const of = ofProfile(ctx);
      const challenge = await passPin(ctx, { ...of, pin: input.pin });
      const facts = await passwordFacts(ctx.sql, client);
      const verdict = await judgePassword({ ...input, names: facts.names });
      if (!verdict.ok) return ctx.refuse(verdict.code, verdict);
      if (await isPassword(facts.passwordHash, input.password)) return ctx.refuse('password_same_as_old', { field: 'password' });
      const hash = await hashPassword(input.password);
      const factor = await ctx.transact(async (sql) => {
        const verdict = await usePinAndFactor(sql, app, { client, given: input, challenge, ...of, now: ctx.now });
        if (verdict.outcome === 'missing' || verdict.outcome === 'wrong') return verdict;
        const { address } = ctx.origin;
        const key = `pin-${challenge}`;
        const change = { client, hash, sid, key, address, now: ctx.now } as const;
        await changeSignInPassword(app, sql, { ...change, action: 'session.change_password' });
        return verdict;
      });
      if (factor.outcome === 'missing') return ctx.refuse('second_factor_required', { data: factor.asked });
      return factor.outcome === 'wrong' ? ctx.refuse('wrong_code', { field: 'code' }) : {};
    },
  } satisfies Partial<Calls>;

  return {
    ...one,
    async profilePasswordByAction({ action, method = 'email_sms', pin, password, password2, code, passkey, ...captcha }, ctx) {
      if (action === 'sendpin') return one.sendProfilePin({ method, ...captcha }, ctx);
      const proven = { pin: pin ?? ctx.refuse('field_required', { field: 'pin' }) };
      if (action === 'checkpin') return one.checkProfilePin(proven, ctx);
      const typed = {
        password: password ?? ctx.refuse('field_required', { field: 'password' }),
        password2: password2 ?? ctx.refuse('field_required', { field: 'password2' }),
      };
      return one.changeProfilePassword({ ...proven, ...typed, code, passkey }, ctx);
    },
  } satisfies Partial<Calls>;
};
