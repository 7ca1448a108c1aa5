import { rowNumber } from '../../base/id.ts';
import { isCopied } from '../../law/accountTypes.ts';
import type { ContextOf } from '../../protocol/call.ts';
import type { FundingAccount } from '../fundingAccounts/face.ts';
import { ownFundingAccountOf, readAmount } from '../payments/face.ts';
import type { CreateInput, transferAutomationContract } from './contract.ts';
import type { NewOrder } from './store.ts';

type CreateContext = ContextOf<(typeof transferAutomationContract)['calls']['create']>;
type Wish = Pick<
  NewOrder,
  'accountNumber' | 'targetNumber' | 'currency' | 'occasion' | 'share' | 'amount' | 'above' | 'every' | 'onDate' | 'day'
>;

/** What is ordered, held to what its occasion asks for; refused at the field that is missing or wrong. */
export async function readOrder(input: CreateInput, ctx: CreateContext): Promise<Wish> {
  const source = await ownOf(ctx, input.account_number, 'account_number');
  const target = await ownOf(ctx, input.target_account_number, 'target_account_number');
  if (source.number === target.number) return ctx.refuse('same_account', { field: 'target_account_number' });
  const { occasion } = input;
  const nothing = { share: null, amount: null, above: null, every: null, onDate: null, day: null };
  const ends = { accountNumber: source.number, targetNumber: target.number, currency: source.currency, occasion, ...nothing };
  const amountAt = (field: 'amount' | 'above'): bigint => {
    const read = readAmount(required(ctx, input, field), source.currency);
    return read.ok ? read.value.minor : ctx.refuse(read.code, { ...read, field });
  };
  if (occasion === 'profit') {
    if (!source.platform) return ctx.refuse('profit_of_wallet', { field: 'account_number' });
    return { ...ends, above: amountAt('above') };
  }
  if (occasion === 'deposit') {
    const isShare = required(ctx, input, 'moves') === 'share';
    return isShare ? { ...ends, share: required(ctx, input, 'share') } : { ...ends, amount: amountAt('amount') };
  }
  const every = required(ctx, input, 'every');
  const when =
    every === 'once'
      ? { onDate: required(ctx, input, 'on') }
      : { day: required(ctx, input, every === 'week' ? 'weekday' : 'day') };
  return { ...ends, every, ...when, amount: amountAt('amount') };
}

function required<Name extends keyof CreateInput>(
  ctx: CreateContext,
  input: CreateInput,
  name: Name,
): NonNullable<CreateInput[Name]> {
  return input[name] ?? ctx.refuse('field_required', { field: name });
}

/** One of the client's own that money can be in now. */
async function ownOf(
  ctx: CreateContext,
  asked: string | number,
  field: 'account_number' | 'target_account_number',
): Promise<FundingAccount> {
  const number = rowNumber(asked);
  const own = number === undefined ? undefined : await ownFundingAccountOf(ctx.sql, String(number), ctx.client.id);
  if (!own?.isActive || own.companyId !== ctx.client.companyId) return ctx.refuse('unknown_account', { field });
  // Of what copies a strategy no form moves anything: each of its runs would be skipped.
  if (own.type && isCopied(own.type)) return ctx.refuse('unknown_account', { field });
  return own;
}
