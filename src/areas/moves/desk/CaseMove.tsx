import { useState } from 'react';
import { migrationLines, type MigrationField } from '../../../law/migration.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { movesContract } from '../contract.ts';
import { DecideDialog, type Decision } from './DecideDialog.tsx';

const fields = Object.keys(migrationLines) as readonly MigrationField[];

/** Who asks to move to another company, what they told, and the decision. */
export default function CaseMove({ subject, onDone }: CasePartProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<Decision>();
  const [thing, id = ''] = subject.split(':');
  const read = useRead(movesContract.calls.read, { id });
  if (thing !== 'company_move') return null;
  return (
    <Stack>
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ move }) => (
          <Facts
            items={[
              {
                key: 'way',
                name: t('moves.desk.way'),
                value: t('moves.desk.fromTo', {
                  from: t(`desk.company.${move.from}`),
                  to: t(`desk.company.${move.to}`),
                }),
              },
              ...fields.flatMap((field) => {
                const value = move.told[field];
                return value === undefined ? [] : [{ key: field, name: t(`moves.desk.told.${field}`), value }];
              }),
            ]}
          />
        )}
      </Loaded>
      <div role="group" aria-label={t('moves.desk.decide')}>
        <Button look="plain" onClick={() => setChosen('declined')}>
          {t('moves.desk.decline')}
        </Button>{' '}
        <Button onClick={() => setChosen('approved')}>{t('moves.desk.approve')}</Button>
      </div>
      {chosen && <DecideDialog id={id} decision={chosen} onClose={() => setChosen(undefined)} onDone={onDone} />}
    </Stack>
  );
}
