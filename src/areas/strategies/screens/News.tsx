import { pageLinks } from '../../../protocol/pageLinks.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { NewsText } from '../../../ui/components/NewsText.tsx';
import { EmptyState } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { StrategyDetails } from '../contract.ts';

/** What the manager tells of the strategy, the newest first. */
export function News({ strategy: { news } }: { readonly strategy: StrategyDetails }) {
  const { t, date } = useWords();
  const all = (
    <LinkButton look="plain" to={{ page: pageLinks.strategyNews }}>
      {t('strategies.news.all')}
    </LinkButton>
  );
  if (news.length === 0)
    return <EmptyState picture="search" title={t('strategies.news.none')} text={t('strategies.news.none.text')} action={all} />;
  return (
    <Stack>
      {news.map(({ id, title, text, author, reviewed_at: at }) => (
        <Card key={id} title={<bdi>{title}</bdi>}>
          <Stack>
            <p>{t('strategies.news.by', { author })}</p>
            <p>{date(at)}</p>
            <NewsText text={text} />
          </Stack>
        </Card>
      ))}
      {all}
    </Stack>
  );
}
