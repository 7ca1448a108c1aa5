import { documentReasons } from '../../../law/documents.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { DecideDialog as Dialog } from '../../../ui/desk/DecideDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract, type DeskDocument } from '../contract.ts';

export type Decision = 'approved' | 'rejected' | 'ask_again';

interface DecideDialogProps {
  readonly document: DeskDocument;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** Of a document that was sent in. */
export function DecideDialog({ document, decision, onClose }: DecideDialogProps) {
  const { t } = useWords();
  const decide = useWrite(documentsContract.calls.decide);
  const isApproval = decision === 'approved';
  const codes = {
    all: documentReasons,
    label: t('documents.desk.code'),
    help: t('documents.desk.code.help'),
    none: t('documents.desk.code.none'),
    nameOf: (code: (typeof documentReasons)[number]) => t(`documents.desk.reason.${code}`),
  };
  return (
    <Dialog
      name={`document/${document.id}/${decision}`}
      title={t(`documents.desk.title.${decision}`)}
      verb={t(`documents.desk.verb.${decision}`)}
      isDanger={decision === 'rejected'}
      codes={isApproval ? undefined : codes}
      onClose={onClose}
      act={async (decided) => {
        const { approval } = await decide.mutateAsync({ id: String(document.id), decision, ...decided });
        showToast({ tone: 'gain', title: t(approval ? 'documents.desk.asked' : 'documents.desk.done') });
      }}
    >
      {isApproval && document.risks.length > 0 && <Notice>{t('documents.desk.needsSecond')}</Notice>}
    </Dialog>
  );
}
