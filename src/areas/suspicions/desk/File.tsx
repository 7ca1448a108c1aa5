import { useState } from 'react';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useDownload } from '../../../ui/api/download.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { DueClock } from '../../../ui/desk/DueClock.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { suspicionsContract, type SuspicionAct, type SuspicionAction, type SuspicionFile } from '../contract.ts';
import styles from './File.module.css';
import { RaiseDialog } from './RaiseDialog.tsx';

const { calls, deskPages: pages } = suspicionsContract;

/** What is suspected of a client: the facts, what is proposed, and what was decided by two persons. */
export default function File({ params }: ScreenProps<typeof pages.file>) {
  const { t } = useWords();
  const read = useRead(calls.look, { id: String(params.id) });
  useTitle(t('suspicions.desk.numbered', { id: params.id }));
  return (
    <Loaded read={read}>
      {({ file }) => (
        <>
          <ScreenHead
            title={t('suspicions.desk.numbered', { id: file.id })}
            back={<BackLink to={{ page: deskLinks.client, params: { id: file.client_id } }}>{String(file.client_id)}</BackLink>}
          />
          <Stack>
            <Notice tone="warn">{t('suspicions.desk.silent')}</Notice>
            <State file={file} />
            <Seen file={file} />
            {file.acts.length > 0 && <Acts file={file} />}
          </Stack>
        </>
      )}
    </Loaded>
  );
}

interface FileProps {
  readonly file: SuspicionFile;
}

function State({ file }: FileProps) {
  const { t, dateTime } = useWords();
  const [chosen, setChosen] = useState<SuspicionAction>();
  const report = useDownload(calls.report);
  const { proposal, proposed_by: by, proposal_reason: why, decided_by: decider, decided_at: at, decision_reason: because } = file;
  return (
    <Card title={t('suspicions.desk.state')}>
      <Stack>
        <WriteFailure failure={report.failure} />
        <Facts
          items={[
            { key: 'state', name: t('suspicions.desk.state'), value: t(`suspicions.desk.state.${file.state}`) },
            { key: 'opened', name: t('suspicions.desk.opened'), value: dateTime(file.opened_at) },
            ...(decider === null
              ? [{ key: 'due', name: t('suspicions.desk.due'), value: <DueClock at={file.due_at} isLate={file.is_late} /> }]
              : []),
            ...(proposal === null
              ? []
              : [{ key: 'proposal', name: t(`suspicions.desk.proposal.${proposal}`), value: `${by ?? ''}: ${why ?? ''}` }]),
            ...(decider === null || at === null
              ? []
              : [{ key: 'decided', name: t('suspicions.desk.decided'), value: `${decider}, ${dateTime(at)}: ${because ?? ''}` }]),
          ]}
        />
        <div className={styles.actions} role="group" aria-label={t('suspicions.desk.actions')}>
          {file.actions.map((action) => (
            <Button key={action} look="plain" onClick={() => setChosen(action)}>
              {t(`suspicions.desk.action.${action}`)}
            </Button>
          ))}
          <Button look="quiet" icon="download" onClick={() => void report.start({ id: String(file.id), format: 'pdf' })}>
            {t('suspicions.desk.report')}
          </Button>
        </div>
      </Stack>
      {chosen && <DecideDialog file={file} action={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

interface DecideDialogProps extends FileProps {
  readonly action: SuspicionAction;
  readonly onClose: () => void;
}

function DecideDialog({ file, action, onClose }: DecideDialogProps) {
  const { t } = useWords();
  const decide = useWrite(calls.decide);
  const last = file.facts.at(-1);
  return (
    <ReasonDialog
      name={`suspicion/${file.id}/${action}`}
      title={t(`suspicions.desk.action.${action}`)}
      verb={t(`suspicions.desk.action.${action}`)}
      onClose={onClose}
      act={(reason) =>
        decide.mutateAsync({
          id: String(file.id),
          action,
          reason,
          ...(action === 'agree' && file.proposed_at !== null ? { proposed_at: file.proposed_at } : {}),
          ...(action === 'agree' && last !== undefined ? { last_fact: last.id } : {}),
        })
      }
    >
      {() => <p>{t(`suspicions.desk.follows.${action}`)}</p>}
    </ReasonDialog>
  );
}

/** What was proposed and decided, with why: here alone, for the audit keeps none of these words. */
function Acts({ file }: FileProps) {
  const { t, dateTime } = useWords();
  const columns: readonly Column<SuspicionAct>[] = [
    { key: 'action', title: t('suspicions.desk.actions'), cell: ({ action }) => t(`suspicions.desk.action.${action}`) },
    { key: 'reason', title: t('suspicions.desk.why'), cell: ({ reason }) => reason },
    { key: 'by', title: t('suspicions.desk.by'), cell: ({ by }) => by },
    { key: 'at', title: t('suspicions.desk.at'), cell: ({ at }) => dateTime(at) },
  ];
  return (
    <Card title={t('suspicions.desk.acts')}>
      <Table label={t('suspicions.desk.acts')} isDense rows={file.acts} rowKey={({ id }) => id} columns={columns} />
    </Card>
  );
}

function Seen({ file }: FileProps) {
  const { t, dateTime } = useWords();
  const [isOpen, setOpen] = useState(false);
  const columns: readonly Column<SuspicionFile['facts'][number]>[] = [
    { key: 'text', title: t('suspicions.desk.seen'), cell: ({ text }) => text },
    { key: 'about', title: t('suspicions.desk.about'), cell: ({ subject }) => subject.replace(':', ' ') },
    { key: 'by', title: t('suspicions.desk.by'), cell: ({ told_by: by }) => by },
    { key: 'at', title: t('suspicions.desk.at'), cell: ({ at }) => dateTime(at) },
  ];
  return (
    <Card
      title={t('suspicions.desk.facts')}
      aside={
        file.state === 'open' && (
          <Button look="plain" size="small" onClick={() => setOpen(true)}>
            {t('suspicions.desk.attach')}
          </Button>
        )
      }
    >
      {file.facts_total > file.facts.length && (
        <p>{t('suspicions.desk.newest', { shown: file.facts.length, total: file.facts_total })}</p>
      )}
      <Table label={t('suspicions.desk.facts')} isDense rows={file.facts} rowKey={({ id }) => id} columns={columns} />
      {isOpen && <RaiseDialog clientId={String(file.client_id)} file={file.id} onClose={() => setOpen(false)} />}
    </Card>
  );
}
