import { useEffect, useState, type FormEvent } from 'react';
import type { z } from 'zod';
import { CallFailure } from '../../../ui/api/failure.ts';
import { useConnection } from '../../../ui/api/context.tsx';
import { Button, OutsideButton } from '../../../ui/components/Button.tsx';
import { CopyButton } from '../../../ui/components/CopyButton.tsx';
import { PasswordField, TextField } from '../../../ui/components/Field.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { deskRoot } from '../../../protocol/paths.ts';
import { staffContract } from '../contract.ts';
import { QrCode } from '../../../ui/components/QrCode.tsx';
import styles from './Staff.module.css';

const { calls } = staffContract;
type Opening = z.infer<typeof calls.openEnrolment.output>;
type Done = z.infer<typeof calls.enrol.output>;

/** Behind a one-time link: a password of one's own, and the second factor where it is on. */
export default function Enrolment() {
  const { t } = useWords();
  const { api } = useConnection();
  const [link] = useState(() => location.hash.slice(1));
  const [opening, setOpening] = useState<Opening>();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [done, setDone] = useState<Done>();
  useEffect(() => {
    api.send(calls.openEnrolment, { link }).then(setOpening, (error: unknown) => {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
    });
  }, [api, link]);
  return (
    <div className={styles.enrolment}>
      <h1>{t('staff.enrolment.title')}</h1>
      {failure && <NotValid failure={failure} />}
      {!failure && !opening && <SkeletonCard />}
      {opening && !done && <EnrolmentForm {...{ link, opening }} onDone={setDone} />}
      {done && <Enrolled done={done} />}
    </div>
  );
}

/** A link that was used, replaced or has run out, in the server's words. */
function NotValid({ failure }: { readonly failure: CallFailure }) {
  const { t } = useWords();
  if (failure.code !== 'link_not_valid' && failure.kind !== 'no-page' && failure.status !== 422)
    return <WriteFailure failure={failure} />;
  return (
    <Notice tone="warn" title={t('staff.enrolment.invalid.title')}>
      {t('staff.enrolment.invalid.text')}
    </Notice>
  );
}

interface EnrolmentFormProps {
  readonly link: string;
  readonly opening: Opening;
  readonly onDone: (done: Done) => void;
}

const shortestPassword = 12;

function EnrolmentForm(props: EnrolmentFormProps) {
  const { email, name, role, totp } = props.opening;
  const { t } = useWords();
  const { typed, errors, failure, isBusy, type, submit } = useEnrolment(props);
  return (
    <form className={styles.enrolment} onSubmit={submit} noValidate>
      <p className={styles.text}>{t('staff.enrolment.text', { name, role: t(`desk.role.${role}`) })}</p>
      <WriteFailure failure={failure} />
      <input className="only-heard" type="text" value={email} autoComplete="username" readOnly tabIndex={-1} aria-hidden="true" />
      <PasswordField
        name="password"
        label={t('staff.enrolment.password')}
        help={t('staff.enrolment.password.help', { minimum: shortestPassword })}
        autoComplete="new-password"
        value={typed.password}
        error={errors['password']}
        onChange={(event) => type({ password: event.target.value })}
      />
      {totp !== null && (
        <>
          <SecondFactor totp={totp} />
          <TextField
            name="code"
            label={t('staff.enrolment.code')}
            help={t('staff.enrolment.code.help')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={40}
            value={typed.code}
            error={errors['code']}
            onChange={(event) => type({ code: event.target.value })}
          />
        </>
      )}
      <Button type="submit" isWide isBusy={isBusy}>
        {t('staff.enrolment.do')}
      </Button>
    </form>
  );
}

function SecondFactor({ totp }: { readonly totp: NonNullable<Opening['totp']> }) {
  const { t } = useWords();
  return (
    <section className={styles.enrolment}>
      <h2>{t('staff.enrolment.factor')}</h2>
      <p className={styles.text}>{t('staff.enrolment.factor.text')}</p>
      <QrCode text={totp.uri} label={t('staff.enrolment.camera')} />
      <p className={styles.text}>{t('staff.enrolment.byHand')}</p>
      <div className={styles.secret}>
        <bdi dir="ltr">{totp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</bdi>
        <CopyButton text={totp.secret} label={t('staff.enrolment.secret.copy')} />
      </div>
      <OutsideButton href={totp.uri} icon="external" size="small">
        {t('staff.enrolment.openApp')}
      </OutsideButton>
    </section>
  );
}

interface Typed {
  readonly password: string;
  readonly code: string;
}

function useEnrolment({ link, opening, onDone }: EnrolmentFormProps) {
  const { t } = useWords();
  const { api } = useConnection();
  const [typed, setTyped] = useState<Typed>({ password: '', code: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isCodeAsked = opening.totp !== null;
  const send = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const code = isCodeAsked ? { code: typed.code.trim() } : {};
      onDone(await api.send(calls.enrol, { link, password: typed.password, ...code }));
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const told = error.code === 'wrong_code' ? { code: error.sentence ?? '' } : error.fields;
      setErrors(told);
      setFailure(Object.keys(told).length > 0 ? null : error);
      setBusy(false);
    }
  };
  return {
    typed,
    errors,
    failure,
    isBusy,
    type: (part: Partial<Typed>): void => setTyped({ ...typed, ...part }),
    submit: (event: FormEvent): void => {
      event.preventDefault();
      const found = {
        ...(typed.password.length < shortestPassword ? { password: t('ui.check.short', { minimum: shortestPassword }) } : {}),
        ...(isCodeAsked && typed.code.trim() === '' ? { code: t('ui.check.missing') } : {}),
      };
      setErrors(found);
      if (Object.keys(found).length === 0 && !isBusy) void send();
    },
  };
}

function Enrolled({ done }: { readonly done: Done }) {
  const { t } = useWords();
  return (
    <div className={styles.enrolment}>
      <Notice tone="gain" title={t('staff.enrolment.done.title')}>
        {t('staff.enrolment.done.text', { email: done.email })}
      </Notice>
      {done.recovery_codes.length > 0 && (
        <section className={styles.enrolment}>
          <h2>{t('staff.enrolment.recovery')}</h2>
          <p className={styles.text}>{t('staff.enrolment.recovery.text')}</p>
          <ul className={styles.codes}>
            {done.recovery_codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </section>
      )}
      <OutsideButton look="main" isWide href={`/${deskRoot}`}>
        {t('staff.enrolment.signIn')}
      </OutsideButton>
    </div>
  );
}
