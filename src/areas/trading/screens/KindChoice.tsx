import { Choice } from '../../../ui/components/Choice.tsx';
import { useWords } from '../../../ui/words/context.tsx';

/** Money or play money. */
export function KindChoice({ isDemo, onChange }: { readonly isDemo: boolean; readonly onChange: (isDemo: boolean) => void }) {
  const { t } = useWords();
  return (
    <Choice
      label={t('trading.kind')}
      name="trading-kind"
      look="segments"
      value={isDemo ? 'demo' : 'live'}
      options={[
        { value: 'live', label: t('trading.kind.live') },
        { value: 'demo', label: t('trading.kind.demo') },
      ]}
      onChange={(kind) => onChange(kind === 'demo')}
    />
  );
}
