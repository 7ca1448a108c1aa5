import { useState } from 'react';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { NewsText } from '../../../ui/components/NewsText.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { PageLink, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { newsPage, strategyNewsContract, type ShownNews } from '../contract.ts';

const { calls, pages } = strategyNewsContract;
const types = ['all', 'my'] as const;
type Type = (typeof types)[number];

/** What managers tell of their strategies: of all, or of those that the client follows (document 3 §3). */
export default function Feed({ query }: ScreenProps<typeof pages.feed>) {
  const { t } = useWords();
  const open = useOpen();
  const type = types.find((each) => each === query.type) ?? 'all';
  return (
    <>
      <ScreenHead
        title={t('page.strategyNews.feed')}
        back={<BackLink to={{ page: pageLinks.strategies }}>{t('nav.strategies')}</BackLink>}
      />
      <Stack>
        <GateNotice action="invest" />
        <Choice
          label={t('strategyNews.type')}
          name="type"
          look="segments"
          value={type}
          options={types.map((value) => ({ value, label: t(`strategyNews.type.${value}`) }))}
          onChange={(next) => open({ page: pages.feed, query: { type: next } }, { replace: true })}
        />
        <Found key={type} type={type} />
      </Stack>
    </>
  );
}

function Found({ type }: { readonly type: Type }) {
  const { t } = useWords();
  const [shown, setShown] = useState(1);
  const first = useRead(calls.feed, { type, page: 1, per_page: newsPage.size });
  return (
    <Loaded read={first} skeleton={<SkeletonCard lines={8} />}>
      {({ direct: { total_items: total, page_size: size } }) =>
        total === 0 ? (
          <EmptyState
            picture="search"
            title={t(`strategyNews.none.${type}`)}
            text={t(`strategyNews.none.${type}.text`)}
            action={
              <LinkButton look="plain" to={{ page: pageLinks.strategies }}>
                {t('nav.strategies')}
              </LinkButton>
            }
          />
        ) : (
          <>
            {Array.from({ length: shown }, (_each, index) => (
              <Page key={index} type={type} page={index + 1} />
            ))}
            {shown * size < total && (
              <Button look="plain" onClick={() => setShown(shown + 1)}>
                {t('strategyNews.more')}
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  );
}

function Page({ type, page }: { readonly type: Type; readonly page: number }) {
  const read = useRead(calls.feed, { type, page, per_page: newsPage.size });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={5} />}>
      {({ direct }) => direct.manager_news_feed.map((news) => <Item key={news.id} news={news} />)}
    </Loaded>
  );
}

function Item({ news }: { readonly news: ShownNews }) {
  const { t, date } = useWords();
  return (
    <Card title={<bdi>{news.title}</bdi>}>
      <Stack>
        <p>
          <PageLink to={{ page: pageLinks.strategy, params: { id: news.acc_no } }}>{news.acc_name}</PageLink>{' '}
          {t('strategyNews.by', { author: news.author })}
        </p>
        <p>{date(news.reviewed_at)}</p>
        <NewsText text={news.text} />
      </Stack>
    </Card>
  );
}
