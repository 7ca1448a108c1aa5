import styles from './Illustration.module.css';

/** Own line drawings, 120 × 88: neutral lines and one accent. */
const drawings = {
  accounts: [
    'M22 30h66a6 6 0 0 1 6 6v34a6 6 0 0 1-6 6H22a6 6 0 0 1-6-6V36a6 6 0 0 1 6-6ZM16 42h78M26 62h16',
    'M74 20h20a6 6 0 0 1 6 6v32',
  ],
  transfers: ['M20 34h64m0 0-12-12m12 12L72 46M100 58H36m0 0 12-12M36 58l12 12', 'M92 26h8M20 66h8'],
  chart: ['M20 18v54h84', 'M30 58l18-16 14 10 26-26'],
  documents: ['M38 14h30l16 16v44H38zM68 14v16h16', 'M48 44h26M48 54h26M48 64h14'],
  wallet: ['M22 32h70a4 4 0 0 1 4 4v34a4 4 0 0 1-4 4H26a8 8 0 0 1-8-8V28a8 8 0 0 1 8-8h56v12', 'M80 54h.1'],
  notices: ['M42 58V42a18 18 0 0 1 36 0v16l6 8H36zM54 72a6 6 0 0 0 12 0', 'M60 18v6'],
  search: ['M54 64a24 24 0 1 0 0-48 24 24 0 0 0 0 48ZM72 58l20 18', 'M44 40h20'],
  offline: ['M26 22l68 50M44 46a26 26 0 0 1 16-7m17 8a26 26 0 0 0-4-3M30 34a44 44 0 0 1 9-6m15-5a46 46 0 0 1 36 12', 'M60 68h.1'],
  fault: ['M22 20h76v48H22zM22 32h76', 'M48 44l10 12m0-12L48 56M70 50h12'],
  refused: ['M40 40h40v32H40zM48 40v-8a12 12 0 0 1 24 0v8', 'M60 52v8'],
} as const;

export type IllustrationName = keyof typeof drawings;

export function Illustration({ name }: { readonly name: IllustrationName }) {
  const [lines, accent] = drawings[name];
  return (
    <svg className={styles.drawing} width="120" height="88" viewBox="0 0 120 88" aria-hidden="true" focusable="false">
      <path className={styles.lines} d={lines} />
      <path className={styles.accent} d={accent} />
    </svg>
  );
}
