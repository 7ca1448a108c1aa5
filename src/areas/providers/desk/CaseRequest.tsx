import { LinkButton } from '../../../ui/components/Button.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { providersContract } from '../contract.ts';

/** From a case to who asks. */
export default function CaseRequest({ subject }: CasePartProps) {
  const { t } = useWords();
  const [thing, id] = subject.split(':');
  if (thing !== 'provider' || id === undefined) return null;
  return (
    <LinkButton to={{ page: providersContract.deskPages.request, params: { id: Number(id) } }}>
      {t('providers.desk.look')}
    </LinkButton>
  );
}
