import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Facts, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { verificationContract } from '../contract.ts';

const { calls } = verificationContract;
type Told = AnswerOf<typeof calls.ofClient>;
type Check = Told['checks'][number];

const tones = { open: 'still', pending: 'note', accepted: 'gain', retry: 'warn', final: 'loss' } as const;

/** On a client's page: what the vendor has said, and what it has read beside what was typed. */
export default function ClientVerification({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const read = useRead(calls.ofClient, { client_id: clientId });
  return (
    <Card title={t('desk.section.verification')}>
      <Loaded read={read}>
        {(told) =>
          told.checks.length === 0 ? (
            <p>{t('verification.desk.none')}</p>
          ) : (
            <Stack>
              {told.is_waiting && <Waiting clientId={clientId} />}
              {told.checks.map((check) => (
                <OneCheck key={check.id} check={check} typed={told.typed} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Card>
  );
}

function Waiting({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const [isAsked, setAsked] = useState(false);
  const note = useWrite(calls.note);
  return (
    <>
      <Notice
        tone="warn"
        action={
          <Button size="small" onClick={() => setAsked(true)}>
            {t('verification.desk.note')}
          </Button>
        }
      >
        {t('verification.desk.waiting')}
      </Notice>
      {isAsked && (
        <ReasonDialog
          name={`verification/${clientId}`}
          title={t('verification.desk.note')}
          verb={t('verification.desk.note')}
          onClose={() => setAsked(false)}
          act={(reason) => note.mutateAsync({ client_id: clientId, reason })}
        />
      )}
    </>
  );
}

interface Line {
  readonly key: 'name' | 'birth_date' | 'country' | 'number' | 'valid_until';
  readonly typed: string | null;
  readonly read: string | null;
  readonly differs: boolean;
}

function OneCheck({ check, typed }: { readonly check: Check; readonly typed: Told['typed'] }) {
  const { t, dateTime } = useWords();
  const columns = useColumns();
  const { phase, labels, comment, staff_comment: staffComment, read } = check;
  const facts = [
    ['applicant', check.applicant],
    ['words', check.words || null],
    ['since', dateTime(check.since)],
    ['labels', labels.join(', ') || null],
    ['comment', comment],
    ['staffComment', staffComment],
  ] as const;
  const told = facts.flatMap(([key, value]) =>
    value === null ? [] : [{ key, name: t(`verification.desk.fact.${key}`), value }],
  );
  const lines: readonly Line[] = (['name', 'birth_date', 'country', 'number', 'valid_until'] as const).map((key) => ({
    key,
    typed: key === 'valid_until' ? null : typed[key],
    read: read?.[key] ?? null,
    differs: (key === 'name' || key === 'birth_date') && check.differs.includes(key),
  }));
  return (
    <Stack>
      <Status tone={tones[phase]}>
        {`${t(`verification.desk.purpose.${check.purpose}`)}: ${t(`verification.desk.phase.${phase}`)}`}
      </Status>
      <Facts items={told} />
      {read && <Table label={t('verification.desk.beside')} isDense rows={lines} rowKey={({ key }) => key} columns={columns} />}
    </Stack>
  );
}

function useColumns(): readonly Column<Line>[] {
  const { t } = useWords();
  const none = t('verification.desk.nothing');
  return [
    { key: 'fact', title: t('verification.desk.beside'), cell: ({ key }) => t(`verification.desk.line.${key}`) },
    { key: 'typed', title: t('verification.desk.typed'), cell: ({ typed }) => typed ?? none },
    { key: 'read', title: t('verification.desk.read'), cell: ({ read }) => read ?? none },
    {
      key: 'differs',
      title: t('verification.desk.compared'),
      cell: ({ differs }) => differs && <Status tone="loss">{t('verification.desk.differs')}</Status>,
    },
  ];
}
