import { Card } from '../../../ui/components/Card.tsx';
import { GainBars } from '../../../ui/components/GainBars.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { OfHour, OfSymbol } from '../contract.ts';

interface BySymbolProps {
  readonly symbols: readonly OfSymbol[];
  readonly currency: string;
}

/** What was made with each symbol. */
export function BySymbol({ symbols, currency }: BySymbolProps) {
  const { t } = useWords();
  const columns = useTallyColumns(currency);
  const bars = symbols.map((tally) => ({ key: tally.symbol, name: tally.symbol, value: tally.result, tally }));
  return (
    <Card title={t('statistics.bySymbol')}>
      <GainBars label={t('statistics.bySymbol')} head={t('statistics.symbol')} bars={bars} columns={columns} />
    </Card>
  );
}

interface ByHourProps {
  readonly hours: readonly OfHour[];
  readonly currency: string;
}

/** What was made by the hour of opening. */
export function ByHour({ hours, currency }: ByHourProps) {
  const { t } = useWords();
  const columns = useTallyColumns(currency);
  const bars = hours.map((tally) => ({
    key: tally.hour,
    name: `${String(tally.hour).padStart(2, '0')}:00`,
    value: tally.result,
    tally,
  }));
  return (
    <Card title={t('statistics.byHour')}>
      <GainBars label={t('statistics.byHour')} head={t('statistics.hour')} bars={bars} columns={columns} />
    </Card>
  );
}

interface Told {
  readonly tally: Pick<OfHour, 'result' | 'trades' | 'won_percent' | 'lots'>;
}

function useTallyColumns(currency: string) {
  const { t, number } = useWords();
  return [
    {
      title: t('statistics.result'),
      cell: ({ tally }: Told) => <Figures value={tally.result} currency={currency} kind="gain" />,
    },
    { title: t('statistics.trades'), cell: ({ tally }: Told) => number(tally.trades) },
    {
      title: t('statistics.won'),
      cell: ({ tally }: Told) => t('statistics.percent', { percent: number(tally.won_percent, 2) }),
    },
    { title: t('statistics.lots'), cell: ({ tally }: Told) => <Figures value={tally.lots} /> },
  ] as const;
}
