import { LinkButton } from '../../../ui/components/Button.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { screeningContract } from '../contract.ts';
import { ToLists } from './ToLists.tsx';

/** From a case to the hit, side by side; of a client who could not be compared, why. */
export default function CaseScreening({ subject, detail }: CasePartProps) {
  const { t, dateTime } = useWords();
  const [thing, id] = subject.split(':');
  if (thing === 'unscreened')
    return <Notice tone="warn">{t(`screening.desk.unscreened.${detail['reason'] === 'no_name' ? 'no_name' : 'failed'}`)}</Notice>;
  if (thing === 'watchlist')
    return (
      <Notice tone="warn" action={<ToLists />}>
        {t('screening.desk.unread', { list: String(detail['list']), since: dateTime(String(detail['since'])) })}
      </Notice>
    );
  if (thing !== 'screening' || id === undefined) return null;
  return (
    <LinkButton to={{ page: screeningContract.deskPages.hit, params: { id: Number(id) } }}>{t('screening.desk.look')}</LinkButton>
  );
}
