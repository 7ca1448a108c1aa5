import { z } from 'zod';
import { accountFamilies } from '../../law/accountFamilies.ts';
import { sites } from '../../law/regions/profile.ts';
import { contract } from '../../protocol/call.ts';
import { captchaFields } from '../../protocol/captcha.ts';
import { form } from '../../protocol/form.ts';
import { factorFields } from '../../protocol/proof.ts';

/** Document 3 §2: how the PIN comes. `email_sms`: by e-mail, and by SMS where a number is known. */
const method = z.enum(['email_sms', 'voice']);
/** Document 3 §5: exactly four digits. */
const pin = z.string().regex(/^\d{4}$/);
const password = z.string().min(1).max(200);
const account = z.int().positive();
/** The password that trades, or the one that only looks. */
const which = z.enum(['main', 'investor']);
const email = z.string().trim().max(254).regex(z.regexes.email);

/** A PIN is on its way; another one can be sent after so many seconds. */
const sent = z.object({ method, resend_seconds: z.int() });

const typedTwice = { password, /** The same again. */ password2: password };
const sendErrors = {
  code_just_sent: 429,
  too_many_codes: 429,
  no_phone: 422,
  captcha_required: 429,
  wrong_captcha_code: 422,
} as const;
const pinErrors = { pin_wrong: 422, pin_expired: 422 } as const;
const passwordErrors = {
  password_breached: 422,
  password_too_weak: 422,
  passwords_differ: 422,
  password_same_as_old: 422,
} as const;
/** Not 401: the session stands, and the lock screen is not meant. */
const profileErrors = { ...passwordErrors, password_contains_name: 422, second_factor_required: 422, wrong_code: 422 } as const;
const accountErrors = { account_not_found: 404, account_not_active: 409 } as const;

const sendInput = z.object({ method: method.default('email_sms'), ...captchaFields });
const tradingPasswordInput = z.object({ account, which: which.default('main'), pin, ...typedTwice });
const profilePasswordInput = z.object({ pin, ...typedTwice, ...factorFields });

/** What all three wizards take at once where one address answers for all three. */
const actions = ['sendpin', 'checkpin', 'password'] as const;
const anyAction = {
  action: z.enum(actions),
  method: method.optional(),
  pin: pin.optional(),
  password: password.optional(),
  password2: password.optional(),
};

/** Of `sendpin` the first two are told, of `password` of a reset the last four. */
const anyAnswer = z.object({
  method: method.optional(),
  resend_seconds: z.int().optional(),
  company_id: z.int().optional(),
  client_id: z.int().optional(),
  token: z.string().optional(),
  sid: z.string().optional(),
});

