import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { aboutKinds, suspicionsContract, type AboutKind } from '../contract.ts';

interface RaiseDialogProps {
  readonly clientId: string;
  /** The file that it is added to; left out, compliance is told, and nobody hears whether there is one. */
  readonly file?: number;
  /** What it is about, where that is known from where one stands. */
  readonly known?: { readonly about: AboutKind; readonly id: string };
  readonly onClose: () => void;
}

/** What was seen, and what it is about. */
export function RaiseDialog({ clientId, file, known, onClose }: RaiseDialogProps) {
  const { t } = useWords();
  const raise = useWrite(suspicionsContract.calls.raise);
  const attach = useWrite(suspicionsContract.calls.attach);
  const [about, setAbout] = useState<AboutKind>(known?.about ?? 'client');
  const [number, setNumber] = useState(known?.id ?? '');
  return (
    <ReasonDialog
      name={`suspicion/${clientId}/${file ?? 'new'}`}
      title={t(file === undefined ? 'suspicions.desk.raise' : 'suspicions.desk.attach')}
      verb={t(file === undefined ? 'suspicions.desk.send' : 'suspicions.desk.attach')}
      onClose={onClose}
      fields={['about', 'about_id']}
      act={async (reason) => {
        const of = { about, ...(about === 'client' ? {} : { about_id: number.trim() }), reason };
        if (file === undefined) await raise.mutateAsync({ client_id: clientId, ...of });
        else await attach.mutateAsync({ id: String(file), ...of });
        showToast({ tone: 'gain', title: t('suspicions.desk.sent') });
      }}
    >
      {(errors) => (
        <>
          <Notice tone="warn">{t('suspicions.desk.silent')}</Notice>
          {known === undefined && (
            <SelectField
              name="about"
              label={t('suspicions.desk.about')}
              error={errors['about']}
              value={about}
              onChange={({ target }) => setAbout(aboutKinds.find((each) => each === target.value) ?? 'client')}
              options={aboutKinds.map((value) => ({ value, label: t(`suspicions.desk.about.${value}`) }))}
            />
          )}
          {known === undefined && about !== 'client' && (
            <TextField
              name="about_id"
              label={t('suspicions.desk.number')}
              inputMode="numeric"
              autoComplete="off"
              error={errors['about_id']}
              value={number}
              onChange={({ target }) => setNumber(target.value)}
            />
          )}
        </>
      )}
    </ReasonDialog>
  );
}
