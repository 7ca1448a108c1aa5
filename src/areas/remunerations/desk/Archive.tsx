import { useState } from 'react';
import { archiveReasons, type ArchiveReason } from '../../../law/strategies.ts';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { DecideDialog } from '../../../ui/desk/DecideDialog.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { remunerationsContract, type DeskArchive } from '../contract.ts';

const { calls, deskPages: pages } = remunerationsContract;
const tones = { waiting: 'note', approved: 'gain', declined: 'loss' } as const;
type Decision = 'approved' | 'declined';

/** A strategy that its provider wants closed, who follows it, and what can be decided. */
export default function Archive({ params }: ScreenProps<typeof pages.archive>) {
  const { t } = useWords();
  const read = useRead(calls.lookAtArchive, { id: String(params.id) });
  useTitle(read.data && t('remunerations.desk.title', { name: read.data.archive.strategy }));
  return (
    <Loaded read={read}>
      {({ archive }) => (
        <>
          <ScreenHead
            title={t('remunerations.desk.title', { name: archive.strategy })}
            text={t('remunerations.desk.by', { provider: archive.provider, number: String(archive.acc_no) })}
            back={
              <BackLink to={{ page: deskLinks.client, params: { id: archive.client_id } }}>{String(archive.client_id)}</BackLink>
            }
            actions={<Status tone={tones[archive.status]}>{t(`remunerations.desk.status.${archive.status}`)}</Status>}
          />
          <Columns kind="main-aside">
            <Card title={t('remunerations.desk.ends')}>
              <Facts
                items={[
                  { key: 'open', name: t('remunerations.desk.open'), value: String(archive.open) },
                  { key: 'requests', name: t('remunerations.desk.requests'), value: String(archive.requests) },
                  {
                    key: 'invested',
                    name: t('remunerations.desk.invested'),
                    value: <Amount value={archive.invested} currency={archive.currency} />,
                  },
                ]}
              />
            </Card>
            <Decisions archive={archive} />
          </Columns>
        </>
      )}
    </Loaded>
  );
}

function Decisions({ archive }: { readonly archive: DeskArchive }) {
  const { t, dateTime } = useWords();
  const [chosen, setChosen] = useState<Decision>();
  const { decided_by: by, decided_at: at, reason, status } = archive;
  return (
    <Card title={t('remunerations.desk.decision')}>
      <Stack>
        <p>{t('remunerations.desk.asked', { at: dateTime(archive.asked_at) })}</p>
        {by !== null && at !== null && (
          <p>
            {t('remunerations.desk.decided', { by, at: dateTime(at) })}{' '}
            {reason !== null && t(`remunerations.desk.reason.${reason}`)}
          </p>
        )}
        {status === 'waiting' && (
          <div role="group" aria-label={t('remunerations.desk.decision')}>
            <Stack>
              <Button onClick={() => setChosen('approved')}>{t('remunerations.desk.approve')}</Button>
              <Button look="danger" onClick={() => setChosen('declined')}>
                {t('remunerations.desk.decline')}
              </Button>
            </Stack>
          </div>
        )}
      </Stack>
      {chosen && <Decide archive={archive} decision={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

interface DecideProps {
  readonly archive: DeskArchive;
  readonly decision: Decision;
  readonly onClose: () => void;
}

function Decide({ archive, decision, onClose }: DecideProps) {
  const { t } = useWords();
  const decide = useWrite(calls.decideArchive);
  const isApproval = decision === 'approved';
  const codes = {
    all: archiveReasons,
    label: t('remunerations.desk.code'),
    help: t('remunerations.desk.code.help'),
    none: t('remunerations.desk.code.none'),
    nameOf: (code: ArchiveReason) => t(`remunerations.desk.reason.${code}`),
  };
  return (
    <DecideDialog
      name={`strategy-archive/${archive.id}/${decision}`}
      title={t(`remunerations.desk.title.${decision}`)}
      verb={t(isApproval ? 'remunerations.desk.approve' : 'remunerations.desk.decline')}
      isDanger={!isApproval}
      codes={isApproval ? undefined : codes}
      onClose={onClose}
      act={async (decided) => {
        await decide.mutateAsync({ id: String(archive.id), decision, ...decided });
        showToast({ tone: 'gain', title: t('remunerations.desk.done') });
      }}
    />
  );
}
