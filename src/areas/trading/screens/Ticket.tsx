import { useEffect, useState, type ReactNode } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import type { CallFailure } from '../../../ui/api/failure.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { amountText } from '../../../base/amount.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { Check } from '../../../ui/components/Choice.tsx';
import { Amount, Figures } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { WayAfter, WriteFailure } from '../../../ui/components/States.tsx';
import { useStill } from '../../../ui/form/still.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { tradingContract, type Order, type Tick, type TradedSymbol } from '../contract.ts';
import { checkLots, spreadCost, type OrderType } from '../rules.ts';
import { actionWords, Commission, ConfirmOrder, sentFor, type Wish } from './ConfirmOrder.tsx';
import { LotsField } from './LotsField.tsx';
import { MarketClosed } from './MarketClosed.tsx';
import { hasTerms, noTerms, OrderTypeField, TermsFields, useTermFaults, type TermsDraft } from './OrderTerms.tsx';
import { SideChoice } from './SideChoice.tsx';
import { fallBackMs, useFeed, useShown } from './ticks.ts';
import { TrailingField, typedPoints } from './Trailing.tsx';
import { isSameWish, useOrder } from './useOrder.ts';
import styles from './Ticket.module.css';

const typingMs = 300;

interface TicketProps {
  readonly account: Account;
  readonly symbol: TradedSymbol;
  readonly tick: Tick | undefined;
  /** What the platform takes beside orders at market. */
  readonly pendingKinds: readonly OrderType[];
  /** The orders of the account that nobody knows the outcome of: the same is not sent beside one. */
  readonly unanswered: readonly Order[];
  readonly onPlaced: (order: Order) => void;
}

/** An order: side, type, volume and prices, and what it asks of the account before the button. */
export function Ticket({ account, symbol, tick, pendingKinds, unanswered, onPlaced }: TicketProps) {
  const { t } = useWords();
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [type, setType] = useState<OrderType>('market');
  const [draft, setDraft] = useState<TermsDraft>(noTerms);
  const [typed, setTyped] = useState(symbol.lots_min);
  const shut = useGate(account.is_demo ? 'trade_demo' : 'trade');
  const lots = amountText(typed);
  const verdict = checkLots(lots, symbol);
  const need = useNeed({ account, symbol, side, lots, isAsked: verdict.ok });
  // An order that waits is asked for its margin when its price comes.
  const isShort = type === 'market' && verdict.ok && need.data?.is_enough === false;
  const lotsError = verdict.ok
    ? isShort
      ? t('trading.lots.tooMuch')
      : undefined
    : t('trading.lots.wrong', { min: symbol.lots_min, max: symbol.lots_max, step: symbol.lots_step });
  const levels = { type, side, digits: symbol.digits, bid: tick?.bid, ask: tick?.ask };
  const [fault] = Object.values(useTermFaults(levels, draft));
  const isClosed = type === 'market' && tick?.is_open === false;
  const missing = hasTerms(type, draft) ? undefined : t('trading.level.missing');
  const isOnWay = verdict.ok && unanswered.some((one) => isSameWish(one, { type, symbol, side, lots }));
  const onWay = isOnWay ? t('trading.sameOnWay') : undefined;
  const refusal = shut?.message ?? onWay ?? (isClosed ? t('trading.closed') : (lotsError ?? fault ?? missing));
  return (
    <section className={styles.ticket} aria-label={t('trading.order')}>
      <h2 className={styles.ticketTitle}>{t('trading.order')}</h2>
      {tick?.is_open === false && <MarketClosed opensAt={tick.opens_at} />}
      <SideChoice side={side} tick={tick} onSide={setSide} />
      <OrderTypeField value={type} kinds={['market', ...pendingKinds]} onType={setType} />
      <LotsField label={t('trading.lots')} value={typed} limits={symbol} error={lotsError} onLots={setTyped} />
      <TermsFields order={levels} draft={draft} onDraft={setDraft} />
      {type !== 'market' && (
        <TrailingField
          points={draft.trailing}
          help={t('trading.trailing.fromFill')}
          onPoints={(text) => setDraft({ ...draft, trailing: typedPoints(text) ?? draft.trailing })}
        />
      )}
      <NeedFacts account={account} symbol={symbol} lots={lots} tick={tick} need={need} />
      {!isClosed && <NeedFailure failure={need.failure} />}
      <Sending
        wish={tick && { account, symbol, side, lots, tick, type, draft }}
        margin={need.amount(need.data?.margin)}
        refusal={refusal}
        label={actionWords(t, { side, lots, symbol, type, draft })}
        onPlaced={(order) => {
          setDraft(noTerms);
          onPlaced(order);
        }}
      />
    </section>
  );
}

