import { useRead } from '../../../ui/api/reads.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { strategiesContract } from '../contract.ts';
import { Filters } from './Filters.tsx';
import styles from './List.module.css';
import { StrategyCard } from './StrategyCard.tsx';
import { addressOf, viewOf, writtenFilters, type View } from './view.ts';

const { calls, pages } = strategiesContract;

/** Strategies that can be followed: the top ones first, then whatever is looked for. */
export default function List({ query }: ScreenProps<typeof pages.list>) {
  const { t } = useWords();
  const open = useOpen();
  const view = viewOf(query);
  const show = (change: Partial<View>): void => {
    // What is looked for otherwise begins with its first page.
    const next = { ...view, pages: 1, ...change };
    const isNarrow = writtenFilters(next) !== '' || next.search !== '';
    open({ page: pages.list, query: addressOf({ ...next, list: isNarrow ? 'all' : next.list }) }, { replace: true });
  };
  return (
    <>
      <ScreenHead
        title={t('page.strategies')}
        text={t('strategies.text')}
        actions={
          <LinkButton look="plain" to={{ page: pageLinks.strategyNews }}>
            {t('strategies.news.link')}
          </LinkButton>
        }
      />
      <Stack>
        <Card>
          <Filters view={view} onChange={show} />
        </Card>
        <GateNotice action="invest" />
        <Found
          key={JSON.stringify({ ...view, pages: 1 })}
          view={view}
          onClear={() => show({ filters: {}, search: '', list: 'all' })}
          onMore={() => show({ pages: view.pages + 1 })}
        />
      </Stack>
    </>
  );
}

function askedBy(view: View, page: number) {
  return {
    list: view.list,
    sort: view.sort,
    ...(view.direction === undefined ? {} : { sort_dir: view.direction }),
    filters: writtenFilters(view),
    search: view.search,
    page,
  };
}

interface FoundProps {
  readonly view: View;
  readonly onClear: () => void;
  readonly onMore: () => void;
}

/** The pages that were asked for, one under the other; the address says how many, so that going back finds them all. */
function Found({ view, onClear, onMore }: FoundProps) {
  const { t } = useWords();
  const first = useRead(calls.list, askedBy(view, 1));
  return (
    <Loaded read={first} skeleton={<SkeletonCard lines={10} />}>
      {({ direct: { total_items: total, page_size: size } }) =>
        total === 0 ? (
          <EmptyState
            picture="search"
            title={t('strategies.none.title')}
            text={t('strategies.none.text')}
            action={
              <Button look="plain" onClick={onClear}>
                {t('strategies.none.clear')}
              </Button>
            }
          />
        ) : (
          <>
            <p role="status">{t('strategies.found', { count: total })}</p>
            <ul className={styles.grid}>
              {Array.from({ length: Math.min(view.pages, Math.ceil(total / size)) }, (_each, index) => (
                <Page key={index} view={view} page={index + 1} />
              ))}
            </ul>
            {view.pages * size < total && (
              <Button look="plain" onClick={onMore}>
                {t('strategies.more')}
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  );
}

function Page({ view, page }: { readonly view: View; readonly page: number }) {
  const read = useRead(calls.list, askedBy(view, page));
  return (
    <Loaded
      read={read}
      skeleton={
        <li>
          <SkeletonCard lines={5} />
        </li>
      }
    >
      {({ direct }) => direct.manager_accounts.map((strategy) => <StrategyCard key={strategy.acc_no} strategy={strategy} />)}
    </Loaded>
  );
}
