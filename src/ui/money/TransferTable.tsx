import { pageLinks } from '../../protocol/pageLinks.ts';
import type { TransferStatus, TransferType } from '../../protocol/payment.ts';
import { Icon, type IconName } from '../components/Icon.tsx';
import { Amount } from '../components/Money.tsx';
import { TransferStatusPill } from '../components/Status.tsx';
import { Table, type Column } from '../components/Table.tsx';
import { useWords } from '../words/context.tsx';
import type { Words } from '../words/words.ts';
import styles from './TransferTable.module.css';

/** The part of a transfer that a line shows. */
export interface TransferShown {
  readonly id: number;
  readonly transfer_type: TransferType;
  readonly status: TransferStatus;
  readonly amount: string;
  readonly currency: string;
  readonly account_number: number;
  readonly account_name: string | null;
  readonly target_account_number: number | null;
  readonly target_account_name: string | null;
  readonly created_at: string;
}

export const transferIcons = {
  deposit: 'deposit',
  withdraw: 'withdraw',
  transfer: 'transfer',
  reversal: 'back',
} as const satisfies Record<TransferType, IconName>;

/** "Deposit to Standard (700123)", "From Savings (700123) to USD wallet (700456)". */
export function transferTitle(transfer: TransferShown, t: Words['t']): string {
  return titleWith(transfer, { t, accountTitle: (number, name) => fundingAccountTitle(number, name, t) });
}

/** The same by the names alone, for narrow lists: the timeline that a line leads to has the numbers. */
function shortTitle(transfer: TransferShown, t: Words['t']): string {
  return titleWith(transfer, { t, accountTitle: (number, name) => name ?? String(number ?? '') });
}

interface Titling {
  readonly t: Words['t'];
  accountTitle(number: number | null, name: string | null): string;
}

function titleWith(transfer: TransferShown, { t, accountTitle }: Titling): string {
  return t(`money.transfer.${transfer.transfer_type}`, {
    account: accountTitle(transfer.account_number, transfer.account_name),
    target: accountTitle(transfer.target_account_number, transfer.target_account_name),
  });
}

/** The account's name with its number, which tells two accounts of one name apart. */
export function fundingAccountTitle(number: number | null, name: string | null, t: Words['t']): string {
  if (name === null) return String(number ?? '');
  return t('money.account', { name, number: String(number) });
}

interface TransferTableProps {
  readonly transfers: readonly TransferShown[];
  readonly label: string;
  /** Under the months that they were asked for in. */
  readonly isByMonth?: boolean;
}

/** Transfers as lines that lead to their timelines. */
export function TransferTable({ transfers, label, isByMonth = false }: TransferTableProps) {
  const words = useWords();
  return (
    <Table
      label={label}
      rows={transfers}
      rowKey={(transfer) => transfer.id}
      rowLink={(transfer) => ({ page: pageLinks.transfer, params: { id: transfer.id } })}
      columns={columnsIn(words)}
      {...(isByMonth ? { groupOf: ({ created_at: at }: TransferShown) => words.month(at) } : {})}
    />
  );
}

function columnsIn({ t }: Words): readonly Column<TransferShown>[] {
  return [
    { key: 'what', title: t('money.column.what'), onPhone: 'main', cell: (transfer) => <What transfer={transfer} /> },
    {
      key: 'status',
      title: t('money.column.status'),
      onPhone: 'below',
      cell: ({ status }) => <TransferStatusPill status={status} />,
    },
    {
      key: 'amount',
      title: t('money.column.amount'),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
  ];
}

function What({ transfer }: { readonly transfer: TransferShown }) {
  const { t, dateTime } = useWords();
  return (
    <span className={styles.what}>
      <span className={styles.icon}>
        <Icon name={transferIcons[transfer.transfer_type]} size={18} />
      </span>
      <span>
        <span className={styles.long}>{transferTitle(transfer, t)}</span>
        <span className={styles.short}>{shortTitle(transfer, t)}</span>
        <span className={styles.under}>
          <time dateTime={transfer.created_at}>{dateTime(transfer.created_at)}</time>
          <span className={styles.number}> · {t('money.transfer.number', { id: String(transfer.id) })}</span>
        </span>
      </span>
    </span>
  );
}
