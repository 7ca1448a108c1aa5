import { useState } from 'react';
import { amountText } from '../../../base/amount.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Figures, LiveAmount } from '../../../ui/components/Money.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { Account, OpenPosition } from '../../../protocol/account.ts';
import { tradingContract, type Order, type TradedSymbol } from '../contract.ts';
import { checkLots, isSameVolume, resultOfClosing, toleratedPoints, type TradeMoney } from '../rules.ts';
import { LotsField } from './LotsField.tsx';
import { MarketClosed } from './MarketClosed.tsx';
import { useTicks } from './ticks.ts';
import { useOrder } from './useOrder.ts';
import styles from './Ticket.module.css';

interface ClosePositionProps {
  readonly account: Account;
  readonly position: OpenPosition;
  readonly symbol: TradedSymbol;
  readonly onClose: () => void;
  readonly onDone: (order: Order) => void;
}

/** Closes a position or a part of it, saying at what price and with what result as far as it is known. */
export function ClosePosition({ account, position, symbol, onClose, onDone }: ClosePositionProps) {
  const { t } = useWords();
  const order = useOrder(useWrite(tradingContract.calls.close), onDone);
  const [typed, setTyped] = useState(position.lots);
  const tick = useTicks([position.symbol]).ticks.get(position.symbol);
  const lots = amountText(typed);
  const limits = { ...symbol, lots_max: position.lots };
  const verdict = checkLots(lots, limits);
  const error = verdict.ok
    ? undefined
    : t('trading.lots.wrong', { min: limits.lots_min, max: limits.lots_max, step: limits.lots_step });
  const isWhole = verdict.ok && isSameVolume(lots, position.lots);
  const price = position.side === 'buy' ? tick?.bid : tick?.ask;
  const send = (): void =>
    order.send((name) => ({
      account: account.number,
      client_order_id: name,
      id: position.position,
      ...(isWhole ? {} : { lots }),
      ...(tick && price !== undefined ? { price, deviation_points: toleratedPoints(tick.spread) } : {}),
    }));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('trading.close.title', { symbol: position.symbol })}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t('trading.back')}
          </Button>
          <Button isBusy={order.isBusy} refusal={tick?.is_open === false ? t('trading.closed') : error} onClick={send}>
            {t(isWhole ? 'trading.close.whole' : 'trading.close.part', { lots, symbol: position.symbol })}
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
        <WriteFailure failure={order.failure} />
        {tick?.is_open === false && <MarketClosed opensAt={tick.opens_at} />}
        <LotsField label={t('trading.close.lots')} value={typed} limits={limits} error={error} onLots={setTyped} />
        <PositionFacts account={account} position={position} price={price} lots={verdict.ok ? lots : undefined} />
      </div>
    </Dialog>
  );
}

interface PositionFactsProps {
  readonly account: Account;
  readonly position: OpenPosition;
  /** The price that it would be closed at now. */
  readonly price: string | undefined;
  /** What of it is to be closed; undefined while that is no volume. */
  readonly lots: string | undefined;
}

function PositionFacts({ account, position, price, lots }: PositionFactsProps) {
  const { t } = useWords();
  const money = lots === undefined ? undefined : resultOfClosing(account, position, lots);
  return (
    <Facts
      items={[
        { key: 'side', name: t('trading.position'), value: t(`trading.sideLots.${position.side}`, { lots: position.lots }) },
        { key: 'open', name: t('trading.openPrice'), value: <Figures value={position.open_price} /> },
        { key: 'now', name: t('trading.currentPrice'), value: <Figures value={price ?? position.current_price} /> },
        ...moneyFacts(t, money, account.currency),
      ]}
    />
  );
}

/** What closing brings, before it is sent. */
export function moneyFacts(t: Words['t'], money: TradeMoney | undefined, currency: string) {
  const gain = (value: string | undefined) =>
    value === undefined ? '–' : <LiveAmount value={value} currency={currency} kind="gain" />;
  return [
    { key: 'profit', name: t('trading.profitPart'), value: gain(money?.profit) },
    { key: 'swap', name: t('trading.swap'), value: gain(money?.swap) },
    { key: 'commission', name: t('trading.commissionBoth'), value: gain(money?.commission) },
    { key: 'result', name: t('trading.resultPart'), value: <strong>{gain(money?.result)}</strong> },
  ];
}
