import { rowNumber } from '../../base/id.ts';
import { formatMinor, formatMoney, formatRate } from '../../base/money.ts';
import { requireGate } from '../../law/gates.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { ProcessContext, ProcessInput, paymentsContract } from './contract.ts';
import { courses } from './engine.ts';
import { endNumbered, remittanceWithEnds } from './ends.ts';
import { giveExchangeBack } from '../rates/face.ts';
import { requireNoDebt } from './indebted.ts';
import { requireSameAmount, requireSameRate, shownMarkup, type Saving } from './quotes.ts';
import type { Remittance } from './store.ts';
import type { Engine, Needs } from './context.ts';

export const calls = (app: Needs & { readonly engine: Engine }) =>
  ({
    async process(input, ctx) {
      if (input.action === 'confirm') return confirm(app, ctx, input);
      return save(app, ctx, input);
    },
  }) satisfies Handlers<typeof paymentsContract>;

async function confirm(needs: Needs, ctx: ProcessContext, input: ProcessInput) {
  const type = input.transfer_type ?? ctx.refuse('field_required', { field: 'transfer_type' });
  const { asked } = courses[type];
  requireGate(asked.gate, ctx.client.profile, ctx.refuse);
  if (asked.gate !== 'deposit') await requireNoDebt(ctx);
  const { row, arrives, quoted, exchangeLeft } = await asked.confirm(needs, ctx, input);
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
      arrives,
    },
    popup: null,
    pin_required: false,
  };
}

/**
 * Moves the money of a confirmed remittance, once. Whoever saves it again, even at the same moment, is answered with the
 * same transfer.
 */
async function save(needs: Needs & { readonly engine: Engine }, ctx: ProcessContext, input: ProcessInput) {
  const asked = input.remittance_id ?? ctx.refuse('field_required', { field: 'remittance_id' });
  const id = rowNumber(asked) ?? ctx.refuse('unknown_remittance', { field: 'remittance_id' });
  const found = await remittanceWithEnds(ctx.sql, ctx.client.id, id);
  if (!found) return ctx.refuse('unknown_remittance', { field: 'remittance_id' });
  const remittance = await prepare(needs, ctx, { ...found, input });
  const driven = await needs.engine.save(ctx, remittance);
  if (driven === 'short') {
    await giveExchangeBack(ctx.sql, id);
    return askedOf(remittance).refuseShort(ctx, remittance);
  }
  // Also when somebody else has saved it at the same moment, with another amount.
  requireSameAmount(ctx, { remittance: driven, input });
  return { transfer_id: id, status: driven.status, redirect: driven.phase === 'waiting_payment' ? driven.redirect : null };
}

/** What is looked at before a quote is begun; what has begun goes its way. */
async function prepare(needs: Needs, ctx: ProcessContext, saving: Saving): Promise<Remittance> {
  const { remittance } = saving;
  if (remittance.phase !== 'quoted') {
    requireSameAmount(ctx, saving);
    return remittance;
  }
  const asked = askedOf(remittance);
  // The gate follows from what is asked for, so it is looked at here and not by serve.
  requireGate(asked.gate, ctx.client.profile, ctx.refuse);
  if (asked.gate !== 'deposit') await requireNoDebt(ctx);
  if (remittance.expiresAt <= ctx.now) ctx.refuse('quote_expired', { field: 'remittance_id' });
  await requireSameRate(ctx, saving, asked.gate);
  requireOpen(ctx, saving);
  return asked.prepare(needs, ctx, saving);
}

function askedOf({ id, type }: Remittance) {
  const { asked } = courses[type];
  if (!asked) throw new Error(`remittance ${id} is a quote that nobody can have asked for`);
  return asked;
}

/** An account may have been closed since the confirmation. */
function requireOpen(ctx: ProcessContext, { remittance, ends }: Saving): void {
  if (endNumbered(ends, remittance.accountNumber)?.isActive === false)
    ctx.refuse('account_not_active', { field: 'account_number' });
  if (endNumbered(ends, remittance.targetNumber)?.isActive === false)
    ctx.refuse('account_not_active', { field: 'target_account_number' });
}
