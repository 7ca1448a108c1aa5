import { LinkButton } from '../../../ui/components/Button.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { screeningContract } from '../contract.ts';

/** From a list that could not be read to what the last looks at it brought. */
export function ToLists() {
  const { t } = useWords();
  return (
    <LinkButton look="plain" size="small" to={{ page: screeningContract.deskPages.lists }}>
      {t('desk.nav.screening')}
    </LinkButton>
  );
}
