import { Menu, Popover, useMantineColorScheme } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useClientPart } from '../ui/api/context.tsx';
import { IconButton, IconLink } from '../ui/components/Button.tsx';
import { Icon } from '../ui/components/Icon.tsx';
import { Logo } from '../ui/components/Logo.tsx';
import type { Scheme } from '../ui/theme/scheme.ts';
import { useWords } from '../ui/words/context.tsx';
import { languagesOffered } from '../law/languageChoice.ts';
import { languages } from '../law/languages.ts';
import { companyIds } from '../law/regions/sheet.ts';
import { inLanguage } from '../wire/paths.ts';
import { Notices } from './Notices.tsx';
import { useShell } from './shell.tsx';
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
        <LanguageMenu />
        <SchemeMenu />
        <ProfileMenu />
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
  useEffect(() => {
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
  const count = useClientPart((state) => state.notifications.length);
  return (
    <Popover position="bottom-end" offset={6} width={380} trapFocus returnFocus withinPortal transitionProps={{ duration: 150 }}>
      <Popover.Target>
        <IconButton icon="bell" label={t('shell.notices', { count })} count={count} />
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown}>
        <Notices />
      </Popover.Dropdown>
    </Popover>
  );
}

function LanguageMenu() {
  const { t, language } = useWords();
  const company = useClientPart((state) => state.client?.company_id);
  const offered = languagesOffered(companyIds.find((id) => id === company));
  if (offered.length < 2) return null;
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" offset={6} withinPortal transitionProps={{ duration: 150 }}>
      <Menu.Target>
        <IconButton icon="globe" label={t('ui.language')} />
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        {offered.map((key) => (
          <Menu.Item
            key={key}
            lang={languages[key].tag}
            component="a"
            href={inLanguage(location.pathname, key) + location.search}
            aria-current={key === language || undefined}
            rightSection={key === language ? <Icon name="check" size={18} /> : undefined}
          >
            {languages[key].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const schemes: readonly Scheme[] = ['auto', 'light', 'dark'];

function SchemeMenu() {
  const { t } = useWords();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={styles.wideOnly}>
      <Menu withInitialFocusPlaceholder={false} position="bottom-end" offset={6} withinPortal transitionProps={{ duration: 150 }}>
        <Menu.Target>
          <IconButton icon={colorScheme === 'dark' ? 'moon' : 'sun'} label={t('shell.scheme')} />
        </Menu.Target>
        <Menu.Dropdown className={styles.dropdown}>
          {schemes.map((scheme) => (
            <Menu.Item
              key={scheme}
              onClick={() => setColorScheme(scheme)}
              rightSection={scheme === colorScheme ? <Icon name="check" size={18} /> : undefined}
            >
              {t(`shell.scheme.${scheme}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function ProfileMenu() {
  const { t } = useWords();
  const { session } = useShell();
  const client = useClientPart((state) => state.client);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (!client) return null;
  const next = schemes[(schemes.indexOf(colorScheme) + 1) % schemes.length] ?? 'auto';
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      offset={6}
      width={300}
      withinPortal
      transitionProps={{ duration: 150 }}
    >
      <Menu.Target>
        <button type="button" className={styles.profile} aria-label={t('shell.profile')}>
          {initials(client.name, client.surname, client.email)}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        <div className={styles.who}>
          <strong>{`${client.name} ${client.surname}`.trim()}</strong>
          <bdi>{client.email}</bdi>
          <span className="figures">{t('shell.clientNumber', { number: String(client.id) })}</span>
        </div>
        <Menu.Divider />
        <Menu.Item
          className={styles.phoneOnly ?? ''}
          closeMenuOnClick={false}
          leftSection={<Icon name="sun" />}
          onClick={() => setColorScheme(next)}
        >
          {t('shell.scheme')}: {t(`shell.scheme.${colorScheme}`)}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="sign-out" />} onClick={() => void session.signOut()}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(name: string, surname: string, email: string): string {
  const letters = [name, surname].map((part) => Array.from(part)[0] ?? '').join('');
  return (letters === '' ? (Array.from(email)[0] ?? '') : letters).toLocaleUpperCase();
}
