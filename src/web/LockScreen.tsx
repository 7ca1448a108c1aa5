import { useEffect, useRef } from 'react';
import { readWho } from '../ui/api/token.ts';
import { openApi } from '../ui/api/send.ts';
import { Logo } from '../ui/components/Logo.tsx';
import { useWords } from '../ui/words/context.tsx';
import { SignInForm } from './SignInForm.tsx';
import { useShell } from './shell.tsx';
import styles from './LockScreen.module.css';

/**
 * Over the page after a 401: what was typed stays where it is, and the call that met the lock goes on once the client
 * is back (document 1 §4).
 */
export function LockScreen() {
  const { t, language } = useWords();
  const { session, brand } = useShell();
  const place = useRef<HTMLDialogElement>(null);
  const who = readWho();
  useEffect(() => {
    if (!place.current || place.current.open) return;
    place.current.showModal();
    // A dialog begins with its first field, which is the name that only password managers are to see.
    if (readWho() !== undefined) place.current.querySelector<HTMLElement>('input[name="password"]')?.focus();
  }, []);
  return (
    <dialog ref={place} className={styles.lock} aria-labelledby="lock-title" onCancel={(event) => event.preventDefault()}>
      <div className={styles.panel}>
        <Logo name={brand.name} />
        <h1 id="lock-title">{t(who === undefined ? 'session.title' : 'session.lock.title')}</h1>
        {who !== undefined && <p className={styles.text}>{t('session.lock.text', { who })}</p>}
        <SignInForm
          api={openApi({ language })}
          who={who}
          onSignedIn={() => void session.refresh().then(() => session.lock.open())}
        />
        <a className={styles.other} href={`/${language}/login`}>
          {t('session.lock.other')}
        </a>
      </div>
    </dialog>
  );
}
