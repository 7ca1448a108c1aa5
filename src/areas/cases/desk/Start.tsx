import { useRead } from '../../../ui/api/reads.ts';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useStartParts } from '../../../ui/desk/parts.tsx';
import { useRight, useStaff } from '../../../ui/desk/staff.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { casesContract, type QueueName } from '../contract.ts';
import styles from './Start.module.css';

const { calls, deskPages: pages } = casesContract;
const readsEveryMs = 30_000;

interface OfficeHours {
  readonly is_open: boolean;
  readonly changes_at: string;
}

interface QueueLine {
  readonly queue: QueueName;
  readonly count: number;
  readonly oldest_at: string | null;
}

/** What waits: the queues of the role, and what the areas have for who is signed in. */
export default function Start() {
  const { t } = useWords();
  const { name } = useStaff();
  const hasQueues = useRight('work_queues');
  const parts = useStartParts();
  return (
    <>
      <ScreenHead title={t('desk.nav.start')} text={t('cases.start.text', { name })} />
      {!hasQueues && parts.length === 0 ? (
        <EmptyState picture="documents" title={t('cases.start.none.title')} text={t('cases.start.none.text')} />
      ) : (
        <div className={styles.columns}>
          {hasQueues && <Queues />}
          {parts.map(({ key, Part }) => (
            <Part key={key} />
          ))}
        </div>
      )}
    </>
  );
}

function Queues() {
  const words = useWords();
  const { t } = words;
  const read = useRead(calls.queues, {}, { everyMs: readsEveryMs });
  return (
    <Loaded read={read}>
      {({ queues, office }) => (
        <Card title={t('cases.queues')} aside={<Office office={office} />} isFlush>
          {queues.length === 0 ? (
            <EmptyState picture="documents" title={t('cases.queues.none.title')} text={t('cases.queues.none.text')} />
          ) : (
            <Table
              label={t('cases.queues')}
              isDense
              rows={queues}
              rowKey={({ queue }) => queue}
              rowLink={({ queue }) => ({ page: pages.queue, params: { queue } })}
              columns={columnsIn(words)}
            />
          )}
        </Card>
      )}
    </Loaded>
  );
}

/** Deadlines are counted in the hours of business: whether they run, and until when. */
function Office({ office: { is_open: isOpen, changes_at: at } }: { readonly office: OfficeHours }) {
  const { t, dateTime } = useWords();
  return (
    <Status tone={isOpen ? 'gain' : 'still'}>
      {t(isOpen ? 'cases.office.open' : 'cases.office.closed', { at: dateTime(at) })}
    </Status>
  );
}

function columnsIn({ t, number }: Words): readonly Column<QueueLine>[] {
  return [
    { key: 'queue', title: t('cases.queue'), cell: ({ queue }) => t(`cases.queue.${queue}`) },
    { key: 'count', title: t('cases.waiting'), isFigures: true, onPhone: 'beside', cell: ({ count }) => number(count) },
    {
      key: 'oldest',
      title: t('cases.oldest'),
      cell: ({ oldest_at: at }) => (at === null ? t('cases.oldest.none') : <RelativeAge at={at} />),
    },
  ];
}
