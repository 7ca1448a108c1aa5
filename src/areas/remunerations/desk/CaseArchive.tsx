import { LinkButton } from '../../../ui/components/Button.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { remunerationsContract } from '../contract.ts';

/** From a case to the strategy that is to be closed. */
export default function CaseArchive({ subject }: CasePartProps) {
  const { t } = useWords();
  const [thing, id] = subject.split(':');
  if (thing !== 'archive' || id === undefined) return null;
  return (
    <LinkButton to={{ page: remunerationsContract.deskPages.archive, params: { id: Number(id) } }}>
      {t('remunerations.desk.look')}
    </LinkButton>
  );
}
