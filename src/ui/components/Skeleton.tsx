import { useWords } from '../words/context.tsx';
import styles from './Skeleton.module.css';

/** Grey lines in the place of words that are on their way. `width` in per cent of the line. */
export function SkeletonLine({ width = 100, height = 1 }: { readonly width?: number; readonly height?: number }) {
  return <span className={styles.line} style={{ inlineSize: `${width}%`, blockSize: `${height}rem` }} aria-hidden="true" />;
}

/** A card that is on its way. */
export function SkeletonCard({ lines = 4 }: { readonly lines?: number }) {
  const { t } = useWords();
  return (
    <div className={styles.card} aria-busy="true">
      <span className="only-heard">{t('ui.loading')}</span>
      <SkeletonLine width={34} height={1.25} />
      {Array.from({ length: lines }, (_unused, index) => (
        <SkeletonLine key={index} width={index % 3 === 2 ? 62 : 100 - (index % 2) * 14} />
      ))}
    </div>
  );
}

/** A screen that is on its way: its head and two cards. */
export function SkeletonScreen() {
  return (
    <div className={styles.screen}>
      <SkeletonLine width={28} height={1.875} />
      <SkeletonCard />
      <SkeletonCard lines={6} />
    </div>
  );
}
