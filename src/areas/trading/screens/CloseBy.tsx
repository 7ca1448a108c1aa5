import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account, OpenPosition } from '../../../protocol/account.ts';
import { tradingContract, type Order, type TradedSymbol } from '../contract.ts';
import { lotsOfPair, resultOfClosingBy } from '../rules.ts';
import { Closed } from './CloseMany.tsx';
import { moneyFacts } from './ClosePosition.tsx';
import { MarketClosed } from './MarketClosed.tsx';
import { useTicks } from './ticks.ts';
import { useOrder } from './useOrder.ts';
import styles from './Ticket.module.css';

interface CloseByProps {
  readonly account: Account;
  readonly position: OpenPosition;
  /** What it can be closed by. */
  readonly opposite: readonly OpenPosition[];
  readonly symbol: TradedSymbol;
  readonly onClose: () => void;
  readonly onDone: (order: Order) => void;
}

const everyPair = 'all';

/** Closes a position by an opposite one, or all of the symbol by each other, saying beforehand what it comes to. */
export function CloseBy({ account, position, opposite, symbol, onClose, onDone }: CloseByProps) {
  const { t } = useWords();
  const one = useOrder(useWrite(tradingContract.calls.closeBy), onDone);
  const many = useWrite(tradingContract.calls.closeManyBy);
  const [name] = useState<string>(() => crypto.randomUUID());
  const [first] = useState(opposite[0]?.position);
  const [chosen, setChosen] = useState(first ?? everyPair);
  const [closed, setClosed] = useState<readonly Order[]>();
  const tick = useTicks([position.symbol]).ticks.get(position.symbol);
  // The list may be without it already while the answer to its closing is still on the way.
  const by = opposite.find((each) => each.position === chosen);
  const send = (): void => {
    if (chosen === everyPair) {
      const asked = { account: account.number, symbol: position.symbol, client_order_id: name };
      many.mutate(asked, { onSuccess: ({ orders }) => setClosed(orders) });
    } else one.send((id) => ({ account: account.number, client_order_id: id, id: position.position, by: chosen }));
  };
  const refusal = tick?.is_open === false ? t('trading.closed') : undefined;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('trading.closeBy.title', { symbol: position.symbol })}
      actions={
        closed ? (
          <Button onClick={onClose}>{t('trading.dismiss')}</Button>
        ) : (
          <>
            <Button look="plain" onClick={onClose}>
              {t('trading.back')}
            </Button>
            <Button isBusy={one.isBusy || many.isPending} refusal={refusal} onClick={send}>
              {by ? t('trading.closeBy.do', { lots: lotsOfPair(position, by), symbol: by.symbol }) : t('trading.closeBy.doAll')}
            </Button>
          </>
        )
      }
    >
      <div className={styles.ticket}>
        <div>{account.is_demo && <DemoMark />}</div>
        <WriteFailure failure={one.failure ?? many.error} />
        {tick?.is_open === false && <MarketClosed opensAt={tick.opens_at} />}
        {closed ? (
          <Closed orders={closed} />
        ) : (
          <>
            <OppositeChoice opposite={opposite} symbol={position.symbol} chosen={chosen} onChoose={setChosen} />
            {by && <PairFacts account={account} position={position} by={by} digits={symbol.digits} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

interface OppositeChoiceProps extends Pick<CloseByProps, 'opposite'> {
  readonly symbol: string;
  readonly chosen: string;
  readonly onChoose: (position: string) => void;
}

function OppositeChoice({ opposite, symbol, chosen, onChoose }: OppositeChoiceProps) {
  const { t } = useWords();
  return (
    <>
      <p>{t('trading.closeBy.text')}</p>
      <SelectField
        label={t('trading.closeBy.which')}
        value={chosen}
        options={[
          ...opposite.map((each) => ({
            value: each.position,
            label: t('trading.closeBy.one', { lots: each.lots, price: each.open_price, number: each.position }),
          })),
          { value: everyPair, label: t('trading.closeBy.all', { symbol }) },
        ]}
        onChange={(event) => onChoose(event.target.value)}
      />
    </>
  );
}

interface PairFactsProps extends Pick<CloseByProps, 'account' | 'position'> {
  readonly by: OpenPosition;
  readonly digits: number;
}

function PairFacts({ account, position, by, digits }: PairFactsProps) {
  const { t } = useWords();
  const money = resultOfClosingBy(account, [position, by], digits);
  return (
    <Facts
      items={[
        { key: 'side', name: t('trading.position'), value: t(`trading.sideLots.${position.side}`, { lots: position.lots }) },
        { key: 'open', name: t('trading.openPrice'), value: <Figures value={position.open_price} /> },
        { key: 'at', name: t('trading.closeBy.at'), value: <Figures value={by.open_price} /> },
        ...moneyFacts(t, money, account.currency),
      ]}
    />
  );
}
