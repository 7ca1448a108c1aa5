import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { erasureReasons, personalDataContract, type KeptBack, type Lapsing } from '../contract.ts';

const { calls } = personalDataContract;

/** A client who wants to be erased: what goes, what is kept until when, and the decision. */
export default function ErasureCase({ subject, onDone }: CasePartProps) {
  const [thing, client = ''] = subject.split(':');
  return thing === 'erasure' ? <Asked client={client} onDone={onDone} /> : null;
}

interface AskedProps {
  readonly client: string;
  readonly onDone: () => void;
}

type Decision = 'agree' | 'decline';

function Asked({ client, onDone }: AskedProps) {
  const words = useWords();
  const { t } = words;
  const [chosen, setChosen] = useState<Decision>();
  const read = useRead(calls.lookErasure, { client_id: client });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
      {({ lapsing, is_something_left: isLeft, kept_back: keptBack }) => (
        <Stack>
          {isLeft && <Notice tone="warn">{t('personalData.desk.left')}</Notice>}
          {keptBack.length > 0 && <Notice tone="warn">{keptBackSaid(t, keptBack)}</Notice>}
          <Table
            label={t('personalData.desk.lapsing')}
            isDense
            rows={lapsing}
            rowKey={({ kind }) => kind}
            columns={columnsIn(words)}
          />
          <div>
            <Button
              look="danger"
              refusal={isLeft ? t('personalData.desk.left') : keptBack.length > 0 ? keptBackSaid(t, keptBack) : undefined}
              onClick={() => setChosen('agree')}
            >
              {t('personalData.desk.agree')}
            </Button>{' '}
            <Button look="plain" onClick={() => setChosen('decline')}>
              {t('personalData.desk.decline')}
            </Button>
          </div>
          {chosen && <Decide client={client} decision={chosen} onClose={() => setChosen(undefined)} onDone={onDone} />}
        </Stack>
      )}
    </Loaded>
  );
}

function keptBackSaid(t: Words['t'], keptBack: readonly KeptBack[]): string {
  return t('personalData.desk.keptBack', { why: keptBack.map((why) => t(`personalData.desk.keptBack.${why}`)).join(', ') });
}

function columnsIn({ t, date }: Words): readonly Column<Lapsing>[] {
  return [
    { key: 'kind', title: t('personalData.desk.kind'), cell: ({ kind }) => t(`personalData.desk.kind.${kind}`) },
    {
      key: 'until',
      title: t('personalData.desk.until'),
      cell: ({ until, stays }) =>
        until === null ? t(stays ? 'personalData.desk.stays' : 'personalData.desk.atOnce') : date(until),
    },
    { key: 'law', title: t('personalData.desk.law'), cell: ({ law }) => law ?? '' },
  ];
}

interface DecideProps extends AskedProps {
  readonly decision: Decision;
  readonly onClose: () => void;
}

function Decide({ client, decision, onClose, onDone }: DecideProps) {
  const { t } = useWords();
  const [code, setCode] = useState<(typeof erasureReasons)[number]>('something_left');
  const decide = useWrite(calls.decideErasure);
  const verb = t(`personalData.desk.${decision}`);
  return (
    <ReasonDialog
      name={`erasure/${client}/${decision}`}
      title={verb}
      verb={verb}
      isDanger={decision === 'agree'}
      fields={['reason_code']}
      onClose={onClose}
      act={async (reason) => {
        const declined = decision === 'decline' ? { reason_code: code } : {};
        const { approval } = await decide.mutateAsync({ client_id: client, decision, ...declined, reason });
        showToast({ tone: 'gain', title: t(approval ? 'personalData.desk.asked' : 'personalData.desk.declined') });
        onDone();
      }}
    >
      {(errors) =>
        decision === 'agree' ? (
          <p>{t('personalData.desk.agree.text')}</p>
        ) : (
          <SelectField
            name="reason_code"
            label={t('personalData.desk.why')}
            value={code}
            error={errors['reason_code']}
            options={erasureReasons.map((value) => ({ value, label: t(`personalData.desk.reason.${value}`) }))}
            onChange={(event) => setCode(erasureReasons.find((value) => value === event.target.value) ?? code)}
          />
        )
      }
    </ReasonDialog>
  );
}
