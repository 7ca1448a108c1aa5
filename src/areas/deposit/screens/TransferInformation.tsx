import type { ReactNode } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { CopyButton } from '../../../ui/components/CopyButton.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { QrCode } from '../../../ui/components/QrCode.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import type { AnswerOf } from '../../../ui/api/send.ts';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { depositContract } from '../contract.ts';

import styles from './TransferInformation.module.css';

type Instructions = AnswerOf<typeof depositContract.calls.instructions>;

/** How to pay a deposit in a coin: the address with its picture, its network, what to send and until when that is worth what was quoted. */
export default function TransferInformation({ query }: Pick<ScreenProps<typeof depositContract.pages.information>, 'query'>) {
  const { t } = useWords();
  const isNamed = /^\d{1,12}$/.test(query.tid ?? '');
  const read = useRead(depositContract.calls.instructions, { tid: query.tid ?? '' }, { enabled: isNamed });
  return (
    <>
      <ScreenHead title={t('page.transferInformation')} text={t('deposit.coin.intro')} />
      {isNamed ? (
        <Loaded read={read} skeleton={<SkeletonCard lines={7} />}>
          {(data) => <HowToPay told={data} hasPicture={query.qr !== '0'} />}
        </Loaded>
      ) : (
        <Card>
          <EmptyState
            picture="wallet"
            title={t('deposit.coin.none.title')}
            text={t('deposit.coin.none.text')}
            action={<LinkButton to={{ page: pageLinks.deposit }}>{t('nav.deposit')}</LinkButton>}
          />
        </Card>
      )}
    </>
  );
}

function HowToPay({ told, hasPicture }: { readonly told: Instructions; readonly hasPicture: boolean }) {
  const { t, time } = useWords();
  const isWaiting = told.status === 'waiting_payment';
  return (
    <Columns kind="main-aside">
      <Card>
        <Stack>
          {isWaiting ? (
            <Notice tone="warn">{t('deposit.coin.only', { coin: told.coin, network: told.network })}</Notice>
          ) : (
            <Notice>{t('deposit.coin.over')}</Notice>
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
            <LinkButton look="plain" to={{ page: pageLinks.transfer, params: { id: told.transfer_id } }}>
              {t('deposit.coin.follow')}
            </LinkButton>
          </Stack>
        </Card>
      </Stack>
    </Columns>
  );
}

/** Where to, and how much: as a picture for a wallet and as text. */
function Address({ told, hasPicture }: { readonly told: Instructions; readonly hasPicture: boolean }) {
  const { t } = useWords();
  return (
    <div className={styles.pay}>
      {hasPicture && <QrCode text={told.address} label={t('deposit.coin.code', { coin: told.coin })} />}
      <div className={styles.lines}>
        <Line name={t('deposit.coin.send')} value={told.amount} shown={<Amount value={told.amount} currency={told.coin} />} />
        <Line name={t('deposit.coin.address')} value={told.address} />
        {told.memo !== null && <Line name={t('deposit.coin.memo')} value={told.memo} />}
      </div>
    </div>
  );
}

interface LineProps {
  readonly name: string;
  readonly value: string;
  readonly shown?: ReactNode;
}

/** Something to be copied as it stands. */
function Line({ name, value, shown }: LineProps) {
  return (
    <div className={styles.line}>
      <span className={styles.name}>{name}</span>
      <span className={styles.value} dir="ltr">
        {shown ?? value}
      </span>
      <CopyButton text={value} label={name} />
    </div>
  );
}