/** Why what the order would ask of the account is not known. */
function NeedFailure({ failure }: { readonly failure: CallFailure | null }) {
  if (failure?.sentence === undefined) return null;
  return (
    <Notice tone="warn" action={<WayAfter failure={failure} />}>
      {failure.sentence}
    </Notice>
  );
}

interface SendingProps {
  readonly wish: Wish | undefined;
  readonly margin: ReactNode;
  readonly refusal: string | undefined;
  readonly label: string;
  readonly onPlaced: (order: Order) => void;
}

/** The button, and what it does: with one-click trading it sends at once, else it asks first. */
function Sending({ wish, margin, refusal, label, onPlaced }: SendingProps) {
  const { t } = useWords();
  const [isConfirming, setConfirming] = useState(false);
  const [isOneClick, setOneClick] = useOneClick();
  const order = useOrder(useWrite(tradingContract.calls.place), onPlaced);
  const press = (): void => {
    if (!wish) return;
    if (isOneClick) order.send((name) => sentFor(wish, name));
    else setConfirming(true);
  };
  const price = wish?.type === 'market' ? (wish.side === 'buy' ? wish.tick.ask : wish.tick.bid) : undefined;
  return (
    <>
      <WriteFailure failure={order.failure} />
      {/* Without a price yet there is nothing to order: the button waits with whoever presses it. */}
      <Button isWide refusal={refusal} isBusy={order.isBusy || !wish} onClick={press}>
        <span className={styles.doing}>
          <span>{label}</span>{' '}
          {price !== undefined && (
            <span className={styles.price}>
              <Figures value={price} />
            </span>
          )}
        </span>
      </Button>
      <Check name="one-click" isChecked={isOneClick} onChange={setOneClick}>
        {t('trading.oneClick')}
      </Check>
      {wish && (
        <ConfirmOrder
          wish={wish}
          margin={margin}
          isOpen={isConfirming}
          onClose={() => setConfirming(false)}
          refusal={refusal}
          onPlaced={(placed) => {
            setConfirming(false);
            onPlaced(placed);
          }}
        />
      )}
    </>
  );
}

const oneClickKey = 'trading.oneClick';

/** Off until somebody switches it on, in this browser. */
function useOneClick(): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(oneClickKey) === 'on');
  return [
    isOn,
    (next) => {
      localStorage.setItem(oneClickKey, next ? 'on' : 'off');
      setOn(next);
    },
  ];
}

interface NeedFactsProps extends Pick<TicketProps, 'account' | 'tick' | 'symbol'> {
  readonly lots: string;
  readonly need: ReturnType<typeof useNeed>;
}

function NeedFacts({ account, symbol, lots, tick, need }: NeedFactsProps) {
  const { t } = useWords();
  return (
    <Facts
      items={[
        {
          key: 'spread',
          name: t('trading.spread'),
          value: tick ? <Spread symbol={symbol} spread={tick.spread} lots={lots} /> : '–',
        },
        { key: 'commission', name: t('trading.commission'), value: <Commission account={account} lots={lots} /> },
        { key: 'margin', name: t('trading.marginNeeded'), value: need.amount(need.data?.margin) },
        { key: 'after', name: t('trading.marginAfter'), value: need.amount(need.data?.margin_free_after) },
      ]}
    />
  );
}

/** In points, and what it costs on the volume in the symbol's own currency. */
function Spread({ symbol, spread, lots }: { readonly symbol: TradedSymbol; readonly spread: number; readonly lots: string }) {
  const { t } = useWords();
  const cost = spreadCost(symbol, spread, lots);
  return (
    <>
      {t('trading.points', { count: spread })}
      {cost !== undefined && (
        <>
          {' · '}
          <Figures value={cost} currency={symbol.currency_profit} />
        </>
      )}
    </>
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
    failure: isStill ? read.error : null,
    amount: (value: string | undefined) => (value === undefined ? '–' : <Amount value={value} currency={account.currency} />),
  };
}
