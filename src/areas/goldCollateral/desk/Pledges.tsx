import { useRead } from '../../../ui/api/reads.ts';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { TakeAlong } from '../../../ui/desk/TakeAlong.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { goldCollateralContract } from '../contract.ts';
import { usePledgeColumns } from './columns.tsx';

const { calls, deskPages: pages } = goldCollateralContract;

/** Gold that is pledged for credit, the riskiest first. */
export default function Pledges({ query }: ScreenProps<typeof pages.pledges>) {
  const { t, money, number } = useWords();
  const asked = query.client_id !== undefined && /^\d{1,9}$/.test(query.client_id) ? { client_id: query.client_id } : {};
  const place = usePages(asked.client_id);
  const read = useRead(calls.pledges, { ...asked, ...(place.after === undefined ? {} : { after: place.after }) });
  const columns = usePledgeColumns();
  return (
    <>
      <ScreenHead
        title={t('desk.nav.pledges')}
        text={t('goldCollateral.desk.text')}
        actions={<TakeAlong table="goldCollateral.pledges" asked={asked} name={t('desk.nav.pledges')} />}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ pledges, totals, next }) => (
          <Stack>
            <Card>
              <Facts
                items={[
                  { key: 'count', name: t('goldCollateral.desk.count'), value: number(totals.count, 0) },
                  {
                    key: 'weight',
                    name: t('goldCollateral.desk.weight'),
                    value: t('goldCollateral.desk.grams', { g: totals.weight.g }),
                  },
                  { key: 'worth', name: t('goldCollateral.desk.worth'), value: money(totals.worth, 'USD') },
                  { key: 'credit', name: t('goldCollateral.desk.credit'), value: money(totals.credit, 'USD') },
                ]}
              />
            </Card>
            <Card title={t('desk.nav.pledges')} isFlush>
              {pledges.length === 0 ? (
                <p>{t('goldCollateral.desk.none')}</p>
              ) : (
                <Table label={t('desk.nav.pledges')} isDense rows={pledges} rowKey={({ account }) => account} columns={columns} />
              )}
              <Pager pages={place} next={next} label={t('desk.nav.pledges')} />
            </Card>
          </Stack>
        )}
      </Loaded>
    </>
  );
}
