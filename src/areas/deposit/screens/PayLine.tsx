import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/components/CopyButton.tsx';
import styles from './TransferInformation.module.css';

interface PayLineProps {
  readonly name: string;
  readonly value: string;
  readonly shown?: ReactNode;
}

/** Something to be copied as it stands. */
export function PayLine({ name, value, shown }: PayLineProps) {
  return (
    <div className={styles.line}>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>
        <bdi dir="ltr">{shown ?? value}</bdi>
      </span>
      <CopyButton text={value} label={name} />
    </div>
  );
}
