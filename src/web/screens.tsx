import { useWords } from '../ui/words/context.tsx';
import { CallFailure } from '../ui/api/failure.ts';
import { OutsideButton } from '../ui/components/Button.tsx';
import { EmptyState, ErrorState } from '../ui/components/States.tsx';

/** No such page. */
export function MissingScreen() {
  const { t, language } = useWords();
  return (
    <EmptyState
      picture="search"
      title={t('ui.missing.title')}
      text={t('ui.missing.text')}
      action={
        <OutsideButton look="main" href={`/${language}`}>
          {t('ui.missing.home')}
        </OutsideButton>
      }
    />
  );
}

/** A screen that could not be drawn: a page that is not there after all, or a fault of ours. */
export function CrashedScreen({ error }: { readonly error: unknown }) {
  if (error instanceof CallFailure && error.kind === 'no-page') return <MissingScreen />;
  const failure = error instanceof CallFailure ? error : new CallFailure({ kind: 'fault', status: 0, cause: error });
  return <ErrorState failure={failure} onRetry={() => location.reload()} />;
}
