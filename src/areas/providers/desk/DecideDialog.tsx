import { useState } from 'react';
import { providerReasons, type ProviderReason } from '../../../law/strategies.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { providersContract, type DeskRequest } from '../contract.ts';

export type Decision = 'approved' | 'declined';

interface DecideDialogProps {
  readonly request: DeskRequest;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** Asks why, and where it is declined which of the listed reasons its client reads. */
export function DecideDialog({ request, decision, onClose }: DecideDialogProps) {
  const { t } = useWords();
  const decide = useWrite(providersContract.calls.decide);
  const [code, setCode] = useState<ProviderReason | ''>('');
  const isApproval = decision === 'approved';
  const act = async (reason: string): Promise<void> => {
    const more = isApproval || code === '' ? {} : { reason_code: code };
    await decide.mutateAsync({ id: String(request.id), decision, reason, ...more });
    showToast({ tone: 'gain', title: t('providers.desk.done') });
  };
  return (
    <ReasonDialog
      name={`provider/${request.id}/${decision}`}
      title={t(`providers.desk.title.${decision}`)}
      verb={t(isApproval ? 'providers.desk.approve' : 'providers.desk.decline')}
      isDanger={!isApproval}
      fields={['reason_code']}
      onClose={onClose}
      act={act}
    >
      {(errors) =>
        !isApproval && (
          <SelectField
            name="reason_code"
            label={t('providers.desk.code')}
            help={t('providers.desk.code.help')}
            error={errors['reason_code']}
            value={code}
            onChange={(event) => setCode(providerReasons.find((each) => each === event.target.value) ?? '')}
            options={[
              { value: '', label: t('providers.desk.code.none') },
              ...providerReasons.map((each) => ({ value: each, label: t(`providers.desk.reason.${each}`) })),
            ]}
          />
        )
      }
    </ReasonDialog>
  );
}
