import styles from './FileProgress.module.css';

interface FileProgressProps {
  readonly done: number;
  readonly whole: number;
  /** Read out as what it is. */
  readonly label: string;
  /** What stands beside the bar. */
  readonly text: string;
}

/** How far a file is that is being written, in rows. */
export function FileProgress({ done, whole, label, text }: FileProgressProps) {
  return (
    <span className={styles.state}>
      <progress className={styles.bar} max={Math.max(whole, 1)} value={done} aria-label={label} />
      <span className={styles.rows}>{text}</span>
    </span>
  );
}
