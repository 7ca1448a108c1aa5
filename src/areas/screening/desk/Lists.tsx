import { useRead } from '../../../ui/api/reads.ts';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { screeningContract, type ListState } from '../contract.ts';

/** The lists that clients are screened against, and how far that is. */
export default function Lists() {
  const { t } = useWords();
  const read = useRead(screeningContract.calls.lists, {});
  return (
    <>
      <ScreenHead title={t('desk.nav.screening')} />
      <Loaded read={read}>
        {({ lists }) => (
          <Stack>
            {lists.length === 0 && <Notice tone="warn">{t('screening.desk.noLists')}</Notice>}
            {lists.map((each) => (
              <OneList key={each.list} list={each} />
            ))}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function OneList({ list }: { readonly list: ListState }) {
  const { t, dateTime } = useWords();
  const { entries, added, changed, removed, failure, failing_since: since, is_stale: isStale } = list;
  const at = (instant: string | null) => (instant === null ? t('screening.desk.never') : dateTime(instant));
  const facts = [
    ['entries', String(entries)],
    ['checked', at(list.checked_at)],
    ['imported', at(list.imported_at)],
    ['published', list.published_at ?? t('screening.desk.unsaid')],
    ['change', t('screening.desk.changed', { added, changed, removed })],
    ['screened', list.imported_at !== null && list.screened_at === null ? t('screening.desk.underWay') : at(list.screened_at)],
    ['digest', list.digest?.slice(0, 16) ?? t('screening.desk.never')],
  ] as const;
  return (
    <Card title={list.list}>
      <Stack>
        {failure !== null && <Notice tone="warn">{t('screening.desk.failed', { failure })}</Notice>}
        {isStale && since !== null && (
          <Notice tone="warn">{t('screening.desk.stale', { list: list.list, since: dateTime(since) })}</Notice>
        )}
        <Facts items={facts.map(([key, value]) => ({ key, name: t(`screening.desk.fact.${key}`), value }))} />
      </Stack>
    </Card>
  );
}
