import { useState } from 'react';
import type { DiligencePaper } from '../../../law/riskLevels.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Check } from '../../../ui/components/Choice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { riskContract, type RiskShown } from '../contract.ts';

interface ReviewDialogProps {
  readonly clientId: string;
  readonly risk: RiskShown;
  readonly onClose: () => void;
}

/** What the level demands, each said to have been seen. */
export function ReviewDialog({ clientId, risk, onClose }: ReviewDialogProps) {
  const { t } = useWords();
  const review = useWrite(riskContract.calls.review);
  const [seen, setSeen] = useState<readonly DiligencePaper[]>([]);
  const { papers, needs_second: needsSecond } = risk.diligence;
  const missing = papers.flatMap(({ paper, is_there: isThere }) => (isThere === false ? [t(`risk.desk.paper.${paper}`)] : []));
  return (
    <ReasonDialog
      name={`risk/${clientId}/review`}
      title={t('risk.desk.review')}
      verb={t(needsSecond ? 'risk.desk.ask' : 'risk.desk.reviewVerb')}
      refusal={missing.length === 0 ? undefined : t('risk.desk.missing', { papers: missing.join(', ') })}
      onClose={onClose}
      fields={['papers']}
      act={async (reason) => {
        const { approval } = await review.mutateAsync({ client_id: clientId, papers: [...seen], reason });
        showToast({ tone: 'gain', title: t(approval === null ? 'risk.desk.reviewedNow' : 'risk.desk.asked') });
      }}
    >
      {(errors) => (
        <>
          {needsSecond && <Notice tone="note">{t('risk.desk.reviewByTwo')}</Notice>}
          {errors['papers'] !== undefined && <Notice tone="warn">{t('risk.desk.seeAll')}</Notice>}
          {papers.map(({ paper }) => (
            <Check
              key={paper}
              name={paper}
              isChecked={seen.includes(paper)}
              onChange={(isSeen) => setSeen(isSeen ? [...seen, paper] : seen.filter((each) => each !== paper))}
            >
              {t(`risk.desk.seen.${paper}`)}
            </Check>
          ))}
        </>
      )}
    </ReasonDialog>
  );
}
