import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { EmptyState, WriteFailure } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { transferAutomationContract, type Order } from '../contract.ts';
import styles from './Orders.module.css';
import { saidOf } from './saying.ts';

const { calls } = transferAutomationContract;

/** Those that stand, each with what can be done with it. */
export function OwnOrders({ orders }: { readonly orders: readonly Order[] }) {
  const words = useWords();
  const { t } = words;
  const change = useWrite(calls.change);
  const [ending, setEnding] = useState<Order>();
  const asks = (order: Order, action: 'pause' | 'resume') => () => change.mutate({ id: String(order.id), action });
  return (
    <Card title={t('automation.orders')} isFlush>
      <WriteFailure failure={change.error} />
      {orders.length === 0 ? (
        <EmptyState picture="transfers" title={t('automation.none.title')} text={t('automation.none.text')} />
      ) : (
        <Table
          label={t('automation.orders')}
          rows={orders}
          rowKey={({ id }) => id}
          columns={[
            { key: 'what', title: t('automation.moves'), onPhone: 'main', cell: (order) => <What order={order} /> },
            {
              key: 'status',
              title: t('automation.column.outcome'),
              onPhone: 'below',
              cell: ({ status }) => (
                <Status tone={status === 'active' ? 'gain' : 'still'}>{t(`automation.status.${status}`)}</Status>
              ),
            },
            {
              key: 'do',
              title: '',
              onPhone: 'action',
              cell: (order) => (
                <span className={styles.acts}>
                  <Button
                    look="plain"
                    size="small"
                    isBusy={change.isPending}
                    onClick={asks(order, order.status === 'active' ? 'pause' : 'resume')}
                  >
                    {t(order.status === 'active' ? 'automation.pause' : 'automation.resume')}
                    <span className="only-heard"> {saidOf(order, words)}</span>
                  </Button>
                  <Button look="quiet" size="small" onClick={() => setEnding(order)}>
                    {t('automation.end')}
                    <span className="only-heard"> {saidOf(order, words)}</span>
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
      {ending && <EndDialog order={ending} onClose={() => setEnding(undefined)} />}
    </Card>
  );
}

function What({ order }: { readonly order: Order }) {
  const words = useWords();
  const { account_name: from, target_account_name: to, account_number: source, target_account_number: target } = order;
  const { next_at: next } = order;
  const route = { from: from ?? '', source: String(source), to: to ?? '', target: String(target) };
  return (
    <span className={styles.lines}>
      <strong>{saidOf(order, words)}</strong>
      <span className={styles.route}>{words.t('automation.route', route)}</span>
      {next !== null && (
        <time className={styles.route} dateTime={next}>
          {words.t('automation.next', { at: words.dateTime(next) })}
        </time>
      )}
    </span>
  );
}

function EndDialog({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const words = useWords();
  const { t } = words;
  const change = useWrite(calls.change);
  const end = () => change.mutate({ id: String(order.id), action: 'end' }, { onSuccess: onClose });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('automation.end.title')}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t('automation.keep')}
          </Button>
          <Button look="danger" isBusy={change.isPending} onClick={end}>
            {t('automation.end')}
          </Button>
        </>
      }
    >
      <p>{saidOf(order, words)}</p>
      <p>{t('automation.end.text')}</p>
      <WriteFailure failure={change.error} />
    </Dialog>
  );
}
