import type { Payments } from './port.ts';
import { openBank, type BankSettings } from './bank/index.ts';
import { openCardIssuer, type CardIssuerSettings } from './cardissuer/index.ts';
import { openNetWallet, type NetWalletSettings } from './netwallet/index.ts';
import { openNowPayments, type NowPaymentsSettings } from './nowpayments/index.ts';
import { openPraxis, type PraxisSettings } from './praxis/index.ts';
import { openSkrill, type SkrillSettings } from './skrill/index.ts';

/** What each provider has to be told. One provider is one folder beside this file and a line in each of these two. */
export interface PaymentsSettings {
  readonly praxis: PraxisSettings;
  /** Left out where the broker has no account there. */
  readonly skrill?: SkrillSettings | undefined;
  readonly netwallet?: NetWalletSettings | undefined;
  readonly nowpayments?: NowPaymentsSettings | undefined;
  readonly bank?: BankSettings | undefined;
  readonly cardissuer?: CardIssuerSettings | undefined;
}

/** The cashier is every broker's; of the others those where it has an account. */
export type Providers = { readonly praxis: Payments } & {
  readonly [Name in Exclude<keyof PaymentsSettings, 'praxis'>]?: Payments;
};

/** Every payment provider of the broker, by its name in law/methods.ts. */
export function openPayments({ praxis, skrill, netwallet, nowpayments, bank, cardissuer }: PaymentsSettings): Providers {
  return {
    praxis: openPraxis(praxis),
    ...(skrill ? { skrill: openSkrill(skrill) } : {}),
    ...(netwallet ? { netwallet: openNetWallet(netwallet) } : {}),
    ...(nowpayments ? { nowpayments: openNowPayments(nowpayments) } : {}),
    ...(bank ? { bank: openBank(bank) } : {}),
    ...(cardissuer ? { cardissuer: openCardIssuer(cardissuer) } : {}),
  };
}
