import { useRead } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { DueClock } from '../../../ui/desk/DueClock.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { TakeAlong } from '../../../ui/desk/TakeAlong.tsx';
import { PageLink, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { disputesContract, disputeStatuses, type DisputeLine } from '../contract.ts';
import { disputeColumns } from '../rules.ts';
import { toneOf } from './tones.ts';

const { calls, deskPages: pages } = disputesContract;

/** Chargebacks that arrived, the newest first, by how far they are. */
export default function List({ query }: ScreenProps<typeof pages.list>) {
  const { t } = useWords();
  const open = useOpen();
  const status = disputeStatuses.find((each) => each === query.status);
  const place = usePages(status ?? 'all');
  const asked = { ...(status === undefined ? {} : { status }), ...(place.after === undefined ? {} : { after: place.after }) };
  const read = useRead(calls.list, asked, { keepsLast: true });
  const columns = useColumns();
  return (
    <>
      <ScreenHead
        title={t('desk.nav.disputes')}
        text={t('disputes.text')}
        actions={<TakeAlong table="disputes.list" asked={{ status }} name={t('desk.nav.disputes')} />}
      />
      <Stack>
        <SelectField
          name="status"
          label={t('disputes.status')}
          value={status ?? ''}
          onChange={({ target }) =>
            open({ page: pages.list, query: target.value === '' ? {} : { status: target.value } }, { replace: true })
          }
          options={[
            { value: '', label: t('disputes.status.all') },
            ...disputeStatuses.map((each) => ({ value: each, label: t(`disputes.status.${each}`) })),
          ]}
        />
        <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
          {({ disputes, next }) => (
            <Card isFlush>
              {disputes.length === 0 ? (
                <EmptyState picture="documents" title={t('disputes.none.title')} text={t('disputes.none.text')} />
              ) : (
                <Table
                  label={t('desk.nav.disputes')}
                  isDense
                  rows={disputes}
                  rowKey={({ id }) => id}
                  onRow={({ id }) => open({ page: pages.dispute, params: { id } })}
                  columns={columns}
                />
              )}
              <Pager pages={place} next={next} label={t('disputes.pages')} />
            </Card>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

function useColumns(): readonly Column<DisputeLine>[] {
  const { t } = useWords();
  const declared = useDeclared();
  return declared(disputeColumns, {
    id: { onPhone: 'main' },
    client: { cell: ({ client_id: id }) => <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink> },
    status: { cell: ({ status }) => <Status tone={toneOf[status]}>{t(`disputes.status.${status}`)}</Status> },
    due: {
      cell: ({ status, evidence_due_at: at, is_late: isLate }) => <DueClock at={status === 'open' ? at : null} isLate={isLate} />,
    },
  });
}
