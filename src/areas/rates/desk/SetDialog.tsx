import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { TextField } from '../../../ui/components/Field.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { ratesContract, type DeskRate } from '../contract.ts';

/** Another rate, from today on; a second person has to agree. */
export function SetDialog({ of, onClose }: { readonly of: DeskRate; readonly onClose: () => void }) {
  const { t } = useWords();
  const [rate, setRate] = useState('');
  const write = useWrite(ratesContract.calls.set);
  const { currency } = of;
  const act = async (reason: string): Promise<void> => {
    await write.mutateAsync({ currency, rate: rate.trim(), reason });
    showToast({ tone: 'gain', title: t('rates.desk.asked') });
  };
  return (
    <ReasonDialog
      name={`rate/${currency}`}
      title={t('rates.desk.changeOf', { currency })}
      verb={t('rates.desk.ask')}
      fields={['rate', 'currency', 'day']}
      onClose={onClose}
      act={act}
    >
      {(errors) => (
        <>
          <Notice tone="note">{t('rates.desk.second')}</Notice>
          <TextField
            name="rate"
            inputMode="decimal"
            label={t('rates.desk.newRate', { currency })}
            help={t('rates.desk.newRate.help', { rate: of.rate })}
            error={errors['rate'] ?? errors['currency'] ?? errors['day']}
            value={rate}
            onChange={({ target }) => setRate(target.value)}
          />
        </>
      )}
    </ReasonDialog>
  );
}
