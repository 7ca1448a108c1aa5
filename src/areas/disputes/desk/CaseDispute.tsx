import { LinkButton } from '../../../ui/components/Button.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { disputesContract } from '../contract.ts';

/** From a case to the dispute, with its evidence and its clock. */
export default function CaseDispute({ subject }: CasePartProps) {
  const { t } = useWords();
  const [thing, id] = subject.split(':');
  if (thing !== 'dispute' || id === undefined) return null;
  return (
    <LinkButton to={{ page: disputesContract.deskPages.dispute, params: { id: Number(id) } }}>{t('disputes.look')}</LinkButton>
  );
}
