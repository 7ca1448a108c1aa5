import { useWords } from '../ui/words/context.tsx';
import type { DocumentFoot } from '../wire/document.ts';
import { useShell } from './shell.tsx';
import styles from './LegalFoot.module.css';

/** The company's legal line and the risk warning, quiet but always there. */
export function LegalFoot() {
  const { t } = useWords();
  const { foot } = useShell();
  return (
    <footer className={styles.foot}>
      <p>{riskWarning(foot, t)}</p>
      {foot && (
        <p>
          <bdi>{foot.legalLine}</bdi>
        </p>
      )}
    </footer>
  );
}

/** The standard warning with its share where the law wants one (ESMA 2018/796 annex II), a general sentence elsewhere. */
function riskWarning(foot: DocumentFoot | undefined, t: (id: string, values?: { readonly share: string }) => string): string {
  if (!foot?.losing) return t('shell.risk');
  const { share, isOwn } = foot.losing;
  return isOwn ? t('shell.risk.own', { share }) : t('shell.risk.standard', { share });
}
