import { money } from '../../base/money.ts';
import { wallet } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import {
  columnsOf,
  quoteDeposit,
  refuseForWant,
  requireAmount,
  requireGate,
  requireMethod,
  requireTerms,
  type ProcessContext,
  type ProcessInput,
} from './confirm.ts';
import type { Engine } from './engine.ts';
import { changeTold, type Needs } from './work.ts';
import * as movements from './movements.ts';
import { placeOf } from './places.ts';
import { readAmount } from './rules.ts';
import { agreeToBonusRemoval, changeQuote, remittanceOf, type Remittance } from './store.ts';

export interface SaveParts {
  readonly house: Needs;
  readonly engine: Engine;
}

/**
 * Moves the money of a confirmed remittance, once. Whoever saves it again, even at the same moment, is answered with the
 * same transfer.
 */
export async function save(parts: SaveParts, ctx: ProcessContext, input: ProcessInput) {
  const asked = input.remittance_id ?? ctx.refuse('field_required', { field: 'remittance_id' });
  const id = Number(asked);
  const remittance = id < 2 ** 31 ? await remittanceOf(ctx.sql, id) : undefined;
  if (!remittance || remittance.clientId !== ctx.client.id) return ctx.refuse('unknown_remittance', { field: 'remittance_id' });
  if (remittance.phase === 'quoted') await begin(parts, ctx, { remittance, input });
  // Also when somebody else has saved it at the same moment, with another amount.
  requireSameAmount(ctx, (await remittanceOf(ctx.sql, id)) ?? remittance, input);
  const driven = await parts.engine.drive(ctx, id);
  return { transfer_id: id, status: driven.status, redirect: driven.phase === 'waiting_payment' ? driven.redirect : null };
}

interface Saving {
  readonly remittance: Remittance;
  readonly input: ProcessInput;
}

async function begin(parts: SaveParts, ctx: ProcessContext, saving: Saving): Promise<void> {
  const { remittance } = saving;
  requireGate(ctx, remittance.type === 'transfer' ? 'transfer' : 'deposit');
  if (remittance.expiresAt <= ctx.now) ctx.refuse('quote_expired', { field: 'remittance_id' });
  await requireOpen(ctx, remittance);
  if (remittance.type === 'transfer') await beginTransfer(parts, ctx, saving);
  else await beginDeposit(parts, ctx, saving);
}

/** An account may have been closed since the confirmation. */
async function requireOpen(ctx: ProcessContext, remittance: Remittance): Promise<void> {
  const ends = [
    { field: 'account_number', number: remittance.accountNumber },
    { field: 'target_account_number', number: remittance.targetNumber },
  ];
  for (const { field, number } of ends) {
    const place = number === null ? undefined : await placeOf(ctx.sql, number, ctx.client.id);
    if (place && !place.isActive) ctx.refuse('account_not_active', { field });
  }
}

/** Commits the intention; the hosted page is opened by the drive that follows. */
async function beginDeposit(parts: SaveParts, ctx: ProcessContext, { remittance, input }: Saving): Promise<void> {
  if (input.amount !== undefined) await chooseAmount(ctx, remittance, input.amount);
  const step = { id: remittance.id, from: 'quoted', to: 'starting', stage: 'saved' } as const;
  await changeTold({ needs: parts.house, run: ctx }, remittance, step);
}

/** Document 1 §4: a popup may have offered another amount. It is held to the same limits, at the rate of now. */
async function chooseAmount(ctx: ProcessContext, remittance: Remittance, asked: string | number): Promise<void> {
  const offer = requireMethod(ctx, remittance.methodId ?? 0, 'deposit');
  const terms = requireTerms(ctx, offer, remittance.currency);
  const amount = requireAmount(ctx, asked, terms);
  if (amount.minor === remittance.amount) return;
  const place = await placeOf(ctx.sql, remittance.accountNumber, ctx.client.id);
  if (!place) return ctx.refuse('unknown_account', { field: 'account_number' });
  await changeQuote(ctx.sql, remittance.id, columnsOf(await quoteDeposit(ctx, { place, terms, amount })));
}

async function beginTransfer(parts: SaveParts, ctx: ProcessContext, { remittance, input }: Saving): Promise<void> {
  requireSameAmount(ctx, remittance, input);
  await requireBonusAgreement(ctx, remittance, input);
  const outcome = await parts.house.book.submit(movements.held(remittance, ctx.now));
  // Saved by somebody else at the same moment: the answer is the same transfer's.
  if (outcome.outcome === 'posted' || outcome.code === 'step_refused') return;
  if (outcome.code === 'key_reused') throw new Error(`remittance ${remittance.id} was held with other amounts`);
  const { clientId, companyId: company, currency } = remittance;
  refuseForWant(ctx, money(await balanceOf(ctx.sql, wallet({ company, clientId }, currency)), currency));
}

/** Document 1 §4 and §5: money leaves a promo account only when its bonus goes first, and the client has said so. */
async function requireBonusAgreement(ctx: ProcessContext, remittance: Remittance, input: ProcessInput): Promise<void> {
  const source = await placeOf(ctx.sql, remittance.accountNumber, ctx.client.id);
  if (!source?.isPromo) return;
  if (!input.confirm_bonus_removal) ctx.refuse('20034', { field: 'confirm_bonus_removal' });
  await agreeToBonusRemoval(ctx.sql, remittance.id);
}

/** A quote is for one amount; another one is another quote. */
function requireSameAmount(ctx: ProcessContext, remittance: Remittance, input: ProcessInput): void {
  if (input.amount === undefined) return;
  const read = readAmount(input.amount, remittance.currency);
  if (!read.ok) ctx.refuse(read.code, read);
  else if (read.value.minor !== remittance.amount) ctx.refuse('amount_changed', { field: 'amount' });
}
