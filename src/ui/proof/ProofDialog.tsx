import { lazy, Suspense, useState } from 'react';
import { proofForm, type Proof } from '../../protocol/proof.ts';
import type { CallFailure } from '../api/failure.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { SkeletonLine } from '../components/Skeleton.tsx';
import { WriteFailure } from '../components/States.tsx';
import { FormFields } from '../form/FormFields.tsx';
import { FormLayout } from '../form/FormLayout.tsx';
import { useForm } from '../form/useForm.ts';
import { readAskedFactor, type AskedFactor } from './askedFactor.ts';

const PasskeyButton = lazy(() => import('./PasskeyButton.tsx'));

export interface Proving {
  readonly title: string;
  readonly text: string;
  /** What the button says. */
  readonly action: string;
  readonly isDanger?: boolean;
  /** The call that asks for the proof. */
  readonly send: (proof: Proof) => Promise<unknown>;
}

/**
 * Asks for the password, and for the second factor where there is one, before a call that a session alone may not do. Loaded by
 * itself, with the schema of its form.
 */
export default function ProofDialog({ proving, onClose }: { readonly proving: Proving; readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={proving.title}>
      <ProofForm proving={proving} onDone={onClose} />
    </Dialog>
  );
}

function ProofForm({ proving, onDone }: { readonly proving: Proving; readonly onDone: () => void }) {
  const [asked, setAsked] = useState<AskedFactor>();
  const [refused, setRefused] = useState<CallFailure | null>(null);
  const form = useForm({
    name: 'proof',
    form: proofForm,
    initial: { password: '', code: '' },
    hidden: () => (asked?.hasCodes ? [] : ['code']),
    submit: async (proof) => {
      setRefused(null);
      try {
        await proving.send(proof);
      } catch (error) {
        const factor = readAskedFactor(error);
        if (!factor) throw error;
        return setAsked(factor);
      }
      onDone();
    },
  });
  const { password } = form.values;
  const isByPasskey = asked?.passkey !== undefined && !asked.hasCodes;
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          !isByPasskey && (
            <Button type="submit" look={proving.isDanger ? 'danger' : 'main'} isBusy={form.isBusy}>
              {proving.action}
            </Button>
          )
        }
      >
        <p>{proving.text}</p>
        <WriteFailure failure={refused} />
        {asked?.passkey && (
          <Suspense fallback={<SkeletonLine />}>
            <PasskeyButton
              options={asked.passkey}
              send={async (passkey) => {
                await proving.send({ password, passkey });
                onDone();
              }}
              onRefused={(failure) => {
                setRefused(failure);
                setAsked(undefined);
              }}
            />
          </Suspense>
        )}
        <FormFields form={form} given={{}} />
      </FormLayout>
    </form>
  );
}
