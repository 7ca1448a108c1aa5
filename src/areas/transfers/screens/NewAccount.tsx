import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import type { TransferDetails } from '../../../protocol/payment.ts';
import styles from './Details.module.css';

/** Document 1 §4: a payment account that nobody has seen before is proven with a paper, now or later. */
export function NewAccount({ kind }: { readonly kind: NonNullable<TransferDetails['needs_paper']> }) {
  const { t } = useWords();
  const [isLater, setLater] = useState(false);
  const shut = useGate('view_documents');
  if (isLater) return null;
  return (
    <Notice
      tone="warn"
      title={t('history.newAccount.title')}
      action={
        <div className={styles.actions}>
          <LinkButton to={{ page: pageLinks.verifyPayment }} refusal={shut?.message}>
            {t('history.newAccount.upload')}
          </LinkButton>
          <Button look="plain" onClick={() => setLater(true)}>
            {t('history.newAccount.later')}
          </Button>
        </div>
      }
    >
      {t(`history.newAccount.${kind}`)}
    </Notice>
  );
}
