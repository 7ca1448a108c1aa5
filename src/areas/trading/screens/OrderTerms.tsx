import { amountText, pointed, typedAmount } from '../../../base/amount.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { levelFaults, type LevelField, type LevelOrder, type OrderType } from '../rules.ts';

/** What is typed of an order beside its volume; empty where there is nothing. */
export type TermsDraft = Readonly<Record<LevelField | 'expires' | 'trailing', string>>;
export const noTerms: TermsDraft = { at: '', limit: '', stopLoss: '', takeProfit: '', expires: '', trailing: '' };

/** What the calls take of it. */
export function termsOf(type: OrderType, draft: TermsDraft) {
  const given = (text: string): string | undefined => (amountText(text) === '' ? undefined : amountText(text));
  const waits = type !== 'market';
  const all = {
    at_price: waits ? given(draft.at) : undefined,
    limit_price: type === 'stop_limit' ? given(draft.limit) : undefined,
    stop_loss: given(draft.stopLoss),
    take_profit: given(draft.takeProfit),
    expires_at: waits && draft.expires !== '' ? new Date(draft.expires).toISOString() : undefined,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [key in keyof typeof all]?: string;
  };
}

export function OrderTypeField({
  value,
  kinds,
  onType,
}: {
  value: OrderType;
  kinds: readonly OrderType[];
  onType: (type: OrderType) => void;
}) {
  const { t } = useWords();
  return (
    <SelectField
      label={t('trading.type')}
      value={value}
      options={kinds.map((kind) => ({ value: kind, label: t(`trading.type.${kind}`) }))}
      onChange={(event) => {
        const chosen = kinds.find((kind) => kind === event.target.value);
        if (chosen) onType(chosen);
      }}
    />
  );
}

interface TermsFieldsProps {
  /** Undefined of a position: it has stops and nothing else. */
  readonly order: Omit<LevelOrder, LevelField>;
  readonly draft: TermsDraft;
  readonly onDraft: (draft: TermsDraft) => void;
}

/** The prices of an order, each with what is wrong with it while it is typed. */
export function TermsFields({ order, draft, onDraft }: TermsFieldsProps) {
  const { t } = useWords();
  const faults = useTermFaults(order, draft);
  const field = (name: LevelField, isOptional: boolean) => (
    <TextField
      key={name}
      label={t(`trading.level.${name}`)}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      isOptional={isOptional}
      value={draft[name]}
      error={faults[name]}
      onChange={(event) => onDraft({ ...draft, [name]: pointed(typedAmount(event.target.value, order.digits) ?? draft[name]) })}
    />
  );
  return (
    <>
      {order.type !== 'market' && field('at', false)}
      {order.type === 'stop_limit' && field('limit', false)}
      {field('stopLoss', true)}
      {field('takeProfit', true)}
      {order.type !== 'market' && (
        <TextField
          label={t('trading.expires')}
          type="datetime-local"
          isOptional
          help={t('trading.expires.help')}
          value={draft.expires}
          onChange={(event) => onDraft({ ...draft, expires: event.target.value })}
        />
      )}
    </>
  );
}

/** What is wrong with the prices that are typed, in words that say the mend. */
export function useTermFaults(
  order: Omit<LevelOrder, LevelField>,
  draft: TermsDraft,
): Readonly<Partial<Record<LevelField, string>>> {
  const { t } = useWords();
  const { at, limit, stopLoss, takeProfit } = draft;
  const typed = [at, limit, stopLoss, takeProfit].map(amountText) as [string, string, string, string];
  const faults = levelFaults({ ...order, at: typed[0], limit: typed[1], stopLoss: typed[2], takeProfit: typed[3] });
  const told = Object.entries(faults).map(([name, { must, than }]) => [name, t(`trading.level.${must}`, { price: than })]);
  return Object.fromEntries(told) as Partial<Record<LevelField, string>>;
}

/** Whether all prices that an order of the type needs are typed. */
export function hasTerms(type: OrderType, draft: TermsDraft): boolean {
  return type === 'market' || (draft.at !== '' && (type !== 'stop_limit' || draft.limit !== ''));
}
