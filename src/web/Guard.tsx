import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useGate } from '../ui/api/context.tsx';
import { Button } from '../ui/components/Button.tsx';
import { ScreenHead } from '../ui/components/Card.tsx';
import { Dialog } from '../ui/components/Dialog.tsx';
import { RefusedState } from '../ui/components/States.tsx';
import { WayOn } from '../ui/components/WayOn.tsx';
import { showToast } from '../ui/components/toast.ts';
import { useOpen, useTravel } from '../ui/page/Link.tsx';
import { TitleContext } from '../ui/page/title.ts';
import { useWords } from '../ui/words/context.tsx';
import type { GateCode } from '../law/gateNames.ts';
import type { NextPage } from '../law/nextPages.ts';
import type { PageSpec } from '../protocol/call.ts';
import { pageLinks } from '../protocol/pageLinks.ts';
import { MissingScreen } from './screens.tsx';

/** Shows a page, or why it is shut for this client and what opens it. The server refuses by the same gates. */
export function Guard({ page, children }: { readonly page: PageSpec; readonly children: ReactNode }) {
  const { t } = useWords();
  const { brandName, hasMoved } = useTravel();
  const shut = useGate(page.gate ?? 'view');
  const title = t(page.title);
  const [named, setNamed] = useState<string>();
  useEffect(() => {
    document.title = `${named ?? title} · ${brandName}`;
  }, [named, title, brandName]);
  // After a change of page the reader starts at its head; on arrival the browser has placed it already.
  useEffect(() => (hasMoved() ? startAtHead() : undefined), [hasMoved]);
  if (!shut) return <TitleContext value={setNamed}>{children}</TitleContext>;
  // Document 2 §4: a closed UK client gets a 404 page of their own; whom the service is no longer for is told so and led home.
  if (shut.code === 'service_not_available_uk') return <MissingScreen text={shut.message} />;
  if (goneCodes.has(shut.code)) return <Gone shut={shut} title={title} says={t('shell.gone.title')} />;
  // Document 2 §8: that investing is not offered is told by a popup.
  if (shut.code === '30003') return <Gone shut={shut} title={title} says={t('ui.refused.title')} />;
  if (paperCodes.has(shut.code)) return <UploadWarning shut={shut} title={title} />;
  if (shut.next === 'dashboard') return <Led to="dashboard" title={title} message={shut.message} />;
  // Document 2 §4: a client of the Kenyan broker who is not approved goes to verify the profile.
  if (shut.code === 'verify_profile') return <Led to="documents" title={title} message={shut.message} />;
  return (
    <>
      <ScreenHead title={title} />
      <RefusedState message={shut.message} action={<WayOn code={shut.code} next={shut.next} look="main" size="medium" />} />
    </>
  );
}

/** Document 2 §§2, 4: for whom the service is no longer, or another company's by now. */
const goneCodes: ReadonlySet<string> = new Set<GateCode>([
  'service_not_available',
  'service_not_available_log_in_global',
  'company_move_open',
]);

/** Document 2 §§4, 8: who is asked for papers, for accounts for shares by a code of their own. */
const paperCodes: ReadonlySet<string> = new Set<GateCode>(['upload_documents', '10045']);

interface OverProps {
  readonly shut: NonNullable<ReturnType<typeof useGate>>;
  readonly title: string;
}

/** The notice stands over the page until it is read, and ends at the dashboard however it is closed. */
function Gone({ shut, title, says }: OverProps & { readonly says: string }) {
  const { t } = useWords();
  const open = useOpen();
  const leave = (): void => void open({ page: pageLinks.home }, { replace: true });
  return (
    <>
      <ScreenHead title={title} />
      <Dialog
        isOpen
        onClose={leave}
        title={says}
        actions={
          <>
            {shut.code === 'company_move_open' && <WayOn code={shut.code} next={shut.next} look="plain" size="medium" />}
            <Button autoFocus onClick={leave}>
              {t('shell.gone.home')}
            </Button>
          </>
        }
      >
        <p>{shut.message}</p>
      </Dialog>
    </>
  );
}

/** Document 2 §4: who is completely registered is asked for papers; whoever does not want to now reads the reason on the page. */
function UploadWarning({ shut, title }: OverProps) {
  const { t } = useWords();
  const { opener } = useTravel();
  const open = useOpen();
  const [isOpen, setOpen] = useState(true);
  const documents = opener('documents');
  return (
    <>
      <ScreenHead title={title} />
      <RefusedState message={shut.message} action={<WayOn code={shut.code} next={shut.next} look="main" size="medium" />} />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('shell.papers.title')}
        actions={
          <>
            <Button look="plain" onClick={() => setOpen(false)}>
              {t('shell.papers.cancel')}
            </Button>
            {documents && (
              <Button autoFocus onClick={() => open(documents.to)}>
                {t('shell.papers.upload')}
              </Button>
            )}
          </>
        }
      >
        <p>{shut.message}</p>
      </Dialog>
    </>
  );
}

/** Focuses the screen's head, also one that comes with what is still being loaded. Answers how to give up. */
function startAtHead(): () => void {
  const isDone = (): boolean => {
    const head = document.querySelector<HTMLElement>('main h1');
    // Who has opened the search meanwhile goes on typing there.
    if (!document.activeElement?.closest('[role="dialog"], dialog')) head?.focus({ preventScroll: true });
    return head !== null;
  };
  const observer = new MutationObserver(() => {
    const isElsewhere = document.activeElement !== null && document.activeElement !== document.body;
    if (isElsewhere || isDone()) observer.disconnect();
  });
  if (!isDone()) observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** The alert stands over the page that one is led to, where the same reason stays to be read when it has gone. */
function Led({ to, title, message }: { readonly to: NextPage; readonly title: string; readonly message: string }) {
  const { opener } = useTravel();
  const open = useOpen();
  const target = opener(to);
  const isLed = useRef(false);
  useEffect(() => {
    if (target === undefined || isLed.current) return;
    isLed.current = true;
    showToast({ tone: 'warn', title, text: message });
    open(target.to, { replace: true });
  });
  return null;
}
