import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { TransferTable } from '../../../ui/money/TransferTable.tsx';
import { PageLink, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { transfersContract } from '../contract.ts';
import { ExcelButton } from './ExcelButton.tsx';
import { Filters } from './Filters.tsx';
import { filtersOf, isFiltered, type ListQuery } from './listFilters.ts';
import styles from './List.module.css';

const { calls, pages } = transfersContract;
const pageLines = 20;

/** Every transfer, by its filters; the address holds them, so that a view can be kept and sent. */
export default function List({ query }: ScreenProps<typeof pages.list>) {
  const { t } = useWords();
  const open = useOpen();
  const filters = filtersOf(query);
  const read = useRead(
    calls.transfers,
    { ...filters, limit: pageLines, ...(query.after ? { after: query.after } : query.page ? { page: query.page } : {}) },
    { keepsLast: true },
  );
  const show = (next: ListQuery): void => open({ page: pages.list, query: { ...next } });
  const data = read.data !== undefined && 'transfers' in read.data ? read.data : undefined;
  return (
    <>
      <ScreenHead
        title={t('page.transfers-list')}
        back={
          <PageLink to={{ page: pages.overview }}>
            <Icon name="back" size={16} />
            {t('page.transfers')}
          </PageLink>
        }
        actions={<ExcelButton filters={filters} />}
      />
      <Stack>
        <Filters filters={filters} onChange={show} />
        <Loaded read={{ ...read, data }} skeleton={<SkeletonCard lines={10} />}>
          {({ transfers, next }) => (
            <Card isFlush>
              {transfers.length === 0 ? (
                <Nothing isFiltered={isFiltered(filters)} onClear={() => show({})} />
              ) : (
                <TransferTable transfers={transfers} label={t('page.transfers-list')} />
              )}
              <nav className={styles.pages} aria-label={t('history.list.pages')}>
                {(query.after !== undefined || query.page !== undefined) && (
                  <Button look="plain" onClick={() => show(filters)}>
                    {t('history.list.newest')}
                  </Button>
                )}
                {next !== null && (
                  <Button look="plain" onClick={() => show({ ...filters, after: next })}>
                    {t('history.list.older')}
                  </Button>
                )}
              </nav>
            </Card>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

function Nothing({ isFiltered: hasFilters, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const { t } = useWords();
  return (
    <EmptyState
      picture="transfers"
      title={t(hasFilters ? 'history.list.none.title' : 'history.empty.title')}
      text={t(hasFilters ? 'history.list.none.text' : 'history.empty.text')}
      {...(hasFilters
        ? {
            action: (
              <Button look="plain" onClick={onClear}>
                {t('history.list.clear')}
              </Button>
            ),
          }
        : {})}
    />
  );
}
