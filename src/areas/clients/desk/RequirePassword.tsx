import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useRight } from '../../../ui/desk/staff.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { clientsContract, type Profile } from '../contract.ts';

const { requirePassword } = clientsContract.calls;

interface RequirePasswordProps {
  readonly client: Profile;
  readonly onChanged: () => void;
}

/** Whether the client has to set a new password, and having it asked for. */
export function RequirePassword({ client, onChanged }: RequirePasswordProps) {
  const { t } = useWords();
  const mayAsk = useRight('restrictions');
  const [isAsking, setAsking] = useState(false);
  const write = useWrite(requirePassword);
  if (client.must_set_password) return <Status tone="warn">{t('clients.password.asked')}</Status>;
  if (!mayAsk) return <Status tone="still">{t('clients.password.own')}</Status>;
  const ask = async (reason: string): Promise<void> => {
    await write.mutateAsync({ client_id: String(client.client_id), reason });
    onChanged();
  };
  return (
    <>
      <Button look="plain" size="small" onClick={() => setAsking(true)}>
        {t('clients.password.ask')}
      </Button>
      {isAsking && (
        <ReasonDialog
          name={`client/${client.client_id}/password`}
          title={t('clients.password.title')}
          verb={t('clients.password.ask')}
          isDanger
          act={ask}
          onClose={() => setAsking(false)}
        >
          {() => <p>{t('clients.password.text', { name: client.name || client.email })}</p>}
        </ReasonDialog>
      )}
    </>
  );
}
