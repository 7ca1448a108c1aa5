import { useEffect } from 'react';
import { useWords } from '../ui/words/context.tsx';
import { Entry } from './Entry.tsx';
import { useShell } from './shell.tsx';
import { SignInForm } from './SignInForm.tsx';

/** Stands at every address of the desk while nobody is signed in: whoever comes to a page is there afterwards. */
export function SignIn() {
  const { t } = useWords();
  const { brand } = useShell();
  useEffect(() => {
    document.title = t('desk.title', { title: t('desk.signIn.title'), brand: brand.name });
  }, [t, brand.name]);
  return (
    <Entry>
      <h1>{t('desk.signIn.title')}</h1>
      <SignInForm />
    </Entry>
  );
}
