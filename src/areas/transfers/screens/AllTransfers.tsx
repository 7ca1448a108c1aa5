import type { ReactNode } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { PrepareExport } from '../../../ui/money/PrepareExport.tsx';
import { TransferTable } from '../../../ui/money/TransferTable.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { transfersContract } from '../contract.ts';
import { ExcelButton } from './ExcelButton.tsx';
import { Filters } from './Filters.tsx';
import { filtersOf, isFiltered, type ListFilters, type ListQuery } from './listFilters.ts';
import styles from './AllTransfers.module.css';

const { calls, pages } = transfersContract;
const pageLines = 20;
/** The live line tells at once; this is for when it is down. */
const askAgainMs = 30_000;

interface AllTransfersProps {
  readonly query: ScreenProps<typeof pages.list>['query'];
}

/**
 * Every transfer by month, what is under way above them, narrowed by filters: one screen at both addresses of document 1 §2. The
 * address holds the filters, so that a view can be kept and sent.
 */
export function AllTransfers({ query }: AllTransfersProps) {
  const { t } = useWords();
  const open = useOpen();
  const filters = filtersOf(query);
  const isFirst = query.after === undefined && query.page === undefined;
  const show = (next: ListQuery): void => {
    if (isFiltered(next) || next.after !== undefined) open({ page: pages.list, query: { ...next } });
    else open({ page: pages.overview });
  };
  useTitle(filters.transfer_type && t(`history.type.${filters.transfer_type}`));
  return (
    <>
      <ScreenHead title={t('page.transfers')} text={t('history.overview.text')} actions={<Actions filters={filters} />} />
      <Stack>
        <GateNotice action={['deposit', 'transfer']} />
        {isFirst && !isFiltered(filters) && <UnderWay />}
        <div>
          <LinkButton look="quiet" icon="search" to={{ page: pages.find }}>
            {t('page.findDeposit')}
          </LinkButton>
        </div>
        <Filters filters={filters} onChange={show} />
        <List filters={filters} page={query} onShow={show} />
      </Stack>
    </>
  );
}

function Actions({ filters }: { readonly filters: ListFilters }) {
  const { t } = useWords();
  const [deposit, transfer] = [useGate('deposit'), useGate('transfer')];
  return (
    <>
      <ExcelButton filters={filters} />
      <PrepareExport asked={{ kind: 'transfers', ...filters }} format="csv" label={t('money.export')} />
      <LinkButton
        look="plain"
        icon="transfer"
        to={{ page: pageLinks.internal }}
        refusal={transfer?.message}
        isRefusalShown={false}
      >
        {t('nav.transfer')}
      </LinkButton>
      <LinkButton icon="deposit" to={{ page: pageLinks.deposit }} refusal={deposit?.message} isRefusalShown={false}>
        {t('nav.deposit')}
      </LinkButton>
    </>
  );
}

/** What somebody still has to do something about. */
function UnderWay() {
  const { t } = useWords();
  const { data } = useRead(calls.overview, {}, { everyMs: askAgainMs });
  if (!data || data.under_way.length === 0) return null;
  return (
    <Card title={t('history.overview.underWay')} isFlush>
      <TransferTable transfers={data.under_way} label={t('history.overview.underWay')} />
    </Card>
  );
}

interface ListProps {
  readonly filters: ListFilters;
  readonly page: { readonly after?: string | undefined; readonly page?: string | undefined };
  readonly onShow: (query: ListQuery) => void;
}

function List({ filters, page: { after, page }, onShow }: ListProps) {
  const { t } = useWords();
  const read = useRead(
    calls.transfers,
    { ...filters, limit: pageLines, ...(after ? { after } : isNumber(page) ? { page } : {}) },
    { keepsLast: true, everyMs: askAgainMs },
  );
  const data = read.data !== undefined && 'transfers' in read.data ? read.data : undefined;
  const isNewest = after === undefined && (page === undefined || data?.page === 1);
  return (
    <Loaded read={{ ...read, data }} skeleton={<SkeletonCard lines={10} />}>
      {({ transfers, next }) => (
        <Card isFlush>
          {transfers.length === 0 ? (
            <Nothing filters={filters} onClear={() => onShow({})} />
          ) : (
            <TransferTable transfers={transfers} label={t('page.transfers')} isByMonth />
          )}
          <nav className={styles.pages} aria-label={t('history.list.pages')}>
            {!isNewest && (
              <Button look="plain" onClick={() => onShow(filters)}>
                {t('history.list.newest')}
              </Button>
            )}
            {next !== null && (
              <Button look="plain" onClick={() => onShow({ ...filters, after: next })}>
                {t('history.list.older')}
              </Button>
            )}
          </nav>
        </Card>
      )}
    </Loaded>
  );
}

/** What an address names that is no page is the first. */
function isNumber(page: string | undefined): page is string {
  return /^[1-9]\d{0,5}$/.test(page ?? '');
}

interface NothingProps {
  readonly filters: ListFilters;
  readonly onClear: () => void;
}

/** Whoever has nothing at all is shown the way to a first transfer, where there is one; else the filters are what hides it. */
function Nothing({ filters, onClear }: NothingProps) {
  const { t } = useWords();
  const shut = useGate('deposit');
  const isNarrow = isFiltered(filters);
  const clear: ReactNode = (
    <Button look="plain" onClick={onClear}>
      {t('history.list.clear')}
    </Button>
  );
  return (
    <EmptyState
      picture="transfers"
      title={t(isNarrow ? 'history.list.none.title' : 'history.empty.title')}
      text={t(isNarrow ? 'history.list.none.text' : 'history.empty.text')}
      action={isNarrow ? clear : !shut && <LinkButton to={{ page: pageLinks.deposit }}>{t('nav.deposit')}</LinkButton>}
    />
  );
}
