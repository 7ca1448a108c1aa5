import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useStaff } from '../../../ui/desk/staff.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { transferAutomationContract, type Order, type Run } from '../contract.ts';
import styles from './ClientOrders.module.css';

const { calls } = transferAutomationContract;

/** On a client's page: what moves by itself, what it did, and pausing it. */
export default function ClientOrders({ clientId }: ClientPartProps) {
  const words = useWords();
  const { t } = words;
  const { rights } = useStaff();
  const read = useRead(calls.ofClient, { client_id: clientId });
  const [pausing, setPausing] = useState<Order>();
  const pause = rights.includes('transfers') ? setPausing : undefined;
  return (
    <Card title={t('desk.section.automation')} isFlush>
      <Loaded read={read}>
        {({ orders, runs }) =>
          orders.length === 0 && runs.length === 0 ? (
            <p className={styles.none}>{t('automation.desk.none')}</p>
          ) : (
            <>
              <Table
                label={t('desk.section.automation')}
                isDense
                rows={orders}
                rowKey={({ id }) => id}
                columns={orderColumns(words, pause)}
              />
              {runs.length > 0 && (
                <Table
                  label={t('automation.desk.runs')}
                  isDense
                  rows={runs}
                  rowKey={({ id }) => id}
                  columns={runColumns(words)}
                />
              )}
            </>
          )
        }
      </Loaded>
      {pausing && <PauseDialog order={pausing} onClose={() => setPausing(undefined)} />}
    </Card>
  );
}

function saidOf({ occasion, share, amount, above, currency, every, on, day }: Order, { t, money }: Words): string {
  const values = { amount: amount === null ? '' : money(amount, currency), share: share ?? 0, on: on ?? '', day: day ?? 0 };
  if (occasion === 'profit') return t('automation.desk.says.profit', { above: money(above ?? '0', currency) });
  if (occasion === 'deposit') return t(share === null ? 'automation.desk.says.deposit' : 'automation.desk.says.share', values);
  return t(`automation.desk.says.${every ?? 'once'}`, values);
}

function orderColumns(words: Words, pause: ((order: Order) => void) | undefined): readonly Column<Order>[] {
  const { t, dateTime } = words;
  return [
    { key: 'id', title: t('automation.desk.order'), cell: ({ id }) => id },
    { key: 'what', title: t('automation.desk.what'), cell: (order) => saidOf(order, words) },
    {
      key: 'route',
      title: t('automation.desk.route'),
      cell: ({ account_number: from, target_account_number: to }) => `${from} → ${to}`,
    },
    { key: 'next', title: t('automation.desk.next'), cell: ({ next_at: at }) => (at === null ? '' : dateTime(at)) },
    { key: 'status', title: t('automation.desk.status'), cell: ({ status }) => t(`automation.desk.status.${status}`) },
    {
      key: 'pause',
      title: '',
      onPhone: 'action',
      cell: (order) =>
        pause &&
        order.status === 'active' && (
          <Button look="plain" size="small" onClick={() => pause(order)}>
            {t('automation.desk.pause')}
          </Button>
        ),
    },
  ];
}

function runColumns({ t, dateTime, money }: Words): readonly Column<Run>[] {
  return [
    { key: 'order', title: t('automation.desk.order'), cell: ({ order_id: id }) => id },
    { key: 'when', title: t('automation.desk.when'), cell: ({ at }) => dateTime(at) },
    {
      key: 'amount',
      title: t('automation.desk.amount'),
      isFigures: true,
      cell: ({ amount, currency }) => money(amount, currency),
    },
    {
      key: 'outcome',
      title: t('automation.desk.outcome'),
      cell: ({ state, reason, transfer_id: id, transfer_status: status }) =>
        [t(`automation.desk.state.${state}`), id, status, reason].filter((part) => part !== null).join(' · '),
    },
  ];
}

function PauseDialog({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const { t } = useWords();
  const pause = useWrite(calls.pauseAtDesk);
  return (
    <ReasonDialog
      name={`standing/${order.id}`}
      title={t('automation.desk.pause.title', { id: String(order.id) })}
      verb={t('automation.desk.pause')}
      onClose={onClose}
      act={(reason) => pause.mutateAsync({ id: String(order.id), reason })}
    >
      {() => <p>{t('automation.desk.pause.text')}</p>}
    </ReasonDialog>
  );
}
