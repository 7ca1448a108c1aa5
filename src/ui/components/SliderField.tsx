import { useWords } from '../words/context.tsx';
import { FieldFrame, type FieldFrameProps } from './Field.tsx';
import styles from './SliderField.module.css';

interface SliderFieldProps extends FieldFrameProps {
  readonly name: string;
  /** A whole number; the least while nothing was chosen. */
  readonly value: string;
  readonly scale: { readonly least: number; readonly most: number; readonly step: number };
  /** Steps beyond it are there and cannot be reached: what others have left. */
  readonly reachable?: number | undefined;
  readonly onValue: (value: string) => void;
}

/** A share that is slid to; the number stands beside it. */
export default function SliderField({ name, value, scale, reachable, onValue, ...frame }: SliderFieldProps) {
  const { number } = useWords();
  const { least, most, step } = scale;
  const now = value === '' ? least : Number(value);
  return (
    <FieldFrame {...frame}>
      {(aria) => (
        <span className={styles.slider}>
          <input
            {...aria}
            type="range"
            name={name}
            min={least}
            max={most}
            step={step}
            value={now}
            onChange={(event) => onValue(String(Math.min(Number(event.target.value), reachable ?? most)))}
          />
          <output className={styles.value}>{number(now)}</output>
        </span>
      )}
    </FieldFrame>
  );
}
