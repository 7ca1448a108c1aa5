import { useState } from 'react';
import type { z } from 'zod';
import type { MoveRoute } from '../../../law/moves.ts';
import { smsPinCountries } from '../../../law/contacts.ts';
import { useClient } from '../../../ui/api/context.tsx';
import { CallFailure } from '../../../ui/api/failure.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useSecondsLeft } from '../../../ui/components/useSecondsLeft.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { movesContract } from '../contract.ts';
import styles from './Moves.module.css';

const { calls, forms } = movesContract;
type Sent = z.output<typeof calls.sendpin.output>;

interface ConfirmProps {
  readonly route: MoveRoute;
  /** It has begun: how far it is, the page tells. */
  readonly onProcessed: () => void;
}

/** Step 1 asks for the PIN, step 2 takes it. A wrong one has ended it, so that one begins anew. */
export function Confirm({ route, onProcessed }: ConfirmProps) {
  const { t } = useWords();
  const [sent, setSent] = useState<Sent>();
  const send = useWrite(route === 'uk' ? calls.sendpinUk : calls.sendpin);
  const [ended, setEnded] = useState<CallFailure | null>(null);
  const { country, mobile_phone: phone } = useClient();
  const comesBy = phone !== null && smsPinCountries.includes(country) ? 'sms' : 'email';
  const ask = (): void =>
    send.mutate(
      {},
      {
        onSuccess: (answer) => {
          setEnded(null);
          setSent(answer);
        },
      },
    );
  if (!sent)
    return (
      <Stack>
        <WriteFailure failure={send.error ?? ended} />
        <p>{t('moves.pin.how', { by: comesBy })}</p>
        <div>
          <Button isBusy={send.isPending} onClick={ask}>
            {t('moves.pin.send')}
          </Button>
        </div>
      </Stack>
    );
  const end = (failure: CallFailure): void => {
    setEnded(failure);
    setSent(undefined);
  };
  return (
    <Stack>
      <WriteFailure failure={send.error} />
      <PinForm route={route} by={sent.channel} onProcessed={onProcessed} onEnded={end} />
      <Again sent={sent} isBusy={send.isPending} ask={ask} />
    </Stack>
  );
}

interface PinFormProps extends ConfirmProps {
  readonly by: Sent['channel'];
  readonly onEnded: (failure: CallFailure) => void;
}

function PinForm({ route, by, onProcessed, onEnded }: PinFormProps) {
  const { t } = useWords();
  const process = useWrite(route === 'uk' ? calls.processUk : calls.process);
  const form = useForm({
    name: `moves.pin.${route}`,
    form: forms.pin,
    initial: { pin: '' },
    submit: async (typed) => {
      try {
        await process.mutateAsync(typed);
      } catch (error) {
        if (error instanceof CallFailure && (error.code === 'pin_wrong' || error.code === 'pin_expired')) return onEnded(error);
        throw error;
      }
      onProcessed();
    },
  });
  return <PlainForm form={form} given={{ pin: { words: { by } } }} verb={t('moves.process')} />;
}

function Again({ sent, isBusy, ask }: { readonly sent: Sent; readonly isBusy: boolean; readonly ask: () => void }) {
  const { t } = useWords();
  const left = useSecondsLeft(sent);
  return (
    <div className={styles.actions}>
      <Button look="plain" isBusy={isBusy} refusal={left > 0 ? t('moves.pin.wait', { seconds: left }) : undefined} onClick={ask}>
        {t('moves.pin.again')}
      </Button>
    </div>
  );
}
