import styles from './Logo.module.css';

/** The brand's sign: an arch, the way into an atrium; with its name. */
export function Logo({ name, isSignOnly = false }: { readonly name: string; readonly isSignOnly?: boolean }) {
  return (
    <span className={styles.logo} role="img" aria-label={name}>
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
        <rect width="28" height="28" rx="8" fill="var(--accent)" />
        <path
          d="M7.5 21.5V14a6.5 6.5 0 0 1 13 0v7.5M11.5 21.5V14a2.5 2.5 0 0 1 5 0v7.5"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="1.9"
          strokeLinecap="round"
        />
      </svg>
      {!isSignOnly && (
        <span className={styles.name} aria-hidden="true">
          {name}
        </span>
      )}
    </span>
  );
}
