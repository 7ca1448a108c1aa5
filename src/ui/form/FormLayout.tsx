import type { ReactNode } from 'react';
import { WriteFailure } from '../components/States.tsx';
import type { CallFailure } from '../api/failure.ts';
import styles from './FormLayout.module.css';

/** One column of fields with the failure above and the actions below. Stands inside `<form {...form.frame}>`. */
export function FormLayout({
  failure = null,
  children,
  actions,
}: {
  readonly failure?: CallFailure | null;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={styles.form}>
      <WriteFailure failure={failure} />
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
