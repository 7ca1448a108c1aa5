import { useEffect, useRef, useState, type FormEvent } from 'react';
import { CallFailure } from '../ui/api/failure.ts';
import { Button } from '../ui/components/Button.tsx';
import { PasswordField, TextField } from '../ui/components/Field.tsx';
import { WriteFailure } from '../ui/components/States.tsx';
import { useWords } from '../ui/words/context.tsx';
import styles from './Entry.module.css';
import { useShell } from './shell.tsx';

interface SignInFormProps {
  /** The address that is known from before: over a locked page only the password is asked for. */
  readonly who?: string;
}

/** E-mail and password, and where the second factor is on, its code in a second step. */
export function SignInForm({ who }: SignInFormProps) {
  const { t } = useWords();
  const form = useSignIn(who);
  const isSecondStep = form.step === 'code';
  return (
    <form className={styles.form} {...form.frame} noValidate>
      <WriteFailure failure={form.failure} />
      {!isSecondStep && who === undefined && (
        <TextField
          name="id"
          label={t('desk.signIn.id')}
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={form.typed.id}
          error={form.errors.id}
          onChange={(event) => form.type({ id: event.target.value })}
        />
      )}
      {!isSecondStep && (
        <PasswordField
          name="password"
          label={t('desk.signIn.password')}
          autoComplete="current-password"
          value={form.typed.password}
          error={form.errors.password}
          onChange={(event) => form.type({ password: event.target.value })}
        />
      )}
      {isSecondStep && (
        <TextField
          name="code"
          label={t('desk.signIn.code')}
          help={t('desk.signIn.code.help')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={form.typed.code}
          error={form.errors.code}
          onChange={(event) => form.type({ code: event.target.value })}
        />
      )}
      <Button type="submit" isWide isBusy={form.isBusy}>
        {t(isSecondStep ? 'desk.signIn.confirm' : 'desk.signIn')}
      </Button>
      {isSecondStep && (
        <Button look="quiet" isWide onClick={form.goBack}>
          {t('desk.signIn.back')}
        </Button>
      )}
    </form>
  );
}

type Typed = Readonly<Record<'id' | 'password' | 'code', string>>;

function useSignIn(who: string | undefined) {
  const { t } = useWords();
  const { session } = useShell();
  const [typed, setTyped] = useState<Typed>({ id: who ?? '', password: '', code: '' });
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [errors, setErrors] = useState<Partial<Typed>>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const faults = Object.keys(errors).join(' ');
  useEffect(() => place.current?.querySelector<HTMLElement>(step === 'code' ? '[name="code"]' : 'input')?.focus(), [step]);
  useEffect(() => {
    if (faults !== '') place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  const send = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const { id, password, code } = typed;
      await session.signIn({ id: id.trim(), password, ...(step === 'code' ? { code: code.trim() } : {}) });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setBusy(false);
      if (error.code === 'second_factor_required') return setStep('code');
      if (error.code === 'wrong_code') return setErrors({ code: error.sentence ?? '' });
      setFailure(error);
    }
  };
  return {
    typed,
    step,
    errors,
    failure,
    isBusy,
    type: (part: Partial<Typed>): void => {
      setTyped({ ...typed, ...part });
      setErrors({});
    },
    goBack: (): void => {
      setStep('password');
      setFailure(null);
    },
    frame: {
      ref: place,
      onSubmit: (event: FormEvent): void => {
        event.preventDefault();
        const asked: readonly (keyof Typed)[] = step === 'code' ? ['code'] : ['id', 'password'];
        const missing = asked.filter((name) => typed[name].trim() === '');
        setErrors(Object.fromEntries(missing.map((name) => [name, t('ui.check.missing')])));
        if (missing.length === 0 && !isBusy) void send();
      },
    },
  };
}
