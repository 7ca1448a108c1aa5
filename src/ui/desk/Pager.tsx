import { useState } from 'react';
import { Button } from '../components/Button.tsx';
import { useWords } from '../words/context.tsx';
import styles from './Pager.module.css';

interface Pages {
  /** Where the page that is shown begins; undefined for the newest. */
  readonly after: string | undefined;
  readonly newer: (() => void) | undefined;
  readonly older: (next: string) => void;
}

/** A place in a list that goes by cursors, kept as long as the screen; `key` names the question: another begins anew. */
export function usePages(key = ''): Pages {
  const [way, setWay] = useState<{ readonly key: string; readonly cursors: readonly string[] }>({ key, cursors: [] });
  const cursors = way.key === key ? way.cursors : [];
  return {
    after: cursors.at(-1),
    newer: cursors.length === 0 ? undefined : () => setWay({ key, cursors: cursors.slice(0, -1) }),
    older: (next) => setWay({ key, cursors: [...cursors, next] }),
  };
}

/** Newer and older; nothing where everything is shown. */
export function Pager({ pages, next, label }: { readonly pages: Pages; readonly next: string | null; readonly label: string }) {
  const { t } = useWords();
  if (pages.newer === undefined && next === null) return null;
  return (
    <nav className={styles.pages} aria-label={label}>
      {pages.newer && (
        <Button look="plain" size="small" onClick={pages.newer}>
          {t('desk.newer')}
        </Button>
      )}
      {next !== null && (
        <Button look="plain" size="small" onClick={() => pages.older(next)}>
          {t('desk.older')}
        </Button>
      )}
    </nav>
  );
}
