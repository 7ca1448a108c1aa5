import type { suitabilityFields } from '../../../law/investors.ts';
import styles from './SuitabilityPicture.module.css';

/** Lines and one accent for each answer, the first to the last: 96 × 56, a floor at 48. */
const drawings: Readonly<Record<(typeof suitabilityFields)[number], readonly (readonly [string, string])[]>> = {
  // A share of what one owns, as so much of a bar.
  riskier: [20, 35, 50, 80].map((share) => ['M8 20h80v16H8z', `M8 28h${share * 0.8}`] as const),
  // A line that rises more, and swings more.
  seeking: [
    ['M8 48h80', 'M8 36h80'],
    ['M8 48h80', 'M8 38l80-8'],
    ['M8 48h80', 'M8 40l20-6 20 4 20-14 20-6'],
    ['M8 48h80', 'M8 42l16-16 16 20 20-32 12 16 16-24'],
  ],
  // Coins beside a house: how much of all stands outside of it.
  outside_investments: [1, 2, 3, 4].map(
    (coins) =>
      [
        'M8 48V28l14-12 14 12v20z',
        Array.from({ length: coins }, (_none, at) => `M${50 + (at % 2) * 20} ${44 - Math.floor(at / 2) * 12}h12`).join(''),
      ] as const,
  ),
  // A road with a flag further and further off.
  horizon: [26, 44, 62, 80].map((at) => ['M8 48h80', `M8 48h${at - 8}V20l10 5-10 5`] as const),
  // A curve that falls so deep before it rises.
  anticipation: [
    ['M8 28h80', 'M8 28l40-2 40-4'],
    ['M8 28h80', 'M8 26l28 6 24-8 28-10'],
    ['M8 28h80', 'M8 22l32 18 20-14 28-16'],
    ['M8 28h80', 'M8 18l32 32 20-22 28-22'],
  ],
  // After a fall: out, half out, wait, more.
  reaction: [
    ['M8 16l32 24', 'M56 28h28m-10-8l10 8-10 8'],
    ['M8 16l32 24', 'M56 22h20m-8-6l8 6-8 6M56 42h14'],
    ['M8 16l32 24', 'M60 18v22M76 18v22'],
    ['M8 16l32 24', 'M68 14v28M54 28h28'],
  ],
};

interface SuitabilityPictureProps {
  readonly question: (typeof suitabilityFields)[number];
  /** The place of the answer, from nought. */
  readonly level: number;
}

/** What an answer means, drawn; the words stand beneath it. */
export function SuitabilityPicture({ question, level }: SuitabilityPictureProps) {
  const [lines = '', accent = ''] = drawings[question][level] ?? [];
  return (
    <svg width="96" height="56" viewBox="0 0 96 56" className={styles.picture} aria-hidden="true" focusable="false">
      <path className={styles.lines} d={lines} />
      <path className={styles.accent} d={accent} />
    </svg>
  );
}
