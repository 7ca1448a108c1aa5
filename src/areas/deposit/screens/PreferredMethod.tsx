import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { depositContract } from '../contract.ts';

interface PreferredMethodProps {
  readonly chosen: number;
  readonly preferred: number | null;
}

/** Whether each deposit begins with the method that is chosen. */
export function PreferredMethod({ chosen, preferred }: PreferredMethodProps) {
  const { t } = useWords();
  const prefer = useWrite(depositContract.calls.prefer);
  const isPreferred = chosen === preferred;
  return (
    <>
      <WriteFailure failure={prefer.error} />
      <Button look="plain" isBusy={prefer.isPending} onClick={() => prefer.mutate({ method: isPreferred ? 0 : chosen })}>
        {t(isPreferred ? 'deposit.preferred.end' : 'deposit.preferred.begin')}
      </Button>
    </>
  );
}
