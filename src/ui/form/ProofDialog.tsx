import { useState } from 'react';
import { askedFactors, proofForm, type AskedFactors, type Proof } from '../../protocol/proof.ts';
import { CallFailure } from '../api/failure.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { FormFields } from './FormFields.tsx';
import { FormLayout } from './FormLayout.tsx';
import { useForm } from './useForm.ts';

export interface Proving {
  readonly title: string;
  readonly text: string;
  /** What the button says. */
  readonly action: string;
  readonly isDanger?: boolean;
  /** The call that asks for the proof. */
  readonly send: (proof: Proof) => Promise<unknown>;
}

/** Asks for the password, and for the second factor where there is one, before a call that a session alone may not do. */
export function ProofDialog({ proving, onClose }: { readonly proving: Proving | undefined; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={proving !== undefined} onClose={onClose} title={proving?.title}>
      {proving && <ProofForm proving={proving} onDone={onClose} />}
    </Dialog>
  );
}

function ProofForm({ proving, onDone }: { readonly proving: Proving; readonly onDone: () => void }) {
  const [asked, setAsked] = useState<AskedFactors>();
  const form = useForm({
    name: 'proof',
    form: proofForm,
    initial: { password: '', code: '' },
    hidden: () => (asked === undefined ? ['code'] : []),
    submit: async (proof) => {
      try {
        await proving.send(proof);
      } catch (error) {
        if (!(error instanceof CallFailure) || error.code !== 'second_factor_required') throw error;
        return setAsked(askedFactors.parse(error.data));
      }
      onDone();
    },
  });
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" look={proving.isDanger ? 'danger' : 'main'} isBusy={form.isBusy}>
            {proving.action}
          </Button>
        }
      >
        <p>{proving.text}</p>
        <FormFields form={form} given={{}} />
      </FormLayout>
    </form>
  );
}
