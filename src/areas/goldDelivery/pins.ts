import { withoutZeros } from '../../base/ending.ts';
import { money } from '../../base/money.ts';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import { amountSaid } from '../../base/wording.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import type { ContextOf } from '../../protocol/call.ts';
import { goldCurrency } from '../gold/face.ts';
import { ownFactors, takeFactor, type FactorNeeds, type GivenFactor } from '../factors/face.ts';
import { askPin, checkPin, countFailureOf, forgetFailuresOf, requirePassed, waitOneByOne } from '../session/face.ts';
import type { goldDeliveryContract } from './contract.ts';
import { grams } from './shown.ts';
import { addresseeOf, deliveryOf, isToNewAddress, lockDelivery, type KeptDelivery } from './store.ts';

/*
 * What a client proves a delivery with: a PIN, and where it goes somewhere new the second factor of whoever has one. Either is for this
 * delivery, with its weight, its costs and its address, and for no other.
 */

type SendContext = ContextOf<(typeof goldDeliveryContract)['calls']['pin']>;
type ConfirmContext = ContextOf<(typeof goldDeliveryContract)['calls']['confirm']>;

const action = 'gold_delivery';

function boundTo(delivery: KeptDelivery): string {
  const { id, weight, fee, insurance, recipient, street, town, postcode, country } = delivery;
  return JSON.stringify([id, ...[weight, fee, insurance].map(String), recipient, street, town, postcode, country]);
}

/** A text message has room for so much of a town's name. */
const mostOfTown = 30;

/** What it is good for, without the street and the name. */
function saidOf({ weight, fee, insurance, town, country }: KeptDelivery) {
  return {
    weight: withoutZeros(grams(weight)),
    cost: amountSaid(money(fee + insurance, goldCurrency)),
    to: `${town.slice(0, mostOfTown)}, ${country}`,
  };
}

type SendNeeds = Pick<SendContext, 'sql' | 'transact' | 'tellIn' | 'settings' | 'now' | 'client' | 'language'> & {
  readonly refuse: (code: 'too_many_codes', detail?: RefusalDetail) => never;
};

/** Whether it takes the second factor instead of a PIN, as payouts do. */
export async function asksFactor(sql: Sql, delivery: KeptDelivery): Promise<boolean> {
  return (await ownFactors(sql, delivery.clientId)).isOn && isToNewAddress(sql, delivery);
}

/**
 * Sends one as the client's region has it sent for money that leaves, or calls where it would go by SMS and the client asks for that;
 * null where none is asked for.
 */
export async function sendPin(
  ctx: SendNeeds,
  delivery: KeptDelivery,
  { isCalled }: { readonly isCalled: boolean } = { isCalled: false },
) {
  const { id, profile } = ctx.client;
  const { payoutPin, company } = regionProfileOf(profile);
  if (!payoutPin || (await asksFactor(ctx.sql, delivery))) return null;
  const { email, phone } = await addresseeOf(ctx.sql, id);
  const byPhone = isCalled && payoutPin === 'sms' ? 'voice' : payoutPin;
  const channel = phone === null ? 'email' : byPhone;
  const to = channel === 'email' || phone === null ? email : phone;
  const bound = { subject: `client:${id}`, action, binds: boundTo(delivery) };
  const letter = { type: 'gold_delivery_pin', values: saidOf(delivery) } as const;
  const asked = await askPin(ctx, { ...bound, channel, to, language: ctx.language, company, clientId: id, letter });
  if (asked.outcome === 'too_many') return ctx.refuse('too_many_codes', { field: 'payment_code' });
  const isSent = asked.outcome === 'sent';
  return { channel, is_sent: isSent, resend_seconds: isSent ? asked.resendSeconds : asked.seconds };
}

interface WithPin<Result> {
  readonly delivery: KeptDelivery;
  readonly pin: string | undefined;
  readonly act: (sql: Sql) => Promise<Result>;
}

/**
 * Acts in the transaction that uses the PIN up, where one is asked for; whoever sends the same twice at once has proven it with the
 * first.
 */
export async function withPin<Result>(ctx: ConfirmContext, { delivery, pin: given, act }: WithPin<Result>): Promise<Result> {
  if (!regionProfileOf(ctx.client.profile).payoutPin) return ctx.transact(act);
  const field = 'payment_code';
  const pin = given ?? ctx.refuse('field_required', { field });
  const subject = `client:${ctx.client.id}`;
  const verdict = await checkPin(ctx, { subject, action, binds: boundTo(delivery), pin });
  if (verdict.outcome === 'wrong') return ctx.refuse('WRONG_CODE', { field });
  if (verdict.outcome === 'expired') {
    const isAsked = (await deliveryOf(ctx.sql, delivery.id))?.phase === 'asked';
    return isAsked ? ctx.refuse('expired', { field }) : ctx.transact(act);
  }
  return ctx.transact(async (sql) => {
    const isAsked = (await lockDelivery(sql, delivery.id))?.phase === 'asked';
    if (isAsked) await requirePassed(sql, { challenge: verdict.challenge, subject, action, now: ctx.now });
    return act(sql);
  });
}

interface Proven<Result> {
  readonly delivery: KeptDelivery;
  readonly given: GivenFactor;
  readonly act: (sql: Sql) => Promise<Result>;
}

/** Acts in the transaction that uses the second factor up; whoever sends the same twice at once has proven it with the first. */
export async function withFactor<Result>(
  app: FactorNeeds,
  ctx: ConfirmContext,
  { delivery, given, act }: Proven<Result>,
): Promise<Result> {
  const { id: clientId, sid } = ctx.client;
  const failures = { key: `prove:client:${clientId}`, limits: ctx.settings.signIn, wall: app.clock.wall() };
  const verdict = await ctx.transact(async (sql) => {
    const now = await lockDelivery(sql, delivery.id);
    if (now?.phase !== 'asked') return { outcome: 'repeated', result: await act(sql) } as const;
    const seconds = await waitOneByOne(sql, failures);
    if (seconds > 0) return { outcome: 'waits', seconds } as const;
    const factor = await takeFactor(sql, app, { clientId, given, binds: `${sid} ${boundTo(delivery)}` });
    if (factor.outcome === 'missing') return factor;
    if (factor.outcome !== 'given') {
      await countFailureOf(sql, failures);
      return { outcome: 'wrong' } as const;
    }
    await forgetFailuresOf(sql, failures.key);
    return { outcome: 'given', result: await act(sql) } as const;
  });
  if (verdict.outcome === 'waits') return ctx.refuse('too_many_attempts', { values: { seconds: verdict.seconds } });
  if (verdict.outcome === 'missing') return ctx.refuse('second_factor_required', { data: verdict.asked });
  return verdict.outcome === 'wrong' ? ctx.refuse('wrong_code', { field: 'code' }) : verdict.result;
}
