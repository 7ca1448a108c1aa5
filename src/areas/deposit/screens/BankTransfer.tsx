import { useEffect, useRef } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, Stack } from '../../../ui/components/Card.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { depositContract } from '../contract.ts';
import { PayLine } from './PayLine.tsx';
import styles from './TransferInformation.module.css';

interface BankTransferProps {
  readonly told: Extract<AnswerOf<typeof depositContract.calls.instructions>, { by: 'bank' }>;
  /** The letter with all this is sent without a touch. */
  readonly isAsked: boolean;
}

/** A deposit from the client's own bank: the broker's account, and the reference without which nobody knows whose the money is. */
export function BankTransfer({ told, isAsked }: BankTransferProps) {
  const { t } = useWords();
  const isWaiting = told.status === 'waiting_payment';
  return (
    <Columns kind="main-aside">
      <Card>
        <Stack>
          <Notice tone={isWaiting ? 'warn' : 'note'}>
            {t(isWaiting ? 'deposit.transfer.only' : 'deposit.transfer.over', { reference: told.reference })}
          </Notice>
          {isWaiting && <Account told={told} />}
          {isWaiting && <Letter told={told} isAsked={isAsked} />}
        </Stack>
      </Card>
      <Aside told={told} />
    </Columns>
  );
}

function Account({ told }: Pick<BankTransferProps, 'told'>) {
  const { t } = useWords();
  const { amount, currency, reference, holder, number, bic, bank, bank_address: address } = told;
  return (
    <div className={styles.lines}>
      <PayLine name={t('deposit.transfer.reference')} value={reference} />
      <PayLine name={t('deposit.transfer.amount')} value={amount} shown={<Amount value={amount} currency={currency} />} />
      <PayLine name={t('deposit.transfer.holder')} value={holder} />
      <PayLine name={t('deposit.transfer.number')} value={number} />
      <PayLine name={t('deposit.transfer.bic')} value={bic} />
      <PayLine name={t('deposit.transfer.bank')} value={bank} />
      <PayLine name={t('deposit.transfer.address')} value={address} />
    </div>
  );
}

/** The same by mail, once for each deposit however often it is asked for. */
function Letter({ told, isAsked }: BankTransferProps) {
  const { t } = useWords();
  const request = useWrite(depositContract.calls.request);
  const isDue = useRef(isAsked);
  const send = (): void => request.mutate({ remittance_id: told.transfer_id });
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    send();
  });
  return (
    <>
      <WriteFailure failure={request.error} />
      <div aria-live="polite">
        {request.isSuccess ? (
          <p>{t('deposit.transfer.sent')}</p>
        ) : (
          <Button look="plain" icon="inbox" isBusy={request.isPending} onClick={send}>
            {t('deposit.transfer.send')}
          </Button>
        )}
      </div>
    </>
  );
}

function Aside({ told }: Pick<BankTransferProps, 'told'>) {
  const { t, dateTime } = useWords();
  return (
    <Stack>
      <Card title={t('deposit.coin.facts')}>
        <Facts
          items={[
            {
              key: 'arrives',
              name: t('money.arrives'),
              value: <Amount value={told.account_amount} currency={told.account_currency} />,
            },
            { key: 'until', name: t('deposit.transfer.until'), value: dateTime(told.expected_until) },
          ]}
        />
      </Card>
      <Card>
        <Stack>
          <p>{t('deposit.transfer.own')}</p>
          {told.quoted_until !== null && <p>{t('deposit.transfer.rate')}</p>}
          <LinkButton look="plain" to={{ page: pageLinks.transfers }}>
            {t('deposit.toTransfers')}
          </LinkButton>
          <PageLink to={{ page: pageLinks.transfer, params: { id: told.transfer_id } }}>{t('deposit.transfer.proof')}</PageLink>
        </Stack>
      </Card>
    </Stack>
  );
}
