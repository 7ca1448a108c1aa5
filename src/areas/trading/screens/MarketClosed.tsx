import { Notice } from '../../../ui/components/Notice.tsx';
import { useWords } from '../../../ui/words/context.tsx';

/** The market rests; when it goes on, in the reader's own time. */
export function MarketClosed({ opensAt }: { readonly opensAt: string | null }) {
  const { t, dateTime } = useWords();
  return (
    <Notice tone="warn" title={t('trading.closed')}>
      {opensAt === null ? t('trading.closed.unknown') : t('trading.closed.opens', { at: dateTime(opensAt) })}
    </Notice>
  );
}
