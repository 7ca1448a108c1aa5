import type { z } from 'zod';
import { formatMinor } from '../../base/money.ts';
import { after, secondMs } from '../../base/time.ts';
import { coinAsked } from '../../law/coins.ts';
import type { Providers } from '../../ports/payments/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Remittance } from '../payments/face.ts';
import type { depositContract } from './contract.ts';

type Instructions = z.input<(typeof depositContract)['calls']['instructions']['output']>;

interface Told {
  readonly payments: Pick<Providers, 'bank'>;
  readonly settings: Settings;
  /** Whether its payment was seen, and is not decided. */
  readonly isSeen: boolean;
}

/** How a deposit is paid that leads to no page of a provider; undefined for any other. */
export function instructionsFor({ payments, settings, isSeen }: Told, remittance: Remittance): Instructions | undefined {
  const { savedAt } = remittance;
  const until = savedAt && after(savedAt, settings.transfer.quoteSeconds * secondMs).toISOString();
  const common = {
    transfer_id: remittance.id,
    status: remittance.status,
    amount: formatMinor(remittance.amount, remittance.currency),
    account_number: remittance.accountNumber,
    account_amount: formatMinor(remittance.accountAmount, remittance.accountCurrency),
    account_currency: remittance.accountCurrency,
    quoted_until: until,
  };
  const asked = coinAsked(remittance.details);
  const payTo = remittance.redirect?.payTo;
  if (asked && payTo) {
    const { coin, network, min, confirmations } = asked.coin;
    return { by: 'coin', ...common, coin, network, ...payTo, min, confirmations, is_seen: isSeen };
  }
  if (remittance.provider !== 'bank' || remittance.type !== 'deposit' || !savedAt) return undefined;
  // Always the account of today: nobody is to pay to one that the broker has closed since.
  const account = payments.bank?.bank?.accounts.find(
    ({ company, currency }) => company === remittance.companyId && currency === remittance.currency,
  );
  if (!account) return undefined;
  const { currency, holder, bank, address, number, bic } = account;
  return {
    by: 'bank',
    ...common,
    quoted_until: remittance.rate === null ? null : until,
    currency,
    reference: remittance.reference,
    holder,
    bank,
    bank_address: address,
    number,
    bic,
    expected_until: remittance.expiresAt.toISOString(),
  };
}
