import { Notice } from '../../../ui/components/Notice.tsx';
import { useWords } from '../../../ui/words/context.tsx';

interface Market {
  readonly is_open: boolean;
  readonly opens_at: string | null;
}

/** Why there is no trade now, and when there is again; nothing while the market is open. */
export function MarketNotice({ price }: { readonly price: Market | null }) {
  const { t, dateTime } = useWords();
  if (price === null) return <Notice tone="warn">{t('gold.price.none')}</Notice>;
  if (price.is_open) return null;
  return (
    <Notice>{price.opens_at === null ? t('gold.closed.unknown') : t('gold.closed', { time: dateTime(price.opens_at) })}</Notice>
  );
}
