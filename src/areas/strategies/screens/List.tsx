import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
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
    const next = { ...view, ...change };
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
        <Found key={JSON.stringify(view)} view={view} onClear={() => show({ filters: {}, search: '', list: 'all' })} />
      </Stack>
    </>
  );
}

function askedBy(view: View, page: number) {
  return { list: view.list, sort: view.sort, filters: writtenFilters(view), search: view.search, page };
}

/** The pages that were asked for, one under the other. */
function Found({ view, onClear }: { readonly view: View; readonly onClear: () => void }) {
  const { t } = useWords();
  const [shown, setShown] = useState(1);
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
              {Array.from({ length: shown }, (_each, index) => (
                <Page key={index} view={view} page={index + 1} />
              ))}
            </ul>
            {shown * size < total && (
              <Button look="plain" onClick={() => setShown(shown + 1)}>
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
