import { useConnection } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { accountsContract } from '../contract.ts';
import { OfPlatform } from './OfPlatform.tsx';
import { Older } from './Older.tsx';
import { Side } from './Side.tsx';
import { useOlder } from './useOlder.ts';
import styles from './Details.module.css';

type Answer = AnswerOf<typeof accountsContract.calls.orders>;
type Ended = Answer['orders'][number];

/** While the platform does not answer, which nothing tells the end of. */
const againMs = 5000;

interface Row extends Omit<Ended, 'state' | 'ended_at'> {
  readonly state: Ended['state'] | 'waiting';
  readonly at: string;
}

/** Orders that wait for their price, and those that wait no more. */
export function Orders({ account }: { readonly account: Account }) {
  const { t } = useWords();
  const read = useRead(accountsContract.calls.orders, { number: account.number }, { againMs });
  return (
    <Card title={t('accounts.orders')} isFlush>
      <OfPlatform read={read} silent="accounts.orders.unavailable">
        {(answer) =>
          answer.waiting.length === 0 && answer.orders.length === 0 && answer.next === null ? (
            <p className={`${styles.inside} ${styles.quiet}`}>{t('accounts.orders.empty')}</p>
          ) : (
            <Pages key={answer.next} number={account.number} first={answer} />
          )
        }
      </OfPlatform>
    </Card>
  );
}

function Pages({ number, first }: { readonly number: number; readonly first: Answer }) {
  const { t, dateTime } = useWords();
  const { api } = useConnection();
  const older = useOlder(first.next, async (before) => {
    const page = await api.send(accountsContract.calls.orders, { number, before });
    return { rows: page.orders, next: page.next };
  });
  const rows: Row[] = [
    ...first.waiting.map((order) => ({ ...order, state: 'waiting', at: order.placed_at }) as const),
    ...[...first.orders, ...older.rows].map((order) => ({ ...order, at: order.ended_at })),
  ];
  const columns: readonly Column<Row>[] = [
    { key: 'symbol', title: t('accounts.symbol'), cell: (row) => <Side symbol={row.symbol} side={row.side} lots={row.lots} /> },
    { key: 'type', title: t('accounts.orders.type'), cell: (row) => t(`accounts.orders.type.${row.type}`) },
    { key: 'at', title: t('accounts.orders.at'), onPhone: 'below', cell: (row) => dateTime(row.at) },
    { key: 'price', title: t('accounts.orders.price'), isFigures: true, cell: (row) => <Figures value={row.price} /> },
    {
      key: 'state',
      title: t('accounts.orders.state'),
      isFigures: true,
      onPhone: 'beside',
      cell: (row) => t(`accounts.orders.state.${row.state}`),
    },
  ];
  return (
    <>
      {rows.length > 0 && <Table label={t('accounts.orders')} columns={columns} rows={rows} rowKey={(row) => row.order} />}
      <Older older={older} verb="accounts.orders.more" />
    </>
  );
}
