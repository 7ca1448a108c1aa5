import { useState } from 'react';
import { askableDues, type AskableDue } from '../../../law/dues.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Facts, Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useRight } from '../../../ui/desk/staff.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { enrolmentContract } from '../contract.ts';

const { calls } = enrolmentContract;

/** On a client's page: what they have still to tell, and having something told anew. */
export default function Dues({ clientId }: ClientPartProps) {
  const { t, dateTime } = useWords();
  const mayAsk = useRight('papers');
  const read = useRead(calls.dues, { client_id: clientId });
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={t('desk.section.dues')}>
      <Stack>
        <Loaded read={read}>
          {({ dues }) =>
            dues.length === 0 ? (
              <p>{t('enrolment.desk.dues.none')}</p>
            ) : (
              <Facts
                items={dues.map(({ what, why, due_at: at }) => ({
                  key: what,
                  name: t(`enrolment.desk.due.${what}`),
                  value: t('enrolment.desk.due.from', { why: t(`enrolment.desk.why.${why}`), at: dateTime(at) }),
                }))}
              />
            )
          }
        </Loaded>
        {mayAsk && (
          <Button look="plain" size="small" onClick={() => setAsking(true)}>
            {t('enrolment.desk.ask')}
          </Button>
        )}
      </Stack>
      {isAsking && <AskDialog clientId={clientId} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function AskDialog({ clientId, onClose }: ClientPartProps & { readonly onClose: () => void }) {
  const { t } = useWords();
  const ask = useWrite(calls.ask);
  const [what, setWhat] = useState<AskableDue>('employment');
  const act = async (reason: string): Promise<void> => {
    await ask.mutateAsync({ client_id: clientId, what, reason });
    showToast({ tone: 'gain', title: t('enrolment.desk.asked') });
  };
  return (
    <ReasonDialog
      name={`client/${clientId}/ask`}
      title={t('enrolment.desk.ask.title')}
      verb={t('enrolment.desk.ask')}
      fields={['what']}
      onClose={onClose}
      act={act}
    >
      {(errors) => (
        <SelectField
          name="what"
          label={t('enrolment.desk.ask.what')}
          help={t('enrolment.desk.ask.help')}
          error={errors['what']}
          value={what}
          onChange={(event) => setWhat(askableDues.find((each) => each === event.target.value) ?? what)}
          options={askableDues.map((each) => ({ value: each, label: t(`enrolment.desk.due.${each}`) }))}
        />
      )}
    </ReasonDialog>
  );
}
