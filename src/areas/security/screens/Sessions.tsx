import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { securityContract, type OpenSession } from '../contract.ts';
import { deviceName } from './device.ts';
import styles from './Security.module.css';

const { calls } = securityContract;

/** Where the client is signed in now, and the way to end what is not theirs any more. */
export function OpenSessions() {
  const read = useRead(calls.sessions, {});
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
      {({ sessions }) => <Sessions sessions={sessions} />}
    </Loaded>
  );
}

/** What is asked about before it is done: one session, or all the others. */
type Asked = OpenSession | 'others';

function Sessions({ sessions }: { readonly sessions: readonly OpenSession[] }) {
  const words = useWords();
  const { t } = words;
  const [asked, setAsked] = useState<Asked>();
  const others = sessions.filter(({ is_current: isCurrent }) => !isCurrent);
  const aside = others.length > 1 && (
    <Button look="danger" size="small" onClick={() => setAsked('others')}>
      {t('security.endOthers')}
    </Button>
  );
  return (
    <Stack>
      <Card title={t('security.sessions')} aside={aside} isFlush>
        <Table label={t('security.sessions')} columns={columnsOf(words, setAsked)} rows={sessions} rowKey={({ sid }) => sid} />
      </Card>
      {others.length === 0 && <Notice>{t('security.onlyHere')}</Notice>}
      {others.length > 0 && <p className={styles.hint}>{t('security.hint')}</p>}
      <EndDialog asked={asked} onClose={() => setAsked(undefined)} />
    </Stack>
  );
}

function columnsOf(words: Words, ask: (session: OpenSession) => void): Column<OpenSession>[] {
  const { t, dateTime } = words;
  return [
    {
      key: 'device',
      title: t('security.device'),
      cell: (session) => (
        <span className={styles.device}>
          <span>{deviceName(words, session)}</span>
          {session.is_current && <Status tone="gain">{t('security.here')}</Status>}
        </span>
      ),
    },
    { key: 'address', title: t('security.address'), cell: ({ address }) => <bdi dir="ltr">{address}</bdi> },
    { key: 'used', title: t('security.used'), cell: ({ used_at: at }) => <RelativeAge at={at} /> },
    {
      key: 'since',
      title: t('security.since'),
      cell: ({ signed_in_at: at }) => <time dateTime={at}>{dateTime(at)}</time>,
    },
    {
      key: 'end',
      title: t('security.action'),
      onPhone: 'action',
      cell: (session) =>
        session.is_current ? null : (
          <Button
            look="plain"
            size="small"
            onClick={() => ask(session)}
            aria-label={t('security.end.name', { device: deviceName(words, session), address: session.address })}
          >
            {t('security.end')}
          </Button>
        ),
    },
  ];
}

function EndDialog({ asked, onClose }: { readonly asked: Asked | undefined; readonly onClose: () => void }) {
  const words = useWords();
  const { t } = words;
  const end = useWrite(calls.end);
  const endOthers = useWrite(calls.endOthers);
  const close = (): void => {
    end.reset();
    endOthers.reset();
    onClose();
  };
  const done = (): void => {
    showToast({ tone: 'gain', title: t('security.ended') });
    close();
  };
  const confirm = (of: Asked): void =>
    of === 'others' ? endOthers.mutate({}, { onSuccess: done }) : end.mutate({ sid: of.sid }, { onSuccess: done });
  const isOne = asked !== undefined && asked !== 'others';
  return (
    <Dialog
      isOpen={asked !== undefined}
      onClose={close}
      title={t(isOne ? 'security.confirm.one' : 'security.confirm.others')}
      actions={
        asked && (
          <Button look="danger" isBusy={end.isPending || endOthers.isPending} onClick={() => confirm(asked)}>
            {t(isOne ? 'security.end' : 'security.endOthers')}
          </Button>
        )
      }
    >
      <WriteFailure failure={end.error ?? endOthers.error} />
      <p>
        {isOne
          ? t('security.confirm.one.text', { device: deviceName(words, asked), address: asked.address })
          : t('security.confirm.others.text')}
      </p>
    </Dialog>
  );
}
