import { useState } from 'react';
import type { Currency } from '../../../base/currency.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
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

type Method = UnverifiedWaiting['methods'][number];
type Field = 'wallet_email' | 'bank' | 'bank_account' | 'wire_bank' | 'wire_account' | 'wire_bic';

/** What each kind of destination is told by. */
const fieldsOf: Readonly<Record<Method['kind'], readonly Field[]>> = {
  wallet: ['wallet_email'],
  bank: ['bank', 'bank_account'],
  wire: ['wire_bank', 'wire_account', 'wire_bic'],
  coin: [],
  card: [],
};

const everyField: readonly Field[] = Object.values(fieldsOf).flat();

/** Asks why, and until when, or where to. A second person has to agree to either. */
export function DecideDialog({ of, waiting, act, onClose, onDone }: DecideDialogProps) {
  const { t } = useWords();
  const [days, setDays] = useState('7');
  const [chosen, setChosen] = useState(String(waiting.methods[0]?.pm_id ?? ''));
  const [typed, setTyped] = useState<Readonly<Partial<Record<Field, string>>>>({});
  const decide = useWrite(unverifiedContract.calls.decide);
  const method = waiting.methods.find(({ pm_id }) => String(pm_id) === chosen);
  const send = async (reason: string): Promise<void> => {
    const filled = Object.entries(typed).filter(([, value]) => value.trim() !== '');
    const more =
      act === 'extend' ? { days: Number(days) } : { ...(method ? { pm_id: method.pm_id } : {}), ...Object.fromEntries(filled) };
    await decide.mutateAsync({ client_id: of.client, currency: of.currency, action: act, reason, ...more });
    showToast({ tone: 'gain', title: t('unverified.desk.asked') });
    onDone();
  };
  return (
    <ReasonDialog
      name={`unverified/${of.client}/${of.currency}/${act}`}
      title={t(`unverified.desk.${act}`)}
      verb={t(`unverified.desk.${act}`)}
      fields={['days', 'pm_id', ...everyField]}
      onClose={onClose}
      act={send}
    >
      {(errors) => (
        <Stack>
          <Notice>{t(`unverified.desk.${act}.text`)}</Notice>
          {act === 'extend' ? (
            <Days days={days} error={errors['days']} onType={setDays} />
          ) : (
            <>
              <SelectField
                name="pm_id"
                label={t('unverified.desk.method')}
                error={errors['pm_id']}
                options={waiting.methods.map(({ pm_id, key }) => ({ value: String(pm_id), label: t(`money.method.${key}`) }))}
                value={chosen}
                onChange={(event) => setChosen(event.target.value)}
              />
              {method && (
                <Destination
                  method={method}
                  typed={typed}
                  errors={errors}
                  onType={(field, value) => setTyped({ ...typed, [field]: value })}
                />
              )}
            </>
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

interface DestinationProps {
  readonly method: Method;
  readonly typed: Readonly<Partial<Record<Field, string>>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly onType: (field: Field, value: string) => void;
}

function Destination({ method, typed, errors, onType }: DestinationProps) {
  const { t } = useWords();
  const labels: Readonly<Record<Field, string>> = {
    wallet_email: t('unverified.desk.email'),
    bank: t('unverified.desk.bank'),
    bank_account: t('unverified.desk.account'),
    wire_bank: t('unverified.desk.bank'),
    wire_account: t('unverified.desk.account'),
    wire_bic: t('unverified.desk.bic'),
  };
  return fieldsOf[method.kind].map((name) => {
    const common = {
      name,
      label: labels[name],
      error: errors[name],
      value: typed[name] ?? '',
    };
    return name === 'bank' ? (
      <SelectField
        key={name}
        {...common}
        options={['', ...method.banks].map((bank) => ({ value: bank, label: bank }))}
        onChange={(event) => onType(name, event.target.value)}
      />
    ) : (
      <TextField key={name} {...common} onChange={(event) => onType(name, event.target.value)} />
    );
  });
}
