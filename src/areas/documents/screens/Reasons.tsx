import { Notice } from '../../../ui/components/Notice.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { ShownDocument } from '../contract.ts';

/** Why a paper was not accepted, and how to mend it. */
export function Reasons({ paper }: { readonly paper: ShownDocument }) {
  const { t } = useWords();
  return paper.rejectionReason.map((reason) => (
    <Notice key={reason} tone="warn">
      {t(`documents.reason.${reason}`)}
    </Notice>
  ));
}
