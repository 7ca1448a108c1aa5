import { LinkButton } from '../../../ui/components/Button.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { screeningContract } from '../contract.ts';

/** From a case to the hit, side by side. */
export default function CaseScreening({ subject }: CasePartProps) {
  const { t } = useWords();
  const [thing, id] = subject.split(':');
  if (thing !== 'screening' || id === undefined) return null;
  return (
    <LinkButton to={{ page: screeningContract.deskPages.hit, params: { id: Number(id) } }}>{t('screening.desk.look')}</LinkButton>
  );
}
