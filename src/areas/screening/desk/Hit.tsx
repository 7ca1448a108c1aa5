import { useState } from 'react';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { screeningContract, type Hit as ShownHit, type HitDecision } from '../contract.ts';
import { decisionsOf } from '../rules.ts';
import { DecideDialog } from './DecideDialog.tsx';
import { Factors } from './Factors.tsx';
import styles from './Hit.module.css';

const { calls, deskPages: pages } = screeningContract;

/** A hit: what the client has typed beside the list's entry, what the points are made of, and what is decided. */
export default function Hit({ params }: ScreenProps<typeof pages.hit>) {
  const { t } = useWords();
  const read = useRead(calls.look, { id: String(params.id) });
  const found = read.data?.hit;
  useTitle(found && `${t('screening.desk.page')} · ${found.typed.names[0] ?? String(found.client_id)}`);
  return (
    <Loaded read={read}>
      {({ hit }) => (
        <>
          <ScreenHead
            title={t('screening.desk.page')}
            back={
              <BackLink to={{ page: deskLinks.client, params: { id: hit.client_id } }}>
                {hit.typed.names[0] ?? String(hit.client_id)}
              </BackLink>
            }
          />
          <Stack>
            <Columns kind="equal">
              <Person title={t('screening.desk.typed')} person={hit.typed} />
              <Person title={t('screening.desk.listed', { list: hit.list })} person={hit.entry} entry={hit.entry} />
            </Columns>
            <Columns kind="equal">
              <Factors hit={hit} />
              <Decisions hit={hit} />
            </Columns>
          </Stack>
        </>
      )}
    </Loaded>
  );
}

interface PersonProps {
  readonly title: string;
  readonly person: ShownHit['typed'];
  /** Of a list's entry, what a client has not. */
  readonly entry?: ShownHit['entry'];
}

function Person({ title, person, entry }: PersonProps) {
  const { t } = useWords();
  const said = (values: readonly string[]) => (values.length === 0 ? t('screening.desk.unsaid') : values.join(', '));
  const lines = [
    ['names', said(person.names)],
    ['born', said(person.birth_dates)],
    ['countries', said(person.countries)],
    ...(entry
      ? ([
          ['reasons', said(entry.reasons)],
          ['number', entry.key],
        ] as const)
      : []),
  ] as const;
  return (
    <Card title={title}>
      <Facts items={lines.map(([key, value]) => ({ key, name: t(`screening.desk.fact.${key}`), value }))} />
    </Card>
  );
}

/** What can be decided; of what was decided, what. */
function Decisions({ hit }: { readonly hit: ShownHit }) {
  const { t, dateTime } = useWords();
  const [chosen, setChosen] = useState<HitDecision>();
  const { status, decided_by: by, decided_at: at, reason_code: code, waits_for_second: waits } = hit;
  const offered = decisionsOf(status);
  return (
    <Card title={t('screening.desk.decision')}>
      <Stack>
        {hit.is_removed && <Notice tone="note">{t('screening.desk.removed')}</Notice>}
        {by !== null && at !== null && (
          <p>
            {t(`screening.desk.status.${status}`)}: {t('screening.desk.decided', { by, at: dateTime(at) })}{' '}
            {code === null ? '' : t(`screening.desk.reason.${code}`)}
          </p>
        )}
        {waits && <Notice tone="note">{t('screening.desk.second')}</Notice>}
        {status === 'open' && <Notice tone="warn">{t('screening.desk.silent')}</Notice>}
        {offered.length > 0 && (
          <div className={styles.actions} role="group" aria-label={t('screening.desk.decision')}>
            {offered.map((decision) => (
              <Button key={decision} look={decision === 'true_hit' ? 'danger' : 'plain'} onClick={() => setChosen(decision)}>
                {t(`screening.desk.verb.${decision}`)}
              </Button>
            ))}
          </div>
        )}
      </Stack>
      {chosen && <DecideDialog hit={hit} decision={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}
