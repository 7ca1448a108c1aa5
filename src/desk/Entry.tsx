import type { ReactNode } from 'react';
import { Logo } from '../ui/components/Logo.tsx';
import { useWords } from '../ui/words/context.tsx';
import { useShell } from './shell.tsx';
import styles from './Entry.module.css';

/** What stands before the desk: one matter in the middle, with whose desk it is. */
export function Entry({ children }: { readonly children: ReactNode }) {
  const { t } = useWords();
  const { brand } = useShell();
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Logo name={brand.name} />
        <span className={styles.desk}>{t('desk.name')}</span>
      </header>
      <main className={styles.main} id="content">
        <div className={styles.panel}>{children}</div>
      </main>
    </div>
  );
}
