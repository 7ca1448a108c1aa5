import { useDebouncedValue } from '@mantine/hooks';
import { useRead } from '../../../ui/api/reads.ts';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { QuoteFacts } from '../../../ui/money/QuoteFacts.tsx';
import { QuoteFailure } from '../../../ui/money/QuoteFailure.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { depositContract } from '../contract.ts';

interface Question {
  readonly account_number: string;
  readonly pm_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly crypto_network: string;
}

const pauseMs = 250;

/** What arrives of the amount as it is being typed. */
export function DepositQuote({ question, isAsked }: { readonly question: Question; readonly isAsked: boolean }) {
  const { t } = useWords();
  const { account_number, pm_id, currency, amount, crypto_network: coin } = question;
  const inCoin = coin === '' ? {} : { crypto_network: coin };
  const [derived] = useDebouncedValue(JSON.stringify({ account_number, pm_id, currency, amount, ...inCoin }), pauseMs);
  const read = useRead(depositContract.calls.quote, JSON.parse(derived) as Omit<Question, 'crypto_network'>, {
    enabled: isAsked && derived.includes(`"amount":"${amount}"`),
    keepsLast: true,
  });
  if (!isAsked) return null;
  if (read.error) return <QuoteFailure read={read} />;
  return read.data ? <QuoteFacts quote={read.data} leaves={t('deposit.confirm.leaves')} /> : <SkeletonCard lines={3} />;
}
