import { useState } from 'react';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { deskFile } from '../../../protocol/file.ts';
import { useDownload } from '../../../ui/api/download.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { professionalContract, type DeskApplication } from '../contract.ts';
import styles from './Application.module.css';
import { DecideDialog, type Decision } from './DecideDialog.tsx';

const { calls, deskPages: pages } = professionalContract;

/** An application to be treated as a professional: its evidence, beside what the client told at the registration. */
export default function Application({ params }: ScreenProps<typeof pages.application>) {
  const { t } = useWords();
  const read = useRead(calls.look, { id: String(params.id) });
  const found = read.data?.application;
  useTitle(found && `${t('professional.desk.page')} · ${found.name || String(found.client_id)}`);
  return (
    <Loaded read={read}>
      {({ application }) => (
        <>
          <ScreenHead
            title={t('professional.desk.page')}
            back={
              <BackLink to={{ page: deskLinks.client, params: { id: application.client_id } }}>
                {application.name || String(application.client_id)}
              </BackLink>
            }
          />
          <Columns kind="main-aside">
            <Evidence application={application} />
            <Stack>
              <Decisions application={application} />
              <Told application={application} />
            </Stack>
          </Columns>
        </>
      )}
    </Loaded>
  );
}

function Evidence({ application: { evidence } }: { readonly application: DeskApplication }) {
  const { t } = useWords();
  const download = useDownload(deskFile);
  return (
    <Stack>
      <WriteFailure failure={download.failure} />
      {evidence.map(({ criterion, files }) => (
        <Card key={criterion} title={t(`professional.desk.criterion.${criterion}`)}>
          <Stack>
            {files.map(({ id, name, scan }) =>
              scan === 'clean' ? (
                <div key={id}>
                  <Button look="quiet" icon="download" onClick={() => void download.start({ id })}>
                    {name}
                  </Button>
                </div>
              ) : (
                <Notice key={id} tone="warn">
                  {name}: {t(`professional.desk.scan.${scan}`)}
                </Notice>
              ),
            )}
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}

function Told({ application }: { readonly application: DeskApplication }) {
  const { t, dateTime } = useWords();
  const { told, requested_at: requested, accepted_at: accepted, test_passed: isPassed, country } = application;
  const none = t('professional.desk.none');
  const lines = [
    ['country', country],
    ['requested', requested === null ? none : dateTime(requested)],
    ['accepted', accepted === null ? none : dateTime(accepted)],
    ['test', t(isPassed ? 'professional.desk.passed' : 'professional.desk.notPassed')],
    ['experience', told.experience ?? none],
    ['netWorth', told.net_worth ?? none],
    ['income', told.income ?? none],
  ] as const;
  return (
    <Card title={t('professional.desk.told')}>
      <Facts items={lines.map(([key, value]) => ({ key, name: t(`professional.desk.fact.${key}`), value }))} />
    </Card>
  );
}

/** What can be decided; of what is not waiting, what was. */
function Decisions({ application }: { readonly application: DeskApplication }) {
  const { t, dateTime } = useWords();
  const [chosen, setChosen] = useState<Decision>();
  const { status, decided_by: by, decided_at: at, reason_code: code } = application;
  return (
    <Card title={t('professional.desk.decision')}>
      <Stack>
        {by !== null && at !== null && (
          <p>
            {t('professional.desk.decided', { by, at: dateTime(at) })}{' '}
            {code === null ? '' : t(`professional.desk.reason.${code}`)}
          </p>
        )}
        {status === 'waiting' ? (
          <>
            <Notice tone="warn">{t('professional.desk.judge')}</Notice>
            <div className={styles.actions} role="group" aria-label={t('professional.desk.decision')}>
              <Button look="danger" onClick={() => setChosen('declined')}>
                {t('professional.desk.decline')}
              </Button>
              <Button onClick={() => setChosen('approved')}>{t('professional.desk.approve')}</Button>
            </div>
          </>
        ) : (
          by === null && <p>{t('professional.desk.notWaiting')}</p>
        )}
      </Stack>
      {chosen && <DecideDialog id={application.id} decision={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}
