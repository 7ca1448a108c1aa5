import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useDownload } from '../../../ui/api/download.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { PrepareExport } from '../../../ui/money/PrepareExport.tsx';
import { printDocument } from '../../../ui/page/print.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { statementFormats, statementsContract } from '../contract.ts';
import type { Days } from '../../../protocol/quickPeriods.ts';
import styles from './Statements.module.css';

type Format = (typeof statementFormats)[number];

interface FilesProps {
  readonly asked: Days & { readonly number: string };
  /** Too long for pages of paper. */
  readonly isLong: boolean;
}

/** The statement to be kept or printed. */
export function Files({ asked, isLong }: FilesProps) {
  const { t } = useWords();
  const shut = useGate('export_transfers');
  const file = useDownload(statementsContract.calls.file);
  const [busy, setBusy] = useState<Format>();
  const take = async (format: Format): Promise<void> => {
    setBusy(format);
    await file.start({ ...asked, format }, format === 'print' ? printDocument : undefined);
    setBusy(undefined);
  };
  const refusalOf = (format: Format): string | undefined =>
    isLong && (format === 'pdf' || format === 'print') ? t('statements.long') : shut?.message;
  return (
    <div className={styles.files}>
      {statementFormats.map((format) => (
        <Button
          key={format}
          look="plain"
          icon={format === 'print' ? 'file' : 'download'}
          isBusy={busy === format}
          refusal={refusalOf(format)}
          onClick={() => void take(format)}
        >
          {t(`statements.format.${format}`)}
        </Button>
      ))}
      {isLong && <PrepareExport asked={{ kind: 'statement', ...asked }} format="xlsx" label={t('money.export')} />}
      <WriteFailure failure={file.failure} />
    </div>
  );
}
