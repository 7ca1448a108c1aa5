import { useEffect, useRef, useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import type { Order, TradedSymbol } from '../contract.ts';
import type { PositionsRead } from './AccountBar.tsx';
import { Alerts } from './Alerts.tsx';
import { CloseMany } from './CloseMany.tsx';
import { Past } from './Past.tsx';
import { Positions } from './Positions.tsx';
import { Tabs } from './Tabs.tsx';
import { WaitingOrders } from './WaitingOrders.tsx';
import styles from './Terminal.module.css';

export interface DockProps {
  readonly account: Account;
  readonly symbols: readonly TradedSymbol[];
  /** The one that is looked at. */
  readonly symbol: TradedSymbol;
  readonly read: PositionsRead;
  readonly onDone: (order: Order) => void;
}

const views = ['positions', 'orders', 'history', 'alerts'] as const;
type View = (typeof views)[number];

/** What is open, what waits, what is minded and what has been, docked under the chart. */
export function Dock({ account, symbols, symbol, read, onDone }: DockProps) {
  const { t } = useWords();
  const [view, setView] = useState<View>('positions');
  const [isClosingMany, setClosingMany] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(0);
  // What a dialog was opened by may be gone with the positions that it has closed: the reader goes on here.
  useEffect(() => {
    if (left > 0 && document.activeElement === document.body) place.current?.focus();
  }, [left]);
  const countLeft = (): void => setLeft((before) => before + 1);
  const shut = useGate('close_position');
  const positions = read.data?.positions ?? [];
  const counts: Readonly<Partial<Record<View, number>>> = {
    positions: read.data?.positions.length ?? 0,
    orders: read.data?.orders.length ?? 0,
  };
  return (
    <Card isFlush>
      <div ref={place} tabIndex={-1}>
        <Tabs
          label={t('trading.dock')}
          tabs={views.map((key) => ({ key, label: t(`trading.${key}`), count: counts[key] ?? 0 }))}
          chosen={view}
          onChoose={setView}
        >
          {view === 'positions' && (
            <Positions account={account} symbols={symbols} read={read} onDone={onDone} onLeave={countLeft} />
          )}
          {view === 'positions' && positions.length > 1 && (
            <div className={styles.historyHead}>
              <Button look="quiet" size="small" refusal={shut?.message} onClick={() => setClosingMany(true)}>
                {t('trading.closeMany')}
              </Button>
            </div>
          )}
          {view === 'orders' && <WaitingOrders account={account} symbols={symbols} read={read} onChanged={onDone} />}
          {view === 'alerts' && <Alerts account={account} symbol={symbol} />}
          {view === 'history' && <Past account={account} />}
        </Tabs>
      </div>
      {isClosingMany && (
        <CloseMany
          account={account}
          positions={positions}
          onClose={() => {
            setClosingMany(false);
            countLeft();
          }}
        />
      )}
    </Card>
  );
}
