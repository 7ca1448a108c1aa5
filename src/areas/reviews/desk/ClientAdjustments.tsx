import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { reviewsContract, type AdjustableWallet } from '../contract.ts';
import styles from './CaseActions.module.css';
import { DecideDialog } from './DecideDialog.tsx';

const { calls } = reviewsContract;

/** On a client's page: the wallets, and putting what the ledger has of one right. */
export default function ClientAdjustments({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const read = useRead(calls.adjustable, { client_id: clientId });
  const [chosen, setChosen] = useState<AdjustableWallet>();
  return (
    <Card title={t('desk.section.adjustments')} isFlush>
      <Loaded read={read}>
        {({ wallets }) =>
          wallets.length === 0 ? (
            <p className={styles.none}>{t('reviews.adjust.none')}</p>
          ) : (
            <Table
              label={t('desk.section.adjustments')}
              isDense
              rows={wallets}
              rowKey={({ number }) => number}
              columns={[
                { key: 'wallet', title: t('reviews.adjust.wallet'), onPhone: 'main', cell: ({ number }) => String(number) },
                { key: 'currency', title: t('reviews.adjust.currency'), cell: ({ currency }) => currency },
                {
                  key: 'balance',
                  title: t('reviews.adjust.balance'),
                  isFigures: true,
                  cell: ({ balance, currency }) => <Figures value={balance} currency={currency} />,
                },
                {
                  key: 'adjust',
                  title: '',
                  onPhone: 'action',
                  cell: (wallet) => (
                    <Button look="plain" size="small" onClick={() => setChosen(wallet)}>
                      {t('reviews.action.adjust')}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {chosen && (
        <DecideDialog
          facts={{
            subject: `account:${chosen.number}`,
            detail: { client_id: clientId, account: chosen.number, currency: chosen.currency },
          }}
          chosen={{ call: 'adjust', action: 'adjust' }}
          onClose={() => setChosen(undefined)}
          onDone={() => void read.refetch()}
        />
      )}
    </Card>
  );
}
