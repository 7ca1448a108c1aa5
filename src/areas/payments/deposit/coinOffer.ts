import { formatMoney, money, parseMinor } from '../../../base/money.ts';
import { coinNamed } from '../../../law/coins.ts';
import type { MethodTerms, PaymentMethod } from '../../../law/methods.ts';
import type { CoinDesk } from '../../../ports/payments/port.ts';
import { coinsListed, quoteInCoin } from '../coins.ts';
import type { ProcessContext } from '../contract.ts';
import type { Offer } from '../direction.ts';
import type { FundingAccount } from '../../fundingAccounts/face.ts';
import { columnsOf, refuseAmount, requireAllowance, requireAmount, sourceColumns } from '../quotes.ts';

interface InCoin {
  readonly fundingAccount: FundingAccount;
  readonly method: PaymentMethod;
  readonly terms: MethodTerms;
  readonly asked: { readonly amount: string | number; readonly coin: string | undefined };
  readonly desk: CoinDesk;
}

/**
 * A deposit that is paid in a coin: the amount is asked for in money, the quote says how much of the coin that is now. Paid in full
 * within the quote, it arrives as quoted; else what came counts at the rate of its final confirmation (provider/applyPayment.ts).
 */
export async function offerInCoin(ctx: ProcessContext, { fundingAccount, method, terms, asked, desk }: InCoin): Promise<Offer> {
  const worth = requireAmount(ctx, asked.amount, terms);
  if (asked.coin === undefined || asked.coin === '') return ctx.refuse('field_required', { field: 'crypto_network' });
  const coin = coinNamed(asked.coin) ?? ctx.refuse('coin_not_offered', { field: 'crypto_network' });
  const listed = (await coinsListed(desk)) ?? ctx.refuse('provider_not_answering', { field: 'pm_id' });
  if (!listed.includes(coin)) return ctx.refuse('coin_not_offered', { field: 'crypto_network' });
  const question = { coin, worth, to: fundingAccount.currency, at: ctx.now };
  const quoted = (await quoteInCoin(ctx, desk, question)) ?? ctx.refuse('provider_not_answering', { field: 'pm_id' });
  const least = money(parseMinor(coin.min, coin.coin) ?? 0n, coin.coin);
  if (quoted.amounts.amount.minor < least.minor) return refuseAmount(ctx, { min: least, max: terms.max });
  const details = { coin: coin.key, worth: { amount: formatMoney(worth), currency: worth.currency } };
  const target = { targetNumber: null, targetPlatform: null };
  const quote = {
    ...sourceColumns(fundingAccount),
    methodId: method.id,
    provider: 'nowpayments',
    details,
    ...target,
    ...columnsOf(quoted),
  };
  // A coin's price is made the moment it counts; into another currency than it is priced in it goes at the day's rate.
  const exchangeLeft = await requireAllowance(ctx, { amount: worth, to: fundingAccount.currency });
  return { quote, quoted, fundingAccount, terms: { ...terms, feeBasisPoints: 0 }, exchangeLeft };
}
