import type { ReactNode } from 'react';
import { amountText } from '../../../base/amount.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Amount, Figures } from '../../../ui/components/Money.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { Account } from '../../../protocol/account.ts';
import { tradingContract, type Order, type Tick, type TradedSymbol } from '../contract.ts';
import { commissionFor, toleratedPoints, type OrderType } from '../rules.ts';
import { termsOf, type TermsDraft } from './OrderTerms.tsx';
import { useOrder } from './useOrder.ts';
import terminal from './Terminal.module.css';
import styles from './Ticket.module.css';

export interface Wish {
  readonly account: Account;
  readonly symbol: TradedSymbol;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly tick: Tick;
  readonly type: OrderType;
  readonly draft: TermsDraft;
}

/** What is sent for it, under the name given. */
export function sentFor({ account, symbol, side, lots, tick, type, draft }: Wish, name: string) {
  const seen = { price: side === 'buy' ? tick.ask : tick.bid, deviation_points: toleratedPoints(tick.spread) };
  const order = { account: account.number, symbol: symbol.name, side, lots, client_order_id: name };
  // Which price an order waits for says itself how far it may go.
  const isTrailed = type !== 'market' && Number(draft.trailing) > 0;
  const trailing = isTrailed ? { trailing_points: Number(draft.trailing) } : {};
  return { ...order, type, ...termsOf(type, draft), ...trailing, ...(type === 'market' ? seen : {}) };
}

interface ConfirmOrderProps {
  readonly wish: Wish;
  readonly margin: ReactNode;
  readonly isOpen: boolean;
  /** Why it cannot be sent now. */
  readonly refusal: string | undefined;
  readonly onClose: () => void;
  readonly onPlaced: (order: Order) => void;
}

/** What will be done, in full, before it is: one press is never enough. The price goes on ticking meanwhile. */
export function ConfirmOrder({ wish, margin, isOpen, refusal, onClose, onPlaced }: ConfirmOrderProps) {
  const words = useWords();
  const { t } = words;
  const order = useOrder(useWrite(tradingContract.calls.place), onPlaced);
  const { account, side, lots, tick, type } = wish;
  const isAtMarket = type === 'market';
  const price = side === 'buy' ? tick.ask : tick.bid;
  const points = toleratedPoints(tick.spread);
  const close = (): void => {
    order.forget();
    onClose();
  };
  const send = (): void => order.send((name) => sentFor(wish, name));
  const action = actionWords(t, wish);
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
          <Button isBusy={order.isBusy} refusal={refusal} onClick={send}>
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
            ...(isAtMarket ? [{ key: 'worst', name: t('trading.worst'), value: t('trading.points', { count: points }) }] : []),
            ...termFacts(words, wish),
            { key: 'spread', name: t('trading.spread'), value: t('trading.points', { count: tick.spread }) },
            { key: 'commission', name: t('trading.commission'), value: <Commission account={account} lots={lots} /> },
            { key: 'margin', name: t('trading.marginNeeded'), value: margin },
          ]}
        />
        <p className={terminal.quiet}>{t(isAtMarket ? 'trading.confirm.text' : 'trading.confirm.waits')}</p>
      </div>
    </Dialog>
  );
}

/** What the button does: an order that waits says for which price. */
export function actionWords(
  t: Words['t'],
  { side, lots, symbol, type, draft }: Pick<Wish, 'side' | 'lots' | 'symbol' | 'type' | 'draft'>,
): string {
  const values = { lots: lots === '' ? '0' : lots, symbol: symbol.name };
  return type === 'market'
    ? t(`trading.do.${side}`, values)
    : t(`trading.wait.${side}`, { ...values, price: draft.at === '' ? '–' : draft.at });
}

function termFacts({ t, dateTime }: Words, { type, draft }: Wish) {
  const waits = type !== 'market';
  const prices = (['limit', 'stopLoss', 'takeProfit'] as const).flatMap((name) =>
    draft[name] === '' || (name === 'limit' && type !== 'stop_limit')
      ? []
      : [{ key: name, name: t(`trading.level.${name}`), value: <Figures value={amountText(draft[name])} /> }],
  );
  const points = Number(draft.trailing);
  const trailing = { key: 'trailing', name: t('trading.trailing.name'), value: t('trading.trailing.on', { count: points }) };
  const until = draft.expires === '' ? t('trading.expires.never') : dateTime(new Date(draft.expires).toISOString());
  return [
    ...prices,
    ...(waits && points > 0 ? [trailing] : []),
    ...(waits ? [{ key: 'expires', name: t('trading.expires'), value: until }] : []),
  ];
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
