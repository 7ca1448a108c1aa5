import { useState } from 'react';
import { amountText, pointed, typedAmount } from '../../../base/amount.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { EmptyState, Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { PushSwitch } from '../../../ui/page/PushSwitch.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { Account } from '../../../protocol/account.ts';
import { tradingContract, type PriceAlert, type TradedSymbol } from '../contract.ts';
import styles from './Terminal.module.css';

interface AlertsProps {
  readonly account: Account;
  /** The one that is looked at. */
  readonly symbol: TradedSymbol;
}

/** Prices at which the client is told, whether the terminal is open or not. */
export function Alerts({ account, symbol }: AlertsProps) {
  const words = useWords();
  const { t } = words;
  const read = useRead(tradingContract.calls.alerts, {});
  const remove = useWrite(tradingContract.calls.removeAlert);
  const columns = columnsFor(words, ({ id }) => remove.mutate({ id }));
  return (
    <>
      <AlertForm key={symbol.name} account={account} symbol={symbol} />
      <div className={styles.alertPush}>
        <PushSwitch />
      </div>
      <WriteFailure failure={remove.error} />
      <Loaded read={read}>
        {({ alerts }) =>
          alerts.length === 0 ? (
            <EmptyState picture="chart" title={t('trading.alerts.none')} text={t('trading.alerts.none.text')} />
          ) : (
            <Table label={t('trading.alerts')} columns={columns} rows={alerts} rowKey={(row) => String(row.id)} isDense />
          )
        }
      </Loaded>
    </>
  );
}

function AlertForm({ account, symbol }: AlertsProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const set = useWrite(tradingContract.calls.setAlert);
  const price = amountText(typed);
  return (
    <form
      className={styles.alertForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (price === '') return;
        set.mutate({ platform: account.platform, symbol: symbol.name, price }, { onSuccess: () => setTyped('') });
      }}
    >
      <TextField
        label={t('trading.alerts.price', { symbol: symbol.name })}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={typed}
        onChange={(event) => setTyped(pointed(typedAmount(event.target.value, symbol.digits) ?? typed))}
      />
      <Button type="submit" look="plain" isBusy={set.isPending}>
        {t('trading.alerts.set')}
      </Button>
      <WriteFailure failure={set.error} />
    </form>
  );
}

function columnsFor({ t, dateTime }: Words, onRemove: (alert: PriceAlert) => void): readonly Column<PriceAlert>[] {
  return [
    { key: 'symbol', title: t('trading.symbol'), cell: (row) => <bdi dir="ltr">{row.symbol}</bdi> },
    {
      key: 'at',
      title: t('trading.alerts.at'),
      isFigures: true,
      onPhone: 'beside',
      cell: (row) => <Figures value={row.price} />,
    },
    {
      key: 'state',
      title: t('trading.alerts.state'),
      onPhone: 'below',
      cell: (row) =>
        row.status === 'waiting'
          ? t(`trading.alerts.waiting.${row.direction}`)
          : t('trading.alerts.reached', { price: row.reached_price ?? row.price }),
    },
    {
      key: 'since',
      title: t('trading.alerts.since'),
      onPhone: 'hidden',
      cell: (row) => dateTime(row.reached_at ?? row.created_at),
    },
    {
      key: 'remove',
      title: t('trading.alerts.column'),
      isFigures: true,
      onPhone: 'action',
      cell: (row) =>
        row.status === 'waiting' && (
          <Button look="quiet" size="small" onClick={() => onRemove(row)}>
            {t('trading.alerts.remove')}
            <span className="only-heard">
              {' '}
              {row.symbol} {row.price}
            </span>
          </Button>
        ),
    },
  ];
}
