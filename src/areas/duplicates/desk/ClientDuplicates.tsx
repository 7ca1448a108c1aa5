import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { useStaff } from '../../../ui/desk/staff.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { duplicatesContract, type Finding } from '../contract.ts';
import styles from './ClientDuplicates.module.css';
import { DecisionDialog } from './DecisionDialog.tsx';

const { calls } = duplicatesContract;

/** On a client's page: who else may be the same person, and what was decided about it. */
export default function ClientDuplicates({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const read = useRead(calls.findings, { client_id: clientId });
  const [opened, setOpened] = useState<Finding>();
  const columns = useColumns(setOpened);
  return (
    <Card title={t('desk.section.duplicates')} isFlush>
      <Loaded read={read}>
        {({ findings }) =>
          findings.length === 0 ? (
            <p className={styles.none}>{t('duplicates.none')}</p>
          ) : (
            <Table label={t('desk.section.duplicates')} isDense rows={findings} rowKey={({ id }) => id} columns={columns} />
          )
        }
      </Loaded>
      {opened && <DecisionDialog finding={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

function useColumns(open: (finding: Finding) => void): readonly Column<Finding>[] {
  const { t, dateTime } = useWords();
  const { rights } = useStaff();
  return [
    {
      key: 'client',
      title: t('duplicates.client'),
      cell: ({ other }) => (
        <PageLink
          to={{ page: deskLinks.client, params: { id: other.client_id } }}
        >{`${other.client_id} ${other.email}`}</PageLink>
      ),
    },
    { key: 'name', title: t('duplicates.name'), cell: ({ other }) => other.name },
    { key: 'status', title: t('duplicates.status'), cell: ({ other }) => other.status },
    {
      key: 'common',
      title: t('duplicates.common'),
      cell: ({ in_common: kinds }) => kinds.map((kind) => t(`duplicates.kind.${kind}`)).join(', '),
    },
    {
      key: 'found',
      title: t('duplicates.found'),
      cell: ({ found_at: at, is_earlier: isEarlier }) =>
        `${dateTime(at)}, ${t(isEarlier ? 'duplicates.earlier' : 'duplicates.later')}`,
    },
    {
      key: 'decision',
      title: t('duplicates.decision'),
      onPhone: 'action',
      cell: (finding) =>
        finding.decision === null && rights.includes('papers') ? (
          <Button look="plain" size="small" onClick={() => open(finding)}>
            {t('duplicates.decide')}
          </Button>
        ) : (
          finding.decision !== null && t(`duplicates.${finding.decision}`)
        ),
    },
  ];
}
