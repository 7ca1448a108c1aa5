import { useEffect } from 'react';
import { useWords } from '../ui/words/context.tsx';
import { CallFailure, failureOf, isOffline } from '../ui/api/failure.ts';
import { OutsideButton } from '../ui/components/Button.tsx';
import { EmptyState, ErrorState } from '../ui/components/States.tsx';
import { useOpen } from '../ui/page/Link.tsx';
import type { PageSpec } from '../protocol/call.ts';
import { deniedLeadsTo } from './navigation.ts';
import { nameDocument } from '../ui/page/document.ts';

/** No such page; `text` says so where there is none for this client alone. */
export function MissingScreen({ text }: { readonly text?: string }) {
  const { t, language } = useWords();
  const title = t('ui.missing.title');
  useEffect(() => nameDocument(title), [title]);
  return (
    <EmptyState
      isScreen
      picture="search"
      title={title}
      text={text ?? t('ui.missing.text')}
      action={
        <OutsideButton look="main" href={`/${language}`}>
          {t('ui.missing.home')}
        </OutsideButton>
      }
    />
  );
}

/** A screen that could not be drawn: a page that is not there after all, one that is denied, or a fault of ours. */
export function CrashedScreen({ error, page }: { readonly error: unknown; readonly page?: PageSpec }) {
  if (error instanceof CallFailure && error.kind === 'no-page') {
    const elsewhere = error.status === 403 && page ? deniedLeadsTo(page) : undefined;
    return elsewhere ? <LeadOn page={elsewhere} /> : <MissingScreen />;
  }
  return <Broken failure={failureOf(error)} />;
}

function reload(): void {
  if (!isOffline()) location.reload();
}

/** Without a network a reload would leave even this behind: it waits until there is one. */
function Broken({ failure }: { readonly failure: CallFailure }) {
  const { t } = useWords();
  const title = t(failure.kind === 'offline' ? 'ui.offline.title' : 'ui.fault.title');
  useEffect(() => {
    nameDocument(title);
    if (failure.kind !== 'offline') return undefined;
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [failure, title]);
  return <ErrorState isScreen failure={failure} onRetry={reload} />;
}

function LeadOn({ page }: { readonly page: PageSpec }) {
  const open = useOpen();
  useEffect(() => open({ page }, { replace: true }));
  return null;
}
