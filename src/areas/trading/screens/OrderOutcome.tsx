import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/components/Button.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice, type Tone } from '../../../ui/components/Notice.tsx';
import { WayOn } from '../../../ui/components/WayOn.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { tradingContract, type Order, type OrderStatus } from '../contract.ts';
import { isSameVolume } from '../rules.ts';
import styles from './Terminal.module.css';

const everyMs = 2000;

const tones: Readonly<Record<OrderStatus, Tone>> = {
  processing: 'note',
  filled: 'gain',
  done: 'gain',
  refused: 'loss',
  failed: 'warn',
};

interface OrderOutcomeProps {
  readonly order: Order;
  /** Sent here just now, so that the reader goes on with it. */
  readonly isOwn: boolean;
  readonly onDismiss: () => void;
}

/** What became of an order. One that the platform has not answered is asked after until it is known. */
export function OrderOutcome({ order, isOwn, onDismiss }: OrderOutcomeProps) {
  const { t, number } = useWords();
  const place = useRef<HTMLDivElement>(null);
  // What was pressed has gone with its dialog, and on a phone with its tab: the reader goes on here.
  useEffect(() => {
    if (!isOwn) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus({ preventScroll: true });
  }, [isOwn]);
  // What was filled has its money once the deal has been read back.
  const [isWhole, setWhole] = useState(isToldWhole(order));
  const read = useRead(tradingContract.calls.order, { id: order.id }, { enabled: !isWhole, everyMs });
  const now = read.data?.order ?? order;
  if (isToldWhole(now) !== isWhole) setWhole(!isWhole);
  const { fill, symbol, money } = now;
  const decimals = fill?.price.split('.')[1]?.length ?? 0;
  const values = {
    symbol,
    // As it was asked for: the platform writes the same volume in other figures.
    lots: fill && !isSameVolume(fill.lots, now.lots) ? fill.lots : now.lots,
    price: fill ? number(fill.price, decimals) : '',
  };
  const key = outcomeKey(now);
  return (
    <div ref={place} className={styles.outcome} tabIndex={-1}>
      <Notice
        tone={tones[now.status]}
        isUrgent={now.status !== 'processing'}
        title={t(`trading.outcome.${key}.title`, values)}
        action={
          <>
            {now.status === 'refused' && <WayOn code={now.code ?? undefined} />}
            <Button look="quiet" size="small" onClick={onDismiss}>
              {t('trading.dismiss')}
            </Button>
          </>
        }
      >
        {now.next?.late ?? t(`trading.outcome.${key}.text`, values)}
        {money && <OrderMoney kind={now.kind} money={money} />}
      </Notice>
    </div>
  );
}

type OutcomeKey =
  | 'buy'
  | 'sell'
  | 'closed'
  | 'closedBy'
  | 'placed'
  | 'changed'
  | 'cancelled'
  | 'guarded'
  | 'processing'
  | 'processingChange'
  | 'refused'
  | 'failed'
  | 'failedChange';

const doneKeys = {
  pending: 'placed',
  change: 'changed',
  cancel: 'cancelled',
  stops: 'guarded',
  open: 'buy',
  close: 'closed',
  close_by: 'closedBy',
} as const;

/** Orders at market are filled; everything else is done as it was asked, or not. */
function outcomeKey({ kind, side, status }: Order): OutcomeKey {
  const isClosing = kind === 'close' || kind === 'close_by';
  const isAtMarket = kind === 'open' || isClosing;
  switch (status) {
    case 'filled':
      return isClosing ? doneKeys[kind] : side;
    case 'done':
      return doneKeys[kind];
    case 'refused':
      return 'refused';
    case 'processing':
      return isAtMarket ? 'processing' : 'processingChange';
    case 'failed':
      return isAtMarket ? 'failed' : 'failedChange';
  }
}

function isToldWhole({ status, money }: Order): boolean {
  return status === 'done' || status === 'refused' || status === 'failed' || (status === 'filled' && money !== null);
}

/** What it cost, and what closing came to. */
function OrderMoney({ kind, money }: { readonly kind: Order['kind']; readonly money: NonNullable<Order['money']> }) {
  const { t } = useWords();
  const { currency } = money;
  const isClosing = kind === 'close' || kind === 'close_by';
  const parts = [
    ...(isClosing
      ? ([
          ['profit', money.profit],
          ['swap', money.swap],
        ] as const)
      : []),
    ['commission', money.commission] as const,
    ...(isClosing ? [['result', money.result] as const] : []),
  ];
  return (
    <dl className={styles.money} aria-label={t('trading.outcome.money')}>
      {parts.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`trading.money.${key}`)}</dt>
          <dd>
            {key === 'commission' && !/[1-9]/.test(value) ? (
              t('trading.commission.none')
            ) : (
              <Amount value={value} currency={currency} kind="gain" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
