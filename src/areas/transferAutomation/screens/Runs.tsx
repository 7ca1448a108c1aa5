import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Status, TransferStatusPill } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { transferAutomationContract, type Run } from '../contract.ts';
import styles from './Orders.module.css';

const { calls, pages } = transferAutomationContract;

/** What the orders have done, and what was skipped and why. */
export function Runs({ after }: { readonly after: string | undefined }) {
  const words = useWords();
  const { t } = words;
  const isPage = after !== undefined && /^\d{1,9}$/.test(after);
  const read = useRead(calls.history, isPage ? { after } : {}, { keepsLast: true });
  return (
    <Card title={t('automation.history')} isFlush>
      <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
        {({ runs, next }) => (
          <>
            {runs.length === 0 ? (
              <EmptyState
                picture="transfers"
                title={t('automation.history.none.title')}
                text={t('automation.history.none.text')}
              />
            ) : (
              <Table label={t('automation.history')} rows={runs} rowKey={({ id }) => id} columns={columnsIn(words)} />
            )}
            {(isPage || next !== null) && (
              <nav className={styles.pages} aria-label={t('automation.history.pages')}>
                {isPage && (
                  <LinkButton look="plain" to={{ page: pages.orders }}>
                    {t('automation.history.newest')}
                  </LinkButton>
                )}
                {next !== null && (
                  <LinkButton look="plain" to={{ page: pages.orders, query: { after: next } }}>
                    {t('automation.history.older')}
                  </LinkButton>
                )}
              </nav>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function columnsIn({ t, dateTime }: Words): readonly Column<Run>[] {
  return [
    {
      key: 'what',
      title: t('money.column.what'),
      onPhone: 'main',
      cell: ({ occasion, account_number: from, target_account_number: to, reason }) => (
        <span className={styles.lines}>
          {t(`automation.occasion.${occasion}`)}
          <bdi className={styles.route} dir="ltr">{`${from} → ${to}`}</bdi>
          {reason !== null && <span className={styles.route}>{reason}</span>}
        </span>
      ),
    },
    { key: 'when', title: t('money.column.when'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
    {
      key: 'amount',
      title: t('automation.amount'),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
    { key: 'outcome', title: t('automation.column.outcome'), onPhone: 'below', cell: (run) => <Outcome run={run} /> },
  ];
}

function Outcome({ run }: { readonly run: Run }) {
  const { t } = useWords();
  const { transfer_id: id, transfer_status: status } = run;
  if (id !== null && status !== null)
    return (
      <PageLink to={{ page: pageLinks.transfer, params: { id } }}>
        <TransferStatusPill status={status} />
      </PageLink>
    );
  if (run.state === 'skipped') return <Status tone="warn">{t('automation.state.skipped')}</Status>;
  return <Status>{t('automation.state.due')}</Status>;
}
