import { useEffect, useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { amountText } from '../../../base/amount.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { Amount, Figures } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { useStill } from '../../../ui/form/settled.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { tradingContract, type Order, type Tick, type TradedSymbol } from '../contract.ts';
import { checkLots } from '../rules.ts';
import { Commission, ConfirmOrder } from './ConfirmOrder.tsx';
import { LotsField } from './LotsField.tsx';
import { MarketClosed } from './MarketClosed.tsx';
import { SideChoice } from './SideChoice.tsx';
import { fallBackMs, useFeed, useShown } from './ticks.ts';
import styles from './Ticket.module.css';

const typingMs = 300;

interface TicketProps {
  readonly account: Account;
  readonly symbol: TradedSymbol;
  readonly tick: Tick | undefined;
  readonly onPlaced: (order: Order) => void;
}

/** An order at market: side, volume, and what it asks of the account before the button. */
export function Ticket({ account, symbol, tick, onPlaced }: TicketProps) {
  const { t } = useWords();
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [typed, setTyped] = useState(symbol.lots_min);
  const [isConfirming, setConfirming] = useState(false);
  const shut = useGate(account.is_demo ? 'trade_demo' : 'trade');
  const lots = amountText(typed);
  const verdict = checkLots(lots, symbol);
  const need = useNeed({ account, symbol, side, lots, isAsked: verdict.ok });
  const isShort = verdict.ok && need.data?.is_enough === false;
  const lotsError = verdict.ok
    ? isShort
      ? t('trading.lots.tooMuch')
      : undefined
    : t('trading.lots.wrong', { min: symbol.lots_min, max: symbol.lots_max, step: symbol.lots_step });
  const isClosed = tick?.is_open === false;
  const refusal = shut?.message ?? (isClosed ? t('trading.closed') : lotsError);
  const price = side === 'buy' ? tick?.ask : tick?.bid;
  return (
    <section className={styles.ticket} aria-label={t('trading.order')}>
      <h2 className={styles.ticketTitle}>{t('trading.order')}</h2>
      {isClosed && <MarketClosed opensAt={tick.opens_at} />}
      <SideChoice side={side} tick={tick} onSide={setSide} />
      <LotsField label={t('trading.lots')} value={typed} limits={symbol} error={lotsError} onLots={setTyped} />
      <NeedFacts account={account} lots={lots} tick={tick} need={need} />
      {need.failure !== undefined && !isClosed && <Notice tone="warn">{need.failure}</Notice>}
      <Button
        isWide
        refusal={refusal}
        onClick={() => {
          if (price !== undefined) setConfirming(true);
        }}
      >
        <span className={styles.doing}>
          <span>{t(`trading.do.${side}`, { lots: lots === '' ? '0' : lots, symbol: symbol.name })}</span>{' '}
          {price !== undefined && (
            <span className={styles.price}>
              <Figures value={price} />
            </span>
          )}
        </span>
      </Button>
      {tick && (
        <ConfirmOrder
          wish={{ account, symbol, side, lots, tick }}
          margin={need.amount(need.data?.margin)}
          isOpen={isConfirming}
          onClose={() => setConfirming(false)}
          onPlaced={(order) => {
            setConfirming(false);
            onPlaced(order);
          }}
        />
      )}
    </section>
  );
}

interface NeedFactsProps extends Pick<TicketProps, 'account' | 'tick'> {
  readonly lots: string;
  readonly need: ReturnType<typeof useNeed>;
}

function NeedFacts({ account, lots, tick, need }: NeedFactsProps) {
  const { t } = useWords();
  return (
    <Facts
      items={[
        {
          key: 'spread',
          name: t('trading.spread'),
          value: tick ? t('trading.points', { count: tick.spread }) : '–',
        },
        { key: 'commission', name: t('trading.commission'), value: <Commission account={account} lots={lots} /> },
        { key: 'margin', name: t('trading.marginNeeded'), value: need.amount(need.data?.margin) },
        { key: 'after', name: t('trading.marginAfter'), value: need.amount(need.data?.margin_free_after) },
      ]}
    />
  );
}

interface Question {
  readonly account: Account;
  readonly symbol: TradedSymbol;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly isAsked: boolean;
}

/** What the order would ask of the account, once the volume has been typed. */
function useNeed({ account, symbol, side, lots, isAsked }: Question) {
  const still = useStill(lots, typingMs);
  const isStill = still === lots && isAsked;
  const feed = useFeed();
  const { isFlowing } = useShown(feed);
  const { name } = symbol;
  useEffect(() => (isStill ? feed.think({ symbol: name, side, lots: still }) : undefined), [feed, isStill, name, side, still]);
  const read = useRead(
    tradingContract.calls.margin,
    { account: account.number, symbol: name, side, lots: still },
    { enabled: isStill, ...(isFlowing ? {} : { everyMs: fallBackMs }) },
  );
  const data = isStill ? read.data : undefined;
  return {
    data,
    failure: isStill ? (read.error?.sentence ?? undefined) : undefined,
    amount: (value: string | undefined) => (value === undefined ? '–' : <Amount value={value} currency={account.currency} />),
  };
}
