import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Facts, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { riskContract, type RiskFactorShown, type RiskReview, type RiskShown } from '../contract.ts';
import styles from './ClientRisk.module.css';
import { OverrideDialog } from './OverrideDialog.tsx';
import { AskDialog, MoreTimeDialog, Requested } from './Papers.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';

/** On a client's page: how risky they are held to be, why, what that demands, and when they are reviewed. */
export default function ClientRisk({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const read = useRead(riskContract.calls.ofClient, { client_id: clientId });
  return (
    <Card title={t('desk.section.risk')}>
      <Loaded read={read}>
        {({ risk, is_due: isDue, past, reviews }) => (
          <Stack>
            {isDue && <Notice tone="note">{t('risk.desk.due')}</Notice>}
            {risk === null ? <p>{t('risk.desk.none')}</p> : <Assessed clientId={clientId} risk={risk} />}
            {reviews.length > 0 && <Reviews reviews={reviews} />}
            {past.length > 1 && <Past past={past} />}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

interface AssessedProps {
  readonly clientId: string;
  readonly risk: RiskShown;
}

function Assessed({ clientId, risk }: AssessedProps) {
  const { t, dateTime } = useWords();
  const columns = useFactorColumns();
  const { override, waits_for_second: waits } = risk;
  return (
    <>
      {risk.is_overdue && <Notice tone="warn">{t('risk.desk.overdue')}</Notice>}
      {waits && <Notice tone="note">{t('risk.desk.waits')}</Notice>}
      {override && (
        <Notice tone="warn">
          {t('risk.desk.overridden', {
            from: t(`risk.desk.level.${risk.computed_level}`),
            to: t(`risk.desk.level.${override.level}`),
            by: override.asked_by,
            agreed: override.approved_by,
            at: dateTime(override.at),
            reason: override.reason,
          })}
        </Notice>
      )}
      {risk.request && <Requested request={risk.request} />}
      <Diligence risk={risk} />
      <Table label={t('risk.desk.factors')} isDense rows={risk.factors} rowKey={({ factor }) => factor} columns={columns} />
      <Notice tone="note">{t('risk.desk.silent')}</Notice>
      <Actions {...{ clientId, risk }} />
    </>
  );
}

function Diligence({ risk }: Pick<AssessedProps, 'risk'>) {
  const { t, dateTime } = useWords();
  const { level, points, version, assessed_at: at, diligence, review_due_at: due } = risk;
  const papers = diligence.papers.map(({ paper, is_there: isThere }) => {
    const name = t(`risk.desk.paper.${paper}`);
    return isThere === false ? t('risk.desk.paperMissing', { paper: name }) : name;
  });
  const interval = { months: diligence.review_months };
  const lines = [
    ['level', t(`risk.desk.level.${level}`)],
    ['points', t('risk.desk.pointsBy', { points, version })],
    ['assessed', dateTime(at)],
    ['diligence', t(`risk.desk.diligence.${diligence.kind}`)],
    ['papers', papers.join(', ')],
    ['interval', t(diligence.needs_second ? 'risk.desk.monthsByTwo' : 'risk.desk.months', interval)],
    ['reviewDue', due === null ? t('risk.desk.noReview') : dateTime(due)],
  ] as const;
  return <Facts items={lines.map(([key, value]) => ({ key, name: t(`risk.desk.${key}`), value }))} />;
}

function Actions({ clientId, risk }: AssessedProps) {
  const { t } = useWords();
  const [opened, setOpened] = useState<'override' | 'review' | 'askPapers' | 'moreTime'>();
  const refusal = risk.waits_for_second ? t('risk.desk.waits') : undefined;
  const ofPapers = risk.request === null ? 'askPapers' : 'moreTime';
  const close = (): void => setOpened(undefined);
  return (
    <div className={styles.actions} role="group" aria-label={t('risk.desk.actions')}>
      {(['review', 'override'] as const).map((action) => (
        <Button key={action} look="plain" refusal={refusal} onClick={() => setOpened(action)}>
          {t(`risk.desk.${action}`)}
        </Button>
      ))}
      <Button look="plain" onClick={() => setOpened(ofPapers)}>
        {t(`risk.desk.${ofPapers}`)}
      </Button>
      {opened === 'override' && <OverrideDialog {...{ clientId, risk }} onClose={close} />}
      {opened === 'review' && <ReviewDialog {...{ clientId, risk }} onClose={close} />}
      {opened === 'askPapers' && <AskDialog {...{ clientId, risk }} onClose={close} />}
      {opened === 'moreTime' && <MoreTimeDialog clientId={clientId} onClose={close} />}
    </div>
  );
}

function useFactorColumns(): readonly Column<RiskFactorShown>[] {
  const { t } = useWords();
  return [
    { key: 'factor', title: t('risk.desk.factor'), cell: ({ factor }) => t(`risk.desk.factor.${factor}`) },
    {
      key: 'value',
      title: t('risk.desk.found'),
      cell: ({ value, is_decisive: isDecisive }) =>
        isDecisive ? t('risk.desk.decisive', { value: t(`risk.desk.value.${value}`) }) : t(`risk.desk.value.${value}`),
    },
    { key: 'points', title: t('risk.desk.points'), isFigures: true, onPhone: 'beside', cell: ({ points }) => points },
  ];
}

function Reviews({ reviews }: { readonly reviews: readonly RiskReview[] }) {
  const { t, dateTime } = useWords();
  const columns: readonly Column<RiskReview>[] = [
    { key: 'at', title: t('risk.desk.reviewed'), cell: ({ at }) => dateTime(at) },
    { key: 'level', title: t('risk.desk.level'), cell: ({ level }) => t(`risk.desk.level.${level}`) },
    {
      key: 'by',
      title: t('risk.desk.by'),
      cell: ({ reviewed_by: by, approved_by: agreed }) => (agreed === null ? by : t('risk.desk.byTwo', { by, agreed })),
    },
    { key: 'reason', title: t('risk.desk.reason'), cell: ({ reason }) => reason },
  ];
  return <Table label={t('risk.desk.reviews')} isDense rows={reviews} rowKey={({ at }) => at} columns={columns} />;
}

type PastRow = { readonly at: string; readonly level: RiskShown['level']; readonly points: number; readonly version: string };

function Past({ past }: { readonly past: readonly PastRow[] }) {
  const { t, dateTime } = useWords();
  const columns: readonly Column<PastRow>[] = [
    { key: 'at', title: t('risk.desk.assessed'), cell: ({ at }) => dateTime(at) },
    { key: 'level', title: t('risk.desk.level'), cell: ({ level }) => t(`risk.desk.level.${level}`) },
    { key: 'version', title: t('risk.desk.version'), cell: ({ version }) => version },
    { key: 'points', title: t('risk.desk.points'), isFigures: true, onPhone: 'beside', cell: ({ points }) => points },
  ];
  return (
    <Table label={t('risk.desk.past')} isDense rows={past} rowKey={({ at, points }) => `${at} ${points}`} columns={columns} />
  );
}
