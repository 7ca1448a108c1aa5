import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useDownload } from '../../../ui/api/download.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { printDocument } from '../../../ui/page/print.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { goldContract, statementFormats } from '../contract.ts';
import styles from './Gold.module.css';

type Format = (typeof statementFormats)[number];

/** What moved over some days, to be kept or printed; until somebody chooses, this year so far. */
export function Files({ today }: { readonly today: string }) {
  const { t } = useWords();
  const shut = useGate('export_transfers');
  const file = useDownload(goldContract.calls.file);
  const [days, setDays] = useState({ from: `${today.slice(0, 4)}-01-01`, till: today });
  const [busy, setBusy] = useState<Format>();
  const take = async (format: Format): Promise<void> => {
    setBusy(format);
    await file.start({ ...days, format }, format === 'print' ? printDocument : undefined);
    setBusy(undefined);
  };
  return (
    <div className={styles.files}>
      <div className={styles.days}>
        <DayField label={t('gold.file.from')} value={days.from} last={days.till} onDay={(from) => setDays({ ...days, from })} />
        <DayField label={t('gold.file.till')} value={days.till} first={days.from} onDay={(till) => setDays({ ...days, till })} />
      </div>
      <div className={styles.actions}>
        {statementFormats.map((format) => (
          <Button
            key={format}
            look="plain"
            icon={format === 'print' ? 'file' : 'download'}
            isBusy={busy === format}
            refusal={shut?.message}
            onClick={() => void take(format)}
          >
            {t(`gold.file.format.${format}`)}
          </Button>
        ))}
      </div>
      <WriteFailure failure={file.failure} />
    </div>
  );
}
