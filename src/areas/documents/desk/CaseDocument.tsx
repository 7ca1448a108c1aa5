import { LinkButton } from '../../../ui/components/Button.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract } from '../contract.ts';

/** From a case to the paper itself, beside what was typed about it. */
export default function CaseDocument({ subject }: CasePartProps) {
  const { t } = useWords();
  const [thing, id] = subject.split(':');
  if (thing !== 'document' || id === undefined) return null;
  return (
    <LinkButton to={{ page: documentsContract.deskPages.document, params: { id: Number(id) } }}>
      {t('documents.desk.look')}
    </LinkButton>
  );
}
