import { useState } from 'react';
import type { Currency } from '../../../base/currency.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Stack } from '../../../ui/components/Card.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { destinationFields, filledIn, NamedDestination, type TypedDestination } from '../../../ui/desk/NamedDestination.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { unverifiedContract, type UnverifiedWaiting } from '../contract.ts';

export type Act = 'send_back' | 'extend';

export interface CaseOf {
  readonly client: string;
  readonly currency: Currency;
}

interface DecideDialogProps {
  readonly of: CaseOf;
  readonly waiting: UnverifiedWaiting;
  readonly act: Act;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks why, and until when, or where to. A second person has to agree to either. */
export function DecideDialog({ of, waiting, act, onClose, onDone }: DecideDialogProps) {
  const { t } = useWords();
  const [days, setDays] = useState('7');
  const [chosen, setChosen] = useState(String(waiting.methods[0]?.pm_id ?? ''));
  const [typed, setTyped] = useState<TypedDestination>({});
  const decide = useWrite(unverifiedContract.calls.decide);
  const send = async (reason: string): Promise<void> => {
    const more = act === 'extend' ? { days: Number(days) } : filledIn(chosen, typed);
    await decide.mutateAsync({ client_id: of.client, currency: of.currency, action: act, reason, ...more });
    showToast({ tone: 'gain', title: t('unverified.desk.asked') });
    onDone();
  };
  return (
    <ReasonDialog
      name={`unverified/${of.client}/${of.currency}/${act}`}
      title={t(`unverified.desk.${act}`)}
      verb={t(`unverified.desk.${act}`)}
      fields={['days', 'pm_id', ...destinationFields]}
      onClose={onClose}
      act={send}
    >
      {(errors) => (
        <Stack>
          <Notice>{t(`unverified.desk.${act}.text`)}</Notice>
          {act === 'extend' ? (
            <Days days={days} error={errors['days']} onType={setDays} />
          ) : (
            <NamedDestination
              methods={waiting.methods}
              chosen={chosen}
              typed={typed}
              errors={errors}
              onChoose={setChosen}
              onType={setTyped}
            />
          )}
        </Stack>
      )}
    </ReasonDialog>
  );
}

interface DaysProps {
  readonly days: string;
  readonly error: string | undefined;
  readonly onType: (days: string) => void;
}

function Days({ days, error, onType }: DaysProps) {
  const { t } = useWords();
  return (
    <TextField
      name="days"
      inputMode="numeric"
      label={t('unverified.desk.days')}
      error={error}
      value={days}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
