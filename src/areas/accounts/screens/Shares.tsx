import { useConnection } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account, Dividend, ShareSplit } from '../../../protocol/account.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { accountsContract } from '../contract.ts';
import { Older } from './Older.tsx';
import { useOlder } from './useOlder.ts';
import styles from './Details.module.css';

type Answer = AnswerOf<typeof accountsContract.calls.shares>;

/** What shares brought, what was kept back of it, and how those that were held were split. */
export function Shares({ account, isForShares }: { readonly account: Account; readonly isForShares: boolean }) {
  const { t } = useWords();
  const read = useRead(accountsContract.calls.shares, { number: account.number });
  return (
    <Loaded read={read}>
      {(answer) => {
        const isNothing = answer.dividends.length === 0 && answer.splits.length === 0;
        if (isNothing && !isForShares) return null;
        return (
          <Card title={t('accounts.shares')} isFlush>
            <div className={styles.inside}>
              <p className={styles.quiet}>{t(isNothing ? 'accounts.shares.empty' : 'accounts.shares.text')}</p>
              {isForShares && (
                <LinkButton look="quiet" size="small" to={{ page: pageLinks.stockTrading }}>
                  {t('accounts.shares.withheld')}
                </LinkButton>
              )}
            </div>
            {answer.dividends.length > 0 && <Dividends key={answer.next} number={account.number} first={answer} />}
            {answer.splits.length > 0 && <Splits splits={answer.splits} />}
          </Card>
        );
      }}
    </Loaded>
  );
}

function Dividends({ number, first }: { readonly number: number; readonly first: Answer }) {
  const { t, date } = useWords();
  const { api } = useConnection();
  const { currency } = first;
  const older = useOlder(first.next, async (before) => {
    const page = await api.send(accountsContract.calls.shares, { number, before });
    return { rows: page.dividends, next: page.next };
  });
  const amount = (value: string) => <Figures value={value} currency={currency} />;
  const columns: readonly Column<Dividend>[] = [
    { key: 'symbol', title: t('accounts.symbol'), cell: (row) => <bdi dir="ltr">{row.symbol || '–'}</bdi> },
    { key: 'day', title: t('accounts.shares.day'), onPhone: 'below', cell: (row) => date(row.day) },
    { key: 'gross', title: t('accounts.shares.gross'), isFigures: true, cell: (row) => amount(row.gross) },
    {
      key: 'tax',
      title: t('accounts.shares.tax'),
      isFigures: true,
      cell: (row) => (
        <span className={styles.pair}>
          {amount(row.tax)}
          {row.tax_percent !== null && (
            <span className={styles.quiet}>{t('accounts.shares.percent', { percent: row.tax_percent })}</span>
          )}
        </span>
      ),
    },
    {
      key: 'net',
      title: t('accounts.shares.netIn', { currency }),
      isFigures: true,
      onPhone: 'beside',
      cell: (row) => <Figures value={row.net} currency={currency} kind="gain" />,
    },
  ];
  const rows = [...first.dividends, ...older.rows];
  return (
    <>
      <Table label={t('accounts.shares.dividends')} columns={columns} rows={rows} rowKey={(row) => `${row.day} ${row.symbol}`} />
      <Older older={older} verb="accounts.shares.more" />
    </>
  );
}

function Splits({ splits }: { readonly splits: readonly ShareSplit[] }) {
  const { t, date } = useWords();
  const columns: readonly Column<ShareSplit>[] = [
    { key: 'symbol', title: t('accounts.symbol'), cell: (row) => <bdi dir="ltr">{row.symbol}</bdi> },
    { key: 'at', title: t('accounts.shares.day'), onPhone: 'below', cell: (row) => date(row.at) },
    {
      key: 'lots',
      title: t('accounts.shares.lots'),
      isFigures: true,
      onPhone: 'beside',
      cell: (row) => <bdi dir="ltr">{`${row.lots_before} → ${row.lots_after}`}</bdi>,
    },
    {
      key: 'price',
      title: t('accounts.openPrice'),
      isFigures: true,
      cell: (row) => <bdi dir="ltr">{`${row.price_before} → ${row.price_after}`}</bdi>,
    },
  ];
  return (
    <Table
      label={t('accounts.shares.splits')}
      columns={columns}
      rows={splits}
      rowKey={(row) => `${row.position} ${row.at} ${row.lots_after}`}
    />
  );
}
