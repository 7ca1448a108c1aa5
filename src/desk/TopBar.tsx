import { useEffect, useRef, useState, type FormEvent } from 'react';
import { IconButton } from '../ui/components/Button.tsx';
import { Icon } from '../ui/components/Icon.tsx';
import { useKeys } from '../ui/desk/keys.ts';
import { useRight, useStaff } from '../ui/desk/staff.tsx';
import { useOpen } from '../ui/page/Link.tsx';
import { chooseScheme } from '../ui/theme/scheme.ts';
import { useWords } from '../ui/words/context.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { useShell } from './shell.tsx';
import styles from './TopBar.module.css';

/** The search for clients, the keys, light or dark, and who is signed in. */
export function TopBar() {
  const { t } = useWords();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKeys({ '?': () => setHelpOpen(true) });
  return (
    <header className={styles.bar}>
      {useRight('read_clients') && <ClientSearch />}
      <div className={styles.tools}>
        <IconButton icon="keyboard" label={t('desk.keys')} aria-haspopup="dialog" onClick={() => setHelpOpen(true)} />
        <SchemeButton />
        <Who />
      </div>
      {isHelpOpen && <KeysDialog onClose={() => setHelpOpen(false)} />}
    </header>
  );
}

/** Leads to the list of those who were found. */
function ClientSearch() {
  const { t } = useWords();
  const { pages } = useShell();
  const open = useOpen();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  useKeys({ '/': () => field.current?.select() });
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && document.activeElement === field.current) field.current?.blur();
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, []);
  const find = (event: FormEvent): void => {
    event.preventDefault();
    const page = pages.find(({ path }) => path === 'clients');
    if (page === undefined || text.trim() === '') return;
    field.current?.blur();
    open({ page, query: { search: text.trim() } });
  };
  return (
    <search className={styles.search}>
      <form onSubmit={find}>
        <Icon name="search" size={16} />
        <input
          ref={field}
          className={styles.field}
          type="search"
          name="search"
          aria-label={t('desk.search')}
          aria-keyshortcuts="/"
          placeholder={t('desk.search.hint')}
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <kbd className={styles.key} aria-hidden="true">
          /
        </kbd>
      </form>
    </search>
  );
}

function SchemeButton() {
  const { t } = useWords();
  const other = (): void => {
    const isDark = document.documentElement.dataset['mantineColorScheme'] === 'dark';
    chooseScheme(isDark ? 'light' : 'dark');
  };
  return <IconButton icon="moon" label={t('desk.scheme')} onClick={other} />;
}

function Who() {
  const { t } = useWords();
  const { session } = useShell();
  const { name, email, role } = useStaff();
  const [isBusy, setBusy] = useState(false);
  const signOut = async (): Promise<void> => {
    setBusy(true);
    await session.signOut().finally(() => setBusy(false));
  };
  return (
    <div className={styles.who}>
      <span className={styles.person} title={email}>
        <span className={styles.name}>{name}</span>
        <span className={styles.role}>{t(`desk.role.${role}`)}</span>
      </span>
      <IconButton icon="sign-out" label={t('desk.signOut')} aria-busy={isBusy || undefined} onClick={() => void signOut()} />
    </div>
  );
}
