import { lazy, Suspense, useRef, useState, type ChangeEvent, type FormEvent, type RefObject } from 'react';
import type { PasskeyAnswer } from '../protocol/proof.ts';
import { useWords } from '../ui/words/context.tsx';
import { CallFailure } from '../ui/api/failure.ts';
import type { Api } from '../ui/api/send.ts';
import { Button, OutsideButton } from '../ui/components/Button.tsx';
import { PasswordField, TextField } from '../ui/components/Field.tsx';
import { Notice } from '../ui/components/Notice.tsx';
import { CaptchaFailure } from './captcha.ts';
import { signIn } from './signIn.ts';
import { readDocument } from '../ui/page/document.ts';
import { letterTo } from '../ui/page/letter.ts';
import { readAskedFactor, type AskedFactor } from '../ui/proof/askedFactor.ts';
import styles from './entrance.module.css';

// With its library, and only where a passkey is asked for: the sign-in page stays lean.
const PasskeyButton = lazy(() => import('../ui/proof/PasskeyButton.tsx'));

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
  const { idField, passwordField, codeField, passkey, failure, isBusy, submit } = useSignIn(props);
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
      {passkey && (
        <Suspense>
          <PasskeyButton {...passkey} />
        </Suspense>
      )}
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
          autoFocus={!passkey}
          dir="ltr"
        />
      )}
      {(!passkey || codeField) && (
        <Button type="submit" look={passkey ? 'plain' : 'main'} isWide isBusy={isBusy}>
          {t(isLock ? 'session.unlock' : 'session.signIn')}
        </Button>
      )}
    </form>
  );
}

/** What is typed, what is wrong with it, and what became of sending it. */
function useSignIn({ api, who, onSignedIn }: SignInFormProps) {
  const { t } = useWords();
  const { typed, refs, fieldOf } = useTyped(who);
  /** Once the server has said that there is a second factor. */
  const [asked, setAsked] = useState<AskedFactor>();
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [failure, setFailure] = useState<CallFailure | CaptchaFailure>();
  const [isBusy, setBusy] = useState(false);
  const isCodeAsked = asked?.hasCodes === true;
  const { id, password, code } = typed;

  const fail = (error: CallFailure | CaptchaFailure): void => {
    setBusy(false);
    const factor = readAskedFactor(error);
    if (factor) return setAsked(factor);
    if (isCodeAsked && error instanceof CallFailure && error.code === 'wrong_code') {
      setErrors({ code: error.sentence ?? '' });
      return refs.code.current?.select();
    }
    setFailure(error);
    // An unsolved captcha says nothing against the password.
    if (error instanceof CallFailure) refs.password.current?.select();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const missing = missingOf(t, { id, password, code: isCodeAsked ? code : undefined });
    setErrors(missing);
    const first = fieldNames.find((name) => missing[name] !== undefined);
    if (first) return refs[first].current?.focus();
    setBusy(true);
    setFailure(undefined);
    try {
      await signIn(api, { id, password, ...(isCodeAsked ? { code } : {}), isLock: who !== undefined });
      onSignedIn();
    } catch (error) {
      if (!(error instanceof CallFailure || error instanceof CaptchaFailure)) throw error;
      fail(error);
    }
  };
  return {
    idField: { ...fieldOf('id'), error: errors.id },
    passwordField: { ...fieldOf('password'), error: errors.password },
    codeField: isCodeAsked ? { ...fieldOf('code'), error: errors.code } : undefined,
    passkey: asked?.passkey && {
      options: asked.passkey,
      send: async (passkey: PasskeyAnswer) => {
        await signIn(api, { id, password, passkey, isLock: who !== undefined });
        onSignedIn();
      },
      onRefused: (refused: CallFailure) => {
        setAsked(undefined);
        fail(refused);
      },
    },
    failure,
    isBusy,
    submit,
  };
}

const fieldNames = ['id', 'password', 'code'] as const satisfies readonly Field[];

function useTyped(who: string | undefined) {
  const [typed, setTyped] = useState<Readonly<Record<Field, string>>>({ id: who ?? '', password: '', code: '' });
  const refs: Readonly<Record<Field, RefObject<HTMLInputElement | null>>> = {
    id: useRef(null),
    password: useRef(null),
    code: useRef(null),
  };
  const fieldOf = (name: Field) => ({
    ref: refs[name],
    value: typed[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: event.target.value }),
  });
  return { typed, refs, fieldOf };
}

/** What is still empty, in words. */
function missingOf(
  t: ReturnType<typeof useWords>['t'],
  { id, password, code }: Readonly<Record<'id' | 'password', string>> & { readonly code: string | undefined },
): Partial<Record<Field, string>> {
  return {
    ...(id.trim() === '' ? { id: t('session.id.missing') } : {}),
    ...(password === '' ? { password: t('session.password.missing') } : {}),
    ...(code?.trim() === '' ? { code: t('session.code.missing') } : {}),
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
    <Notice
      tone="loss"
      isUrgent
      title={failure.title}
      action={failure.kind === 'fault' ? <Support failure={failure} /> : undefined}
    >
      {sentence}
      {failure.kind === 'fault' && failure.reference !== undefined && (
        <span className={styles.reference}>{t('ui.fault.reference', { reference: failure.reference })}</span>
      )}
    </Notice>
  );
}

/** Outside of the shell the document alone says where to write to. */
function Support({ failure: { reference } }: { readonly failure: CallFailure }) {
  const { t } = useWords();
  const { name, support } = readDocument().brand;
  return (
    <OutsideButton look="plain" size="small" icon="inbox" href={letterTo(support, name, reference)}>
      {t('ui.contact')}
    </OutsideButton>
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
