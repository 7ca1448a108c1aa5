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
import { idleFeesContract, type ShownFee } from '../contract.ts';
import styles from './ClientFees.module.css';

const { calls } = idleFeesContract;

/** On a client's page: what idle months cost, and taking an announced fee back. */
export default function ClientFees({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const read = useRead(calls.ofClient, { client_id: clientId });
  const [waiving, setWaiving] = useState<ShownFee>();
  const columns = useColumns(setWaiving);
  return (
    <Card title={t('desk.section.idleFees')} isFlush>
      <Loaded read={read}>
        {({ fees }) =>
          fees.length === 0 ? (
            <p className={styles.none}>{t('idleFees.desk.none')}</p>
          ) : (
            <Table label={t('desk.section.idleFees')} isDense rows={fees} rowKey={({ id }) => id} columns={columns} />
          )
        }
      </Loaded>
      {waiving && <WaiveDialog fee={waiving} onClose={() => setWaiving(undefined)} />}
    </Card>
  );
}

function useColumns(waive: (fee: ShownFee) => void): readonly Column<ShownFee>[] {
  const { t, date, money } = useWords();
  const { rights } = useStaff();
  return [
    { key: 'due', title: t('idleFees.desk.due'), cell: ({ due_at: at }) => date(at.slice(0, 10)) },
    { key: 'since', title: t('idleFees.desk.since'), cell: ({ idle_since: at }) => date(at.slice(0, 10)) },
    { key: 'amount', title: t('idleFees.desk.amount'), isFigures: true, cell: ({ amount, currency }) => money(amount, currency) },
    { key: 'state', title: t('idleFees.desk.state'), cell: ({ state }) => t(`idleFees.desk.state.${state}`) },
    {
      key: 'taken',
      title: t('idleFees.desk.taken'),
      cell: ({ taken }) => taken && `${money(taken.amount, taken.currency)} · ${taken.account_number}`,
    },
    {
      key: 'waive',
      title: '',
      onPhone: 'action',
      cell: (fee) =>
        fee.state === 'announced' &&
        rights.includes('adjustments') && (
          <Button look="plain" size="small" onClick={() => waive(fee)}>
            {t('idleFees.desk.waive')}
          </Button>
        ),
    },
  ];
}

function WaiveDialog({ fee, onClose }: { readonly fee: ShownFee; readonly onClose: () => void }) {
  const { t } = useWords();
  const waive = useWrite(calls.waive);
  return (
    <ReasonDialog
      name={`idle-fee/${fee.id}`}
      title={t('idleFees.desk.waive.title')}
      verb={t('idleFees.desk.waive')}
      onClose={onClose}
      act={(reason) => waive.mutateAsync({ id: String(fee.id), reason })}
    >
      {() => <p>{t('idleFees.desk.waive.text')}</p>}
    </ReasonDialog>
  );
}
