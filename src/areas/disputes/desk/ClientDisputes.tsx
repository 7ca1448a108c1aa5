import { useRead } from '../../../ui/api/reads.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { disputesContract } from '../contract.ts';
import { useDisputeColumns } from './columns.tsx';
import styles from './Dispute.module.css';

const { calls, deskPages: pages } = disputesContract;

/** On a client's page: what of their payments was charged back, and how far each dispute is. */
export default function ClientDisputes({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const open = useOpen();
  const place = usePages(clientId);
  const read = useRead(calls.list, { client_id: clientId, ...(place.after === undefined ? {} : { after: place.after }) });
  const columns = useDisputeColumns();
  return (
    <Card title={t('desk.section.disputes')} isFlush>
      <Loaded read={read}>
        {({ disputes, next }) =>
          disputes.length === 0 ? (
            <p className={styles.none}>{t('disputes.none.client')}</p>
          ) : (
            <>
              <Table
                label={t('desk.section.disputes')}
                isDense
                rows={disputes}
                rowKey={({ id }) => id}
                onRow={({ id }) => open({ page: pages.dispute, params: { id } })}
                columns={columns.filter(({ key }) => key !== 'client')}
              />
              <Pager pages={place} next={next} label={t('disputes.pages')} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
