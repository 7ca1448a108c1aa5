import { useState } from 'react';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Actions, Card, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { clientStatusContract, type ClientStatusState, type ShownChange } from '../contract.ts';
import { statusWords } from '../rules.ts';
import { ChangeDialog, type Act } from './ChangeDialog.tsx';

/** On a client's page: what the desk has made of the status, what waits for a second person, and what can be done now. */
export default function StatusCard({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const read = useRead(clientStatusContract.calls.ofClient, { client_id: clientId });
  return (
    <Card title={t('desk.section.status')}>
      <Loaded read={read}>{(state) => <State state={state} onChanged={() => void read.refetch()} />}</Loaded>
    </Card>
  );
}

interface StateProps {
  readonly state: ClientStatusState;
  readonly onChanged: () => void;
}

function State({ state, onChanged }: StateProps) {
  const words = useWords();
  const { t } = words;
  const [chosen, setChosen] = useState<Act>();
  return (
    <Stack>
      <p>{t('clientStatus.desk.now', { status: statusWords(state.status) })}</p>
      {state.waiting && <Waiting waiting={state.waiting} />}
      {state.held && <Notice tone="warn">{t(`clientStatus.desk.held.${state.held}`)}</Notice>}
      {state.acts.length > 0 && (
        <Actions>
          {state.acts.map((each) => (
            <Button
              key={each.act}
              look={each.act === 'reopen' ? 'main' : 'plain'}
              // One question at a time: until that is decided, only what stops everything at once can be done.
              refusal={state.waiting && each.needs_second ? t('clientStatus.desk.waits') : undefined}
              isRefusalShown={false}
              onClick={() => setChosen(each)}
            >
              {t(`clientStatus.desk.act.${each.act}`)}
            </Button>
          ))}
        </Actions>
      )}
      {state.changes.length > 0 && (
        <div>
          <h3>{t('clientStatus.desk.past')}</h3>
          <ul>
            {state.changes.map((each) => (
              <li key={each.set_at}>{said(words, each)}</li>
            ))}
          </ul>
        </div>
      )}
      {chosen && (
        <ChangeDialog clientId={String(state.client_id)} act={chosen} onClose={() => setChosen(undefined)} onDone={onChanged} />
      )}
    </Stack>
  );
}

function Waiting({ waiting }: { readonly waiting: NonNullable<ClientStatusState['waiting']> }) {
  const { t, dateTime } = useWords();
  return (
    <Notice tone="note">
      {t('clientStatus.desk.waiting', {
        act: t(`clientStatus.desk.act.${waiting.act}`),
        why: t(`clientStatus.desk.reason.${waiting.reason_code}`),
        by: waiting.asked_by,
        at: dateTime(waiting.asked_at),
        reason: waiting.reason,
      })}{' '}
      <PageLink to={{ page: deskLinks.approvals }}>{t('clientStatus.desk.toApprovals')}</PageLink>
    </Notice>
  );
}

/** Who made what of it, and who has taken it back. */
function said({ t, dateTime }: Words, change: ShownChange): string {
  const set = t('clientStatus.desk.set', {
    from: statusWords(change.from),
    to: statusWords(change.to),
    at: dateTime(change.set_at),
    why: t(`clientStatus.desk.reason.${change.reason_code}`),
    who: persons(t, change.asked_by, change.agreed_by),
  });
  const { ended_at: at, ended_reason: reason, ended_asked_by: by, ended_agreed_by: agreed } = change;
  if (at === null || reason === null || by === null) return set;
  const why = t(`clientStatus.desk.reason.${reason}`);
  return `${set} ${t('clientStatus.desk.ended', { at: dateTime(at), why, who: persons(t, by, agreed) })}`;
}

function persons(t: Words['t'], asked: string, agreed: string | null): string {
  return agreed === null ? asked : t('clientStatus.desk.both', { asked, agreed });
}
