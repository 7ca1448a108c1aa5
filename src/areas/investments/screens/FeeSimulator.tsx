import { useState } from 'react';
import { Card, Facts, Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { simulatedShare } from '../rules.ts';
import { percentsText } from './facts.tsx';

const results = [-20, -10, 0, 5, 10, 25, 50, 100] as const;

interface FeeSimulatorProps {
  readonly equity: string;
  readonly highWater: string;
  /** In per cent. */
  readonly share: number;
  readonly currency: string;
}

/** What the provider would get, were so much gained or lost from now on: only of what is above the high-water mark. */
export function FeeSimulator({ equity, highWater, share, currency }: FeeSimulatorProps) {
  const { t } = useWords();
  const [percent, setPercent] = useState(10);
  const told = simulatedShare({ equity, highWater, share, percent, currency });
  return (
    <Card title={t('investments.simulator')}>
      <Stack>
        <p>{t('investments.simulator.text')}</p>
        <SelectField
          name="result"
          label={t('investments.simulator.result')}
          value={String(percent)}
          onChange={(event) => setPercent(Number(event.target.value))}
          options={results.map((each) => ({ value: String(each), label: percentsText(each > 0 ? `+${each}` : each) }))}
        />
        {told && (
          <Facts
            items={[
              {
                key: 'equity',
                name: t('investments.simulator.equity'),
                value: <Amount value={told.equity} currency={currency} />,
              },
              { key: 'mark', name: t('investments.highWater'), value: <Amount value={highWater} currency={currency} /> },
              { key: 'share', name: t('investments.simulator.share'), value: <Amount value={told.share} currency={currency} /> },
              { key: 'left', name: t('investments.simulator.left'), value: <Amount value={told.left} currency={currency} /> },
            ]}
          />
        )}
      </Stack>
    </Card>
  );
}