export const passwordsContract = contract({
  area: 'passwords',
  calls: {
    accounts: {
      method: 'GET',
      path: 'api/direct/account-change-password',
      summary: 'The accounts whose passwords can be changed, each with what its platform asks of a password.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        accounts: z.array(
          z.object({
            number: account,
            title: z.string(),
            /** The client's own name for it; empty when it has none. */
            name: z.string(),
            family: z.enum(accountFamilies),
            server: z.string(),
            is_demo: z.boolean(),
            rule: z.object({ least: z.int(), most: z.int(), needs_special: z.boolean() }),
          }),
        ),
      }),
      errors: {},
      reads: ['accounts'],
    },
    sendAccountPin: {
      method: 'POST',
      path: 'api/direct/account-change-password/sendpin',
      summary:
        'Sends a PIN for new passwords of that trading account; the one before it ends. A 429 with data.captcha asks for a captcha first.',
      who: 'client',
      gate: 'change_trading_password',
      runs: 'saga',
      keepsAnswer: false,
      input: sendInput.extend({ account }),
      output: sent,
      errors: { ...accountErrors, ...sendErrors },
    },
    checkAccountPin: {
      method: 'POST',
      path: 'api/direct/account-change-password/checkpin',
      summary: 'Whether it is the PIN; a wrong one ends it.',
      who: 'client',
      gate: 'change_trading_password',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({ account, pin }),
      output: z.object({}),
      errors: { ...accountErrors, ...pinErrors },
    },
    changeAccountPassword: {
      method: 'POST',
      path: 'api/direct/account-change-password/password',
      summary: 'Gives the account a new password, on the trading platform; uses the PIN up.',
      who: 'client',
      gate: 'change_trading_password',
      runs: 'saga',
      keepsAnswer: false,
      input: tradingPasswordInput,
      output: z.object({}),
      errors: {
        ...accountErrors,
        ...pinErrors,
        passwords_differ: 422,
        password_same_as_old: 422,
        trading_password_too_weak: 422,
        password_breached: 422,
        password_contains_name: 422,
        platform_unavailable: 503,
        password_unanswered: 503,
      },
      stale: ['notices'],
    },
    sendProfilePin: {
      method: 'POST',
      path: 'api/direct/client-change-password/sendpin',
      summary: 'Sends a PIN for a new sign-in password; the one before it ends.',
      who: 'client',
      runs: 'saga',
      keepsAnswer: false,
      input: sendInput,
      output: sent,
      errors: sendErrors,
    },
    checkProfilePin: {
      method: 'POST',
      path: 'api/direct/client-change-password/checkpin',
      summary: 'Whether it is the PIN; a wrong one ends it.',
      who: 'client',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({ pin }),
      output: z.object({}),
      errors: pinErrors,
    },
    changeProfilePassword: {
      method: 'POST',
      path: 'api/direct/client-change-password/password',
      summary:
        'Sets a new sign-in password, uses the PIN up, and ends the client’s other sessions. Where a second factor is on, it is asked for too; money goes nowhere new for a while.',
      who: 'client',
      runs: 'saga',
      keepsAnswer: false,
      input: profilePasswordInput,
      output: z.object({}),
      errors: { ...pinErrors, ...profileErrors },
      stale: ['notices', 'sessions'],
    },
    profilePasswordByAction: {
      method: 'POST',
      path: 'api/client-reset-password',
      summary: 'The three calls of client-change-password at one address.',
      who: 'client',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({ ...anyAction, ...factorFields, ...captchaFields }),
      output: anyAnswer,
      errors: { ...sendErrors, ...pinErrors, ...profileErrors, field_required: 422 },
      stale: ['notices', 'sessions'],
    },
    resetPassword: {
      method: 'POST',
      path: 'api/reset-password',
      summary:
        'A new password for whoever forgot theirs: sendpin (with a captcha), checkpin, password, which signs in. A known address and an unknown one are answered alike. Whoever is a client of another company than the site’s is told so.',
      who: 'anyone',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({
        ...anyAction,
        email,
        /** The version of the site that the password was forgotten on; that of the address when left out. */
        site: z.enum(sites).optional(),
        ...factorFields,
        ...captchaFields,
      }),
      output: anyAnswer,
      errors: {
        ...pinErrors,
        ...passwordErrors,
        password_contains_name: 422,
        field_required: 422,
        second_factor_required: 401,
        wrong_code: 422,
        code_just_sent: 429,
        too_many_codes: 429,
        too_many_attempts: 429,
        captcha_required: 429,
        wrong_captcha_code: 422,
      },
    },
  },
  forms: {
    email: form({
      sends: z.object({ email }),
      fields: {
        email: {
          kind: 'text',
          label: 'passwords.email',
          wrong: 'passwords.email.wrong',
          inputMode: 'email',
          autoComplete: 'username',
        },
      },
    }),
    pin: form({
      sends: z.object({ pin }),
      fields: {
        pin: {
          kind: 'text',
          label: 'passwords.pin',
          wrong: 'passwords.pin.wrong',
          isSecret: true,
          maxLength: 4,
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
        },
      },
    }),
    signIn: form({
      sends: z.object({ ...typedTwice, ...factorFields }),
      fields: {
        password: {
          kind: 'newPassword',
          label: 'passwords.new',
          help: 'passwords.rule',
          isSecret: true,
          autoComplete: 'new-password',
        },
        password2: { kind: 'password', label: 'passwords.again', isSecret: true, autoComplete: 'new-password' },
        // Of a reset, once the server has asked for it.
        code: {
          kind: 'text',
          label: 'session.code.label',
          help: 'session.code.help',
          isSecret: true,
          autoComplete: 'one-time-code',
        },
      },
    }),
    trading: form({
      sends: z.object({ which, ...typedTwice }),
      fields: {
        which: { kind: 'select', label: 'passwords.which', help: 'passwords.which.help' },
        password: { kind: 'newPassword', label: 'passwords.new', isSecret: true, autoComplete: 'off' },
        password2: { kind: 'password', label: 'passwords.again', isSecret: true, autoComplete: 'off' },
      },
    }),
  },
  pages: {
    accounts: { path: 'accounts/password', gate: 'change_trading_password', title: 'passwords.trading.title', group: 'accounts' },
    account: { path: 'accounts/password/{id:int}', gate: 'change_trading_password', title: 'passwords.trading.title' },
    profile: { path: 'profile/change-password', gate: 'view_profile', title: 'passwords.profile.title' },
  },
});

export type ChangeableAccount = z.output<typeof passwordsContract.calls.accounts.output>['accounts'][number];
export type PinSent = z.output<typeof sent>;
export type PinMethod = z.output<typeof method>;
