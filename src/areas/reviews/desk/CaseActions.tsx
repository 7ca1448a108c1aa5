import { useState } from 'react';
import { Button } from '../../../ui/components/Button.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { actionsOf, type CaseAction } from '../rules.ts';
import styles from './CaseActions.module.css';
import { DecideDialog } from './DecideDialog.tsx';

/** What can be decided of a case of money; each asks why, and what moves money asks a second person. */
export default function CaseActions({ subject, detail, onDone }: CasePartProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<CaseAction>();
  const actions = actionsOf({ subject, detail });
  if (actions.length === 0) return null;
  const [thing = ''] = subject.split(':');
  return (
    <div className={styles.actions} role="group" aria-label={t('reviews.decide')}>
      {actions.map((each) => (
        <Button
          key={each.action}
          look={each.action === 'decline' ? 'danger' : each.action === 'approve' || actions.length === 1 ? 'main' : 'plain'}
          onClick={() => setChosen(each)}
        >
          {t(thing === 'debt' ? `reviews.debt.${each.action}` : `reviews.action.${each.action}`)}
        </Button>
      ))}
      {chosen && (
        <DecideDialog facts={{ subject, detail }} chosen={chosen} onClose={() => setChosen(undefined)} onDone={onDone} />
      )}
    </div>
  );
}
