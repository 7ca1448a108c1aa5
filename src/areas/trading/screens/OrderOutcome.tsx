import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/components/Button.tsx';
import { Notice, type Tone } from '../../../ui/components/Notice.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { tradingContract, type Order, type OrderStatus } from '../contract.ts';
import styles from './Terminal.module.css';

const everyMs = 2000;

const tones: Readonly<Record<OrderStatus, Tone>> = { processing: 'note', filled: 'gain', refused: 'loss', failed: 'warn' };

/** What became of the last order. One that the platform has not answered is asked after until it is known. */
export function OrderOutcome({ order, onDismiss }: { readonly order: Order; readonly onDismiss: () => void }) {
  const { t, number } = useWords();
  const place = useRef<HTMLDivElement>(null);
  // What was pressed has gone with its dialog, and on a phone with its tab: the reader goes on here.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus({ preventScroll: true });
  }, []);
  const isOpen = order.status === 'processing';
  const read = useRead(tradingContract.calls.order, { id: order.id }, { enabled: isOpen, everyMs });
  const now = read.data?.order ?? order;
  const { fill, symbol } = now;
  const decimals = fill?.price.split('.')[1]?.length ?? 0;
  const values = {
    symbol,
    lots: fill?.lots ?? now.lots,
    price: fill ? number(fill.price, decimals) : '',
  };
  const key = now.status === 'filled' ? (now.kind === 'close' ? 'closed' : now.side) : now.status;
  return (
    <div ref={place} className={styles.outcome} tabIndex={-1}>
      <Notice
        tone={tones[now.status]}
        isUrgent={now.status !== 'processing'}
        title={t(`trading.outcome.${key}.title`, values)}
        action={
          <Button look="quiet" size="small" onClick={onDismiss}>
            {t('trading.dismiss')}
          </Button>
        }
      >
        {now.next?.late ?? t(`trading.outcome.${key}.text`, values)}
      </Notice>
    </div>
  );
}
