import { lazy, Suspense, useState } from 'react';
import type { ContactKind } from '../../../law/contacts.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import type { Proving } from '../../../ui/proof/ProofDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { profileContract, type ContactSent } from '../contract.ts';

const { calls, forms } = profileContract;
const ProofDialog = lazy(() => import('../../../ui/proof/ProofDialog.tsx'));

/** What a PIN was sent for. */
export interface Waiting {
  /** Undefined: the one that counts now. */
  readonly value: string | undefined;
  readonly sent: ContactSent;
}

interface ValueProps {
  readonly what: ContactKind;
  readonly present: string | null;
  readonly onSent: (waiting: Waiting) => void;
}

/** The one that counts now is shown to be the client's: a PIN goes there. */
export function PresentValue({ what, present, onSent }: ValueProps) {
  const { t } = useWords();
  const send = useWrite(calls.sendContactPin);
  return (
    <Stack>
      <p>{t('profile.verify.to', { value: present ?? '' })}</p>
      <WriteFailure failure={send.error} />
      <div>
        <Button
          isBusy={send.isPending}
          onClick={() => send.mutate({ what }, { onSuccess: (sent) => onSent({ value: undefined, sent }) })}
        >
          {t('profile.pin.send')}
        </Button>
      </div>
    </Stack>
  );
}

/** Another one: the password is asked for before a PIN goes there. */
export function NewValue({ what, present, onSent }: ValueProps) {
  const { t } = useWords();
  const [proving, setProving] = useState<Proving>();
  const send = useWrite(calls.sendContactPin);
  const form = useForm({
    name: `profile.${what}`,
    form: forms[what],
    initial: { value: '' },
    keepsDraft: true,
    submit: async ({ value }) =>
      setProving({
        title: t(`profile.${what}.change`),
        text: t('profile.proof.text', { value }),
        action: t('profile.pin.send'),
        send: async (proof) => {
          const sent = await send.mutateAsync({ ...proof, what, value });
          form.reset();
          onSent({ value, sent });
        },
      }),
  });
  return (
    <Stack>
      {present !== null && <p>{t(`profile.${what}.now`, { value: present })}</p>}
      <PlainForm form={form} given={{}} verb={t('profile.goOn')} />
      {proving && (
        <Suspense>
          <ProofDialog proving={proving} onClose={() => setProving(undefined)} />
        </Suspense>
      )}
    </Stack>
  );
}
