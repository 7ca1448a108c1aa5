import type { InvestmentSource } from '../../protocol/investment.ts';
import type { Words } from '../words/words.ts';

/** What money can come from, and of the chosen one what may leave it. */
export function givenSources({ t, money }: Words, sources: readonly InvestmentSource[], chosen: string) {
  const source = sources.find(({ number }) => String(number) === chosen);
  return {
    options: sources.map(({ number, kind, name, currency }) => ({
      value: String(number),
      label: `${kind === 'wallet' ? t('money.wallet', { currency }) : name || t('investments.tradingAccount')} · ${number}`,
    })),
    note: source && t('investments.available', { amount: money(source.available, source.currency) }),
  };
}
