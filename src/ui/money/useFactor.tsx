import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { PasskeyAnswer } from '../../protocol/proof.ts';
import type { CallFailure } from '../api/failure.ts';
import { TextField } from '../components/Field.tsx';
import { Notice } from '../components/Notice.tsx';
import { SkeletonLine } from '../components/Skeleton.tsx';
import { readAskedFactor, type AskedFactor } from '../proof/askedFactor.ts';
import { useWords } from '../words/context.tsx';

const PasskeyButton = lazy(() => import('../proof/PasskeyButton.tsx'));

interface FactorParts {
  /** The confirmation has said that the saving takes the second factor. */
  readonly isRequired: boolean;
  readonly failure: CallFailure | null;
  readonly send: (answer: { readonly passkey: PasskeyAnswer }) => Promise<unknown>;
}

interface Factor {
  readonly code: string;
  /** What is drawn above the buttons; undefined where none is asked for. */
  readonly field: ReactNode;
  /** What the server says is told at the field. */
  readonly isAtField: boolean;
}

/** The second factor, before money goes somewhere new: a code that is typed, or a passkey. */
export function useFactor({ isRequired, failure, send }: FactorParts): Factor {
  const { t } = useWords();
  const [asked, setAsked] = useState<AskedFactor>();
  const [code, setCode] = useState('');
  const [known, setKnown] = useState<CallFailure | null>(null);
  if (failure !== known) {
    setKnown(failure);
    const told = readAskedFactor(failure);
    if (told) setAsked(told);
  }
  if (!isRequired) return { code: '', field: undefined, isAtField: false };
  const isWrong = failure?.code === 'wrong_code';
  return {
    code,
    isAtField: (isWrong && asked?.hasCodes === true) || failure?.code === 'second_factor_required',
    field: (
      <>
        <Notice tone="note">{t('money.factor.why')}</Notice>
        {asked?.passkey && (
          <Suspense fallback={<SkeletonLine />}>
            <PasskeyButton options={asked.passkey} send={(passkey) => send({ passkey })} onRefused={() => setAsked(undefined)} />
          </Suspense>
        )}
        {asked?.hasCodes && (
          <TextField
            name="code"
            label={t('session.code.label')}
            help={t('session.code.help')}
            error={isWrong ? failure.sentence : undefined}
            autoComplete="one-time-code"
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </>
    ),
  };
}
