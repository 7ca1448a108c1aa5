import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { depositContract } from '../contract.ts';
import { BankTransfer } from './BankTransfer.tsx';
import { CoinPayment } from './CoinPayment.tsx';

/** How to pay a deposit that leads to no page of a provider: in a coin, or from one's bank. */
export default function TransferInformation({ query }: Pick<ScreenProps<typeof depositContract.pages.information>, 'query'>) {
  const { t } = useWords();
  const isNamed = /^\d{1,12}$/.test(query.tid ?? '');
  const read = useRead(depositContract.calls.instructions, { tid: query.tid ?? '' }, { enabled: isNamed });
  return (
    <>
      <ScreenHead
        title={t('page.transferInformation')}
        text={read.data ? t(read.data.by === 'bank' ? 'deposit.transfer.intro' : 'deposit.coin.intro') : undefined}
      />
      {isNamed ? (
        <Loaded read={read} skeleton={<SkeletonCard lines={7} />}>
          {(data) =>
            data.by === 'coin' ? (
              <CoinPayment told={data} hasPicture={query.qr !== '0'} />
            ) : (
              <BankTransfer told={data} isAsked={query.deposit_request === '1'} />
            )
          }
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
