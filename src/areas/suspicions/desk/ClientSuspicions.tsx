import { useState } from 'react';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { useStaff } from '../../../ui/desk/staff.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { FileTable } from './FileTable.tsx';
import { RaiseDialog } from './RaiseDialog.tsx';

/** On a client's page: telling of something suspicious; whoever has the right sees the files. */
export default function ClientSuspicions({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const { rights } = useStaff();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t('desk.section.suspicions')}>
      <Stack>
        <p>{t('suspicions.desk.text')}</p>
        <Button look="plain" onClick={() => setOpen(true)}>
          {t('suspicions.desk.raise')}
        </Button>
        {rights.includes('suspicions') && (
          <>
            <FileTable which="open" clientId={clientId} />
            <FileTable which="decided" clientId={clientId} />
          </>
        )}
      </Stack>
      {isOpen && <RaiseDialog clientId={clientId} onClose={() => setOpen(false)} />}
    </Card>
  );
}
