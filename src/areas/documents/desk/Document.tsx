import { useState } from 'react';
import type { z } from 'zod';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract, type DeskDocument } from '../contract.ts';
import { DecideDialog, type Decision } from './DecideDialog.tsx';
import { deskTones } from './tones.ts';
import styles from './Document.module.css';
import { Viewer } from './Viewer.tsx';

const { calls, deskPages: pages } = documentsContract;
type Looked = z.output<typeof calls.look.output>;

/** A paper, large, beside what was typed about it and what the client told at the registration. */
export default function Document({ params }: ScreenProps<typeof pages.document>) {
  const { t } = useWords();
  const read = useRead(calls.look, { id: String(params.id) });
  const found = read.data;
  useTitle(
    found && `${t(`documents.desk.kind.${found.document.kind}`)} · ${found.registered.name || String(found.document.client_id)}`,
  );
  return (
    <Loaded read={read}>
      {(looked) => (
        <>
          <ScreenHead
            title={t(`documents.desk.kind.${looked.document.kind}`)}
            back={
              <BackLink to={{ page: deskLinks.client, params: { id: looked.document.client_id } }}>
                {looked.registered.name || String(looked.document.client_id)}
              </BackLink>
            }
            actions={
              <Status tone={deskTones[looked.document.status]}>{t(`documents.desk.status.${looked.document.status}`)}</Status>
            }
          />
          <Columns kind="main-aside">
            <Card title={t('documents.desk.files')}>
              {looked.document.via !== 'client' && <Notice>{t(`documents.desk.via.${looked.document.via}`)}</Notice>}
              {looked.document.via !== 'vendor' && <Viewer files={looked.document.files} />}
            </Card>
            <Beside looked={looked} />
          </Columns>
        </>
      )}
    </Loaded>
  );
}

type Line = readonly [
  key:
    | 'number'
    | 'issued'
    | 'expires'
    | 'residenceToo'
    | 'whose'
    | 'comment'
    | 'sent'
    | 'name'
    | 'birth'
    | 'address'
    | 'country'
    | 'registeredNumber'
    | 'clientStatus'
    | 'readName'
    | 'readBirth'
    | 'readCountry'
    | 'readNumber'
    | 'readExpires',
  value: string | null,
];

function Beside({ looked: { document, registered } }: { readonly looked: Looked }) {
  const words = useWords();
  const { t } = words;
  const yesOrNo = (is: boolean): string => t(is ? 'documents.desk.yes' : 'documents.desk.no');
  const none = t('documents.desk.none');
  const typed: readonly Line[] = [
    ['number', document.number],
    ['issued', document.issue_date],
    ['expires', document.expiry_date],
    ...(document.kind === 'identity' ? [['residenceToo', yesOrNo(document.is_residence_too)] satisfies Line] : []),
    ...(document.whose === null ? [] : [['whose', t(`documents.desk.whose.${document.whose}`)] satisfies Line]),
    ...(document.comment === null ? [] : [['comment', document.comment] satisfies Line]),
    ['sent', words.dateTime(document.sent_at)],
  ];
  const told: readonly Line[] = [
    ['name', registered.name],
    ['birth', registered.birth_date],
    ['address', registered.address],
    ['country', registered.country],
    ['registeredNumber', registered.document_number],
    ['clientStatus', registered.status],
  ];
  const read: readonly Line[] = [
    ['readName', document.read?.name ?? null],
    ['readBirth', document.read?.birth_date ?? null],
    ['readCountry', document.read?.country ?? null],
    ['readNumber', document.read?.number ?? null],
    ['readExpires', document.read?.valid_until ?? null],
  ];
  const factsOf = (lines: readonly Line[]) =>
    lines.map(([key, value]) => ({ key, name: t(`documents.desk.fact.${key}`), value: value ?? none }));
  return (
    <Stack>
      <Decisions document={document} />
      <Card title={t('documents.desk.typed')}>
        <Facts items={factsOf(typed)} />
      </Card>
      {document.read !== null && (
        <Card title={t('documents.desk.read')}>
          <Facts items={factsOf(read)} />
        </Card>
      )}
      <Card title={t('documents.desk.registered')}>
        <Facts items={factsOf(told)} />
      </Card>
    </Stack>
  );
}

/** What can be decided; of what is not waiting, what was. */
function Decisions({ document }: { readonly document: DeskDocument }) {
  const { t, dateTime } = useWords();
  const [chosen, setChosen] = useState<Decision>();
  const { risks, reasons, decided_by: by, decided_at: at } = document;
  return (
    <Card title={t('documents.desk.decision')}>
      <Stack>
        {risks.map((risk) => (
          <Notice key={risk} tone="warn">
            {t(`documents.desk.risk.${risk}`)}
          </Notice>
        ))}
        {document.waits_for_second && <Notice>{t('documents.desk.second')}</Notice>}
        {by !== null && at !== null && (
          <p>
            {t('documents.desk.decided', { by, at: dateTime(at) })}{' '}
            {reasons.map((reason) => t(`documents.desk.reason.${reason}`)).join(', ')}
          </p>
        )}
        {document.is_waiting ? (
          <div className={styles.decisions} role="group" aria-label={t('documents.desk.decision')}>
            <Button look="danger" onClick={() => setChosen('rejected')}>
              {t('documents.desk.reject')}
            </Button>
            <Button look="plain" onClick={() => setChosen('ask_again')}>
              {t('documents.desk.askAgain')}
            </Button>
            {!document.waits_for_second && <Button onClick={() => setChosen('approved')}>{t('documents.desk.approve')}</Button>}
          </div>
        ) : (
          by === null && <p>{t('documents.desk.notWaiting')}</p>
        )}
      </Stack>
      {chosen && <DecideDialog document={document} decision={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}
