import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { useClientPart } from '../ui/api/context.tsx';
import { isStatusId } from '../law/statuses.ts';
import { ClientPicture } from '../ui/components/ClientPicture.tsx';
import { ClientStatus } from '../ui/components/ClientStatus.tsx';
import { IconButton, IconLink } from '../ui/components/Button.tsx';
import { Icon } from '../ui/components/Icon.tsx';
import { Logo } from '../ui/components/Logo.tsx';
import { countNew, stillDue, useNoticeMemory } from '../ui/page/noticeMemory.ts';
import { useScheme } from '../ui/theme/scheme.ts';
import { useWords } from '../ui/words/context.tsx';
import { useLanguagesOffered } from './languages.ts';
import { Opener } from './Opener.tsx';
import { useNotices, useShell } from './shell.tsx';
import styles from './TopBar.module.css';

const Search = lazy(() => import('./Search.tsx'));

/** Search, inbox, notices, language, theme and the client's own menu. */
export function TopBar() {
  const { brand } = useShell();
  return (
    <header className={styles.bar}>
      <span className={styles.sign}>
        <Logo name={brand.name} isSignOnly />
      </span>
      <SearchOpener />
      <div className={styles.tools}>
        <InboxLink />
        <NoticesButton />
        <LanguageButton />
        <SchemeButton />
        <StatusOfClient />
        <ProfileButton />
      </div>
    </header>
  );
}

function SearchOpener() {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const open = (): void => {
    setWanted(true);
    setOpen(true);
  };
  // Before anything is in sight: whoever sees the page may press at once.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setWanted(true);
      setOpen(true);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const key = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
  return (
    <>
      <button type="button" className={styles.search} onClick={open} aria-haspopup="dialog">
        <Icon name="search" size={18} />
        <span className={styles.searchWords}>{t('shell.search')}</span>
        <kbd className={styles.key} aria-hidden="true">
          {key}
        </kbd>
      </button>
      {isWanted && (
        <Suspense fallback={null}>
          <Search isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Shown where the inbox exists. */
function InboxLink() {
  const { t } = useWords();
  const { areas } = useShell();
  const count = useClientPart((state) => state.inboxCount);
  const page = areas.flatMap(({ screens }) => screens).find((screen) => screen.page.path === 'inbox')?.page;
  if (!page) return null;
  return <IconLink icon="inbox" label={t('shell.inbox', { count })} count={count} to={{ page }} />;
}

function NoticesButton() {
  const { t } = useWords();
  const memory = useNoticeMemory(useClientPart((state) => state.client?.id) ?? 0);
  const notices = useNotices();
  const count = countNew(stillDue(notices, memory), memory);
  return (
    <Opener
      opens="notices"
      button={(opening) => <IconButton {...opening} icon="bell" label={t('shell.notices', { count })} count={count} />}
    />
  );
}

function LanguageButton() {
  const { t } = useWords();
  if (useLanguagesOffered().length < 2) return null;
  return <Opener opens="language" button={(opening) => <IconButton {...opening} icon="globe" label={t('ui.language')} />} />;
}

function SchemeButton() {
  const { t } = useWords();
  const icon = useScheme() === 'dark' ? 'moon' : 'sun';
  return (
    <div className={styles.wideOnly}>
      <Opener opens="scheme" button={(opening) => <IconButton {...opening} icon={icon} label={t('shell.scheme')} />} />
    </div>
  );
}

/** Where there is room; on a phone it stands in the client's own menu. */
function StatusOfClient() {
  const status = useClientPart((state) => state.client?.status_id);
  if (status === undefined || !isStatusId(status)) return null;
  return (
    <div className={styles.wideOnly}>
      <ClientStatus status={status} />
    </div>
  );
}

function ProfileButton() {
  const { t } = useWords();
  const client = useClientPart((state) => state.client);
  if (!client) return null;
  return (
    <Opener
      opens="profile"
      button={(opening) => (
        <button {...opening} type="button" className={styles.profile} aria-label={t('shell.profile')}>
          <ClientPicture client={client} />
        </button>
      )}
    />
  );
}
