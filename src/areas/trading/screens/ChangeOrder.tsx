import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { tradingContract, type Order, type TradedSymbol, type Waiting } from '../contract.ts';
import { hasTerms, termsOf, TermsFields, useTermFaults, type TermsDraft } from './OrderTerms.tsx';
import { useTicks } from './ticks.ts';
import { TrailingField, useTrailing } from './Trailing.tsx';
import { useOrder } from './useOrder.ts';
import styles from './Ticket.module.css';

interface ChangeOrderProps {
  readonly account: Account;
  readonly order: Waiting;
  readonly symbol: TradedSymbol;
  /** Prices that were dragged on the chart. */
  readonly dragged?: Partial<TermsDraft> | undefined;
  readonly onClose: () => void;
  readonly onChanged: (order: Order) => void;
}

/** Gives a waiting order other prices, or cancels it. */
export function ChangeOrder({ account, order, symbol, dragged, onClose, onChanged }: ChangeOrderProps) {
  const { t } = useWords();
  const change = useOrder(useWrite(tradingContract.calls.change), onChanged);
  const cancel = useOrder(useWrite(tradingContract.calls.cancel), onChanged);
  const shut = useGate(account.is_demo ? 'trade_demo' : 'trade');
  const [draft, setDraft] = useState<TermsDraft>(() => ({ ...draftOf(order), ...dragged }));
  const trailing = useTrailing(account, order.order);
  const isBusy = change.isBusy || cancel.isBusy || trailing.isBusy;
  const tick = useTicks([order.symbol]).ticks.get(order.symbol);
  const { type, side } = order;
  const of = { type, side, digits: symbol.digits, bid: tick?.bid, ask: tick?.ask };
  const [fault] = Object.values(useTermFaults(of, draft));
  const refusal = shut?.message ?? fault ?? (hasTerms(type, draft) ? undefined : t('trading.level.missing'));
  const known = { account: account.number, id: order.order };
  const saving = (name: string) => {
    const { at_price = '', ...terms } = termsOf(type, draft);
    return { ...known, at_price, ...terms, client_order_id: name };
  };
  const isMoved = JSON.stringify(termsOf(type, draft)) !== JSON.stringify(termsOf(type, draftOf(order)));
  const save = (): void => {
    const sendChange = (): void => change.send(saving);
    if (trailing.isChanged) trailing.save(isMoved ? sendChange : onClose);
    else sendChange();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('trading.change.title', { symbol: order.symbol })}
      actions={
        <>
          <Button look="danger" isBusy={isBusy} onClick={() => cancel.send((name) => ({ ...known, client_order_id: name }))}>
            {t('trading.cancelOrder')}
          </Button>
          <Button isBusy={isBusy} refusal={refusal} onClick={save}>
            {t('trading.change.save')}
          </Button>
        </>
      }
    >
      <div className={styles.ticket}>
        {account.is_demo && (
          <div>
            <DemoMark />
          </div>
        )}
        <WriteFailure failure={trailing.failure ?? change.failure ?? cancel.failure} />
        <OrderFacts order={order} />
        <TermsFields order={of} draft={draft} onDraft={setDraft} />
        <TrailingField points={trailing.points} help={t('trading.trailing.fromFill')} onPoints={trailing.type} />
      </div>
    </Dialog>
  );
}

function OrderFacts({ order }: Pick<ChangeOrderProps, 'order'>) {
  const { t } = useWords();
  const { type, side, lots } = order;
  return (
    <Facts
      items={[
        {
          key: 'what',
          name: t(`trading.type.${type}`),
          value: t(`trading.sideLots.${side}`, { lots }),
        },
        { key: 'now', name: t('trading.currentPrice'), value: <Figures value={order.current_price} /> },
      ]}
    />
  );
}

function draftOf(order: Waiting): TermsDraft {
  return {
    at: order.price,
    limit: order.limit_price ?? '',
    stopLoss: order.stop_loss ?? '',
    takeProfit: order.take_profit ?? '',
    trailing: '',
    expires: order.expires_at === null ? '' : localMinute(new Date(order.expires_at)),
  };
}

/** As the browser's own field for a time takes it: the reader's clock, to the minute. */
export function localMinute(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
