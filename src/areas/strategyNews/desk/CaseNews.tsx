import { LinkButton } from '../../../ui/components/Button.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { strategyNewsContract } from '../contract.ts';

/** From a case to what was written. */
export default function CaseNews({ subject }: CasePartProps) {
  const { t } = useWords();
  const [thing, id] = subject.split(':');
  if (thing !== 'strategy_news' || id === undefined) return null;
  return (
    <LinkButton to={{ page: strategyNewsContract.deskPages.news, params: { id: Number(id) } }}>
      {t('strategyNews.desk.look')}
    </LinkButton>
  );
}
