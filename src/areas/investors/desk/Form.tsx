import { useState } from 'react';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { investorsContract, type DeskForm } from '../contract.ts';
import styles from './Form.module.css';

const { calls, deskPages: pages } = investorsContract;
const tones = { waiting: 'note', approved: 'gain', declined: 'loss', talk: 'warn', replaced: 'still' } as const;
const decisions = ['declined', 'talk', 'approved'] as const;
type Decision = (typeof decisions)[number];

/** What an investor has answered, and the risk that follows from it. */
export default function Form({ params }: ScreenProps<typeof pages.form>) {
  const { t } = useWords();
  const read = useRead(calls.look, { id: String(params.id) });
  useTitle(read.data && `${t('investors.desk.title')} · ${read.data.form.client_id}`);
  return (
    <Loaded read={read}>
      {({ form }) => (
        <>
          <ScreenHead
            title={t('investors.desk.title')}
            text={t(`investors.desk.risk.${form.risk}`)}
            back={<BackLink to={{ page: deskLinks.client, params: { id: form.client_id } }}>{String(form.client_id)}</BackLink>}
            actions={<Status tone={tones[form.status]}>{t(`investors.desk.status.${form.status}`)}</Status>}
          />
          <Columns kind="main-aside">
            <Card title={t('investors.desk.answers')}>
              <Facts
                items={Object.entries(form.answers).map(([key, value]) => ({ key, name: key.replaceAll('_', ' '), value }))}
              />
            </Card>
            <Decisions form={form} />
          </Columns>
        </>
      )}
    </Loaded>
  );
}

/** What can be decided; of what is not waiting, what was. */
function Decisions({ form }: { readonly form: DeskForm }) {
  const { t, dateTime } = useWords();
  const [chosen, setChosen] = useState<Decision>();
  const decide = useWrite(calls.decide);
  const { decided_by: by, decided_at: at, status } = form;
  return (
    <Card title={t('investors.desk.decision')}>
      <Stack>
        <p>{t('investors.desk.answered', { at: dateTime(form.answered_at) })}</p>
        {by !== null && at !== null && <p>{t('investors.desk.decided', { by, at: dateTime(at) })}</p>}
        {status === 'waiting' && (
          <div className={styles.decisions} role="group" aria-label={t('investors.desk.decision')}>
            {decisions.map((decision) => (
              <Button key={decision} look={lookOf[decision]} onClick={() => setChosen(decision)}>
                {t(`investors.desk.do.${decision}`)}
              </Button>
            ))}
          </div>
        )}
      </Stack>
      {chosen && (
        <ReasonDialog
          name={`investor/${form.id}/${chosen}`}
          title={t(`investors.desk.do.${chosen}`)}
          verb={t(`investors.desk.do.${chosen}`)}
          isDanger={chosen === 'declined'}
          onClose={() => setChosen(undefined)}
          act={async (reason) => {
            await decide.mutateAsync({ id: String(form.id), decision: chosen, reason });
            showToast({ tone: 'gain', title: t('investors.desk.done') });
          }}
        />
      )}
    </Card>
  );
}

const lookOf = { declined: 'danger', talk: 'plain', approved: 'main' } as const;
