import { Button } from '../../../ui/components/Button.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { OlderRows } from './useOlder.ts';
import styles from './Details.module.css';

interface OlderProps {
  readonly older: Pick<OlderRows<unknown>, 'isMore' | 'isBusy' | 'failure' | 'more'>;
  readonly verb: 'accounts.trades.more' | 'accounts.orders.more' | 'accounts.shares.more';
}

/** Below a list: leads to what was before. */
export function Older({ older, verb }: OlderProps) {
  const { t } = useWords();
  return (
    <div className={styles.more}>
      <WriteFailure failure={older.failure} />
      {older.isMore && (
        <Button look="plain" isWide isBusy={older.isBusy} onClick={older.more}>
          {t(verb)}
        </Button>
      )}
    </div>
  );
}
