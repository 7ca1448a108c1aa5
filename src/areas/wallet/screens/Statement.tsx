import type { z } from 'zod';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { walletContract, type statementLine, type walletLine } from '../contract.ts';
import styles from './Wallet.module.css';

type Line = z.infer<typeof statementLine>;

/** What moved on one wallet, newest first. */
export function Statement({
  wallet,
  after,
}: {
  readonly wallet: z.infer<typeof walletLine>;
  readonly after: string | undefined;
}) {
  const words = useWords();
  const { t } = words;
  const { currency } = wallet;
  const read = useRead(
    walletContract.calls.statement,
    { number: String(wallet.number), ...(after === undefined ? {} : { after }) },
    { keepsLast: true },
  );
  return (
    <Card title={t('wallet.statement', { currency })} isFlush>
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ lines, next }) => (
          <>
            {lines.length === 0 ? (
              <EmptyState picture="wallet" title={t('wallet.statement.none.title')} text={t('wallet.statement.none.text')} />
            ) : (
              <Table
                label={t('wallet.statement', { currency })}
                rows={lines}
                rowKey={({ id }) => id}
                columns={columnsIn(words, currency)}
              />
            )}
            <nav className={styles.pages} aria-label={t('wallet.statement.pages')}>
              {after !== undefined && (
                <LinkButton look="plain" to={{ page: walletContract.pages.wallet, query: { currency } }}>
                  {t('wallet.statement.newest')}
                </LinkButton>
              )}
              {next !== null && (
                <LinkButton look="plain" to={{ page: walletContract.pages.wallet, query: { currency, after: next } }}>
                  {t('wallet.statement.older')}
                </LinkButton>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function columnsIn({ t, dateTime, amount: written }: Words, currency: string): readonly Column<Line>[] {
  return [
    { key: 'what', title: t('money.column.what'), onPhone: 'main', cell: (line) => <What line={line} /> },
    { key: 'when', title: t('money.column.when'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
    {
      key: 'amount',
      title: t('money.column.amountIn', { currency }),
      isFigures: true,
      onPhone: 'beside',
      // What leaves a wallet is no loss: the sign says it, without a colour.
      cell: ({ amount }) => (
        <bdi className="figures" dir="ltr">
          {written(amount, currency, 'always')}
        </bdi>
      ),
    },
    {
      key: 'balance',
      title: t('wallet.column.balance'),
      isFigures: true,
      cell: ({ balance }) => <Figures value={balance} currency={currency} />,
    },
  ];
}

function What({ line }: { readonly line: Line }) {
  if (line.transfer_id === null) return <span className={styles.what}>{line.text}</span>;
  return (
    <PageLink className={styles.what} to={{ page: pageLinks.transfer, params: { id: line.transfer_id } }}>
      {line.text}
    </PageLink>
  );
}
