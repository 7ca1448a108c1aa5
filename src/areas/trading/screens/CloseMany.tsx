import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account, OpenPosition } from '../../../protocol/account.ts';
import { closeFilters, tradingContract, type Order } from '../contract.ts';
import { fitsFilter, type CloseFilter } from '../rules.ts';
import styles from './Ticket.module.css';

interface CloseManyProps {
  readonly account: Account;
  readonly positions: readonly OpenPosition[];
  readonly onClose: () => void;
}

/** Closes all positions of a kind at once, and says what became of each. */
export function CloseMany({ account, positions, onClose }: CloseManyProps) {
  const { t } = useWords();
  const write = useWrite(tradingContract.calls.closeMany);
  const [name] = useState<string>(() => crypto.randomUUID());
  const [filter, setFilter] = useState<Chosen>({ which: 'all', symbol: '' });
  const { which, symbol } = filter;
  const fitting = positions.filter((one) => fitsFilter(one, filter));
  const [closed, setClosed] = useState<readonly Order[]>();
  const send = (): void =>
    write.mutate(
      { account: account.number, which, client_order_id: name, ...(symbol === '' ? {} : { symbol }) },
      { onSuccess: ({ orders }) => setClosed(orders) },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('trading.closeMany.title')}
      actions={
        closed ? (
          <Button onClick={onClose}>{t('trading.dismiss')}</Button>
        ) : (
          <>
            <Button look="plain" onClick={onClose}>
              {t('trading.back')}
            </Button>
            <Button
              isBusy={write.isPending}
              refusal={fitting.length === 0 ? t('trading.closeMany.none') : undefined}
              onClick={send}
            >
              {t('trading.closeMany.do', { count: fitting.length })}
            </Button>
          </>
        )
      }
    >
      <div className={styles.ticket}>
        {account.is_demo && (
          <div>
            <DemoMark />
          </div>
        )}
        <WriteFailure failure={write.error} />
        {closed ? <Closed orders={closed} /> : <Filter positions={positions} filter={filter} onChange={setFilter} />}
      </div>
    </Dialog>
  );
}

interface Chosen {
  readonly which: CloseFilter;
  /** Empty for every symbol. */
  readonly symbol: string;
}

interface FilterProps extends Pick<CloseManyProps, 'positions'> {
  readonly filter: Chosen;
  readonly onChange: (filter: Chosen) => void;
}

function Filter({ positions, filter, onChange }: FilterProps) {
  const { t } = useWords();
  const { which, symbol } = filter;
  const symbols = [...new Set(positions.map((one) => one.symbol))].toSorted();
  return (
    <>
      <SelectField
        label={t('trading.closeMany.which')}
        value={which}
        options={closeFilters.map((value) => ({ value, label: t(`trading.closeMany.${value}`) }))}
        onChange={(event) => onChange({ symbol, which: closeFilters.find((value) => value === event.target.value) ?? 'all' })}
      />
      <SelectField
        label={t('trading.symbol')}
        value={symbol}
        options={[{ value: '', label: t('trading.closeMany.everySymbol') }, ...symbols.map((value) => ({ value, label: value }))]}
        onChange={(event) => onChange({ which, symbol: event.target.value })}
      />
    </>
  );
}

/** What became of each. One that is not answered is said to be on its way: it is in the notices later. */
export function Closed({ orders }: { readonly orders: readonly Order[] }) {
  const { t } = useWords();
  const filled = orders.filter(({ status }) => status === 'filled');
  const others = orders.filter(({ status }) => status !== 'filled');
  return (
    <>
      <Notice tone={others.length === 0 ? 'gain' : 'warn'} isUrgent title={t('trading.closeMany.done', { count: filled.length })}>
        {others.length === 0 ? t('trading.closeMany.done.text') : t('trading.closeMany.others', { count: others.length })}
      </Notice>
      <ul>
        {orders.map(({ id, symbol, lots, status, fill }) => (
          <li key={id}>
            <bdi dir="ltr">{symbol}</bdi> · {lots} · {t(`trading.status.${status}`)} {fill && <Figures value={fill.price} />}
          </li>
        ))}
      </ul>
    </>
  );
}
