import type { WeightUnit } from '../../../base/weight.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { goldContract, type StatementLine } from '../contract.ts';
import { Files } from './Files.tsx';
import styles from './Gold.module.css';

const { calls, pages } = goldContract;

/** What moved of the client's gold, newest first. */
export function Statement({ unit, after }: { readonly unit: WeightUnit; readonly after: string | undefined }) {
  const words = useWords();
  const { t } = words;
  const read = useRead(calls.statement, after === undefined ? {} : { after }, { keepsLast: true });
  return (
    <Card title={t('gold.statement')} isFlush>
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ lines, next, currency, today }) => (
          <>
            {lines.length === 0 ? (
              <EmptyState picture="wallet" title={t('gold.statement.none.title')} text={t('gold.statement.none.text')} />
            ) : (
              <Table
                label={t('gold.statement')}
                rows={lines}
                rowKey={({ id }) => id}
                columns={columnsIn(words, { unit, currency })}
              />
            )}
            {lines.length > 0 && <Files today={today} />}
            <nav className={styles.pages} aria-label={t('gold.statement.pages')}>
              {after !== undefined && (
                <LinkButton look="plain" to={{ page: pages.trading, query: { unit } }}>
                  {t('gold.statement.newest')}
                </LinkButton>
              )}
              {next !== null && (
                <LinkButton look="plain" to={{ page: pages.trading, query: { unit, after: next } }}>
                  {t('gold.statement.older')}
                </LinkButton>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface Shown {
  readonly unit: WeightUnit;
  readonly currency: string;
}

function columnsIn({ t, dateTime, amount }: Words, { unit, currency }: Shown): readonly Column<StatementLine>[] {
  const of = { unit: t(`gold.unit.short.${unit}`) };
  return [
    { key: 'what', title: t('gold.column.what'), onPhone: 'main', cell: ({ kind }) => t(`gold.moved.${kind}`) },
    { key: 'when', title: t('money.column.when'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
    {
      key: 'weight',
      title: t('gold.column.weight', of),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ weight }) => (
        <bdi className="figures" dir="ltr">
          {amount(weight[unit], unit, 'always')}
        </bdi>
      ),
    },
    {
      key: 'total',
      title: t('money.column.amountIn', { currency }),
      isFigures: true,
      cell: ({ total }) => (total === null ? t('gold.column.noTrade') : <Figures value={total} currency={currency} />),
    },
    {
      key: 'balance',
      title: t('gold.column.balance', of),
      isFigures: true,
      cell: ({ balance }) => (
        <bdi className="figures" dir="ltr">
          {amount(balance[unit], unit)}
        </bdi>
      ),
    },
  ];
}
