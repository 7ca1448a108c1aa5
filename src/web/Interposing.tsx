import { useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { hasToRepeat } from '../law/dues.ts';
import { hasToEnrol } from '../law/enrolment.ts';
import { interposed, pageOfInterposed, type Interposed } from '../law/interposed.ts';
import type { ClientInfo } from '../protocol/envelope.ts';
import { useClientPart } from '../ui/api/context.tsx';
import { Button } from '../ui/components/Button.tsx';
import { Dialog } from '../ui/components/Dialog.tsx';
import { useTravel } from '../ui/page/Link.tsx';
import type { OverFrame } from '../ui/page/screen.ts';
import { useWords } from '../ui/words/context.tsx';
import { isStatusId } from '../law/statuses.ts';
import { useShell } from './shell.tsx';

/** What has to be dealt with after sign-in stands over the page, one at a time: the server says which is next. */
export function Interposing() {
  const { over, session } = useShell();
  const travel = useTravel();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const due = useClientPart((state) => dueOf(state.client, { search, path }));
  const [held, setHeld] = useState<Interposed | null>(null);
  // What asks before it closes stays until it says so itself: it has something to tell after the server has taken it.
  if (held === null && due !== null && interposed[due].closing === 'asks') setHeld(due);
  const name = held === null || due === 'required_password' ? due : held;
  if (name === null) return null;
  const Inside = over[name];
  const end = (mobileAppAction: string): void => {
    setHeld(null);
    const next = endedSearch(search, mobileAppAction);
    if (next !== search) travel.go(location.pathname + next, { replace: true });
  };
  return (
    <Suspense fallback={null}>
      <Inside
        frame={frames[interposed[name].closing]}
        onEnd={end}
        onEnded={session.lock.hold}
        signOut={(to) => session.signOut(to)}
      />
    </Suspense>
  );
}

/** Document 1 §2: `step2` on any page opens the second step, where it is open to the client. */
function dueOf(
  client: ClientInfo | undefined,
  { search, path }: { readonly search: string; readonly path: string },
): Interposed | null {
  if (!client) return null;
  const { interposes, gates, status_id: status } = client;
  if (interposes !== null && path.split('/').slice(2).join('/') === pageOfInterposed[interposes]) return null;
  const isAsked = new URLSearchParams(search).has('step2');
  const isOpen = gates.enrol === null && isStatusId(status) && (hasToEnrol(status) || hasToRepeat(status));
  return interposes === null && isAsked && isOpen ? 'registration_step2' : interposes;
}

/** What is asked for is done; the app hears how it ended. */
function endedSearch(search: string, mobileAppAction: string): string {
  const query = new URLSearchParams(search);
  query.delete('step2');
  if (query.has('mobileAppAction')) query.set('mobileAppAction', mobileAppAction);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const frames = { refused: Staying, signs_out: SigningOut, asks: Staying, puts_off: Staying } as const;

function Staying({ title, children, onAsk, bar, size }: OverFrame) {
  return (
    <Dialog isOpen title={title} onAsk={onAsk} bar={bar} {...(size === undefined ? {} : { size })}>
      {children}
    </Dialog>
  );
}

function SigningOut({ title, children }: OverFrame) {
  const { t } = useWords();
  const { session } = useShell();
  const leave = (
    <Button look="quiet" icon="sign-out" onClick={() => void session.signOut()}>
      {t('shell.signOut')}
    </Button>
  );
  return (
    <Dialog isOpen title={title} actions={leave}>
      {children}
    </Dialog>
  );
}
