import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { EmptyState } from '../../../ui/components/States.tsx';
import { useWidth, type Width } from '../../../ui/page/width.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { tradingContract, type Order, type TradedSymbol } from '../contract.ts';
import type { OrderType } from '../rules.ts';
import type { PositionsRead } from './AccountBar.tsx';
import { Charts } from './Charts.tsx';
import { Dock } from './Dock.tsx';
import { OrderOutcome } from './OrderOutcome.tsx';
import { MovedLevel } from './MovedLevel.tsx';
import type { Moved } from './PriceChart.tsx';
import { SymbolHead } from './SymbolHead.tsx';
import { Tabs } from './Tabs.tsx';
import { Ticket } from './Ticket.tsx';
import { useTicks } from './ticks.ts';
import { Watch } from './Watch.tsx';
import styles from './Terminal.module.css';

/** What of the terminal stands in its address. */
export interface View {
  readonly symbol?: string | undefined;
  readonly frame?: string | undefined;
}

interface FloorProps {
  readonly account: Account;
  readonly symbols: readonly TradedSymbol[];
  readonly pendingKinds: readonly OrderType[];
  readonly positions: PositionsRead;
  readonly view: View;
  readonly onView: (view: View) => void;
}

const tabs = ['chart', 'trade', 'positions'] as const;
type Tab = (typeof tabs)[number];

/** The symbol that the address names, else the first whose market is open, else the first. */
export function Floor({ symbols, view, ...rest }: FloorProps) {
  const { t } = useWords();
  // What the terminal opened with stays, also when its market closes meanwhile.
  const [first] = useState(() => symbols.find((one) => one.is_open) ?? symbols[0]);
  const symbol = symbols.find((one) => one.name === view.symbol) ?? first;
  if (!symbol) return <EmptyState picture="chart" title={t('trading.noSymbols.title')} text={t('trading.noSymbols.text')} />;
  return <Workspace {...rest} symbols={symbols} symbol={symbol} view={view} />;
}

/** The chosen symbol's chart, an order for it, and what is open: beside each other where there is room, behind tabs on a phone. */
function Workspace(props: FloorProps & { readonly symbol: TradedSymbol }) {
  const { t } = useWords();
  const width = useWidth();
  const [tab, setTab] = useState<Tab>('chart');
  const [isChoosing, setChoosing] = useState(false);
  const [moved, setMoved] = useState<Moved>();
  const { account, positions, symbols, symbol, view, onView } = props;
  const outcomes = useOutcomes(account);
  const choose = (name: string): void => {
    onView({ ...view, symbol: name });
    setChoosing(false);
  };
  const told = (order: Order): void => {
    outcomes.add(order);
    setTab('positions');
  };
  const watch = <Watch platform={account.platform} symbols={symbols} chosen={symbol} onChoose={choose} />;
  const parts = usePartsOf({
    ...props,
    unanswered: outcomes.unanswered,
    onTold: told,
    onMove: setMoved,
    onChange: width === 'wide' ? undefined : () => setChoosing(true),
  });
  const count = (positions.data?.positions.length ?? 0) + (positions.data?.orders.length ?? 0);
  return (
    <>
      {outcomes.shown.map(({ order, isOwn }) => (
        <OrderOutcome key={order.id} order={order} isOwn={isOwn} onDismiss={() => outcomes.dismiss(order)} />
      ))}
      {width === 'phone' ? (
        <FloorTabs count={count} chosen={tab} onChoose={setTab}>
          {parts[tab]}
        </FloorTabs>
      ) : (
        <Places width={width} watch={watch} parts={parts} />
      )}
      {moved && (
        <MovedLevel
          key={`${moved.of}/${moved.field}/${moved.price}`}
          account={account}
          symbol={symbols.find(({ name }) => name === moved.symbol) ?? symbol}
          read={positions}
          moved={moved}
          onClose={() => setMoved(undefined)}
          onDone={(order) => {
            setMoved(undefined);
            told(order);
          }}
        />
      )}
      <Dialog isOpen={isChoosing} onClose={() => setChoosing(false)} title={t('trading.symbols')}>
        {watch}
      </Dialog>
    </>
  );
}

