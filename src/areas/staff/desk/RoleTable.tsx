import { staffRoles } from '../../../law/staff.ts';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { ListCard } from '../../../ui/desk/ListCard.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { rightsOf, roleColumns } from '../rules.ts';
import styles from './Staff.module.css';

/** What each role may do, and what it approves when somebody else has asked. */
export function RoleTable() {
  const { t } = useWords();
  const declared = useDeclared();
  const columns = declared(roleColumns, {
    role: { cell: ({ role }) => <strong>{t(`desk.role.${role}`)}</strong> },
    rights: {
      cell: ({ role }) => (
        <ul className={styles.rights}>
          {rightsOf(role).map((right) => (
            <li key={right} className={styles.right}>
              {t(`staff.right.${right}`)}
            </li>
          ))}
        </ul>
      ),
    },
  });
  return (
    <ListCard
      title={t('staff.roles')}
      table="staff.roles"
      rows={staffRoles.map((role) => ({ role }))}
      rowKey={({ role }) => role}
      columns={columns}
    />
  );
}
