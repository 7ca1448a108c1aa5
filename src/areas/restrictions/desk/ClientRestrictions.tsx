import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { restrictionsContract, type HeldAccount, type Restrictions } from '../contract.ts';

const { calls } = restrictionsContract;

/** On a client's page: whether positions may be opened, who has decided that, and whether the platforms follow. */
export default function ClientRestrictions({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const read = useRead(calls.ofClient, { client_id: clientId });
  return (
    <Card title={t('desk.section.restrictions')}>
      <Loaded read={read}>{(state) => <State state={state} onChanged={() => void read.refetch()} />}</Loaded>
    </Card>
  );
}

interface StateProps {
  readonly state: Restrictions;
  readonly onChanged: () => void;
}

function State({ state, onChanged }: StateProps) {
  const words = useWords();
  const { t, dateTime } = words;
  const isOurs = state.restrictions.some(({ lifted_at: at }) => at === null);
  return (
    <Stack>
      {state.because === null ? (
        <p>{t('restrictions.desk.none')}</p>
      ) : (
        <Notice tone="warn">{t(`restrictions.desk.because.${state.because}`)}</Notice>
      )}
      <Act clientId={String(state.client_id)} action={isOurs ? 'lift' : 'restrict'} onChanged={onChanged} />
      {state.restrictions.length > 0 && (
        <div>
          <h3>{t('restrictions.desk.past')}</h3>
          <ul>
            {state.restrictions.map(({ begun_at: begun, begun_by: by, lifted_at: lifted, lifted_by: lifter }) => (
              <li key={begun}>
                {lifted === null
                  ? t('restrictions.desk.since', { by, begun: dateTime(begun) })
                  : t('restrictions.desk.until', { by, begun: dateTime(begun), lifter: lifter ?? '', lifted: dateTime(lifted) })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {state.accounts.length > 0 && (
        <Table
          label={t('restrictions.desk.accounts')}
          isDense
          rows={state.accounts}
          rowKey={({ number }) => number}
          columns={columnsIn(words)}
        />
      )}
    </Stack>
  );
}

function columnsIn(words: Words): readonly Column<HeldAccount>[] {
  const { t } = words;
  return [
    {
      key: 'account',
      title: t('restrictions.desk.account'),
      cell: ({ number, platform }) => `${number}, ${platform.toUpperCase()}`,
    },
    { key: 'wanted', title: t('restrictions.desk.wanted'), cell: ({ wanted }) => t(`restrictions.desk.access.${wanted}`) },
    { key: 'state', title: t('restrictions.desk.state'), cell: (row) => stateOf(words, row) },
  ];
}

function stateOf(
  { t, dateTime }: Words,
  { found, found_at: at, is_let_stand: stands, is_set: isSet, wanted_at: wanted }: HeldAccount,
) {
  if (!isSet) return t('restrictions.desk.asked');
  if (found === null) return t('restrictions.desk.set', { at: dateTime(wanted) });
  const access = t(`restrictions.desk.access.${found}`);
  return stands
    ? t('restrictions.desk.stands', { access })
    : t('restrictions.desk.found', { access, at: dateTime(at ?? wanted) });
}

interface ActProps {
  readonly clientId: string;
  readonly action: 'restrict' | 'lift';
  readonly onChanged: () => void;
}

function Act({ clientId, action, onChanged }: ActProps) {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  const change = useWrite(calls.change);
  const send = async (reason: string): Promise<void> => {
    await change.mutateAsync({ client_id: clientId, action, reason });
    showToast({ tone: 'gain', title: t(action === 'restrict' ? 'restrictions.desk.restricted' : 'restrictions.desk.lifted') });
    onChanged();
  };
  return (
    <div>
      <Button look={action === 'restrict' ? 'danger' : 'plain'} onClick={() => setAsking(true)}>
        {t(`restrictions.desk.${action}`)}
      </Button>
      {isAsking && (
        <ReasonDialog
          name={`client/${clientId}/restrictions/${action}`}
          title={t(`restrictions.desk.${action}`)}
          verb={t(`restrictions.desk.${action}`)}
          isDanger={action === 'restrict'}
          onClose={() => setAsking(false)}
          act={send}
        >
          {() => <p>{t(`restrictions.desk.${action}.text`)}</p>}
        </ReasonDialog>
      )}
    </div>
  );
}
