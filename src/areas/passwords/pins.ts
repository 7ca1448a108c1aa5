import type { ClientId } from '../../base/id.ts';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { Sql } from '../../base/sql.ts';
import type { Captcha } from '../../ports/captcha/port.ts';
import { takeFactor, type FactorNeeds, type FactorVerdict, type GivenFactor } from '../factors/face.ts';
import {
  askPin,
  checkPin,
  countedAs,
  pinsLately,
  putCaptcha,
  requirePassed,
  takeCaptcha,
  type CaptchaProof,
  type PinOrder,
} from '../session/face.ts';
import type { passwordsContract, PinMethod, PinSent } from './contract.ts';

type Calls = Handlers<typeof passwordsContract>;
/** What the calls of all three wizards have at hand. */
export type WizardContext = Pick<
  Parameters<Calls['sendProfilePin']>[1],
  'sql' | 'transact' | 'tellIn' | 'settings' | 'now' | 'language' | 'origin'
>;
/** Whom a PIN belongs to, and what it is good for. */
export type PinOf = Pick<PinOrder, 'subject' | 'action'>;

type SendRefusal = 'code_just_sent' | 'too_many_codes';
type Refuse<Code extends string> = (code: Code, detail?: RefusalDetail) => never;

/** Where the PIN goes: document 3 §2 names the methods. A letter of its own goes to nobody's telephone. */
export interface PinTarget extends PinOf, Pick<PinOrder, 'company' | 'language' | 'clientId' | 'letter'> {
  readonly method: PinMethod;
  readonly email: string;
  readonly phone: string | null;
}

export async function sendPin(
  ctx: WizardContext & { readonly refuse: Refuse<SendRefusal> },
  target: PinTarget,
): Promise<PinSent> {
  const { method, email, phone, ...order } = target;
  const calls = method === 'voice' && phone !== null;
  const asked = await askPin(ctx, {
    ...order,
    ...(calls ? { channel: 'voice', to: phone } : { channel: 'email', to: email }),
    ...(method === 'email_sms' && phone !== null ? { alsoTo: phone } : {}),
  });
  if (asked.outcome === 'too_soon') return ctx.refuse('code_just_sent', { values: { seconds: asked.seconds } });
  if (asked.outcome === 'too_many') return ctx.refuse('too_many_codes');
  return { method, resend_seconds: asked.resendSeconds };
}

/** The number of the passed PIN. A wrong one has ended it: the wizard begins anew (document 3 §4). */
export async function passPin(
  ctx: Pick<WizardContext, 'transact' | 'now'> & { readonly refuse: Refuse<'pin_wrong' | 'pin_expired'> },
  of: PinOf & { readonly pin: string },
): Promise<number> {
  const verdict = await checkPin(ctx, of);
  if (verdict.outcome === 'passed') return verdict.challenge;
  return ctx.refuse(verdict.outcome === 'wrong' ? 'pin_wrong' : 'pin_expired', { field: 'pin', rule: 'pin_check' });
}

interface Passed extends PinOf {
  readonly client: ClientId;
  readonly given: GivenFactor;
  /** What `passPin` answered. */
  readonly challenge: number;
  readonly now: Date;
}

/**
 * Uses the PIN up, and the second factor where one is on (readings, decision 24): within the transaction that sets the password. A wrong
 * factor uses the PIN up too, so that there are no more tries at it than PINs a day; where none came along, the PIN stays good.
 */
export async function usePinAndFactor(
  sql: Sql,
  app: FactorNeeds,
  { client, given, challenge, subject, action, now }: Passed,
): Promise<FactorVerdict> {
  const factor = await takeFactor(sql, app, { clientId: client, given });
  if (factor.outcome !== 'missing') await requirePassed(sql, { challenge, subject, action, now });
  return factor;
}

interface CaptchaAsked {
  readonly captcha: Captcha;
  readonly of: PinOf;
  readonly client: ClientId;
  readonly proof: CaptchaProof;
}

/** Who has been sent some PINs of late solves a captcha before the next one (document 3 §4: a 429 with it). */
export async function requireCaptcha(
  ctx: Pick<WizardContext, 'sql' | 'now' | 'settings'> & { readonly refuse: Refuse<'captcha_required' | 'wrong_captcha_code'> },
  { captcha, of, client, proof }: CaptchaAsked,
): Promise<void> {
  const { sql, now, settings, refuse } = ctx;
  const { count, isOpen } = await pinsLately(sql, { ...of, now, settings });
  // Nobody solves one for a PIN that is not sent.
  if (!isOpen || count < settings.passwordChange.captchaAfterPins) return;
  const use = {
    sql,
    captcha,
    now,
    action: 'change_password',
    about: countedAs({ kind: 'number', id: client }, undefined),
  } as const;
  const solved = await takeCaptcha(use, proof);
  if (solved === 'solved') return;
  const put = await putCaptcha(use, settings.challenge.captchaLifeSeconds);
  if (solved === 'none') refuse('captcha_required', { data: { captcha: put } });
  refuse('wrong_captcha_code', { field: 'captcha_code', data: { captcha: put } });
}
