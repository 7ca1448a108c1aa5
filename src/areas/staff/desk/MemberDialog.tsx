import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useStaff } from '../../../ui/desk/staff.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { staffContract, type Member } from '../contract.ts';
import { RoleField } from './AddDialog.tsx';
import type { MadeLink } from './NewLink.tsx';
import styles from './Staff.module.css';

const { calls } = staffContract;
type Act = 'role' | 'disable' | 'enable' | 'link';

interface MemberDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
  readonly onLink: (link: MadeLink) => void;
}

/** A member of staff, and what can be changed: another role, in or out, a new one-time link. Never one's own. */
export function MemberDialog(props: MemberDialogProps) {
  const { member, onClose } = props;
  const { t, dateTime } = useWords();
  const { staffId } = useStaff();
  const [act, setAct] = useState<Act>();
  if (act !== undefined) return <ActDialog {...props} act={act} />;
  const isOff = member.status === 'disabled';
  return (
    <Dialog isOpen onClose={onClose} title={member.name}>
      <div className={styles.acts}>
        <Facts
          items={[
            { key: 'email', name: t('staff.email'), value: member.email },
            { key: 'role', name: t('staff.role'), value: t(`desk.role.${member.role}`) },
            { key: 'status', name: t('staff.status'), value: t(`staff.status.${member.status}`) },
            {
              key: 'factor',
              name: t('staff.factor'),
              value: t(member.has_second_factor ? 'staff.factor.on' : 'staff.factor.off'),
            },
            {
              key: 'seen',
              name: t('staff.seen'),
              value: member.last_seen_at === null ? t('staff.seen.never') : dateTime(member.last_seen_at),
            },
          ]}
        />
        {member.staff_id === staffId ? (
          <Notice>{t('staff.own')}</Notice>
        ) : (
          <div className={styles.buttons}>
            <Button look="plain" onClick={() => setAct('role')}>
              {t('staff.act.role')}
            </Button>
            {!isOff && (
              <Button look="plain" onClick={() => setAct('link')}>
                {t('staff.act.link')}
              </Button>
            )}
            <Button look={isOff ? 'plain' : 'danger'} onClick={() => setAct(isOff ? 'enable' : 'disable')}>
              {t(isOff ? 'staff.act.enable' : 'staff.act.disable')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function ActDialog({ member, act, onClose, onLink }: MemberDialogProps & { readonly act: Act }) {
  const { t } = useWords();
  const [role, setRole] = useState(member.role);
  const changeRole = useWrite(calls.changeRole);
  const changeStatus = useWrite(calls.changeStatus);
  const renewLink = useWrite(calls.renewLink);
  const staff_id = String(member.staff_id);
  const acts: Readonly<Record<Act, (reason: string) => Promise<unknown>>> = {
    role: (reason) => changeRole.mutateAsync({ staff_id, role, reason }),
    disable: (reason) => changeStatus.mutateAsync({ staff_id, status: 'disabled', reason }),
    enable: (reason) => changeStatus.mutateAsync({ staff_id, status: 'active', reason }),
    link: async (reason) => {
      const { link } = await renewLink.mutateAsync({ staff_id, reason });
      onLink({ who: member.email, link });
    },
  };
  return (
    <ReasonDialog
      name={`staff/${act}/${staff_id}`}
      title={t('staff.act.title', { act: t(`staff.act.${act}`), who: member.name })}
      verb={t(`staff.act.${act}`)}
      isDanger={act === 'disable'}
      fields={['role']}
      refusal={act === 'role' && role === member.role ? t('staff.act.sameRole') : undefined}
      onClose={onClose}
      act={acts[act]}
    >
      {(errors) => (
        <>
          <p className={styles.text}>{t(`staff.act.${act}.text`)}</p>
          {act === 'role' && <RoleField value={role} error={errors['role']} onChange={setRole} />}
        </>
      )}
    </ReasonDialog>
  );
}
