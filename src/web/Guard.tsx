import { useEffect, type ReactNode } from 'react';
import { useGate } from '../ui/api/context.tsx';
import { LinkButton } from '../ui/components/Button.tsx';
import { ScreenHead } from '../ui/components/Card.tsx';
import { RefusedState } from '../ui/components/States.tsx';
import { useTravel } from '../ui/page/Link.tsx';
import { useWords } from '../ui/words/context.tsx';
import type { PageSpec } from '../wire/call.ts';

/** Shows a page, or why it is shut for this client and what opens it. The server refuses by the same gates. */
export function Guard({ page, children }: { readonly page: PageSpec; readonly children: ReactNode }) {
  const { t } = useWords();
  const { opener, labelOf, brandName, hasMoved } = useTravel();
  const shut = useGate(page.gate ?? 'view');
  const title = t(page.title);
  useEffect(() => {
    document.title = `${title} · ${brandName}`;
    // After a change of page the reader starts at its head; on arrival the browser has placed it already.
    if (hasMoved()) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [title, brandName, hasMoved]);
  if (!shut) return children;
  const next = shut.next === undefined ? undefined : opener(shut.next);
  return (
    <>
      <ScreenHead title={title} />
      <RefusedState message={shut.message} action={next && <LinkButton to={{ page: next }}>{t(labelOf(next))}</LinkButton>} />
    </>
  );
}
