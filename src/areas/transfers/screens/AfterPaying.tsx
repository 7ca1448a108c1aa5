import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useDownload } from '../../../ui/api/download.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { printDocument } from '../../../ui/page/print.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import type { TransferDetails } from '../../../protocol/payment.ts';
import { receiptFormats, transferReceipt } from '../../../protocol/receipt.ts';
import styles from './Details.module.css';

/** What there is to do once the money is there: trade with it, and keep the receipt. */
export function AfterPaying({ transfer: { id, trade_account: login } }: { readonly transfer: TransferDetails }) {
  const { t } = useWords();
  const shut = useGate('trade');
  return (
    <div className={styles.actions}>
      {login !== null && (
        <LinkButton
          icon="terminal"
          to={{ page: pageLinks.webtrader, query: { is_demo: 0, login } }}
          refusal={shut?.message}
          isRefusalShown={false}
        >
          {t('history.trade')}
        </LinkButton>
      )}
      <Receipt id={id} />
    </div>
  );
}

type Format = (typeof receiptFormats)[number];

function Receipt({ id }: { readonly id: number }) {
  const { t } = useWords();
  const shut = useGate('export_transfers');
  const file = useDownload(transferReceipt);
  const [busy, setBusy] = useState<Format>();
  const take = async (format: Format): Promise<void> => {
    setBusy(format);
    await file.start({ tid: String(id), format }, format === 'print' ? printDocument : undefined);
    setBusy(undefined);
  };
  return (
    <>
      {receiptFormats.map((format) => (
        <Button
          key={format}
          look="plain"
          icon={format === 'print' ? 'file' : 'download'}
          isBusy={busy === format}
          refusal={shut?.message}
          isRefusalShown={false}
          onClick={() => void take(format)}
        >
          {t(`history.receipt.${format}`)}
        </Button>
      ))}
      <WriteFailure failure={file.failure} />
    </>
  );
}
