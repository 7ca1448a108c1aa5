import { useState } from 'react';
import { amountText, pointed, typedAmount } from '../../../base/amount.ts';
import { figureKinds, figurePoints, mostFigures, type Figure, type FigureKind } from '../../../protocol/chartFigures.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { TradedSymbol } from '../contract.ts';
import { localMinute } from './ChangeOrder.tsx';
import styles from './Charts.module.css';

interface FiguresDialogProps {
  readonly symbol: TradedSymbol;
  readonly figures: readonly Figure[];
  /** The price of now, which a new figure begins with. */
  readonly price: string | undefined;
  /** Draws one by pointing at the chart. */
  readonly onPoint: (kind: FigureKind) => void;
  readonly onFigure: (figure: Figure) => void;
  readonly onErase: (id: string) => void;
  readonly onClose: () => void;
}

/** What is drawn over the candles: by pointing at the chart, or the same by fields; and taking it away. */
export function FiguresDialog(props: FiguresDialogProps) {
  const { symbol, figures, price, onPoint, onFigure, onErase, onClose } = props;
  const { t, dateTime } = useWords();
  const [kind, setKind] = useState<FigureKind>('horizontal');
  const full = figures.length >= mostFigures ? t('trading.figures.most', { most: mostFigures }) : undefined;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('trading.figures.title', { symbol: symbol.name })}
      actions={
        <Button refusal={full} onClick={() => onPoint(kind)}>
          {t('trading.figures.point')}
        </Button>
      }
    >
      <SelectField
        label={t('trading.figures.kind')}
        value={kind}
        options={figureKinds.map((value) => ({ value, label: t(`trading.figure.${value}`) }))}
        onChange={(event) => setKind(figureKinds.find((each) => each === event.target.value) ?? kind)}
      />
      <ByFields key={kind} kind={kind} digits={symbol.digits} price={price} refusal={full} onFigure={onFigure} />
      {figures.length > 0 && (
        <ul className={styles.list} aria-label={t('trading.figures')}>
          {figures.map((figure) => (
            <li key={figure.id} className={styles.figure}>
              <span>
                {t(`trading.figure.${figure.kind}`)}
                {figure.points.map(({ at, price: level }) => (
                  <span key={`${at}/${level}`}>
                    {' · '}
                    <Figures value={level} /> <bdi>{dateTime(at)}</bdi>
                  </span>
                ))}
              </span>
              <Button look="quiet" size="small" onClick={() => onErase(figure.id)}>
                {t('trading.figures.remove')}
                <span className="only-heard">
                  {' '}
                  {t(`trading.figure.${figure.kind}`)} {figure.points[0]?.price}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface ByFieldsProps extends Pick<FiguresDialogProps, 'price' | 'onFigure'> {
  readonly kind: FigureKind;
  readonly digits: number;
  readonly refusal: string | undefined;
}

/** The same as pointing, for whoever uses no pointer: each point's price and time. */
function ByFields({ kind, digits, price = '', refusal, onFigure }: ByFieldsProps) {
  const { t } = useWords();
  const [points, setPoints] = useState(() =>
    Array.from({ length: figurePoints[kind] }, () => ({ price, at: localMinute(new Date()) })),
  );
  const isWhole = points.every((point) => /[1-9]/.test(amountText(point.price)) && !Number.isNaN(Date.parse(point.at)));
  const change = (index: number, changed: { price?: string; at?: string }): void =>
    setPoints(points.map((point, at) => (at === index ? { ...point, ...changed } : point)));
  return (
    <form
      className={styles.byFields}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWhole || refusal !== undefined) return;
        const placed = points.map((point) => ({ at: new Date(point.at).toISOString(), price: amountText(point.price) }));
        onFigure({ id: crypto.randomUUID(), kind, points: placed });
      }}
    >
      {points.map((point, index) => (
        <div key={`${kind}/${String(index)}`} className={styles.params}>
          <TextField
            label={t('trading.figures.price', { count: index + 1 })}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            value={point.price}
            onChange={(event) => change(index, { price: pointed(typedAmount(event.target.value, digits) ?? point.price) })}
          />
          <TextField
            label={t('trading.figures.time', { count: index + 1 })}
            type="datetime-local"
            value={point.at}
            onChange={(event) => change(index, { at: event.target.value })}
          />
        </div>
      ))}
      <Button type="submit" look="plain" refusal={refusal ?? (isWhole ? undefined : t('trading.figures.whole'))}>
        {t('trading.figures.place')}
      </Button>
    </form>
  );
}
