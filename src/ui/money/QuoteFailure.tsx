import type { CallFailure } from '../api/failure.ts';
import { Button } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';
import { WayAfter } from '../components/States.tsx';
import { useWords } from '../words/context.tsx';

interface QuoteFailureProps {
  readonly read: { readonly error: CallFailure | null; readonly refetch: () => unknown };
}

/** Why it cannot be said what an amount comes to, and how one goes on: as the refusal says, or by asking once more. */
export function QuoteFailure({ read: { error, refetch } }: QuoteFailureProps) {
  const { t } = useWords();
  if (error === null) return null;
  const again = (
    <Button look="plain" size="small" onClick={() => void refetch()}>
      {t('ui.again')}
    </Button>
  );
  return (
    <Notice tone="warn" action={error.kind === 'refused' ? <WayAfter failure={error} /> : again}>
      {error.sentence ?? t('money.quote.none')}
    </Notice>
  );
}
