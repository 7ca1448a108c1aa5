import { useState } from 'react';
import { personalExport, personalFormats } from '../../../protocol/exports.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';

/** On a client's page: their own data, written for them. */
export default function ClientData({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={t('desk.section.personalData')}>
      <Stack>
        <p>{t('personalData.desk.text')}</p>
        <div>
          <Button look="plain" onClick={() => setAsking(true)}>
            {t('personalData.desk.write')}
          </Button>
        </div>
      </Stack>
      {isAsking && <WriteDialog clientId={clientId} onClose={() => setAsking(false)} />}
    </Card>
  );
}

interface WriteDialogProps extends ClientPartProps {
  readonly onClose: () => void;
}

function WriteDialog({ clientId, onClose }: WriteDialogProps) {
  const { t } = useWords();
  const [format, setFormat] = useState<(typeof personalFormats)[number]>('pdf');
  const write = useWrite(personalExport.forClient);
  return (
    <ReasonDialog
      name={`client/${clientId}/personal-data`}
      title={t('personalData.desk.write')}
      verb={t('personalData.desk.write')}
      onClose={onClose}
      act={async (reason) => {
        await write.mutateAsync({ client_id: clientId, format, reason });
        showToast({ tone: 'gain', title: t('personalData.desk.written') });
      }}
    >
      {() => (
        <SelectField
          name="format"
          label={t('personalData.desk.format')}
          value={format}
          options={personalFormats.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(event) => setFormat(personalFormats.find((value) => value === event.target.value) ?? format)}
        />
      )}
    </ReasonDialog>
  );
}
