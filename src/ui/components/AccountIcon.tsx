import type { AccountFamily } from '../../law/accountFamilies.ts';
import styles from './AccountIcon.module.css';

/** Drawn like the other icons (Icon.tsx): lines on a 24-unit grid. */
const paths: Readonly<Record<AccountFamily, string>> = {
  standard: 'M8 4.5v3m0 8v4M5.5 7.5h5v8h-5zM16 4.5v4m0 6v5m-2.5-11h5v6h-5z',
  micro: 'M12 17.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM12 12h.01',
  pro: 'M5 18.5h14M5.5 15 4 7.5l4.5 3.5L12 5.5l3.5 5.5L20 7.5 18.5 15z',
  ecn: 'M12 8.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm12 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM11 8.5l-4 7m6-7 4 7m-9 2h8',
  advantage: 'M13.5 4 6.5 13.5h5l-1 6.5 7-9.5h-5z',
  stock: 'M4.5 19.5h15M7 16.5v-5m5 5v-9m5 9v-12',
  manager:
    'M9.5 11.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 19c.5-3 2.6-4.5 5.5-4.5s5 1.5 5.5 4.5m0-13.4a3 3 0 0 1 0 5.8m1.8 3.3c1.8.5 2.9 1.9 3.2 4.3',
};

interface AccountIconProps {
  readonly family: AccountFamily;
  /** Play money has an outline of dashes. */
  readonly isDemo?: boolean;
}

/** The icon of an account's type (document 1 §3). The name stands beside it. */
export function AccountIcon({ family, isDemo = false }: AccountIconProps) {
  return (
    <span className={styles.icon} data-demo={isDemo || undefined} aria-hidden="true">
      <svg
        width={20}
        height={20}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
        focusable="false"
      >
        <path d={paths[family]} />
      </svg>
    </span>
  );
}
