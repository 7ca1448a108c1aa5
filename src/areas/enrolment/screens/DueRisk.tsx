import { useState } from 'react';
import { saveQuestionnaire } from '../../../protocol/questionnaire.ts';
import { useConnection } from '../../../ui/api/context.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import type { OverProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { enrolmentContract } from '../contract.ts';
import { Ask } from './asking.tsx';
import { Due } from './Due.tsx';
import { yesNoOf } from './given.tsx';

const { forms } = enrolmentContract;

/** The CFD risk questionnaire; whoever says that the risk is not understood goes no further (document 2 §5). */
export default function DueRisk({ frame }: OverProps) {
  return (
    <Due what="cfd_risk" frame={frame}>
      <Risk />
    </Due>
  );
}

function Risk() {
  const { t } = useWords();
  const { api } = useConnection();
  const [isAsking, setAsking] = useState(false);
  const form = useForm({
    name: 'enrolment.cfd_risk',
    form: forms.cfdRisk,
    initial: { trade_cfd_before: '', risk_understanding: '' },
    check: ({ risk_understanding: understands }): { readonly risk_understanding?: string } =>
      understands === 'no' ? { risk_understanding: t('enrolment.wrong.understood') } : {},
    submit: (sent) => api.send(saveQuestionnaire, sent),
  });
  const yesNo = yesNoOf(t);
  return (
    <PlainForm
      form={form}
      given={{
        trade_cfd_before: yesNo,
        risk_understanding: {
          ...yesNo,
          choose: (value) => {
            form.set('risk_understanding', value);
            setAsking(value === 'no');
          },
        },
      }}
      verb={t('enrolment.records.save')}
    >
      {isAsking && (
        <Ask
          question="risk"
          onStay={() => {
            setAsking(false);
            form.set('risk_understanding', '');
          }}
          onGo={() => setAsking(false)}
        />
      )}
    </PlainForm>
  );
}
