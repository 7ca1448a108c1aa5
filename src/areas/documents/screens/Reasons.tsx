import { Notice } from '../../../ui/components/Notice.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { ShownDocument } from '../contract.ts';
import { ReasonPicture } from './ReasonPicture.tsx';

/** Why a paper was not accepted, and how to mend it, with an example. */
export function Reasons({ paper }: { readonly paper: ShownDocument }) {
  const { t } = useWords();
  return paper.rejectionReason.map((reason) => (
    <Notice key={reason} tone="warn">
      {t(`documents.reason.${reason}`)}
      <ReasonPicture reason={reason} />
    </Notice>
  ));
}
