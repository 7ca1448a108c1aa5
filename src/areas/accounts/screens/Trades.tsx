import { useState } from 'react';
import { useConnection } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { accountsContract, type Trade } from '../contract.ts';
import { Older } from './Older.tsx';
import { Side } from './Side.tsx';
import { useOlder } from './useOlder.ts';
import styles from './Details.module.css';

interface Filter {
  readonly symbol: string;
  readonly side: '' | 'buy' | 'sell';
  readonly from: string;
  readonly till: string;
}
const everything: Filter = { symbol: '', side: '', from: '', till: '' };

/** What was traded and closed, the newest first. */
export function Trades({ account }: { readonly account: Account }) {
  const { t } = useWords();
  const [filter, setFilter] = useState(everything);
  const question = questionOf(account.number, filter);
  const read = useRead(accountsContract.calls.trades, question, { keepsLast: true });
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(everything);
  return (
    <Card title={t('accounts.trades')} isFlush>
      <Loaded read={read}>
        {({ trades, next, symbols, currency }) =>
          symbols.length === 0 ? (
            <EmptyState picture="chart" title={t('accounts.trades.empty.title')} text={t('accounts.trades.empty.text')} />
          ) : (
            <>
              <Filters filter={filter} symbols={symbols} onChange={setFilter} />
              {trades.length === 0 ? (
                <p className={`${styles.inside} ${styles.quiet}`}>{t('accounts.trades.noneFound')}</p>
              ) : (
                <Pages
                  key={JSON.stringify([question, trades[0]?.ticket])}
                  first={trades}
                  next={next}
                  question={question}
                  currency={currency}
                />
              )}
            </>
          )
        }
      </Loaded>
      {isFiltered && (
        <div className={styles.inside}>
          <Button look="quiet" size="small" onClick={() => setFilter(everything)}>
            {t('accounts.trades.all')}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** So many that the page stays short on a phone; the older ones follow when asked for. */
const pageLimit = 10;

function questionOf(number: number, { symbol, side, from, till }: Filter) {
  return {
    number,
    limit: pageLimit,
    ...(symbol === '' ? {} : { symbol }),
    ...(side === '' ? {} : { side }),
    ...(from === '' ? {} : { from }),
    ...(till === '' ? {} : { till }),
  };
}

function Filters({
  filter,
  symbols,
  onChange,
}: {
  readonly filter: Filter;
  readonly symbols: readonly string[];
  readonly onChange: (filter: Filter) => void;
}) {
  const { t } = useWords();
  const sides = ['', 'buy', 'sell'] as const;
  return (
    <div className={styles.filters}>
      <SelectField
        label={t('accounts.symbol')}
        value={filter.symbol}
        options={[{ value: '', label: t('accounts.filter.any') }, ...symbols.map((value) => ({ value, label: value }))]}
        onChange={(event) => onChange({ ...filter, symbol: event.target.value })}
      />
      <SelectField
        label={t('accounts.direction')}
        value={filter.side}
        options={sides.map((value) => ({
          value,
          label: t(value === '' ? 'accounts.filter.any' : `accounts.direction.${value}`),
        }))}
        onChange={(event) => onChange({ ...filter, side: sides.find((side) => side === event.target.value) ?? '' })}
      />
      <DayField
        isOptional
        label={t('accounts.filter.from')}
        value={filter.from}
        last={filter.till || undefined}
        onDay={(from) => onChange({ ...filter, from })}
      />
      <DayField
        isOptional
        label={t('accounts.filter.till')}
        value={filter.till}
        first={filter.from || undefined}
        onDay={(till) => onChange({ ...filter, till })}
      />
    </div>
  );
}

interface PagesProps {
  readonly first: readonly Trade[];
  readonly next: string | null;
  readonly question: ReturnType<typeof questionOf>;
  readonly currency: string;
}

/** The first page stays fresh; the older ones follow under it when asked for. */
function Pages({ first, next, question, currency }: PagesProps) {
  const { api } = useConnection();
  const older = useOlder(next, async (after) => {
    const page = await api.send(accountsContract.calls.trades, { ...question, after });
    return { rows: page.trades, next: page.next };
  });
  return (
    <>
      <TradeTable trades={[...first, ...older.rows]} currency={currency} />
      <Older older={older} verb="accounts.trades.more" />
    </>
  );
}

function TradeTable({ trades, currency }: { readonly trades: readonly Trade[]; readonly currency: string }) {
  const { t } = useWords();
  const columns: readonly Column<Trade>[] = [
    { key: 'symbol', title: t('accounts.symbol'), cell: (row) => <Side symbol={row.symbol} side={row.side} lots={row.lots} /> },
    { key: 'closed', title: t('accounts.closedAt'), cell: (row) => <Closed at={row.closed_at} /> },
    {
      key: 'prices',
      title: t('accounts.prices'),
      isFigures: true,
      onPhone: 'hidden',
      cell: (row) => (
        <span className={styles.pair}>
          {row.open_price === null ? <span>—</span> : <Figures value={row.open_price} />}
          <Figures value={row.close_price} />
        </span>
      ),
    },
    {
      key: 'costs',
      title: t('accounts.costs'),
      isFigures: true,
      onPhone: 'hidden',
      cell: (row) => (
        <span className={styles.pair}>
          <Figures value={row.swap} currency={currency} />
          <Figures value={row.commission} currency={currency} />
        </span>
      ),
    },
    {
      key: 'result',
      title: t('accounts.resultIn', { currency }),
      isFigures: true,
      onPhone: 'beside',
      cell: (row) => <Figures value={row.result} currency={currency} kind="gain" />,
    },
  ];
  return <Table label={t('accounts.trades')} columns={columns} rows={trades} rowKey={(row) => row.ticket} />;
}

function Closed({ at }: { readonly at: string }) {
  const { date, time } = useWords();
  return (
    <time dateTime={at} className={styles.closed}>
      {date(at)} <span className={styles.quiet}>{time(at)}</span>
    </time>
  );
}
