import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Checks } from '../../../ui/components/Choice.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { goldDeliveryContract, type DeskAction } from '../contract.ts';
import styles from './DeliveryActions.module.css';

export type DeskDelivery = AnswerOf<typeof goldDeliveryContract.calls.read>;

interface ActDialogProps {
  readonly told: DeskDelivery;
  readonly action: DeskAction;
  readonly onClose: () => void;
  /** Once it is done, or a second person was asked. */
  readonly onDone: () => void;
}

/** Asks why, and what else the act needs; a second person lets bars leave the vault. */
export function ActDialog({ told, action, onClose, onDone }: ActDialogProps) {
  const { t } = useWords();
  const { id, count } = told.delivery;
  const [bars, setBars] = useState<readonly string[]>(() => told.bars.slice(0, count).map((bar) => String(bar.id)));
  const [way, setWay] = useState({ carrier: '', tracking: '' });
  const decide = useWrite(goldDeliveryContract.calls.decide);
  const act = async (reason: string): Promise<void> => {
    const more =
      action === 'allocate'
        ? { bars: bars.map(Number) }
        : action === 'release'
          ? { carrier: way.carrier.trim(), tracking: way.tracking.trim() }
          : {};
    const { approval } = await decide.mutateAsync({ id: String(id), action, reason, ...more });
    const text = approval ? { text: t('goldDelivery.desk.asked.text') } : {};
    showToast({ tone: 'gain', title: t(approval ? 'goldDelivery.desk.asked' : 'goldDelivery.desk.done'), ...text });
    onDone();
  };
  return (
    <ReasonDialog
      name={`gold-delivery/${id}/${action}`}
      title={t('goldDelivery.desk.title', { verb: t(`goldDelivery.desk.${action}`), id: String(id) })}
      verb={t(`goldDelivery.desk.${action}`)}
      isDanger={action === 'cancel'}
      fields={['bars', 'carrier', 'tracking']}
      refusal={action === 'allocate' && bars.length !== count ? t('goldDelivery.desk.bars.count', { count }) : undefined}
      onClose={onClose}
      act={act}
    >
      {(errors) => (
        <div className={styles.stack}>
          <WhatFollows told={told} action={action} />
          {action === 'allocate' && (
            <Checks
              name="bars"
              label={t('goldDelivery.desk.bars')}
              error={errors['bars']}
              value={bars}
              onChange={setBars}
              options={told.bars.map((bar) => ({ value: String(bar.id), label: `${bar.refiner} ${bar.serial}` }))}
            />
          )}
          {action === 'release' &&
            (['carrier', 'tracking'] as const).map((name) => (
              <TextField
                key={name}
                name={name}
                label={t(`goldDelivery.desk.${name}`)}
                error={errors[name]}
                value={way[name]}
                onChange={(event) => setWay({ ...way, [name]: event.target.value })}
              />
            ))}
        </div>
      )}
    </ReasonDialog>
  );
}

function WhatFollows({ told, action }: Pick<ActDialogProps, 'told' | 'action'>) {
  const { t, dateTime } = useWords();
  return (
    <>
      <Notice>{t(`goldDelivery.desk.${action}.text`)}</Notice>
      {action === 'release' && told.leaves_from !== null && (
        <Notice>{t('goldDelivery.desk.cools', { at: dateTime(told.leaves_from) })}</Notice>
      )}
    </>
  );
}