interface Outcome {
  readonly order: Order;
  readonly isOwn: boolean;
}

/**
 * The last order that was sent here, and those that the platform has not answered, whoever sent them: before this page was loaded, or
 * in another tab. What has been told stays until it is dismissed, or another order is sent.
 */
function useOutcomes(account: Account) {
  const unanswered = useRead(tradingContract.calls.unanswered, { account: account.number }).data?.orders ?? [];
  const [shown, setShown] = useState<readonly Outcome[]>([]);
  const [dismissed, setDismissed] = useState<readonly number[]>([]);
  const known = new Set([...dismissed, ...shown.map(({ order }) => order.id)]);
  const unheard = unanswered.filter(({ id }) => !known.has(id));
  if (unheard.length > 0) setShown([...shown, ...unheard.map((order) => ({ order, isOwn: false }))]);
  return {
    shown,
    unanswered,
    add: (order: Order): void => {
      const others = shown.filter((one) => !one.isOwn && one.order.id !== order.id);
      setDismissed([...dismissed, ...shown.filter((one) => one.isOwn).map((one) => one.order.id)]);
      setShown([{ order, isOwn: true }, ...others]);
    },
    dismiss: ({ id }: Order): void => {
      setDismissed([...dismissed, id]);
      setShown(shown.filter(({ order }) => order.id !== id));
    },
  };
}

interface PlacesProps {
  readonly width: Width;
  readonly watch: React.ReactNode;
  readonly parts: Readonly<Record<Tab, React.ReactNode>>;
}

/** Everything beside each other; on a desk the list of symbols too. */
function Places({ width, watch, parts }: PlacesProps) {
  return (
    <div className={styles.floor} data-width={width}>
      {width === 'wide' && (
        <div className={styles.watchPlace}>
          <Card isFlush>{watch}</Card>
        </div>
      )}
      <div className={styles.chartPlace}>{parts.chart}</div>
      <div className={styles.tradePlace}>{parts.trade}</div>
      <div className={styles.dockPlace}>{parts.positions}</div>
    </div>
  );
}

type PartsProps = FloorProps & {
  readonly symbol: TradedSymbol;
  readonly unanswered: readonly Order[];
  readonly onTold: (order: Order) => void;
  readonly onMove: (moved: Moved) => void;
  /** Opens the list of symbols, where it is not in sight. */
  readonly onChange: (() => void) | undefined;
};

function usePartsOf(of: PartsProps): Readonly<Record<Tab, React.ReactNode>> {
  const { account, symbols, symbol, pendingKinds, positions, view, onView, onMove, onChange } = of;
  const width = useWidth();
  const { ticks, since } = useTicks([symbol.name]);
  const tick = ticks.get(symbol.name);
  const head = <SymbolHead account={account} symbol={symbol} tick={tick} since={since} onChange={onChange} />;
  return {
    chart: (
      <Card>
        {head}
        <Charts
          account={account}
          symbols={symbols}
          symbol={symbol}
          tick={tick}
          frame={view.frame}
          onFrame={(frame) => onView({ ...view, frame })}
          read={positions}
          onMove={onMove}
        />
      </Card>
    ),
    trade: (
      <Card>
        {width === 'phone' && head}
        <Ticket
          key={symbol.name}
          account={account}
          symbol={symbol}
          tick={tick}
          pendingKinds={pendingKinds}
          unanswered={of.unanswered}
          onPlaced={of.onTold}
        />
      </Card>
    ),
    positions: <Dock account={account} symbols={symbols} symbol={symbol} read={positions} onDone={of.onTold} />,
  };
}

interface FloorTabsProps {
  /** How many positions are open and orders wait. */
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
