import { CallFailure } from '../ui/api/failure.ts';
import { OutsideButton } from '../ui/components/Button.tsx';
import { EmptyState, ErrorState } from '../ui/components/States.tsx';
import { useWords } from '../ui/words/context.tsx';
import { deskRoot } from '../protocol/paths.ts';

/** No such page, or nothing of that number; `text` says what the server said of it. */
export function MissingScreen({ text }: { readonly text?: string | undefined }) {
  const { t } = useWords();
  return (
    <EmptyState
      isScreen
      picture="search"
      title={t('ui.missing.title')}
      text={text ?? t('ui.missing.text')}
      action={
        <OutsideButton look="main" href={`/${deskRoot}`}>
          {t('ui.missing.home')}
        </OutsideButton>
      }
    />
  );
}

/** A screen that could not be drawn: there is nothing at its address, or a fault of ours. */
export function CrashedScreen({ error }: { readonly error: unknown }) {
  if (error instanceof CallFailure && error.kind === 'no-page') return <MissingScreen text={error.sentence} />;
  const failure = error instanceof CallFailure ? error : new CallFailure({ kind: 'fault', status: 0, cause: error });
  return <ErrorState isScreen failure={failure} onRetry={() => location.reload()} />;
}
