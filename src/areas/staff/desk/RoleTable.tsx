import { roleFacts, staffRoles, type StaffRole } from '../../../law/staff.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import styles from './Staff.module.css';

/** What each role may do, and what it approves when somebody else has asked. */
export function RoleTable() {
  const { t } = useWords();
  return (
    <Card title={t('staff.roles')} isFlush>
      <Table
        label={t('staff.roles')}
        isDense
        rows={staffRoles}
        rowKey={(role) => role}
        columns={[
          { key: 'role', title: t('staff.role'), cell: (role: StaffRole) => <strong>{t(`desk.role.${role}`)}</strong> },
          {
            key: 'rights',
            title: t('staff.rights'),
            cell: (role: StaffRole) => (
              <ul className={styles.rights}>
                {roleFacts[role].rights
                  .filter((right) => right !== 'own_session')
                  .map((right) => (
                    <li key={right} className={styles.right}>
                      {t(`staff.right.${right}`)}
                    </li>
                  ))}
              </ul>
            ),
          },
          {
            key: 'approves',
            title: t('staff.approves'),
            cell: (role: StaffRole) =>
              roleFacts[role].approves.map((kind) => t(`staff.approves.${kind}`)).join(', ') || t('staff.approves.none'),
          },
        ]}
      />
    </Card>
  );
}
