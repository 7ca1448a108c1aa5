import { useState } from 'react';
import { Card } from '../../../ui/components/Card.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import type { Order, TradedSymbol } from '../contract.ts';
import type { PositionsRead } from './AccountBar.tsx';
import { Positions } from './Positions.tsx';
import { Tabs } from './Tabs.tsx';
import { WaitingOrders } from './WaitingOrders.tsx';

export interface DockProps {
  readonly account: Account;
  readonly symbols: readonly TradedSymbol[];
  readonly read: PositionsRead;
  readonly onDone: (order: Order) => void;
}

const views = ['positions', 'orders'] as const;
type View = (typeof views)[number];

/** What is open and what waits, docked under the chart. */
export function Dock({ account, symbols, read, onDone }: DockProps) {
  const { t } = useWords();
  const [view, setView] = useState<View>('positions');
  const counts = { positions: read.data?.positions.length ?? 0, orders: read.data?.orders.length ?? 0 };
  return (
    <Card isFlush>
      <Tabs
        label={t('trading.dock')}
        tabs={views.map((key) => ({ key, label: t(`trading.${key}`), count: counts[key] }))}
        chosen={view}
        onChoose={setView}
      >
        {view === 'positions' && <Positions account={account} symbols={symbols} read={read} onDone={onDone} />}
        {view === 'orders' && <WaitingOrders account={account} symbols={symbols} read={read} onChanged={onDone} />}
      </Tabs>
    </Card>
  );
}
