import type { ReactNode } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Amount, Figures } from '../../../ui/components/Money.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { tradingContract, type Order, type Tick, type TradedSymbol } from '../contract.ts';
import { commissionFor, toleratedPoints } from '../rules.ts';
import { useOrder } from './useOrder.ts';
import terminal from './Terminal.module.css';
import styles from './Ticket.module.css';

export interface Wish {
  readonly account: Account;
  readonly symbol: TradedSymbol;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly tick: Tick;
}

interface ConfirmOrderProps {
  readonly wish: Wish;
  readonly margin: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPlaced: (order: Order) => void;
}

/** What will be done, in full, before it is: one press is never enough. The price goes on ticking meanwhile. */
export function ConfirmOrder({ wish, margin, isOpen, onClose, onPlaced }: ConfirmOrderProps) {
  const { t } = useWords();
  const order = useOrder(useWrite(tradingContract.calls.place), onPlaced);
  const { account, symbol, side, lots, tick } = wish;
  const price = side === 'buy' ? tick.ask : tick.bid;
  const points = toleratedPoints(tick.spread);
  const close = (): void => {
    order.forget();
    onClose();
  };
  const send = (): void =>
    order.send((name) => ({
      account: account.number,
      symbol: symbol.name,
      side,
      lots,
      price,
      deviation_points: points,
      client_order_id: name,
    }));
  const action = t(`trading.do.${side}`, { lots, symbol: symbol.name });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('trading.confirm.title')}
      actions={
        <>
          <Button look="plain" onClick={close}>
            {t('trading.back')}
          </Button>
          <Button isBusy={order.isBusy} refusal={tick.is_open ? undefined : t('trading.closed')} onClick={send}>
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.ticket}>
        <WriteFailure failure={order.failure} />
        <Facts
          items={[
            { key: 'what', name: t('trading.order'), value: action },
            { key: 'account', name: t('trading.account'), value: <AccountNamed account={account} /> },
            { key: 'price', name: t('trading.price'), value: <Figures value={price} /> },
            { key: 'worst', name: t('trading.worst'), value: t('trading.points', { count: points }) },
            { key: 'spread', name: t('trading.spread'), value: t('trading.points', { count: tick.spread }) },
            { key: 'commission', name: t('trading.commission'), value: <Commission account={account} lots={lots} /> },
            { key: 'margin', name: t('trading.marginNeeded'), value: margin },
          ]}
        />
        <p className={terminal.quiet}>{t('trading.confirm.text')}</p>
      </div>
    </Dialog>
  );
}

/** Which account, and whether it is play money. */
function AccountNamed({ account }: Pick<Wish, 'account'>) {
  return (
    <>
      <bdi>{account.number}</bdi> {account.is_demo && <DemoMark />}
    </>
  );
}

/** What opening so many lots costs on the account, in money; closing costs the same once more. */
export function Commission({ account, lots }: { readonly account: Account; readonly lots: string }) {
  const { t } = useWords();
  const commission = commissionFor(account, lots);
  if (commission === undefined) return '–';
  if (!/[1-9]/.test(commission)) return t('trading.commission.none');
  return <Amount value={commission} currency={account.currency} />;
}
