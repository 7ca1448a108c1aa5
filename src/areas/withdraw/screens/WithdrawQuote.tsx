import { useDebouncedValue } from '@mantine/hooks';
import { useRead } from '../../../ui/api/reads.ts';
import { isMore } from '../../../base/amount.ts';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { QuoteFacts } from '../../../ui/money/QuoteFacts.tsx';
import { QuoteFailure } from '../../../ui/money/QuoteFailure.tsx';
import { Split } from '../../../ui/money/Split.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { withdrawContract } from '../contract.ts';

interface Question {
  readonly account_number: string;
  readonly amount: string;
  readonly pm_id: string;
  readonly destination?: string;
}

const pauseMs = 250;

/** What it would cost and where it would go, line by line, as the amount is being typed. */
export function WithdrawQuote({ question, isAsked }: { readonly question: Question; readonly isAsked: boolean }) {
  const { t, money } = useWords();
  const asked = JSON.stringify(question);
  const [derived] = useDebouncedValue(asked, pauseMs);
  const read = useRead(withdrawContract.calls.quote, JSON.parse(derived) as Question, {
    enabled: isAsked && derived === asked,
    keepsLast: true,
  });
  if (!isAsked) return null;
  if (read.error) return <QuoteFailure read={read} />;
  if (!read.data) return <SkeletonCard lines={3} />;
  const { split, ...quote } = read.data;
  if (isMore(quote.amount, split.most))
    return <Notice tone="warn">{t('withdraw.beyond', { most: money(split.most, quote.currency) })}</Notice>;
  return (
    <>
      <QuoteFacts quote={quote} leaves={t('withdraw.confirm.leaves')} time={t('withdraw.confirm.time')} />
      <Split split={split} currency={quote.currency} />
    </>
  );
}
