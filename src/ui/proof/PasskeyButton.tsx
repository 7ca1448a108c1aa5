import { useState } from 'react';
import type { PasskeyAnswer } from '../../protocol/proof.ts';
import { CallFailure } from '../api/failure.ts';
import { answerPasskey, PasskeyFailure, type PasskeyOptions } from './passkeys.ts';
import { useWords } from '../words/context.tsx';
import { Button } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';

interface PasskeyButtonProps {
  readonly options: PasskeyOptions;
  readonly send: (answer: PasskeyAnswer) => Promise<unknown>;
  /** The challenge is used up: who wants to try again asks for another one. */
  readonly onRefused: (failure: CallFailure) => void;
}

/** The second factor by a passkey. Loaded by itself where one is asked for, with the library. */
export default function PasskeyButton({ options, send, onRefused }: PasskeyButtonProps) {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const press = async (): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      await send(await answerPasskey(options));
    } catch (error) {
      setBusy(false);
      if (error instanceof CallFailure) return onRefused(error);
      if (!(error instanceof PasskeyFailure)) throw error;
      setFailed(true);
    }
  };
  return (
    <>
      {hasFailed && <Notice tone="warn">{t('session.passkey.failed')}</Notice>}
      <Button isWide isBusy={isBusy} onClick={() => void press()}>
        {t('session.passkey.use')}
      </Button>
    </>
  );
}
