import { Suspense, type ReactNode } from 'react';
import { interposed } from '../law/interposed.ts';
import { useClientPart } from '../ui/api/context.tsx';
import { Button } from '../ui/components/Button.tsx';
import { Dialog } from '../ui/components/Dialog.tsx';
import { useWords } from '../ui/words/context.tsx';
import { useShell } from './shell.tsx';

/** What has to be dealt with after sign-in stands over the page, one at a time: the server says which is next. */
export function Interposing() {
  const { over } = useShell();
  const name = useClientPart((state) => state.client?.interposes ?? null);
  if (name === null) return null;
  const Inside = over[name];
  return (
    <Suspense fallback={null}>
      <Inside frame={frames[interposed[name].closing]} />
    </Suspense>
  );
}

interface FrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

const frames = { refused: Staying, signs_out: SigningOut } as const;

function Staying({ title, children }: FrameProps) {
  return (
    <Dialog isOpen title={title}>
      {children}
    </Dialog>
  );
}

function SigningOut({ title, children }: FrameProps) {
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
