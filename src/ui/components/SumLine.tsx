import type { ReactNode } from 'react';
import styles from './SumLine.module.css';

/** What something comes to, under what it is made of. */
export function SumLine({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.sum}>
      <span>{name}</span>
      {children}
    </div>
  );
}
