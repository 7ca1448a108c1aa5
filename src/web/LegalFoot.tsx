import { useClientPart } from '../ui/api/context.tsx';
import { useWords } from '../ui/words/context.tsx';
import styles from './LegalFoot.module.css';

/** The risk warning, quiet but always there. */
export function LegalFoot() {
  const { t } = useWords();
  const isSomebody = useClientPart((state) => state.client !== undefined);
  if (!isSomebody) return null;
  return <footer className={styles.foot}>{t('shell.risk')}</footer>;
}
