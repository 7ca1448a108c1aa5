import { useDebouncedValue } from '@mantine/hooks';
import { useRead } from '../../../ui/api/reads.ts';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { QuoteFacts } from '../../../ui/money/QuoteFacts.tsx';
import { QuoteFailure } from '../../../ui/money/QuoteFailure.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { internalTransferContract } from '../contract.ts';

interface Question {
  readonly account_number: string;
  readonly target_account_number: string;
  readonly amount: string;
}

const pauseMs = 250;
const againMs = 30_000;

/** What arrives of the amount as it is being typed, at the rate of now. */
export function TransferQuote({ question, isAsked }: { readonly question: Question; readonly isAsked: boolean }) {
  const { t } = useWords();
  const { account_number, target_account_number, amount } = question;
  const [derived] = useDebouncedValue(JSON.stringify({ account_number, target_account_number, amount }), pauseMs);
  const read = useRead(internalTransferContract.calls.quote, JSON.parse(derived) as Question, {
    enabled: isAsked && derived.includes(`"amount":"${amount}"`),
    keepsLast: true,
    everyMs: againMs,
  });
  if (!isAsked) return null;
  if (read.error) return <QuoteFailure read={read} />;
  if (!read.data) return <SkeletonCard lines={3} />;
  return <QuoteFacts quote={{ ...read.data, arrives: 'at_once' }} leaves={t('transfer.confirm.leaves')} />;
}
