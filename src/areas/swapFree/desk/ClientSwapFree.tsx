import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useStaff } from '../../../ui/desk/staff.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { swapFreeReasons, type SwapFreeReason } from '../../../law/swapFree.ts';
import { swapFreeContract, type ShownFee, type ShownWithdrawal } from '../contract.ts';
import styles from './ClientSwapFree.module.css';

const { calls } = swapFreeContract;

/** On a client's page: accounts without swap, what nights have cost, and the right itself. */
export default function ClientSwapFree({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const { rights } = useStaff();
  const read = useRead(calls.ofClient, { client_id: clientId });
  const [asking, setAsking] = useState<'withdraw' | 'giveBack' | 'waive'>();
  const close = () => setAsking(undefined);
  return (
    <Card title={t('desk.section.swapFree')} isFlush>
      <Loaded read={read}>
        {({ accounts, withdrawals, fees, waits_for_second: waits }) => {
          const isWithdrawn = withdrawals.some(({ returned_at: at }) => at === null);
          return (
            <>
              <div className={styles.inside}>
                <p>
                  {accounts.length === 0
                    ? t('swapFree.desk.noAccounts')
                    : t('swapFree.desk.accounts', { accounts: accounts.join(', ') })}
                </p>
                {waits && <p>{t('swapFree.desk.waits')}</p>}
                {rights.includes('adjustments') && !waits && (
                  <Button look="plain" size="small" onClick={() => setAsking(isWithdrawn ? 'giveBack' : 'withdraw')}>
                    {t(isWithdrawn ? 'swapFree.desk.giveBack' : 'swapFree.desk.withdraw')}
                  </Button>
                )}
                {rights.includes('adjustments') && accounts.length > 0 && (
                  <Button look="plain" size="small" onClick={() => setAsking('waive')}>
                    {t('swapFree.desk.waive')}
                  </Button>
                )}
              </div>
              {withdrawals.length > 0 && <Withdrawals rows={withdrawals} />}
              {fees.length > 0 && <Fees rows={fees} />}
              {asking === 'waive' && <WaiveDialog clientId={clientId} accounts={accounts} onClose={close} />}
            </>
          );
        }}
      </Loaded>
      {asking === 'withdraw' && <WithdrawDialog clientId={clientId} onClose={close} />}
      {asking === 'giveBack' && <GiveBackDialog clientId={clientId} onClose={close} />}
    </Card>
  );
}

function Withdrawals({ rows }: { readonly rows: readonly ShownWithdrawal[] }) {
  const { t, date } = useWords();
  const columns: readonly Column<ShownWithdrawal>[] = [
    { key: 'at', title: t('swapFree.desk.withdrawnAt'), cell: ({ withdrawn_at: at }) => date(at.slice(0, 10)) },
    { key: 'from', title: t('swapFree.desk.countsFrom'), cell: ({ counts_from: at }) => date(at.slice(0, 10)) },
    { key: 'because', title: t('swapFree.desk.because'), cell: ({ reason }) => t(`swapFree.desk.reason.${reason}`) },
    { key: 'by', title: t('swapFree.desk.by'), cell: ({ asked_by: asked, approved_by: by }) => `${asked} · ${by}` },
    {
      key: 'returned',
      title: t('swapFree.desk.returned'),
      cell: ({ returned_at: at, returned_by: by }) => at && `${date(at.slice(0, 10))} · ${by}`,
    },
  ];
  return <Table label={t('swapFree.desk.withdrawals')} isDense rows={rows} rowKey={({ id }) => id} columns={columns} />;
}

function Fees({ rows }: { readonly rows: readonly ShownFee[] }) {
  const { t, date, money } = useWords();
  const columns: readonly Column<ShownFee>[] = [
    { key: 'night', title: t('swapFree.desk.night'), cell: ({ night }) => date(night) },
    { key: 'account', title: t('swapFree.desk.account'), cell: ({ account_number: number }) => number },
    { key: 'positions', title: t('swapFree.desk.positions'), isFigures: true, cell: ({ positions }) => positions },
    { key: 'amount', title: t('swapFree.desk.amount'), isFigures: true, cell: ({ amount }) => money(amount, 'USD') },
    { key: 'state', title: t('swapFree.desk.state'), cell: ({ state }) => t(`swapFree.desk.fee.${state}`) },
    {
      key: 'taken',
      title: t('swapFree.desk.taken'),
      isFigures: true,
      cell: ({ taken }) => taken && money(taken.amount, taken.currency),
    },
  ];
  return <Table label={t('swapFree.desk.fees')} isDense rows={rows} rowKey={({ id }) => id} columns={columns} />;
}

interface DialogProps {
  readonly clientId: string;
  readonly onClose: () => void;
}

function WithdrawDialog({ clientId, onClose }: DialogProps) {
  const { t } = useWords();
  const withdraw = useWrite(calls.withdraw);
  const [because, setBecause] = useState<SwapFreeReason>(swapFreeReasons[0]);
  return (
    <ReasonDialog
      name={`swap-free/${clientId}/withdraw`}
      title={t('swapFree.desk.withdraw')}
      verb={t('swapFree.desk.ask')}
      onClose={onClose}
      fields={['because']}
      act={async (reason) => {
        await withdraw.mutateAsync({ client_id: clientId, because, reason });
        showToast({ tone: 'gain', title: t('swapFree.desk.asked') });
      }}
    >
      {(errors) => (
        <>
          <p>{t('swapFree.desk.withdraw.text')}</p>
          <Choice
            name="because"
            label={t('swapFree.desk.because')}
            error={errors['because']}
            value={because}
            onChange={setBecause}
            options={swapFreeReasons.map((value) => ({ value, label: t(`swapFree.desk.reason.${value}`) }))}
          />
        </>
      )}
    </ReasonDialog>
  );
}

function GiveBackDialog({ clientId, onClose }: DialogProps) {
  const { t } = useWords();
  const giveBack = useWrite(calls.giveBack);
  return (
    <ReasonDialog
      name={`swap-free/${clientId}/giveBack`}
      title={t('swapFree.desk.giveBack')}
      verb={t('swapFree.desk.giveBack')}
      onClose={onClose}
      act={(reason) => giveBack.mutateAsync({ client_id: clientId, reason })}
    >
      {() => <p>{t('swapFree.desk.giveBack.text')}</p>}
    </ReasonDialog>
  );
}

function WaiveDialog({ clientId, accounts, onClose }: DialogProps & { readonly accounts: readonly number[] }) {
  const { t } = useWords();
  const waive = useWrite(calls.waive);
  const [account, setAccount] = useState(String(accounts[0]));
  const [night, setNight] = useState('');
  return (
    <ReasonDialog
      name={`swap-free/${clientId}/waive`}
      title={t('swapFree.desk.waive')}
      verb={t('swapFree.desk.waive')}
      onClose={onClose}
      fields={['account_number', 'night']}
      act={async (reason) => {
        await waive.mutateAsync({ client_id: clientId, account_number: Number(account), night, reason });
        showToast({ tone: 'gain', title: t('swapFree.desk.waived') });
      }}
    >
      {(errors) => (
        <>
          <p>{t('swapFree.desk.waive.text')}</p>
          <Choice
            name="account"
            label={t('swapFree.desk.account')}
            error={errors['account_number']}
            value={account}
            onChange={setAccount}
            options={accounts.map((number) => ({ value: String(number), label: String(number) }))}
          />
          <DayField label={t('swapFree.desk.night')} error={errors['night']} value={night} onDay={setNight} />
        </>
      )}
    </ReasonDialog>
  );
}
