import { useEffect, useRef } from 'react';
import { Button } from '../ui/components/Button.tsx';
import { useStaff } from '../ui/desk/staff.tsx';
import { useWords } from '../ui/words/context.tsx';
import styles from './Entry.module.css';
import { useShell } from './shell.tsx';
import { SignInForm } from './SignInForm.tsx';

/** Over the page after a 401: what was typed stays where it is, and what met the lock goes on once one is back. */
export function Lock() {
  const { t } = useWords();
  const { session } = useShell();
  const { email } = useStaff();
  const place = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!place.current?.open) place.current?.showModal();
    place.current?.querySelector<HTMLElement>('input')?.focus();
  }, []);
  return (
    <dialog ref={place} className={styles.lock} aria-labelledby="lock-title" onCancel={(event) => event.preventDefault()}>
      <div className={styles.panel}>
        <h1 id="lock-title">{t('desk.lock.title')}</h1>
        <p className={styles.text}>{t('desk.lock.text', { who: email })}</p>
        <SignInForm who={email} />
        <Button look="quiet" isWide onClick={() => void session.signOut()}>
          {t('desk.lock.other')}
        </Button>
      </div>
    </dialog>
  );
}
