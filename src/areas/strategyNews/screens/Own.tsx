import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { NewsText } from '../../../ui/components/NewsText.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { strategyNewsContract, type OwnNews } from '../contract.ts';

const { calls, forms, pages } = strategyNewsContract;
const tones = { waiting: 'note', approved: 'gain', declined: 'loss' } as const;

/** What a manager writes of a strategy, and what has become of it. */
export default function Own({ params }: ScreenProps<typeof pages.own>) {
  const { t } = useWords();
  const read = useRead(calls.ofStrategy, { strategy_id: params.id });
  useTitle(read.data && `${t('page.strategyNews.own')} · ${read.data.direct.strategy.name}`);
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={10} />}>
      {({ direct: { strategy, news } }) => (
        <>
          <ScreenHead
            title={t('page.strategyNews.own')}
            back={<BackLink to={{ page: pageLinks.providerStrategy, params: { id: strategy.id } }}>{strategy.name}</BackLink>}
          />
          <Stack>
            <GateNotice action="open_live_account" />
            <Columns>
              <Card title={t('strategyNews.write')}>
                <Write strategy={strategy.id} />
              </Card>
              <Stack>
                {news.length === 0 ? (
                  <EmptyState picture="search" title={t('strategyNews.none.own')} text={t('strategyNews.none.own.text')} />
                ) : (
                  news.map((each) => <Item key={each.id} news={each} />)
                )}
              </Stack>
            </Columns>
          </Stack>
        </>
      )}
    </Loaded>
  );
}

function Write({ strategy }: { readonly strategy: number }) {
  const { t } = useWords();
  const write = useWrite(calls.write);
  const form = useForm({
    name: `strategyNews.write.${strategy}`,
    form: forms.write,
    initial: { title: '', text: '' },
    supply: () => ({ strategy_id: strategy }),
    submit: async (sent) => {
      await write.mutateAsync(sent);
      showToast({ tone: 'gain', title: t('strategyNews.written') });
    },
  });
  return <PlainForm form={form} given={{}} verb={t('strategyNews.send')} />;
}

function Item({ news }: { readonly news: OwnNews }) {
  const { t, date } = useWords();
  const { title, text, status, reason } = news;
  return (
    <Card title={<bdi>{title}</bdi>} aside={<Status tone={tones[status]}>{t(`strategyNews.status.${status}`)}</Status>}>
      <Stack>
        <p>{t('strategyNews.writtenAt', { date: date(news.written_at) })}</p>
        {reason !== null && <p>{t(`strategyNews.reason.${reason}`)}</p>}
        <NewsText text={text} />
      </Stack>
    </Card>
  );
}
