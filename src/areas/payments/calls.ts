import { remittanceId, rowNumber } from '../../base/id.ts';
import { formatMinor, formatMoney, formatRate } from '../../base/money.ts';
import { Refusal } from '../../base/refusal.ts';
import { isCopied } from '../../law/accountTypes.ts';
import { requireGate } from '../../law/gates.ts';
import type { MethodDirection } from '../../law/methods.ts';
import type { Handlers } from '../../protocol/call.ts';
import { confirmInputs } from '../../protocol/asked.ts';
import type { ProcessContext, ProcessInput, paymentsContract } from './contract.ts';
import type { Offer, PopupSource } from './direction.ts';
import { courses, directions } from './engine.ts';
import { endNumbered, remittanceWithEnds } from './ends.ts';
import { asksFactor, putQuestions, requireNoDebt, requireProof, sendPin } from './questions.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { requireSameAmount, requireSameRate, shownMarkup, validity, type Saving } from './quotes.ts';
import { redirectDataOf, type Sealing } from './deposit/deposits.ts';
import { addQuote, type Remittance } from './store.ts';
import type { Engine, Needs } from './context.ts';

type CallNeeds = Needs & Sealing & FactorNeeds & { readonly engine: Engine };

export const calls = (app: CallNeeds) =>
  ({
    async process(input, ctx) {
      if (input.action === 'confirm') return confirm(app, ctx, input);
      return save(app, ctx, input);
    },
  }) satisfies Handlers<typeof paymentsContract>;

async function confirm(needs: Needs, ctx: ProcessContext, input: ProcessInput) {
  const type = input.transfer_type ?? ctx.refuse('field_required', { field: 'transfer_type' });
  const { asked } = directions[type];
  requireGate(asked.gate, ctx.client.profile, ctx.refuse);
  const offer = await offerOf(needs, ctx, { type, input });
  for (const question of asked.questions.confirm) await question(ctx, offer);
  const row = await addQuote(ctx.sql, { ...offer.quote, type, ...validity(ctx) });
  await offer.keep?.(ctx.sql, row.id);
  const pin = await sendPin(ctx, row);
  const isByFactor = await asksFactor(ctx, row);
  const { quoted, exchangeLeft, terms, split = null } = offer;
  return {
    remittance_id: row.id,
    quote: {
      amount: formatMinor(row.amount, row.currency),
      currency: row.currency,
      account_amount: formatMinor(row.accountAmount, row.accountCurrency),
      account_currency: row.accountCurrency,
      // Of one currency there is no rate to look up: a unit is a unit.
      rate: row.rate === null ? '1' : formatRate(row.rate),
      fee: formatMinor(row.fee, row.currency),
      rate_as_of: row.rateAsOf?.toISOString() ?? null,
      ...shownMarkup(quoted),
      exchange_left: exchangeLeft ? { amount: formatMoney(exchangeLeft), currency: exchangeLeft.currency } : null,
      expires_at: row.expiresAt.toISOString(),
      arrives: terms.arrives,
      split,
    },
    popup: await popupOf(ctx, offer, asked.popups),
    pin_required: pin !== undefined,
    pin: pin ? shownPin(pin) : null,
    factor_required: isByFactor,
  };
}

async function popupOf(ctx: ProcessContext, offer: Offer, sources: readonly PopupSource[] = []) {
  for (const source of sources) {
    const popup = await source(ctx, offer);
    if (popup) return popup;
  }
  return null;
}

/** How it was sent, as the form tells it. */
export function shownPin({ channel, resendSeconds, isSent }: NonNullable<Awaited<ReturnType<typeof sendPin>>>) {
  return { channel, resend_seconds: resendSeconds, is_sent: isSent };
}

/** By the direction's own input, each field of which is there. */
async function offerOf<Asked extends MethodDirection>(
  needs: Needs,
  ctx: ProcessContext,
  { type, input }: { readonly type: Asked; readonly input: ProcessInput },
): Promise<Offer> {
  const read = confirmInputs[type].safeParse(input);
  if (read.success) return directions[type].asked.offer(needs, ctx, read.data);
  return ctx.refuse('field_required', { field: String(read.error.issues[0]?.path[0] ?? 'action') });
}

