import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { countedScores, feedbackContract, type FeedbackLine } from '../contract.ts';

/** What clients think of the portal. */
export default function Feedback() {
  const words = useWords();
  const { t } = words;
  const pages = usePages();
  const read = useRead(feedbackContract.calls.list, pages.after === undefined ? {} : { after: pages.after });
  const title = t('feedback.desk.page');
  return (
    <>
      <ScreenHead title={title} text={t('feedback.desk.text')} />
      <Loaded read={read}>
        {({ feedback, next, counts }) => (
          <Stack>
            <Card title={t('feedback.desk.counts')}>
              <Facts
                items={countedScores.map((score, index) => ({
                  key: String(score),
                  name: t(`feedback.desk.score.${score}`),
                  value: words.number(counts[index] ?? 0, 0),
                }))}
              />
            </Card>
            {feedback.length === 0 ? (
              <p>{t('feedback.desk.none')}</p>
            ) : (
              <Card isFlush title={t('feedback.desk.said')}>
                <Table label={title} isDense rows={feedback} rowKey={({ id }) => id} columns={columnsIn(words)} />
              </Card>
            )}
            <Pager pages={pages} next={next} label={title} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function columnsIn({ t, dateTime }: Words): readonly Column<FeedbackLine>[] {
  return [
    { key: 'at', title: t('feedback.desk.at'), cell: ({ at }) => dateTime(at) },
    {
      key: 'client',
      title: t('feedback.desk.client'),
      cell: ({ client_id: id }) => <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink>,
    },
    {
      key: 'score',
      title: t('feedback.desk.score'),
      cell: ({ score }) => (score === null ? t('feedback.desk.declined') : t(`feedback.desk.score.${score}`)),
    },
    { key: 'text', title: t('feedback.desk.words'), cell: ({ text }) => text },
    {
      key: 'contact',
      title: t('feedback.desk.contact'),
      cell: ({ may_contact: may }) => t(may ? 'feedback.desk.yes' : 'feedback.desk.no'),
    },
  ];
}
