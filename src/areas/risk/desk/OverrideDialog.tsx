import { useState } from 'react';
import { riskLevels } from '../../../law/riskLevels.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Choice } from '../../../ui/components/Choice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { riskContract, type RiskShown } from '../contract.ts';

interface OverrideDialogProps {
  readonly clientId: string;
  readonly risk: RiskShown;
  readonly onClose: () => void;
}

const computed = 'computed';

/** Another level than what was computed: the computed one again where one stands in its place. */
export function OverrideDialog({ clientId, risk, onClose }: OverrideDialogProps) {
  const { t } = useWords();
  const override = useWrite(riskContract.calls.override);
  const others = riskLevels.filter((level) => level !== risk.level && (level !== risk.computed_level || risk.override === null));
  const offered = [...(risk.override === null ? [] : ([computed] as const)), ...others];
  const [chosen, setChosen] = useState<(typeof offered)[number]>(offered[0] ?? computed);
  return (
    <ReasonDialog
      name={`risk/${clientId}/override`}
      title={t('risk.desk.override')}
      verb={t('risk.desk.ask')}
      onClose={onClose}
      fields={['level']}
      act={async (reason) => {
        await override.mutateAsync({ client_id: clientId, level: chosen, reason });
        showToast({ tone: 'gain', title: t('risk.desk.asked') });
      }}
    >
      {(errors) => (
        <>
          <Notice tone="note">{t('risk.desk.overrideText')}</Notice>
          <Choice
            name="level"
            label={t('risk.desk.level')}
            error={errors['level']}
            value={chosen}
            onChange={setChosen}
            options={offered.map((value) => ({
              value,
              label: value === computed ? t('risk.desk.asComputed') : t(`risk.desk.level.${value}`),
            }))}
          />
        </>
      )}
    </ReasonDialog>
  );
}
