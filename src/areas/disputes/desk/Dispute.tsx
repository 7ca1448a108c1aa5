import { useState } from 'react';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { deskFile } from '../../../protocol/file.ts';
import { useDownload } from '../../../ui/api/download.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { DueClock } from '../../../ui/desk/DueClock.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { disputesContract, type Dispute as Told } from '../contract.ts';
import { actionsOf, takesEvidence, type DisputeAction } from '../rules.ts';
import { ActDialog } from './ActDialog.tsx';
import styles from './Dispute.module.css';
import { EvidenceDialog } from './EvidenceDialog.tsx';
import { toneOf } from './tones.ts';

const { calls, deskPages: pages } = disputesContract;

/** A dispute: the payment, its clock, what it is answered with, and how it ended. */
export default function Dispute({ params }: ScreenProps<typeof pages.dispute>) {
  const { t } = useWords();
  const read = useRead(calls.look, { id: String(params.id) });
  useTitle(t('disputes.title', { id: params.id }));
  return (
    <Loaded read={read}>
      {({ dispute }) => (
        <>
          <ScreenHead
            title={t('disputes.title', { id: dispute.id })}
            back={<BackLink to={{ page: pages.list }}>{t('desk.nav.disputes')}</BackLink>}
          />
          <Columns kind="main-aside">
            <Stack>
              <Evidence dispute={dispute} />
              <SignIns dispute={dispute} />
            </Stack>
            <Stack>
              <State dispute={dispute} />
              <Payment dispute={dispute} />
            </Stack>
          </Columns>
        </>
      )}
    </Loaded>
  );
}

function Evidence({ dispute }: { readonly dispute: Told }) {
  const { t } = useWords();
  const [isAdding, setAdding] = useState(false);
  const download = useDownload(deskFile);
  const dossier = useDownload(calls.file);
  return (
    <Card title={t('disputes.evidence')}>
      <Stack>
        <WriteFailure failure={download.failure ?? dossier.failure} />
        {dispute.evidence.length === 0 && <p>{t('disputes.evidence.none')}</p>}
        {dispute.evidence.map(({ id, name, kind, note, added_by: by, scan }) => (
          <div key={id}>
            <strong>{t(`disputes.kind.${kind}`)}</strong>
            <p>{t('disputes.evidence.by', { note, by })}</p>
            {scan === 'clean' ? (
              <Button look="quiet" icon="download" onClick={() => void download.start({ id })}>
                {name}
              </Button>
            ) : (
              <Notice tone="warn">
                {name}: {t(`disputes.scan.${scan}`)}
              </Notice>
            )}
          </div>
        ))}
        <div className={styles.actions}>
          {takesEvidence(dispute.status) && (
            <Button look="plain" icon="upload" onClick={() => setAdding(true)}>
              {t('disputes.evidence.add')}
            </Button>
          )}
          <Button look="quiet" icon="download" onClick={() => void dossier.start({ id: String(dispute.id), format: 'pdf' })}>
            {t('disputes.dossier')}
          </Button>
        </div>
      </Stack>
      {isAdding && <EvidenceDialog id={dispute.id} onClose={() => setAdding(false)} />}
    </Card>
  );
}

function State({ dispute }: { readonly dispute: Told }) {
  const { t, dateTime } = useWords();
  const [chosen, setChosen] = useState<DisputeAction>();
  const { status, evidence, is_restricting: isRestricting, ended_at: endedAt, ended_by: by, ended_why: why } = dispute;
  const actions = actionsOf({ status, papers: evidence.length, isRestricting });
  return (
    <Card title={t('disputes.state')}>
      <Stack>
        <Status tone={toneOf[status]}>{t(`disputes.status.${status}`)}</Status>
        {status === 'open' && (
          <p>
            {t('disputes.due')}: <DueClock at={dispute.evidence_due_at} isLate={dispute.is_late} />
          </p>
        )}
        {dispute.sent_at !== null && <p>{t('disputes.sentAt', { at: dateTime(dispute.sent_at) })}</p>}
        {endedAt !== null && why !== null && (
          <p>{t('disputes.endedAt', { at: dateTime(endedAt), why: t(`disputes.why.${why}`), by: by ?? '' })}</p>
        )}
        {isRestricting && <Notice tone="warn">{t('disputes.restricted')}</Notice>}
        {actions.length > 0 && (
          <div className={styles.actions} role="group" aria-label={t('disputes.decide')}>
            {actions.map((each) => (
              <Button key={each} look={each === 'accept' || each === 'lost' ? 'danger' : 'main'} onClick={() => setChosen(each)}>
                {t(`disputes.action.${each}`)}
              </Button>
            ))}
          </div>
        )}
      </Stack>
      {chosen && <ActDialog id={dispute.id} action={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

function Payment({ dispute }: { readonly dispute: Told }) {
  const { t, dateTime, money } = useWords();
  const { payment, amount, currency, owed, client_id: client } = dispute;
  const none = t('disputes.unknown');
  const lines = [
    ['amount', money(amount, currency)],
    ['owed', owed === null ? none : money(owed, currency)],
    ['provider', dispute.provider],
    ['chargeback', dispute.transaction],
    ['payment', payment.transaction ?? none],
    ['reference', payment.reference],
    ['paidAt', payment.paid_at === null ? none : dateTime(payment.paid_at)],
    ['card', payment.card ?? none],
    ['payer', payment.payer ?? none],
    ['account', String(payment.account)],
  ] as const;
  return (
    <Card title={t('disputes.payment')}>
      <Stack>
        <PageLink to={{ page: deskLinks.client, params: { id: client } }}>{dispute.name || String(client)}</PageLink>
        <Facts items={lines.map(([key, value]) => ({ key, name: t(`disputes.fact.${key}`), value }))} />
      </Stack>
    </Card>
  );
}

function SignIns({ dispute: { sign_ins: signIns } }: { readonly dispute: Told }) {
  const { t, dateTime } = useWords();
  return (
    <Card title={t('disputes.signIns')} isFlush>
      <Table
        label={t('disputes.signIns')}
        isDense
        rows={signIns}
        rowKey={({ at, address }) => `${at} ${address}`}
        columns={[
          { key: 'at', title: t('disputes.signIns.at'), onPhone: 'main', cell: ({ at }) => dateTime(at) },
          { key: 'address', title: t('disputes.signIns.address'), cell: ({ address }) => address },
          { key: 'agent', title: t('disputes.signIns.agent'), cell: ({ agent }) => agent },
        ]}
      />
    </Card>
  );
}
