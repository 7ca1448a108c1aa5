import { useRead } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { TakeAlong } from '../../../ui/desk/TakeAlong.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { auditContract, type ShownRefusal, type ShownTrace } from '../contract.ts';
import { refusalColumns, traceColumns } from '../rules.ts';
import styles from './EventTable.module.css';

const { calls, deskPages: pages } = auditContract;

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
  const { t } = useWords();
  const declared = useDeclared();
  const agent = { isWideOnly: true, cell: ({ agent: of }: ShownTrace) => <span className={styles.agent}>{of}</span> } as const;
  const columns = declared(traceColumns, { ...useShared(), agent });
  const read = useRead(calls.traces, {});
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
      {({ traces }) => (
        <Card title={t('audit.traces')} aside={<TakeAlong table="audit.traces" name={t('audit.traces')} />} isFlush>
          {traces.length === 0 ? (
            <EmptyState picture="documents" title={t('audit.refusals.none.title')} text={t('audit.traces.none.text')} />
          ) : (
            <Table
              label={t('audit.traces')}
              isDense
              rows={traces}
              rowKey={({ day, kind, who }) => [day, kind, who].join(' ')}
              columns={columns}
            />
          )}
        </Card>
      )}
    </Loaded>
  );
}

/** Calls of the desk itself. */
function DeskRefusals() {
  const { t } = useWords();
  const declared = useDeclared();
  const columns = declared(refusalColumns, useShared());
  const read = useRead(calls.refusals, {});
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
      {({ refusals }) => (
        <Card title={t('audit.refusals')} aside={<TakeAlong table="audit.refusals" name={t('audit.refusals')} />} isFlush>
          {refusals.length === 0 ? (
            <EmptyState picture="documents" title={t('audit.refusals.none.title')} text={t('audit.refusals.none.text')} />
          ) : (
            <Table
              label={t('desk.nav.refusals')}
              isDense
              rows={refusals}
              rowKey={({ day, call, code, who }) => [day, call, code, who].join(' ')}
              columns={columns}
            />
          )}
        </Card>
      )}
    </Loaded>
  );
}

/** What both tables draw alike. */
function useShared() {
  const { date } = useWords();
  return {
    day: { cell: ({ day }: ShownRefusal) => <time dateTime={day}>{date(day)}</time> },
    call: { cell: ({ call }: ShownRefusal) => <code className={styles.action}>{call}</code> },
    code: { cell: ({ code }: ShownRefusal) => <code className={styles.action}>{code}</code> },
    client: {
      cell: ({ client_id: id }: ShownRefusal) =>
        id !== null && <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink>,
    },
    address: { onPhone: 'hidden', cell: ({ address }: ShownRefusal) => <bdi dir="ltr">{address}</bdi> },
  } as const;
}
