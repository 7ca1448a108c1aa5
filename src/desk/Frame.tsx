import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { OfflineBanner } from '../ui/components/States.tsx';
import { ToastPlace } from '../ui/components/ToastPlace.tsx';
import { useRowKeys } from '../ui/desk/keys.ts';
import { StaffContext, type StaffMember } from '../ui/desk/staff.tsx';
import { useWords } from '../ui/words/context.tsx';
import { landAtDesk } from '../protocol/paths.ts';
import { Entry } from './Entry.tsx';
import styles from './Frame.module.css';
import { Lock } from './Lock.tsx';
import { Rail } from './Rail.tsx';
import { useShell } from './shell.tsx';
import { SignIn } from './SignIn.tsx';
import { TopBar } from './TopBar.tsx';

/** The desk: for who is signed in the frame around the page, for anybody else the sign-in in its place. */
export function Frame() {
  const { session, pages } = useShell();
  const member = useSyncExternalStore(session.subscribe, session.member);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => session.listen(), [session]);
  const landing = landAtDesk({ path, search: '', pages });
  if (landing.kind === 'page' && landing.page.right === undefined)
    return (
      <Entry>
        <Outlet />
      </Entry>
    );
  return member ? <Desk member={member} /> : <SignIn />;
}

function Desk({ member }: { readonly member: StaffMember }) {
  const { t } = useWords();
  const { session } = useShell();
  const isShut = useSyncExternalStore(session.lock.subscribe, session.lock.isShut);
  useRowKeys();
  return (
    <StaffContext value={member}>
      <div className={styles.frame} inert={isShut}>
        <a className={styles.skip} href="#content">
          {t('desk.skip')}
        </a>
        <Rail />
        <div className={styles.side}>
          <OfflineBanner />
          <TopBar />
          <main className={styles.main} id="content">
            <Outlet />
          </main>
        </div>
      </div>
      <ToastPlace />
      {isShut && <Lock />}
    </StaffContext>
  );
}
