import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, Stack } from '../../../ui/components/Card.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { QrCode } from '../../../ui/components/QrCode.tsx';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import type { depositContract } from '../contract.ts';
import { PayLine } from './PayLine.tsx';
import styles from './TransferInformation.module.css';

interface CoinPaymentProps {
  readonly told: Extract<AnswerOf<typeof depositContract.calls.instructions>, { by: 'coin' }>;
  readonly hasPicture: boolean;
}

/** A deposit in a coin: the address with its picture, its network, what to send and until when that is worth what was quoted. */
export function CoinPayment({ told, hasPicture }: CoinPaymentProps) {
  const { t, time } = useWords();
  const isWaiting = told.status === 'waiting_payment' && !told.is_seen;
  return (
    <Columns kind="main-aside">
      <Card>
        <Stack>
          {isWaiting ? (
            <Notice tone="warn">{t('deposit.coin.only', { coin: told.coin, network: told.network })}</Notice>
          ) : (
            <Notice>
              {told.is_seen
                ? t('deposit.coin.seen', { network: told.network, confirmations: told.confirmations })
                : t('deposit.coin.over')}
            </Notice>
          )}
          {isWaiting && <Address told={told} hasPicture={hasPicture} />}
          {isWaiting && told.memo !== null && <Notice tone="warn">{t('deposit.coin.memo.needed')}</Notice>}
        </Stack>
      </Card>
      <Stack>
        <Card title={t('deposit.coin.facts')}>
          <Facts
            items={[
              { key: 'network', name: t('deposit.coin.network'), value: told.network },
              {
                key: 'arrives',
                name: t('money.arrives'),
                value: <Amount value={told.account_amount} currency={told.account_currency} />,
              },
              { key: 'min', name: t('deposit.coin.min'), value: <Amount value={told.min} currency={told.coin} /> },
              { key: 'confirmations', name: t('deposit.coin.confirmations'), value: String(told.confirmations) },
              ...(told.quoted_until === null
                ? []
                : [{ key: 'until', name: t('deposit.coin.until'), value: time(told.quoted_until) }]),
            ]}
          />
        </Card>
        <Card>
          <Stack>
            <p>{t('deposit.coin.rate')}</p>
            <LinkButton look="plain" to={{ page: pageLinks.transfers }}>
              {t('deposit.toTransfers')}
            </LinkButton>
          </Stack>
        </Card>
      </Stack>
    </Columns>
  );
}

/** Where to, and how much: as a picture for a wallet and as text. */
function Address({ told, hasPicture }: CoinPaymentProps) {
  const { t } = useWords();
  return (
    <div className={styles.pay}>
      {hasPicture && <QrCode text={told.address} label={t('deposit.coin.code', { coin: told.coin })} />}
      <div className={styles.lines}>
        <PayLine name={t('deposit.coin.send')} value={told.amount} shown={<Amount value={told.amount} currency={told.coin} />} />
        <PayLine name={t('deposit.coin.address')} value={told.address} />
        {told.memo !== null && <PayLine name={t('deposit.coin.memo')} value={told.memo} />}
      </div>
    </div>
  );
}
