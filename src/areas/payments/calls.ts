import { rowNumber } from '../../base/id.ts';
import { formatMinor, formatMoney, formatRate } from '../../base/money.ts';
import { requireGate } from '../../law/gates.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { ProcessContext, ProcessInput, paymentsContract } from './contract.ts';
import { courses } from './engine.ts';
import { fundingAccountOf } from '../fundingAccounts/face.ts';
import { requireSameAmount, requireSameRate, shownMarkup, type Saving } from './quotes.ts';
import { remittanceOf, type Remittance } from './store.ts';
import type { Engine, Needs, LookUpParts } from './context.ts';

export const calls = (app: Needs & { readonly engine: Engine }) =>
  ({
    async process(input, ctx) {
      if (input.action === 'confirm') return confirm(app, ctx, input);
      return save({ needs: app, run: ctx, engine: app.engine }, ctx, input);
    },
  }) satisfies Handlers<typeof paymentsContract>;

async function confirm(needs: Needs, ctx: ProcessContext, input: ProcessInput) {
  const type = input.transfer_type ?? ctx.refuse('field_required', { field: 'transfer_type' });
  const { asked } = courses[type];
  requireGate(asked.gate, ctx.client.profile, ctx.refuse);
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
async function save(parts: LookUpParts, ctx: ProcessContext, input: ProcessInput) {
  const asked = input.remittance_id ?? ctx.refuse('field_required', { field: 'remittance_id' });
  const id = rowNumber(asked) ?? ctx.refuse('unknown_remittance', { field: 'remittance_id' });
  const remittance = await remittanceOf(ctx.sql, id);
  if (!remittance || remittance.clientId !== ctx.client.id) return ctx.refuse('unknown_remittance', { field: 'remittance_id' });
  if (remittance.phase === 'quoted') await begin(parts, ctx, { remittance, input });
  // Also when somebody else has saved it at the same moment, with another amount.
  requireSameAmount(ctx, { remittance: (await remittanceOf(ctx.sql, id)) ?? remittance, input });
  const driven = await parts.engine.driveTogether(ctx, id);
  return { transfer_id: id, status: driven.status, redirect: driven.phase === 'waiting_payment' ? driven.redirect : null };
}

async function begin(parts: LookUpParts, ctx: ProcessContext, saving: Saving): Promise<void> {
  const { remittance } = saving;
  const { asked } = courses[remittance.type];
  if (!asked) throw new Error(`remittance ${remittance.id} is a quote that nobody can have asked for`);
  // The gate follows from what is asked for, so it is looked at here and not by serve.
  requireGate(asked.gate, ctx.client.profile, ctx.refuse);
  if (remittance.expiresAt <= ctx.now) ctx.refuse('quote_expired', { field: 'remittance_id' });
  await requireSameRate(ctx, saving, asked.gate);
  await requireOpen(ctx, remittance);
  await asked.begin(parts, ctx, saving);
}

/** An account may have been closed since the confirmation. */
async function requireOpen(ctx: ProcessContext, remittance: Remittance): Promise<void> {
  const ends = [
    { field: 'account_number', number: remittance.accountNumber },
    { field: 'target_account_number', number: remittance.targetNumber },
  ];
  for (const { field, number } of ends) {
    const fundingAccount = number === null ? undefined : await fundingAccountOf(ctx.sql, number, ctx.client.id);
    if (fundingAccount && !fundingAccount.isActive) ctx.refuse('account_not_active', { field });
  }
}
