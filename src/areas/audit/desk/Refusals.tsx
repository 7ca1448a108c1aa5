import type { z } from 'zod';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { auditContract } from '../contract.ts';
import styles from './EventTable.module.css';

const { calls, deskPages: pages } = auditContract;
type Trace = z.infer<typeof calls.traces.output>['traces'][number];
type Refusal = z.infer<typeof calls.refusals.output>['refusals'][number];

/** Who tried what they may not, counted by day. */
export default function Refusals() {
  const { t } = useWords();
  return (
    <>
      <ScreenHead
        title={t('desk.nav.refusals')}
        text={t('audit.refusals.text')}
        back={<BackLink to={{ page: pages.events }}>{t('desk.nav.audit')}</BackLink>}
      />
      <Stack>
        <Traces />
        <DeskRefusals />
      </Stack>
    </>
  );
}

/** What clients and strangers tried. */
function Traces() {
  const words = useWords();
  const { t } = words;
  const read = useRead(calls.traces, {});
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
      {({ traces }) => (
        <Card title={t('audit.traces')} isFlush>
          {traces.length === 0 ? (
            <EmptyState picture="documents" title={t('audit.refusals.none.title')} text={t('audit.traces.none.text')} />
          ) : (
            <Table
              label={t('audit.traces')}
              isDense
              rows={traces}
              rowKey={({ day, kind, who }) => [day, kind, who].join(' ')}
              columns={traceColumnsIn(words)}
            />
          )}
        </Card>
      )}
    </Loaded>
  );
}

/** Calls of the desk itself. */
function DeskRefusals() {
  const words = useWords();
  const { t } = words;
  const read = useRead(calls.refusals, {});
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
      {({ refusals }) => (
        <Card title={t('audit.refusals')} isFlush>
          {refusals.length === 0 ? (
            <EmptyState picture="documents" title={t('audit.refusals.none.title')} text={t('audit.refusals.none.text')} />
          ) : (
            <Table
              label={t('desk.nav.refusals')}
              isDense
              rows={refusals}
              rowKey={({ day, call, code, who }) => [day, call, code, who].join(' ')}
              columns={columnsIn(words)}
            />
          )}
        </Card>
      )}
    </Loaded>
  );
}

/** What both tables tell of a row. */
type Counted = Pick<Trace & Refusal, 'day' | 'call' | 'code' | 'who' | 'client_id' | 'address' | 'count' | 'last_at'>;

function traceColumnsIn(words: Words): readonly Column<Trace>[] {
  const { t } = words;
  return [
    { key: 'kind', title: t('audit.trace.kind'), cell: ({ kind }) => t(`audit.trace.${kind}`) },
    ...columnsIn(words),
    {
      key: 'agent',
      title: t('audit.trace.agent'),
      isWideOnly: true,
      cell: ({ agent }) => <span className={styles.agent}>{agent}</span>,
    },
  ];
}

function columnsIn({ t, date, dateTime, number }: Words): readonly Column<Counted>[] {
  return [
    { key: 'day', title: t('audit.refusal.day'), cell: ({ day }) => <time dateTime={day}>{date(day)}</time> },
    { key: 'call', title: t('audit.refusal.call'), cell: ({ call }) => <code className={styles.action}>{call}</code> },
    { key: 'code', title: t('audit.refusal.code'), cell: ({ code }) => <code className={styles.action}>{code}</code> },
    { key: 'who', title: t('audit.refusal.who'), cell: ({ who }) => who },
    {
      key: 'client',
      title: t('audit.client'),
      cell: ({ client_id: id }) => id !== null && <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink>,
    },
    {
      key: 'address',
      title: t('audit.refusal.address'),
      onPhone: 'hidden',
      cell: ({ address }) => <bdi dir="ltr">{address}</bdi>,
    },
    { key: 'count', title: t('audit.refusal.count'), isFigures: true, cell: ({ count }) => number(count) },
    { key: 'last', title: t('audit.refusal.last'), cell: ({ last_at: at }) => <time dateTime={at}>{dateTime(at)}</time> },
  ];
}
