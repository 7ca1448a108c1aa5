import { lazy, Suspense, useRef, type RefObject } from 'react';
import type { AskProps, Question } from './Ask.tsx';
import { isPro } from './given.tsx';

const AskDialog = lazy(() => import('./Ask.tsx'));

/** Fetched once something is asked back, which it seldom is. */
export function Ask(props: AskProps) {
  return (
    <Suspense>
      <AskDialog {...props} />
    </Suspense>
  );
}

interface AskingParts {
  readonly question: Question | undefined;
  readonly setQuestion: (question: Question | undefined) => void;
  /** The tax number comes later. */
  readonly onLater: () => void;
}

/** What of the second step, or of the yearly confirmation, something is asked back about. */
interface AskedForm {
  readonly values: { readonly account: string; readonly risk_understanding: string };
  readonly set: (name: 'account' | 'risk_understanding', value: string) => void;
  readonly frame: { readonly ref: RefObject<HTMLFormElement | null> };
}

/** What each answer to what is asked back does to the form. */
export function useAsking(form: AskedForm, { question, setQuestion, onLater }: AskingParts) {
  const before = useRef('');
  const choose = (name: 'account' | 'risk_understanding') => (value: string) => {
    if (name === 'account' && isPro(value)) {
      before.current = form.values.account;
      setQuestion('pro');
    }
    if (name === 'risk_understanding' && value === 'no') setQuestion('risk');
    form.set(name, value);
  };
  const stay = (): void => {
    setQuestion(undefined);
    if (question === 'pro') form.set('account', before.current);
    if (question === 'risk') form.set('risk_understanding', '');
  };
  const go = (): void => {
    setQuestion(undefined);
    if (question !== 'tax_number') return;
    onLater();
    form.frame.ref.current?.requestSubmit();
  };
  return { choose, stay, go };
}
