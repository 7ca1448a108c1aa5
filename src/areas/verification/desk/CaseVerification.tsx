import { deskLinks } from '../../../protocol/deskLinks.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';

/** From a rejection for good to the client's page, where it stands beside what was typed. */
export default function CaseVerification({ subject }: CasePartProps) {
  const { t } = useWords();
  const [thing, id] = subject.split(':');
  if (thing !== 'verification' || id === undefined) return null;
  return <LinkButton to={{ page: deskLinks.client, params: { id: Number(id) } }}>{t('verification.desk.look')}</LinkButton>;
}
