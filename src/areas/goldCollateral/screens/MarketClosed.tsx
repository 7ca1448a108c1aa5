import type { AnswerOf } from '../../../ui/api/send.ts';
import { Notice } from '../../../ui/components/Notice.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { goldCollateralContract } from '../contract.ts';

export type Collateral = AnswerOf<typeof goldCollateralContract.calls.internal>;

/** Why nothing is pledged or given back now, and when it is again. */
export function MarketClosed({ collateral }: { readonly collateral: Pick<Collateral, 'is_open' | 'opens_at'> }) {
  const { t, dateTime } = useWords();
  const { is_open: isOpen, opens_at: opensAt } = collateral;
  if (isOpen === null) return <Notice tone="warn">{t('goldCollateral.priceNone')}</Notice>;
  if (isOpen) return null;
  return (
    <Notice>
      {opensAt === null ? t('goldCollateral.closed.unknown') : t('goldCollateral.closed', { time: dateTime(opensAt) })}
    </Notice>
  );
}
