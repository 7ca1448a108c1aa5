import { useRead } from '../../../ui/api/reads.ts';
import { Card, Facts } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { goldCollateralContract, type DeliveryAtDesk } from '../contract.ts';
import { usePledgeColumns } from './columns.tsx';

const { calls } = goldCollateralContract;

/** On a client's page: the gold that is held, what of it is pledged for credit, and what was asked home. */
export default function ClientGold({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const read = useRead(calls.ofClient, { client_id: clientId });
  const pledgeColumns = usePledgeColumns().filter(({ key }) => key !== 'client' && key !== 'company');
  const deliveryColumns = useDeliveryColumns();
  return (
    <Card title={t('desk.section.gold')}>
      <Loaded read={read}>
        {({ held, pledges, deliveries }) => (
          <>
            <Facts
              items={[{ key: 'held', name: t('goldCollateral.desk.held'), value: t('goldCollateral.desk.grams', { g: held.g }) }]}
            />
            {pledges.length === 0 ? (
              <p>{t('goldCollateral.desk.none.client')}</p>
            ) : (
              <Table
                label={t('desk.nav.pledges')}
                isDense
                rows={pledges}
                rowKey={({ account }) => account}
                columns={pledgeColumns}
              />
            )}
            {deliveries.length === 0 ? (
              <p>{t('goldCollateral.desk.none.deliveries')}</p>
            ) : (
              <Table
                label={t('goldCollateral.desk.deliveries')}
                isDense
                rows={deliveries}
                rowKey={({ id }) => id}
                columns={deliveryColumns}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function useDeliveryColumns(): readonly Column<DeliveryAtDesk>[] {
  const { t, dateTime, number } = useWords();
  return [
    { key: 'id', title: t('goldCollateral.desk.delivery'), onPhone: 'main', cell: ({ id }) => String(id) },
    { key: 'bars', title: t('goldCollateral.desk.bars'), isFigures: true, cell: ({ count }) => number(count, 0) },
    {
      key: 'weight',
      title: t('goldCollateral.desk.weight'),
      isFigures: true,
      cell: ({ weight }) => t('goldCollateral.desk.grams', { g: weight.g }),
    },
    { key: 'phase', title: t('goldCollateral.desk.phase'), cell: ({ phase }) => t(`goldCollateral.desk.phase.${phase}`) },
    {
      key: 'asked',
      title: t('goldCollateral.desk.asked'),
      cell: ({ requested_at: at }) => (at === null ? '' : dateTime(at)),
    },
  ];
}
