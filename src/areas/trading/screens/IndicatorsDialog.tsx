import { useState } from 'react';
import {
  indicatorNames,
  indicators,
  longestParam,
  mostIndicators,
  type ChosenIndicator,
  type IndicatorName,
} from '../../../protocol/chartFigures.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Check } from '../../../ui/components/Choice.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import styles from './Charts.module.css';

interface IndicatorsDialogProps {
  readonly chosen: readonly ChosenIndicator[];
  readonly onKeep: (chosen: ChosenIndicator[]) => void;
  readonly onClose: () => void;
}

/** As typed: the figures of each indicator that is chosen. */
type Draft = Readonly<Partial<Record<IndicatorName, readonly string[] | undefined>>>;

/** Which indicators stand over and under the candles of every chart, and with which figures. */
export function IndicatorsDialog({ chosen, onKeep, onClose }: IndicatorsDialogProps) {
  const { t } = useWords();
  const [draft, setDraft] = useState<Draft>(() =>
    Object.fromEntries(chosen.map(({ name, params }) => [name, params.map(String)])),
  );
  const names = indicatorNames.filter((name) => draft[name] !== undefined);
  const isWrong = names.some((name) => draft[name]?.some((text) => !isParam(text)));
  const tooMany = names.length > mostIndicators ? t('trading.indicators.most', { most: mostIndicators }) : undefined;
  const keep = (): void => {
    onKeep(names.map((name) => ({ name, params: (draft[name] ?? []).map(Number) })));
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('trading.indicators')}
      actions={
        <Button refusal={tooMany ?? (isWrong ? t('trading.indicators.param', { most: longestParam }) : undefined)} onClick={keep}>
          {t('trading.change.save')}
        </Button>
      }
    >
      <ul className={styles.list}>
        {indicatorNames.map((name) => (
          <li key={name}>
            <Check
              name={`indicator-${name}`}
              isChecked={draft[name] !== undefined}
              onChange={(isOn) => setDraft({ ...draft, [name]: isOn ? indicators[name].params.map(String) : undefined })}
            >
              <bdi>{name}</bdi> · {t(`trading.indicator.${name}`)}
            </Check>
            <Params name={name} typed={draft[name]} onTyped={(typed) => setDraft({ ...draft, [name]: typed })} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface ParamsProps {
  readonly name: IndicatorName;
  readonly typed: readonly string[] | undefined;
  readonly onTyped: (typed: readonly string[]) => void;
}

function Params({ name, typed, onTyped }: ParamsProps) {
  const { t } = useWords();
  if (!typed) return null;
  return (
    <div className={styles.params}>
      {typed.map((text, index) => (
        <TextField
          key={`${name}/${String(index)}`}
          label={t('trading.indicators.figure', { name, count: index + 1 })}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          value={text}
          error={isParam(text) ? undefined : t('trading.indicators.param', { most: longestParam })}
          onChange={(event) => onTyped(typed.with(index, event.target.value.trim()))}
        />
      ))}
    </div>
  );
}

function isParam(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= longestParam;
}
