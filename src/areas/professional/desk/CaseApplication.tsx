import { LinkButton } from '../../../ui/components/Button.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { professionalContract } from '../contract.ts';

/** From a case to the application, with its evidence. */
export default function CaseApplication({ subject }: CasePartProps) {
  const { t } = useWords();
  const [thing, id] = subject.split(':');
  if (thing !== 'professional' || id === undefined) return null;
  return (
    <LinkButton to={{ page: professionalContract.deskPages.application, params: { id: Number(id) } }}>
      {t('professional.desk.look')}
    </LinkButton>
  );
}
