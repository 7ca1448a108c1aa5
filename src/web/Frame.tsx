import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useClientPart, useConnection } from '../ui/api/context.tsx';
import { Icon } from '../ui/components/Icon.tsx';
import { Logo } from '../ui/components/Logo.tsx';
import { OfflineBanner } from '../ui/components/States.tsx';
import { Dialog } from '../ui/components/Dialog.tsx';
import { ToastPlace } from '../ui/components/ToastPlace.tsx';
import { PageLink } from '../ui/page/Link.tsx';
import { pushedClient } from '../ui/page/pushMemory.ts';
import { useWords } from '../ui/words/context.tsx';
import { pagePath } from '../protocol/paths.ts';
import { Interposing } from './Interposing.tsx';
import { LegalFoot } from './LegalFoot.tsx';
import { LockScreen } from './LockScreen.tsx';
import type { NavigationItem } from './navigation.ts';
import { useNavigation, useShell } from './shell.tsx';
import { TopBar } from './TopBar.tsx';
import styles from './Frame.module.css';

/** The portal's frame: rail, top bar, the screen, and a bar at the bottom of a phone. */
export function Frame() {
  const { t } = useWords();
  const { session, foot } = useShell();
  const isShut = useSyncExternalStore(session.lock.subscribe, session.lock.isShut);
  useEffect(() => session.listen(), [session]);
  useKeptPush();
  return (
    <>
      <div className={styles.frame} inert={isShut}>
        <a className={styles.skip} href="#content">
          {t('shell.skip')}
        </a>
        <Rail />
        <div className={styles.side}>
          <OfflineBanner />
          <TopBar />
          <main className={styles.main} id="content">
            <Outlet />
          </main>
          <LegalFoot foot={foot} className={styles.foot} />
        </div>
        <PhoneBar />
      </div>
      <ToastPlace />
      <Interposing />
      {isShut && <LockScreen />}
    </>
  );
}

/** Only where somebody has allowed it in this browser. Nobody waits for it, and the next page has it too. */
function useKeptPush(): void {
  const { api } = useConnection();
  const client = useClientPart((state) => state.client?.id);
  useEffect(() => {
    if (client === undefined || pushedClient() !== String(client)) return;
    void import('../ui/page/browserPush.ts').then(({ keepPushed }) => keepPushed(api, client)).catch(() => undefined);
  }, [api, client]);
}

function Rail() {
  const { t } = useWords();
  const { brand } = useShell();
  const navigation = useNavigation();
  return (
    <nav className={styles.rail} aria-label={t('shell.navigation')}>
      <div className={styles.sign}>
        <Logo name={brand.name} />
      </div>
      <ul className={styles.items}>
        {navigation.home.map((item) => (
          <RailItem key={item.page.path} item={item} />
        ))}
      </ul>
      {navigation.groups.map(({ group, items }) => (
        <section key={group} className={styles.group} aria-labelledby={`rail-${group}`}>
          <h2 className={styles.groupName} id={`rail-${group}`}>
            {t(`shell.group.${group}`)}
          </h2>
          <ul className={styles.items}>
            {items.map((item) => (
              <RailItem key={item.page.path} item={item} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function RailItem({ item }: { readonly item: NavigationItem }) {
  const { t } = useWords();
  const isHere = useIsHere(item);
  const label = t(item.label);
  return (
    <li>
      <PageLink to={{ page: item.page }} className={styles.item} aria-current={isHere ? 'page' : undefined} title={label}>
        <Icon name={item.icon} />
        <span className={styles.label}>{label}</span>
      </PageLink>
    </li>
  );
}

/** Home, Accounts, Deposit, Platforms, More (the quick menu of document 1 §2). */
function PhoneBar() {
  const { t } = useWords();
  const navigation = useNavigation();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // Open on one page only: following a link out of the sheet leaves it behind.
  const [openOn, setOpenOn] = useState<string>();
  const isOpen = openOn === path;
  return (
    <nav className={styles.phoneBar} aria-label={t('shell.quick')}>
      {navigation.phoneBar.map((item) => (
        <PhoneItem key={item.page.path} item={item} />
      ))}
      <button type="button" className={styles.phoneItem} aria-expanded={isOpen} onClick={() => setOpenOn(path)}>
        <Icon name="more" size={22} />
        <span>{t('shell.more')}</span>
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpenOn(undefined)} title={t('shell.more')}>
        {navigation.groups.map(({ group, items }) => (
          <section key={group} className={styles.sheetGroup}>
            <h3 className={styles.groupName}>{t(`shell.group.${group}`)}</h3>
            <ul className={styles.items}>
              {items.map((item) => (
                <RailItem key={item.page.path} item={item} />
              ))}
            </ul>
          </section>
        ))}
      </Dialog>
    </nav>
  );
}

function PhoneItem({ item }: { readonly item: NavigationItem }) {
  const { t } = useWords();
  const isHere = useIsHere(item);
  const inbox = useClientPart((state) => state.inboxCount);
  return (
    <PageLink to={{ page: item.page }} className={styles.phoneItem} aria-current={isHere ? 'page' : undefined}>
      <Icon name={item.icon} size={22} />
      <span>{t(item.label)}</span>
      {item.page.path === 'inbox' && inbox > 0 && <span className="only-heard">{t('shell.inbox', { count: inbox })}</span>}
    </PageLink>
  );
}

/** A page is here on its own path and, unless another item is nearer, on the paths below it. */
function useIsHere(item: NavigationItem): boolean {
  const { language } = useWords();
  const { brand, navigation } = useShell();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const all = [...navigation.home, ...navigation.groups.flatMap(({ items }) => items)];
  const own = pagePath({ page: item.page, language, brand: brand.key });
  const nearest = all
    .map(({ page }) => pagePath({ page, language, brand: brand.key }))
    .filter((candidate) => path === candidate || (candidate !== `/${language}` && path.startsWith(`${candidate}/`)))
    .sort((first, second) => second.length - first.length)[0];
  return own === nearest;
}
