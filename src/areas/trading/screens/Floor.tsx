import { useState } from 'react';
import { Card } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { EmptyState } from '../../../ui/components/States.tsx';
import { useWidth } from '../../../ui/page/width.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import type { Order, TradedSymbol } from '../contract.ts';
import type { PositionsRead } from './AccountBar.tsx';
import { OrderOutcome } from './OrderOutcome.tsx';
import { Positions } from './Positions.tsx';
import { PriceChart } from './PriceChart.tsx';
import { SymbolHead } from './SymbolHead.tsx';
import { Tabs } from './Tabs.tsx';
import { Ticket } from './Ticket.tsx';
import { useTicks } from './ticks.ts';
import { Watch } from './Watch.tsx';
import styles from './Terminal.module.css';

interface FloorProps {
  readonly account: Account;
  readonly symbols: readonly TradedSymbol[];
  readonly positions: PositionsRead;
}

const tabs = ['chart', 'trade', 'positions'] as const;
type Tab = (typeof tabs)[number];

/** The chosen symbol's chart, an order for it, and what is open: beside each other where there is room, behind tabs on a phone. */
export function Floor({ account, symbols, positions }: FloorProps) {
  const { t } = useWords();
  const width = useWidth();
  const [name, setName] = useState<string>();
  const [tab, setTab] = useState<Tab>('chart');
  const [isChoosing, setChoosing] = useState(false);
  const [outcome, setOutcome] = useState<Order>();
  const symbol = symbols.find((one) => one.name === name) ?? symbols[0];
  const { ticks, since } = useTicks(symbol ? [symbol.name] : []);
  const tick = ticks.get(symbol?.name ?? '');
  if (!symbol) return <EmptyState picture="chart" title={t('trading.noSymbols.title')} text={t('trading.noSymbols.text')} />;

  const choose = (chosen: string): void => {
    setName(chosen);
    setChoosing(false);
  };
  const told = (order: Order): void => {
    setOutcome(order);
    setTab('positions');
  };
  const watch = <Watch symbols={symbols} chosen={symbol} onChoose={choose} />;
  const head = (
    <SymbolHead symbol={symbol} tick={tick} since={since} onChange={width === 'wide' ? undefined : () => setChoosing(true)} />
  );
  const parts: Readonly<Record<Tab, React.ReactNode>> = {
    chart: (
      <Card>
        {head}
        <PriceChart platform={account.platform} symbol={symbol} tick={tick} />
      </Card>
    ),
    trade: (
      <Card>
        {width === 'phone' && head}
        <Ticket key={symbol.name} account={account} symbol={symbol} tick={tick} onPlaced={told} />
      </Card>
    ),
    positions: <Positions account={account} symbols={symbols} read={positions} onClosed={told} />,
  };
  return (
    <>
      {outcome && <OrderOutcome key={outcome.id} order={outcome} onDismiss={() => setOutcome(undefined)} />}
      {width === 'phone' ? (
        <FloorTabs count={positions.data?.positions.length ?? 0} chosen={tab} onChoose={setTab}>
          {parts[tab]}
        </FloorTabs>
      ) : (
        <div className={styles.floor} data-width={width}>
          {width === 'wide' && <Card isFlush>{watch}</Card>}
          {parts.chart}
          {parts.trade}
          <div className={styles.wholeRow}>{parts.positions}</div>
        </div>
      )}
      <Dialog isOpen={isChoosing} onClose={() => setChoosing(false)} title={t('trading.symbols')}>
        {watch}
      </Dialog>
    </>
  );
}

interface FloorTabsProps {
  /** How many positions are open. */
  readonly count: number;
  readonly chosen: Tab;
  readonly onChoose: (tab: Tab) => void;
  readonly children: React.ReactNode;
}

function FloorTabs({ count, chosen, onChoose, children }: FloorTabsProps) {
  const { t } = useWords();
  return (
    <Tabs
      label={t('trading.views')}
      tabs={tabs.map((key) => ({ key, label: t(`trading.tab.${key}`), ...(key === 'positions' ? { count } : {}) }))}
      chosen={chosen}
      onChoose={onChoose}
    >
      {children}
    </Tabs>
  );
}
