import { useState } from 'react';
import type { z } from 'zod';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { clientsContract, type Destination, type Owed } from '../contract.ts';
import styles from './Section.module.css';
import { OneTransfer } from './Transfers.tsx';

const { calls } = clientsContract;
type Debt = Owed['debts'][number] & { readonly currency: string };

/** What the client owes, and where their withdrawals may go. */
export function Money({ clientId }: { readonly clientId: string }) {
  const read = useRead(calls.money, { client_id: clientId });
  return (
    <Loaded read={read}>
      {({ owed, destinations }: z.infer<typeof calls.money.output>) => (
        <Stack>
          <Debts clientId={clientId} owed={owed} />
          <Destinations destinations={destinations} />
        </Stack>
      )}
    </Loaded>
  );
}

function Debts({ clientId, owed }: { readonly clientId: string; readonly owed: readonly Owed[] }) {
  const { t, money } = useWords();
  const [opened, setOpened] = useState<number>();
  const columns = useDebtColumns(setOpened);
  const debts = owed.flatMap(({ currency, debts: each }) => each.map((debt) => ({ ...debt, currency })));
  const underWay = owed.filter((each) => Number(each.under_way) > 0);
  return (
    <Card title={t('clients.debts')} isFlush>
      {debts.length === 0 ? (
        <p className={styles.none}>{t('clients.debts.none')}</p>
      ) : (
        <Table label={t('clients.debts')} isDense rows={debts} rowKey={({ transfer_id: id }) => id} columns={columns} />
      )}
      {underWay.map(({ currency, under_way: amount }) => (
        <p key={currency} className={styles.none}>
          {t('clients.debts.underWay', { amount: money(amount, currency) })}
        </p>
      ))}
      {opened !== undefined && <OneTransfer clientId={clientId} id={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

function useDebtColumns(open: (reversal: number) => void): readonly Column<Debt>[] {
  const { t, dateTime } = useWords();
  const figures = (name: 'amount' | 'collected' | 'remaining') => ({
    key: name,
    title: t(`clients.debt.${name}`),
    isFigures: true,
    cell: (debt: Debt) => <Figures value={debt[name]} currency={debt.currency} />,
  });
  return [
    {
      key: 'reversal',
      title: t('clients.debt.reversal'),
      cell: ({ transfer_id: id }) => (
        <Button look="plain" size="small" onClick={() => open(id)}>
          {t('clients.transfer.title', { id: String(id) })}
        </Button>
      ),
    },
    { key: 'opened', title: t('clients.debt.opened'), cell: ({ opened_at: at }) => <time dateTime={at}>{dateTime(at)}</time> },
    { key: 'currency', title: t('clients.currency'), cell: ({ currency }) => currency },
    figures('amount'),
    figures('collected'),
    figures('remaining'),
  ];
}

const stateTones = { unused: 'still', cooling: 'warn', usable: 'gain', closed: 'loss' } as const satisfies Record<
  Destination['state'],
  string
>;
const riskTones = { low: 'gain', medium: 'note', high: 'loss', severe: 'loss' } as const;

function Destinations({ destinations }: { readonly destinations: readonly Destination[] }) {
  const { t } = useWords();
  const columns = useDestinationColumns();
  return (
    <Card title={t('clients.destinations')} isFlush>
      {destinations.length === 0 ? (
        <p className={styles.none}>{t('clients.destinations.none')}</p>
      ) : (
        <Table
          label={t('clients.destinations')}
          isDense
          rows={destinations}
          rowKey={({ pm_id: method, name, created_at: at }) => `${method} ${name ?? ''} ${at}`}
          columns={columns}
        />
      )}
    </Card>
  );
}

function useDestinationColumns(): readonly Column<Destination>[] {
  const { t, dateTime } = useWords();
  return [
    {
      key: 'method',
      title: t('clients.destination.method'),
      cell: ({ method, pm_id: id }) => (method === null ? String(id) : t(`money.method.${method}`)),
    },
    {
      key: 'name',
      title: t('clients.destination.name'),
      cell: ({ name }) => (name === null ? t('clients.destination.erased') : <bdi dir="ltr">{name}</bdi>),
    },
    {
      key: 'kind',
      title: t('clients.destination.from'),
      cell: ({ is_named: isNamed }) => t(isNamed ? 'clients.destination.named' : 'clients.destination.source'),
    },
    {
      key: 'state',
      title: t('clients.status'),
      cell: ({ state, usable_from: at }) => (
        <Status tone={stateTones[state]}>
          {state === 'cooling' && at !== null
            ? t('clients.destination.until', { at: dateTime(at) })
            : t(`clients.destination.${state}`)}
        </Status>
      ),
    },
    {
      key: 'screening',
      title: t('clients.destination.screening'),
      cell: ({ screening }) =>
        screening && (
          <Status tone={riskTones[screening.risk]}>
            {t(`clients.destination.risk.${screening.risk}`, { at: dateTime(screening.at) })}
          </Status>
        ),
    },
  ];
}
