import type { RefusalDetail } from '../../base/refusal.ts';
import { smsPinCountries } from '../../law/contacts.ts';
import { movesTo, type MoveRoute } from '../../law/moves.ts';
import type { ContextOf } from '../../protocol/call.ts';
import { askPin, checkPin } from '../session/face.ts';
import type { movesContract } from './contract.ts';
import { addresseeOf } from './clientRows.ts';

/* The PIN of a batch transfer: good for the move to that company, and for nothing else. */

type Specs = (typeof movesContract)['calls'];

const action = 'company_move';

const pinOf = ({ client }: Pick<ContextOf<Specs['sendpin']>, 'client'>, route: MoveRoute) => ({
  subject: `client:${client.id}`,
  action,
  binds: JSON.stringify([client.profile.company, movesTo[route].company]),
});

/** Document 3 §9: by SMS to some countries, by e-mail to all others. */
export async function sendPin(ctx: ContextOf<Specs['sendpin']>, route: MoveRoute) {
  const { client, language } = ctx;
  const { company, country } = client.profile;
  const { email, phone } = await addresseeOf(ctx.sql, client.id);
  const way =
    phone !== null && smsPinCountries.includes(country)
      ? ({ channel: 'sms', to: phone } as const)
      : ({ channel: 'email', to: email } as const);
  const asked = await askPin(ctx, { ...pinOf(ctx, route), ...way, language, company, clientId: client.id });
  if (asked.outcome === 'too_soon') return ctx.refuse('code_just_sent', { values: { seconds: asked.seconds } });
  if (asked.outcome === 'too_many') return ctx.refuse('too_many_codes');
  return { channel: way.channel, resend_seconds: asked.resendSeconds };
}

type PassContext = Pick<ContextOf<Specs['process']>, 'client' | 'transact' | 'now'> & {
  readonly refuse: (code: 'pin_wrong' | 'pin_expired', detail: RefusalDetail) => never;
};

/** What `requirePassed` takes in the transaction that begins the move. A wrong one has ended it (document 3 §5: pin.pin_check). */
export async function passPin(ctx: PassContext, route: MoveRoute, pin: string) {
  const of = pinOf(ctx, route);
  const verdict = await checkPin(ctx, { ...of, pin });
  if (verdict.outcome !== 'passed')
    return ctx.refuse(verdict.outcome === 'wrong' ? 'pin_wrong' : 'pin_expired', { field: 'pin', rule: 'pin_check' });
  return { challenge: verdict.challenge, subject: of.subject, action, now: ctx.now };
}