/**
 * Moves the money of a confirmed remittance, once. Whoever saves it again, even at the same moment, is answered with the
 * same transfer.
 */
async function save(needs: CallNeeds, ctx: ProcessContext, input: ProcessInput) {
  const asked = input.remittance_id ?? ctx.refuse('field_required', { field: 'remittance_id' });
  const id = rowNumber(asked) ?? ctx.refuse('unknown_remittance', { field: 'remittance_id' });
  const found = await remittanceWithEnds(ctx.sql, ctx.client.id, remittanceId(id));
  if (!found) return ctx.refuse('unknown_remittance', { field: 'remittance_id' });
  const remittance = await prepareOnce(needs, ctx, { ...found, input });
  const driven = await needs.engine.save(ctx, remittance);
  if (driven === 'short') return askedOf(remittance).refuseShort(ctx, remittance);
  // Also when somebody else has saved it at the same moment, with another amount.
  requireSameAmount(ctx, { remittance: driven, input });
  const leadsOn = driven.phase === 'waiting_payment' && driven.redirect;
  const redirect = leadsOn ? { ...leadsOn, ...redirectDataOf(needs, driven, ctx.now) } : null;
  return { transfer_id: id, status: driven.status, redirect };
}

/** What refuses a quote because the same saving has begun it at this very moment refuses nothing: it is answered with its transfer. */
async function prepareOnce(needs: CallNeeds, ctx: ProcessContext, saving: Saving): Promise<Remittance> {
  try {
    return await prepare(needs, ctx, saving);
  } catch (error) {
    if (!(error instanceof Refusal) || saving.remittance.phase !== 'quoted') throw error;
    const { id, clientId } = saving.remittance;
    const now = await remittanceWithEnds(ctx.sql, clientId, id);
    if (now === undefined || now.remittance.phase === 'quoted') throw error;
    requireSameAmount(ctx, { ...saving, remittance: now.remittance });
    return now.remittance;
  }
}

/** What is looked at before a quote is begun; what has begun goes its way. */
async function prepare(needs: CallNeeds, ctx: ProcessContext, saving: Saving): Promise<Remittance> {
  const { remittance } = saving;
  if (remittance.phase !== 'quoted') {
    requireSameAmount(ctx, saving);
    return remittance;
  }
  const asked = askedOf(remittance);
  // The gate follows from what is asked for, so it is looked at here and not by serve.
  requireGate(asked.gate, ctx.client.profile, ctx.refuse);
  if (asked.gate !== 'deposit') await requireNoDebt(ctx, saving.ends);
  if (remittance.expiresAt <= ctx.now) ctx.refuse('quote_expired', { field: 'remittance_id' });
  await requireSameRate(ctx, saving, asked.gate);
  requireOpen(ctx, saving, needs.mayBeCopied);
  const prepared = { ...saving, remittance: await asked.prepare(ctx, saving) };
  const quote = await putQuestions(needs, ctx, { ...prepared, questions: asked.questions.save });
  await requireProof(needs, ctx, { ...prepared, remittance: quote });
  await asked.reserve?.(ctx, { ...prepared, remittance: quote });
  return quote;
}

function askedOf({ id, type }: Remittance) {
  const { asked } = courses[type];
  if (!asked) throw new Error(`remittance ${id} is a quote that nobody can have asked for`);
  return asked;
}

/** An account may have been closed since the confirmation. */
function requireOpen(ctx: ProcessContext, { remittance, ends }: Saving, mayBeCopied: Needs['mayBeCopied']): void {
  // The quote of a transfer that an investment asked for is not saved past it.
  if (mayBeCopied === undefined && ends.accounts.some(({ type }) => type !== undefined && isCopied(type)))
    ctx.refuse('investment_account', { field: 'account_number' });
  if (endNumbered(ends, remittance.accountNumber)?.isActive === false)
    ctx.refuse('account_not_active', { field: 'account_number' });
  if (endNumbered(ends, remittance.targetNumber)?.isActive === false)
    ctx.refuse('account_not_active', { field: 'target_account_number' });
}
