import type { InvestmentSource } from '../../../protocol/investment.ts';
import type { Words } from '../../../ui/words/words.ts';

/** What money can come from, with what may leave it. */
export function sourceOptions({ t, money }: Words, sources: readonly InvestmentSource[]) {
  return sources.map(({ number, kind, name, currency, available }) => ({
    value: String(number),
    label: [
      kind === 'wallet' ? t('money.wallet', { currency }) : name || t('investments.tradingAccount'),
      String(number),
      money(available, currency),
    ].join(' · '),
  }));
}
