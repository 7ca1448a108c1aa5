import { useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { useWords } from '../ui/words/context.tsx';
import { CallFailure } from '../ui/api/failure.ts';
import type { Api } from '../ui/api/send.ts';
import { Button } from '../ui/components/Button.tsx';
import { PasswordField, TextField } from '../ui/components/Field.tsx';
import { Notice } from '../ui/components/Notice.tsx';
import { CaptchaFailure } from './captcha.ts';
import { signIn } from './signIn.ts';
import styles from './entrance.module.css';

interface SignInFormProps {
  readonly api: Api;
  /** Known from before: the lock screen asks for the password alone. */
  readonly who?: string | undefined;
  readonly onSignedIn: () => void;
}

type Field = 'id' | 'password' | 'code';

/** Sign-in by e-mail or client number (document 2 §5), and by the second factor where there is one; on the entrance and over a locked page. */
export function SignInForm(props: SignInFormProps) {
  const { t } = useWords();
  const { idField, passwordField, codeField, failure, isBusy, submit } = useSignIn(props);
  const isLock = props.who !== undefined;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {failure instanceof CallFailure && <SignInFailure failure={failure} />}
      {failure instanceof CaptchaFailure && <CaptchaTrouble failure={failure} isBusy={isBusy} />}
      {isLock ? (
        <KnownId id={idField.value} />
      ) : (
        <TextField
          {...idField}
          name="id"
          label={t('session.id.label')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          dir="ltr"
        />
      )}
      <PasswordField
        {...passwordField}
        name="password"
        label={t('session.password.label')}
        autoComplete="current-password"
        // The lock screen has nothing else to do; a person who is asked for a password wants to type it.
        autoFocus={isLock}
        dir="ltr"
      />
      {codeField && (
        <TextField
          {...codeField}
          name="code"
          label={t('session.code.label')}
          help={t('session.code.help')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          autoFocus
          dir="ltr"
        />
      )}
      <Button type="submit" isWide isBusy={isBusy}>
        {t(isLock ? 'session.unlock' : 'session.signIn')}
      </Button>
    </form>
  );
}

/** What is typed, what is wrong with it, and what became of sending it. */
function useSignIn({ api, who, onSignedIn }: SignInFormProps) {
  const { t } = useWords();
  const [id, setId] = useState(who ?? '');
  const [password, setPassword] = useState('');
  /** Undefined until the server asks for the second factor. */
  const [code, setCode] = useState<string>();
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [failure, setFailure] = useState<CallFailure | CaptchaFailure>();
  const [isBusy, setBusy] = useState(false);
  const idRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const codeRef = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const missing = {
      ...(id.trim() === '' ? { id: t('session.id.missing') } : {}),
      ...(password === '' ? { password: t('session.password.missing') } : {}),
      ...(code?.trim() === '' ? { code: t('session.code.missing') } : {}),
    };
    setErrors(missing);
    const first = missing.id ? idRef : missing.password ? passwordRef : missing.code ? codeRef : undefined;
    if (first) return first.current?.focus();
    setBusy(true);
    setFailure(undefined);
    try {
      await signIn(api, { id, password, code, isLock: who !== undefined });
      onSignedIn();
    } catch (error) {
      if (!(error instanceof CallFailure || error instanceof CaptchaFailure)) throw error;
      setBusy(false);
      if (error instanceof CallFailure && error.code === 'second_factor_required') return setCode('');
      if (error instanceof CallFailure && error.code === 'wrong_code') {
        setErrors({ code: error.sentence ?? '' });
        return codeRef.current?.select();
      }
      setFailure(error);
      // An unsolved captcha says nothing against the password.
      if (error instanceof CallFailure) passwordRef.current?.select();
    }
  };

  const typed = (take: (text: string) => void) => (event: ChangeEvent<HTMLInputElement>) => take(event.target.value);
  return {
    idField: { ref: idRef, value: id, error: errors.id, onChange: typed(setId) },
    passwordField: { ref: passwordRef, value: password, error: errors.password, onChange: typed(setPassword) },
    codeField: code === undefined ? undefined : { ref: codeRef, value: code, error: errors.code, onChange: typed(setCode) },
    failure,
    isBusy,
    submit,
  };
}

/** Password managers look for the name beside the password. */
function KnownId({ id }: { readonly id: string }) {
  return (
    <input
      className="only-heard"
      type="text"
      name="id"
      value={id}
      autoComplete="username"
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

function SignInFailure({ failure }: { readonly failure: CallFailure }) {
  const { t } = useWords();
  const sentence = failure.sentence ?? t(failure.kind === 'offline' ? 'ui.offline.text' : 'ui.fault.text');
  return (
    <Notice tone="loss" isUrgent title={failure.title}>
      {sentence}
      {failure.kind === 'fault' && failure.reference !== undefined && (
        <span className={styles.reference}>{t('ui.fault.reference', { reference: failure.reference })}</span>
      )}
    </Notice>
  );
}

/** The captcha is not at fault for what was typed: it can be asked for again as it stands. */
function CaptchaTrouble({ failure, isBusy }: { readonly failure: CaptchaFailure; readonly isBusy: boolean }) {
  const { t } = useWords();
  if (failure.reason === 'closed') return <Notice tone="warn">{t('session.captcha.closed')}</Notice>;
  return (
    <Notice
      tone="loss"
      isUrgent
      title={t('session.captcha.unreachable.title')}
      action={
        <Button type="submit" look="plain" size="small" isBusy={isBusy}>
          {t('session.captcha.again')}
        </Button>
      }
    >
      {t('session.captcha.unreachable')}
    </Notice>
  );
}
