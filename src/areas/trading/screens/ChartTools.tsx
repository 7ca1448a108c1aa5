import { useEffect, useState, type ReactNode } from 'react';
import { figurePoints, type ChosenIndicator, type FigureKind } from '../../../protocol/chartFigures.ts';
import { Button } from '../../../ui/components/Button.tsx';
import type { OwnDrawing } from '../../../ui/components/candleFigures.ts';
import { Notice } from '../../../ui/components/Notice.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { TradedSymbol } from '../contract.ts';
import { FiguresDialog } from './FiguresDialog.tsx';
import { IndicatorsDialog } from './IndicatorsDialog.tsx';
import styles from './Charts.module.css';

interface ChartToolsProps {
  readonly symbol: TradedSymbol;
  readonly price: string | undefined;
  readonly own: OwnDrawing;
  /** How the charts are set up has been read. */
  readonly isKnown: boolean;
  /** What is drawn next by pointing at the chart; undefined ends that. */
  readonly onKind: (kind: FigureKind | undefined) => void;
  readonly onIndicators: (chosen: ChosenIndicator[]) => void;
  readonly children?: ReactNode;
}

/** Indicators and drawing, beside what the chart's place has of its own. */
export function ChartTools({ symbol, price, own, isKnown, onKind, onIndicators, children }: ChartToolsProps) {
  const { t } = useWords();
  const [open, setOpen] = useState<'indicators' | 'figures'>();
  const close = (): void => setOpen(undefined);
  const { indicators, figures, kind } = own;
  return (
    <>
      <div className={styles.tools} role="group" aria-label={t('trading.chart.tools')}>
        <Button look="quiet" size="small" icon="chart" isBusy={!isKnown} onClick={() => setOpen('indicators')}>
          {t('trading.indicators')}
          {indicators.length > 0 && ` (${String(indicators.length)})`}
        </Button>
        <Button look="quiet" size="small" icon="plus" onClick={() => setOpen('figures')}>
          {t('trading.figures')}
          {figures.length > 0 && ` (${String(figures.length)})`}
        </Button>
        {children}
      </div>
      {kind && <Pointing kind={kind} onEnd={() => onKind(undefined)} />}
      {open === 'indicators' && <IndicatorsDialog chosen={indicators} onKeep={onIndicators} onClose={close} />}
      {open === 'figures' && (
        <FiguresDialog
          symbol={symbol}
          figures={figures}
          price={price}
          onPoint={(next) => {
            close();
            onKind(next);
          }}
          onFigure={own.onFigure}
          onErase={own.onErase}
          onClose={close}
        />
      )}
    </>
  );
}

/** Says where to point, until it is drawn; Escape ends it. */
function Pointing({ kind, onEnd }: { readonly kind: FigureKind; readonly onEnd: () => void }) {
  const { t } = useWords();
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onEnd();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [onEnd]);
  return (
    <Notice tone="note">
      {t('trading.figures.pointing', { kind: t(`trading.figure.${kind}`), count: figurePoints[kind] })}{' '}
      <Button look="quiet" size="small" onClick={onEnd}>
        {t('trading.figures.end')}
      </Button>
    </Notice>
  );
}
