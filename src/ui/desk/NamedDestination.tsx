import type { DestinationKind, MethodKey } from '../../law/methods.ts';
import { SelectField } from '../components/Choice.tsx';
import { TextField } from '../components/Field.tsx';
import { useWords } from '../words/context.tsx';

type DestinationField = 'wallet_email' | 'bank' | 'bank_account' | 'wire_bank' | 'wire_account' | 'wire_bic';
export type TypedDestination = Readonly<Partial<Record<DestinationField, string>>>;

/** What each kind of destination is told by. */
const fieldsOf: Readonly<Record<DestinationKind, readonly DestinationField[]>> = {
  wallet: ['wallet_email'],
  bank: ['bank', 'bank_account'],
  wire: ['wire_bank', 'wire_account', 'wire_bic'],
  coin: [],
  card: [],
};

export const destinationFields: readonly DestinationField[] = Object.values(fieldsOf).flat();

/** A method that pays to a destination which staff names. */
interface NamedMethod {
  readonly pm_id: number;
  readonly key: MethodKey;
  readonly kind: DestinationKind;
  readonly banks: readonly string[];
}

interface NamedDestinationProps {
  readonly methods: readonly NamedMethod[];
  /** The number of the one that is chosen. */
  readonly chosen: string;
  readonly typed: TypedDestination;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChoose: (method: string) => void;
  readonly onType: (typed: TypedDestination) => void;
}

/** By what money goes to an account in the client's own name, and to which. */
export function NamedDestination({ methods, chosen, typed, errors, onChoose, onType }: NamedDestinationProps) {
  const { t } = useWords();
  const method = methods.find(({ pm_id }) => String(pm_id) === chosen);
  return (
    <>
      <SelectField
        name="pm_id"
        label={t('desk.destination.method')}
        error={errors['pm_id']}
        options={methods.map(({ pm_id, key }) => ({ value: String(pm_id), label: t(`money.method.${key}`) }))}
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
      />
      {method && <Fields method={method} typed={typed} errors={errors} onType={onType} />}
    </>
  );
}

function Fields({
  method: { kind, banks },
  typed,
  errors,
  onType,
}: Pick<NamedDestinationProps, 'typed' | 'errors' | 'onType'> & { readonly method: NamedMethod }) {
  const { t } = useWords();
  const labels: Readonly<Record<DestinationField, string>> = {
    wallet_email: t('desk.destination.email'),
    bank: t('desk.destination.bank'),
    bank_account: t('desk.destination.account'),
    wire_bank: t('desk.destination.bank'),
    wire_account: t('desk.destination.account'),
    wire_bic: t('desk.destination.bic'),
  };
  return fieldsOf[kind].map((name) => {
    const common = { name, label: labels[name], error: errors[name], value: typed[name] ?? '' };
    const onChange = (event: { readonly target: { readonly value: string } }): void =>
      onType({ ...typed, [name]: event.target.value });
    return name === 'bank' ? (
      <SelectField
        key={name}
        {...common}
        options={['', ...banks].map((bank) => ({ value: bank, label: bank }))}
        onChange={onChange}
      />
    ) : (
      <TextField key={name} {...common} onChange={onChange} />
    );
  });
}

/** What of it was filled in, as calls take it. */
export function filledIn(chosen: string, typed: TypedDestination) {
  const filled = Object.entries(typed).filter(([, value]) => value.trim() !== '');
  return { ...(chosen === '' ? {} : { pm_id: Number(chosen) }), ...Object.fromEntries(filled) };
}
