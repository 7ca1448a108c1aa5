import { deskLinks } from '../../../protocol/deskLinks.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';

/** From a review that is due, or papers that never came, to the client's page, where everything of them stands. */
export default function CaseRisk({ subject }: CasePartProps) {
  const { t } = useWords();
  const [thing, id] = subject.split(':');
  if ((thing !== 'risk' && thing !== 'unanswered') || id === undefined) return null;
  return <LinkButton to={{ page: deskLinks.client, params: { id: Number(id) } }}>{t('risk.desk.toClient')}</LinkButton>;
}
