import { useState } from 'react';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { providersContract, type DeskRequest } from '../contract.ts';
import { DecideDialog, type Decision } from './DecideDialog.tsx';
import styles from './Request.module.css';

const { calls, deskPages: pages } = providersContract;
const tones = { waiting: 'note', approved: 'gain', declined: 'loss' } as const;

/** Who asks to be a provider, and what there is to see of their trading. */
export default function Request({ params }: ScreenProps<typeof pages.request>) {
  const { t } = useWords();
  const read = useRead(calls.look, { id: String(params.id) });
  useTitle(read.data && t('providers.desk.title', { nickname: read.data.request.nickname }));
  return (
    <Loaded read={read}>
      {({ request }) => (
        <>
          <ScreenHead
            title={t('providers.desk.title', { nickname: request.nickname })}
            back={
              <BackLink to={{ page: deskLinks.client, params: { id: request.client_id } }}>{String(request.client_id)}</BackLink>
            }
            actions={<Status tone={tones[request.status]}>{t(`providers.desk.status.${request.status}`)}</Status>}
          />
          <Columns kind="main-aside">
            <Trading request={request} />
            <Decisions request={request} />
          </Columns>
        </>
      )}
    </Loaded>
  );
}

function Trading({ request: { own, external_account: external } }: { readonly request: DeskRequest }) {
  const { t, date } = useWords();
  return (
    <Card title={t('providers.desk.trading')}>
      {own === null ? (
        <Facts
          items={[{ key: 'external', name: t('providers.desk.external'), value: external ?? t('providers.desk.archived') }]}
        />
      ) : (
        <Facts
          items={[
            { key: 'account', name: t('providers.desk.account'), value: `${own.title} ${own.number}` },
            { key: 'opened', name: t('providers.desk.opened'), value: date(own.opened_at) },
            { key: 'balance', name: t('providers.desk.balance'), value: <Amount value={own.balance} currency={own.currency} /> },
            { key: 'trades', name: t('providers.desk.trades'), value: String(own.trades) },
            {
              key: 'result',
              name: t('providers.desk.result'),
              value: <Amount value={own.result} currency={own.currency} kind="gain" />,
            },
          ]}
        />
      )}
    </Card>
  );
}

/** What can be decided; of what is not waiting, what was. */
function Decisions({ request }: { readonly request: DeskRequest }) {
  const { t, dateTime } = useWords();
  const [chosen, setChosen] = useState<Decision>();
  const { decided_by: by, decided_at: at, reason, status } = request;
  return (
    <Card title={t('providers.desk.decision')}>
      <Stack>
        <p>{t('providers.desk.asked', { at: dateTime(request.asked_at) })}</p>
        {by !== null && at !== null && (
          <p>
            {t('providers.desk.decided', { by, at: dateTime(at) })} {reason !== null && t(`providers.desk.reason.${reason}`)}
          </p>
        )}
        {status === 'waiting' && (
          <div className={styles.decisions} role="group" aria-label={t('providers.desk.decision')}>
            <Button look="danger" onClick={() => setChosen('declined')}>
              {t('providers.desk.decline')}
            </Button>
            <Button onClick={() => setChosen('approved')}>{t('providers.desk.approve')}</Button>
          </div>
        )}
      </Stack>
      {chosen && <DecideDialog request={request} decision={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}
