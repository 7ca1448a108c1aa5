import { useRead } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { TakeAlong } from '../../../ui/desk/TakeAlong.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { disputesContract, disputeStatuses } from '../contract.ts';
import { useDisputeColumns } from './columns.tsx';

const { calls, deskPages: pages } = disputesContract;

/** Chargebacks that arrived, the newest first, by how far they are. */
export default function List({ query }: ScreenProps<typeof pages.list>) {
  const { t } = useWords();
  const open = useOpen();
  const status = disputeStatuses.find((each) => each === query.status);
  const place = usePages(status ?? 'all');
  const asked = { ...(status === undefined ? {} : { status }), ...(place.after === undefined ? {} : { after: place.after }) };
  const read = useRead(calls.list, asked, { keepsLast: true });
  const columns = useDisputeColumns();
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
