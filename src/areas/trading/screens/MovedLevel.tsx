import type { Account } from '../../../protocol/account.ts';
import type { Order, TradedSymbol } from '../contract.ts';
import type { PositionsRead } from './AccountBar.tsx';
import { ChangeOrder } from './ChangeOrder.tsx';
import { ChangeStops } from './ChangeStops.tsx';
import type { Moved } from './PriceChart.tsx';

interface MovedLevelProps {
  readonly account: Account;
  readonly symbol: TradedSymbol;
  readonly read: PositionsRead;
  readonly moved: Moved;
  readonly onClose: () => void;
  readonly onDone: (order: Order) => void;
}

/** What was dragged on the chart is asked for in the same words as what is typed; nothing is changed before that is saved. */
export function MovedLevel({ account, symbol, read, moved, onClose, onDone }: MovedLevelProps) {
  const position = read.data?.positions.find((one) => one.position === moved.of);
  const order = read.data?.orders.find((one) => one.order === moved.of);
  const dragged = { [moved.field]: moved.price };
  const same = { account, symbol, dragged, onClose };
  if (position) return <ChangeStops {...same} position={position} onDone={onDone} />;
  return order ? <ChangeOrder {...same} order={order} onChanged={onDone} /> : null;
}
