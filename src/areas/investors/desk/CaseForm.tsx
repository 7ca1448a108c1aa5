import { LinkButton } from '../../../ui/components/Button.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { investorsContract } from '../contract.ts';

/** From a case to what was answered. */
export default function CaseForm({ subject }: CasePartProps) {
  const { t } = useWords();
  const [thing, id] = subject.split(':');
  if (thing !== 'investor' || id === undefined) return null;
  return (
    <LinkButton to={{ page: investorsContract.deskPages.form, params: { id: Number(id) } }}>
      {t('investors.desk.look')}
    </LinkButton>
  );
}
