import { useWrite } from '../../../ui/api/reads.ts';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { DecideDialog as Dialog } from '../../../ui/desk/DecideDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { falseHitReasons, trueHitReasons, type HitReason } from '../../../law/screening.ts';
import { screeningContract, type Hit, type HitDecision } from '../contract.ts';

interface DecideDialogProps {
  readonly hit: Hit;
  readonly decision: HitDecision;
  readonly onClose: () => void;
}

const reasons: Readonly<Record<HitDecision, readonly HitReason[]>> = {
  false_hit: falseHitReasons,
  true_hit: trueHitReasons,
  lift: [],
};

/** Of a hit: the listed reason is for the file, and no client reads it. */
export function DecideDialog({ hit, decision, onClose }: DecideDialogProps) {
  const { t } = useWords();
  const decide = useWrite(screeningContract.calls.decide);
  const all = reasons[decision];
  const codes = {
    all,
    label: t('screening.desk.code'),
    none: t('screening.desk.code.none'),
    nameOf: (code: HitReason) => t(`screening.desk.reason.${code}`),
  };
  return (
    <Dialog
      name={`screening/${hit.id}/${decision}`}
      title={t(`screening.desk.title.${decision}`)}
      verb={t(`screening.desk.verb.${decision}`)}
      isDanger={decision === 'true_hit'}
      codes={all.length === 0 ? undefined : codes}
      onClose={onClose}
      act={async (decided) => {
        const { approval } = await decide.mutateAsync({ id: String(hit.id), decision, ...decided });
        showToast({ tone: 'gain', title: t(approval === null ? 'screening.desk.done' : 'screening.desk.second') });
      }}
    >
      <Notice tone="warn">
        {t(decision === 'true_hit' ? `screening.desk.follows.${hit.kind}` : `screening.desk.follows.${decision}`)}
      </Notice>
    </Dialog>
  );
}
