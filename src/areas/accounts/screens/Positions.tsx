import { useRead } from '../../../ui/api/reads.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account, OpenPosition } from '../../../protocol/account.ts';
import { accountsContract } from '../contract.ts';
import { OfPlatform } from './OfPlatform.tsx';
import { Side } from './Side.tsx';
import styles from './Details.module.css';

/** Prices move every second; asking this often keeps the profit honest without a stream of its own. */
const everyMs = 4000;

/** What is open on the account now. */
export function Positions({ account }: { readonly account: Account }) {
  const { t } = useWords();
  const isActive = account.status === 'active';
  const read = useRead(accountsContract.calls.positions, { number: account.number }, { enabled: isActive, everyMs });
  if (!isActive) return null;
  return (
    <Card title={t('accounts.positions')} isFlush>
      <OfPlatform read={read} silent="accounts.positions.unavailable">
        {({ positions, currency }) =>
          positions.length === 0 ? (
            <p className={`${styles.inside} ${styles.quiet}`}>{t('accounts.positions.empty')}</p>
          ) : (
            <OpenPositions positions={positions} currency={currency} />
          )
        }
      </OfPlatform>
    </Card>
  );
}

function OpenPositions({ positions, currency }: { readonly positions: readonly OpenPosition[]; readonly currency: string }) {
  const { t } = useWords();
  const columns: readonly Column<OpenPosition>[] = [
    { key: 'symbol', title: t('accounts.symbol'), cell: (row) => <Side symbol={row.symbol} side={row.side} lots={row.lots} /> },
    {
      key: 'open',
      title: t('accounts.openPrice'),
      isFigures: true,
      onPhone: 'hidden',
      cell: (row) => <Figures value={row.open_price} />,
    },
    { key: 'now', title: t('accounts.currentPrice'), isFigures: true, cell: (row) => <Figures value={row.current_price} /> },
    {
      key: 'swap',
      title: t('accounts.swap'),
      isFigures: true,
      onPhone: 'hidden',
      cell: (row) => <Figures value={row.swap} currency={currency} kind="gain" />,
    },
    {
      key: 'profit',
      title: t('accounts.profitIn', { currency }),
      isFigures: true,
      onPhone: 'beside',
      cell: (row) => <Figures value={row.profit} currency={currency} kind="gain" />,
    },
  ];
  return <Table label={t('accounts.positions')} columns={columns} rows={positions} rowKey={(row) => row.position} />;
}
