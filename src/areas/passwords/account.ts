import { isCopied } from '../../law/accountTypes.ts';
import { isTradingPassword, type PlatformKey } from '../../law/platforms.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Captcha } from '../../ports/captcha/port.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import { accountOf, accountsOf, shownAccount, type TradingAccount } from '../accounts/face.ts';
import { notify } from '../notices/face.ts';
import { requirePassed } from '../session/face.ts';
import { isBreached } from './breached.ts';
import type { ChangeableAccount, passwordsContract } from './contract.ts';
import { passwordsNotices } from './notices.ts';
import { passPin, requireCaptcha, sendPin, type PinOf } from './pins.ts';
import { containsName } from './rules.ts';
import { passwordFacts } from './store.ts';

export interface AccountNeeds {
  readonly captcha: Captcha;
  readonly platforms: Readonly<Record<PlatformKey, Pick<Platform, 'changePassword' | 'checkPassword'>>>;
}

type Calls = Handlers<typeof passwordsContract>;
type Context = Parameters<Calls['changeAccountPassword']>[1];
type Input = Parameters<Calls['changeAccountPassword']>[0];

/** The passwords of a trading account: the one that trades, and the one that only looks. The platform alone keeps them. */
export const accountCalls = (app: AccountNeeds) =>
  ({
    async accounts(_input, ctx) {
      const own = await accountsOf(ctx.sql, ctx.client.id);
      const active = own.filter(({ status, type }) => status === 'active' && !isCopied(type));
      return { accounts: active.map((account) => changeable(account, ctx)) };
    },

    async sendAccountPin({ account: number, method, ...proof }, ctx) {
      const account = await ownAccount(ctx, number);
      const { email, mobilePhone: phone } = await passwordFacts(ctx.sql, ctx.client.id);
      if (method === 'voice' && phone === null) return ctx.refuse('no_phone', { field: 'method' });
      await requireCaptcha(ctx, { captcha: app.captcha, of: pinOf(account), client: ctx.client.id, proof });
      const { company } = ctx.client.profile;
      return sendPin(ctx, { ...pinOf(account), method, email, phone, company, clientId: ctx.client.id, language: ctx.language });
    },

    async checkAccountPin({ account: number, pin }, ctx) {
      await passPin(ctx, { ...pinOf(await ownAccount(ctx, number)), pin });
      return {};
    },

    async changeAccountPassword(input, ctx) {
      const account = await ownAccount(ctx, input.account);
      const of = pinOf(account);
      const challenge = await passPin(ctx, { ...of, pin: input.pin });
      await requireGood(app, ctx, { account, input });
      // Used up before the platform is asked: of two who come with one PIN at once, one goes on.
      await ctx.transact((sql) => requirePassed(sql, { challenge, ...of, now: ctx.now }));
      const { which, password } = input;
      const answer = await app.platforms[account.platform].changePassword({ login: account.number, which, password });
      if (answer.outcome === 'refused') return ctx.refuse('trading_password_too_weak', ruleOf(ctx, account));
      if (answer.outcome !== 'done') return ctx.refuse('password_unanswered');
      await ctx.transact(async (sql) => {
        await recordAudit(sql, {
          actor: { kind: 'client', id: String(ctx.client.id) },
          action: 'account.change_password',
          subject: `account:${account.number}`,
          clientId: ctx.client.id,
          detail: { which, address: ctx.origin.address },
          at: ctx.now,
        });
        await notify(sql, {
          clientId: ctx.client.id,
          notice: passwordsNotices.account_password_changed,
          values: { number: String(account.number) },
          key: `account_password:${challenge}`,
          now: ctx.now,
        });
      });
      return {};
    },
  }) satisfies Partial<Calls>;

function changeable(account: TradingAccount, { now, settings }: Pick<Context, 'now' | 'settings'>): ChangeableAccount {
  const { number, title, name, family, server, is_demo } = shownAccount(account, { now, settings });
  const { minLength: least, maxLength: most, needsSpecial } = settings.platform.passwords[account.platform];
  return { number, title, name, family, server, is_demo, rule: { least, most, needs_special: needsSpecial } };
}

const pinOf = ({ clientId, number }: TradingAccount): PinOf => ({
  subject: `client:${clientId}`,
  action: `change_account_password:${number}`,
});

async function ownAccount(
  ctx: Pick<Context, 'sql' | 'client'> & { readonly refuse: (code: 'account_not_found' | 'account_not_active') => never },
  number: number,
): Promise<TradingAccount> {
  const account = await accountOf(ctx.sql, number);
  if (account?.clientId !== ctx.client.id || isCopied(account.type)) return ctx.refuse('account_not_found');
  return account.status === 'active' ? account : ctx.refuse('account_not_active');
}

interface Wanted {
  readonly account: TradingAccount;
  readonly input: Input;
}

/** Everything that can be wrong with it is told before the PIN is used up. */
async function requireGood(app: AccountNeeds, ctx: Context, { account, input }: Wanted): Promise<void> {
  const { password, password2, which } = input;
  if (!isTradingPassword(ctx.settings.platform.passwords[account.platform], password))
    ctx.refuse('trading_password_too_weak', ruleOf(ctx, account));
  if (await isBreached(password)) ctx.refuse('password_breached', { field: 'password' });
  const { names } = await passwordFacts(ctx.sql, ctx.client.id);
  if (containsName(password, names)) ctx.refuse('password_contains_name', { field: 'password' });
  if (password !== password2) ctx.refuse('passwords_differ', { field: 'password2' });
  const same = await app.platforms[account.platform].checkPassword({ login: account.number, which, password });
  if (same.outcome !== 'done') ctx.refuse('platform_unavailable');
  else if (same.matches) ctx.refuse('password_same_as_old', { field: 'password' });
}

function ruleOf({ settings }: Pick<Context, 'settings'>, { platform }: TradingAccount) {
  const { minLength, maxLength } = settings.platform.passwords[platform];
  return { field: 'password', values: { least: minLength, most: maxLength } };
}
