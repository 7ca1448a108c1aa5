import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { depositContract } from '../contract.ts';
import { BankTransfer } from './BankTransfer.tsx';
import { CoinPayment } from './CoinPayment.tsx';

type Query = ScreenProps<typeof depositContract.pages.information>['query'];

/** How to pay a deposit that leads to no page of a provider: in a coin, or from one's bank. */
export default function TransferInformation({ query }: Pick<ScreenProps<typeof depositContract.pages.information>, 'query'>) {
  const { t } = useWords();
  const asked = askedOf(query);
  const read = useRead(depositContract.calls.instructions, asked ?? {}, { enabled: asked !== undefined });
  const isNone = asked === undefined || read.error?.code === 'no_waiting_deposit';
  return (
    <>
      <ScreenHead
        title={t('page.transferInformation')}
        text={read.data ? t(read.data.by === 'bank' ? 'deposit.transfer.intro' : 'deposit.coin.intro') : undefined}
      />
      {isNone ? (
        <Nothing query={query} />
      ) : (
        <Loaded read={read} skeleton={<SkeletonCard lines={7} />}>
          {(data) =>
            data.by === 'coin' ? (
              <CoinPayment told={data} hasPicture={query.qr !== '0'} />
            ) : (
              <BankTransfer told={data} isAsked={query.deposit_request === '1'} />
            )
          }
        </Loaded>
      )}
    </>
  );
}

/** By its number, else by whatever the address tells of it; undefined where that is nothing. */
function askedOf({ tid, source_currency, crypto_network, amount, account_number }: Query) {
  if (tid !== undefined && /^\d{1,12}$/.test(tid)) return { tid };
  const account = account_number !== undefined && /^\d{1,12}$/.test(account_number) ? { account_number } : {};
  const told = { source_currency, crypto_network, amount, ...account };
  return Object.values(told).some((value) => value !== undefined) ? told : undefined;
}

/** Nothing waits that fits: the form begins with what was told. */
function Nothing({ query }: { readonly query: Query }) {
  const { t } = useWords();
  const { source_currency: currency, amount, account_number: acc, crypto_network: coin } = query;
  const begun = { ...(acc === undefined ? {} : { acc }), ...(coin === undefined ? { currency, amount } : {}) };
  const form = coin === undefined ? {} : { form_data: JSON.stringify({ pm_id: 337, crypto_network: coin }) };
  return (
    <Card>
      <EmptyState
        picture="wallet"
        title={t('deposit.coin.none.title')}
        text={t('deposit.coin.none.text')}
        action={
          <LinkButton to={{ page: depositContract.pages.form, query: { ...begun, ...form } }}>{t('nav.deposit')}</LinkButton>
        }
      />
    </Card>
  );
}
