import { useWords } from '../ui/words/context.tsx';
import type { DocumentFoot } from '../protocol/document.ts';

/** The risk warning and the company's legal line, quiet but on every page; without a company the general warning alone. */
export function LegalFoot({
  foot,
  className,
}: {
  readonly foot: DocumentFoot | undefined;
  readonly className: string | undefined;
}) {
  const { t } = useWords();
  return (
    <footer className={className}>
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
  if (!foot?.losing) return t('ui.risk');
  const { share, isOwn } = foot.losing;
  return isOwn ? t('ui.risk.own', { share }) : t('ui.risk.standard', { share });
}
