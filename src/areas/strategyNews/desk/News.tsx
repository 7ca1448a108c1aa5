import { useState } from 'react';
import { newsReasons, type NewsReason } from '../../../law/strategies.ts';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { NewsText } from '../../../ui/components/NewsText.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { DecideDialog } from '../../../ui/desk/DecideDialog.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { strategyNewsContract, type DeskNews } from '../contract.ts';

const { calls, deskPages: pages } = strategyNewsContract;
const tones = { waiting: 'note', approved: 'gain', declined: 'loss' } as const;
type Decision = 'approved' | 'declined';

/** What a manager has written, and what can be decided of it. */
export default function News({ params }: ScreenProps<typeof pages.news>) {
  const { t } = useWords();
  const read = useRead(calls.look, { id: String(params.id) });
  useTitle(read.data?.news.strategy);
  return (
    <Loaded read={read}>
      {({ news }) => (
        <>
          <ScreenHead
            title={news.strategy}
            text={t('strategyNews.desk.by', { author: news.author, number: String(news.acc_no) })}
            back={<BackLink to={{ page: deskLinks.client, params: { id: news.client_id } }}>{String(news.client_id)}</BackLink>}
            actions={<Status tone={tones[news.status]}>{t(`strategyNews.desk.status.${news.status}`)}</Status>}
          />
          <Columns kind="main-aside">
            <Card title={<bdi>{news.title}</bdi>}>
              <NewsText text={news.text} />
            </Card>
            <Decisions news={news} />
          </Columns>
        </>
      )}
    </Loaded>
  );
}

function Decisions({ news }: { readonly news: DeskNews }) {
  const { t, dateTime } = useWords();
  const [chosen, setChosen] = useState<Decision>();
  const { decided_by: by, decided_at: at, reason, status } = news;
  return (
    <Card title={t('strategyNews.desk.decision')}>
      <Stack>
        <p>{t('strategyNews.desk.written', { at: dateTime(news.written_at) })}</p>
        {by !== null && at !== null && (
          <p>
            {t('strategyNews.desk.decided', { by, at: dateTime(at) })}{' '}
            {reason !== null && t(`strategyNews.desk.reason.${reason}`)}
          </p>
        )}
        {status !== 'declined' && (
          <div role="group" aria-label={t('strategyNews.desk.decision')}>
            <Stack>
              {status === 'waiting' && <Button onClick={() => setChosen('approved')}>{t('strategyNews.desk.approve')}</Button>}
              <Button look="danger" onClick={() => setChosen('declined')}>
                {t(status === 'waiting' ? 'strategyNews.desk.decline' : 'strategyNews.desk.takeBack')}
              </Button>
            </Stack>
          </div>
        )}
      </Stack>
      {chosen && <Decide news={news} decision={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

interface DecideProps {
  readonly news: DeskNews;
  readonly decision: Decision;
  readonly onClose: () => void;
}

function Decide({ news, decision, onClose }: DecideProps) {
  const { t } = useWords();
  const decide = useWrite(calls.decide);
  const isApproval = decision === 'approved';
  const codes = {
    all: newsReasons,
    label: t('strategyNews.desk.code'),
    help: t('strategyNews.desk.code.help'),
    none: t('strategyNews.desk.code.none'),
    nameOf: (code: NewsReason) => t(`strategyNews.desk.reason.${code}`),
  };
  return (
    <DecideDialog
      name={`strategy-news/${news.id}/${decision}`}
      title={t(`strategyNews.desk.title.${decision}`)}
      verb={t(isApproval ? 'strategyNews.desk.approve' : 'strategyNews.desk.decline')}
      isDanger={!isApproval}
      codes={isApproval ? undefined : codes}
      onClose={onClose}
      act={async (decided) => {
        await decide.mutateAsync({ id: String(news.id), decision, ...decided });
        showToast({ tone: 'gain', title: t('strategyNews.desk.done') });
      }}
    />
  );
}
