import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account, OpenPosition } from '../../../protocol/account.ts';
import { tradingContract, type Order, type TradedSymbol } from '../contract.ts';
import { TermsFields, useTermFaults, type TermsDraft } from './OrderTerms.tsx';
import { stopsShown, stopsToSend, touchedBy } from './stopsToSend.ts';
import { useTicks } from './ticks.ts';
import { TrailingField, useTrailing } from './Trailing.tsx';
import { useOrder } from './useOrder.ts';
import terminal from './Terminal.module.css';
import styles from './Ticket.module.css';

interface ChangeStopsProps {
  readonly account: Account;
  readonly position: OpenPosition;
  readonly symbol: TradedSymbol;
  /** Prices that were dragged on the chart. */
  readonly dragged?: Partial<TermsDraft> | undefined;
  readonly onClose: () => void;
  readonly onDone: (order: Order) => void;
}

/** Stop loss and take profit of a position, and whether the stop follows its price. */
export function ChangeStops({ account, position, symbol, dragged, onClose, onDone }: ChangeStopsProps) {
  const { t } = useWords();
  const order = useOrder(useWrite(tradingContract.calls.stops), onDone);
  // What nobody has touched here is as the position has it now: it may move, or be changed elsewhere, while this is open.
  const [touched, setTouched] = useState<Partial<TermsDraft>>(dragged ?? {});
  const { draft, isMoved } = stopsShown(position, touched);
  const trailing = useTrailing(account, position.position);
  const tick = useTicks([position.symbol]).ticks.get(position.symbol);
  const of = { type: 'market', side: position.side, digits: symbol.digits, bid: tick?.bid, ask: tick?.ask } as const;
  const [fault] = Object.values(useTermFaults(of, draft));
  const sendStops = (): void =>
    order.send((name) => ({
      account: account.number,
      id: position.position,
      client_order_id: name,
      ...stopsToSend(draft),
    }));
  const send = (): void => (trailing.isChanged ? trailing.save(isMoved ? sendStops : onClose) : sendStops());
  const price = position.side === 'buy' ? tick?.bid : tick?.ask;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('trading.stops.title', { symbol: position.symbol })}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t('trading.back')}
          </Button>
          <Button isBusy={order.isBusy || trailing.isBusy} refusal={fault} onClick={send}>
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
        <WriteFailure failure={trailing.failure ?? order.failure} />
        <Facts
          items={[
            { key: 'side', name: t('trading.position'), value: t(`trading.sideLots.${position.side}`, { lots: position.lots }) },
            { key: 'open', name: t('trading.openPrice'), value: <Figures value={position.open_price} /> },
            { key: 'now', name: t('trading.currentPrice'), value: <Figures value={price ?? position.current_price} /> },
          ]}
        />
        <TermsFields order={of} draft={draft} onDraft={(next) => setTouched(touchedBy(touched, draft, next))} />
        <TrailingField points={trailing.points} help={t('trading.trailing.help')} onPoints={trailing.type} />
        <p className={terminal.quiet}>{t('trading.stops.text')}</p>
      </div>
    </Dialog>
  );
}
