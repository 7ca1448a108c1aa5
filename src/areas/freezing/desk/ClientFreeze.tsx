import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { freezingContract, identityChecks, type KeptFreeze } from '../contract.ts';

const { calls } = freezingContract;

/** On a client's page: what the client has frozen by themselves, and giving it back to whoever is known to be the client. */
export default function ClientFreeze({ clientId }: ClientPartProps) {
  const words = useWords();
  const { t } = words;
  const read = useRead(calls.ofClient, { client_id: clientId });
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={t('desk.section.freeze')}>
      <Loaded read={read}>
        {({ is_frozen: isFrozen, freezes }) => (
          <Stack>
            {isFrozen && <Notice tone="warn">{t('freezing.desk.frozen')}</Notice>}
            {freezes.length === 0 && <p>{t('freezing.desk.none')}</p>}
            {freezes.length > 0 && (
              <ul>
                {freezes.map((each) => (
                  <li key={each.frozen_at}>{said(words, each)}</li>
                ))}
              </ul>
            )}
            {isFrozen && (
              <div>
                <Button look="plain" onClick={() => setAsking(true)}>
                  {t('freezing.desk.giveBack')}
                </Button>
              </div>
            )}
          </Stack>
        )}
      </Loaded>
      {isAsking && <GiveBack clientId={clientId} onClose={() => setAsking(false)} onDone={() => void read.refetch()} />}
    </Card>
  );
}

function said(
  { t, dateTime }: Words,
  { frozen_at: at, lifts_at: lifts, lifted_at: lifted, lifted_by: by, identity_check: check }: KeptFreeze,
) {
  const frozen = dateTime(at);
  if (lifted === null)
    return lifts === null ? t('freezing.desk.since', { frozen }) : t('freezing.desk.due', { frozen, lifts: dateTime(lifts) });
  if (by === null || check === null) return t('freezing.desk.until', { frozen, lifted: dateTime(lifted) });
  return t('freezing.desk.by', { frozen, lifted: dateTime(lifted), by, check: t(`freezing.desk.check.${check}`) });
}

interface GiveBackProps extends ClientPartProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function GiveBack({ clientId, onClose, onDone }: GiveBackProps) {
  const { t } = useWords();
  const give = useWrite(calls.giveBack);
  const [check, setCheck] = useState<(typeof identityChecks)[number]>();
  return (
    <ReasonDialog
      name={`client/${clientId}/freeze`}
      title={t('freezing.desk.giveBack')}
      verb={t('freezing.desk.giveBack')}
      onClose={onClose}
      refusal={check === undefined ? t('freezing.desk.check.first') : undefined}
      act={async (reason) => {
        if (check === undefined) return;
        await give.mutateAsync({ client_id: clientId, identity_check: check, reason });
        showToast({ tone: 'gain', title: t('freezing.desk.given') });
        onDone();
      }}
    >
      {() => (
        <>
          <p>{t('freezing.desk.giveBack.text')}</p>
          <SelectField
            name="identity_check"
            label={t('freezing.desk.check')}
            value={check ?? ''}
            options={[
              { value: '', label: t('freezing.desk.check.none') },
              ...identityChecks.map((value) => ({ value, label: t(`freezing.desk.check.${value}`) })),
            ]}
            onChange={(event) => setCheck(identityChecks.find((value) => value === event.target.value))}
          />
        </>
      )}
    </ReasonDialog>
  );
}
