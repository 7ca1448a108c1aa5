import { providerReasons } from '../../../law/strategies.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { showToast } from '../../../ui/components/toast.ts';
import { DecideDialog as Dialog } from '../../../ui/desk/DecideDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { providersContract, type DeskRequest } from '../contract.ts';

export type Decision = 'approved' | 'declined';

interface DecideDialogProps {
  readonly request: DeskRequest;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** Of a request to have others follow. */
export function DecideDialog({ request, decision, onClose }: DecideDialogProps) {
  const { t } = useWords();
  const decide = useWrite(providersContract.calls.decide);
  const isApproval = decision === 'approved';
  const codes = {
    all: providerReasons,
    label: t('providers.desk.code'),
    help: t('providers.desk.code.help'),
    none: t('providers.desk.code.none'),
    nameOf: (code: (typeof providerReasons)[number]) => t(`providers.desk.reason.${code}`),
  };
  return (
    <Dialog
      name={`provider/${request.id}/${decision}`}
      title={t(`providers.desk.title.${decision}`)}
      verb={t(isApproval ? 'providers.desk.approve' : 'providers.desk.decline')}
      isDanger={!isApproval}
      codes={isApproval ? undefined : codes}
      onClose={onClose}
      act={async (decided) => {
        await decide.mutateAsync({ id: String(request.id), decision, ...decided });
        showToast({ tone: 'gain', title: t('providers.desk.done') });
      }}
    />
  );
}
