import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { goldDeliveryContract, type DeskAction } from '../contract.ts';
import { ActDialog, type DeskDelivery } from './ActDialog.tsx';
import styles from './DeliveryActions.module.css';

const { calls } = goldDeliveryContract;

/** A delivery at the desk: where it goes, which bars it has, and what is next. */
export default function DeliveryActions({ subject, onDone }: CasePartProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<DeskAction>();
  const [thing, id = ''] = subject.split(':');
  const read = useRead(calls.read, { id });
  if (thing !== 'gold_delivery') return null;
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
      {(told) => (
        <div className={styles.stack}>
          <Told told={told} />
          <div className={styles.actions} role="group" aria-label={t('goldDelivery.desk.decide')}>
            {told.actions.map((action) => (
              <Button key={action} look={action === 'cancel' ? 'plain' : 'main'} onClick={() => setChosen(action)}>
                {t(`goldDelivery.desk.${action}`)}
              </Button>
            ))}
          </div>
          {chosen && <ActDialog told={told} action={chosen} onClose={() => setChosen(undefined)} onDone={onDone} />}
        </div>
      )}
    </Loaded>
  );
}

function Told({ told: { delivery } }: { readonly told: DeskDelivery }) {
  const { t } = useWords();
  const address = [delivery.recipient, delivery.street, delivery.postcode, delivery.town, delivery.country];
  return (
    <Facts
      items={[
        { key: 'phase', name: t('goldDelivery.desk.phase'), value: t(`goldDelivery.desk.phase.${delivery.phase}`) },
        { key: 'address', name: t('goldDelivery.desk.address'), value: address.filter((line) => line !== '').join(', ') },
        { key: 'phone', name: t('goldDelivery.desk.phone'), value: delivery.phone },
        {
          key: 'serials',
          name: t('goldDelivery.desk.serials'),
          value: delivery.serials.join(', ') || t('goldDelivery.desk.serials.none'),
        },
      ]}
    />
  );
}
