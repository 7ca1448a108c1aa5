import { useState } from 'react';
import { staffRoles, type StaffRole } from '../../../law/staff.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { staffContract } from '../contract.ts';
import type { MadeLink } from './NewLink.tsx';

interface AddDialogProps {
  readonly onClose: () => void;
  readonly onLink: (link: MadeLink) => void;
}

const fields = ['email', 'name', 'role'] as const;

/** A new member of staff: the answer has the link for their first sign-in. */
export function AddDialog({ onClose, onLink }: AddDialogProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState<{ email: string; name: string; role: StaffRole }>({ email: '', name: '', role: 'agent' });
  const add = useWrite(staffContract.calls.add);
  return (
    <ReasonDialog
      name="staff.add"
      title={t('staff.add')}
      verb={t('staff.add')}
      fields={fields}
      onClose={onClose}
      act={async (reason) => {
        const { member, link } = await add.mutateAsync({ ...typed, email: typed.email.trim(), name: typed.name.trim(), reason });
        onLink({ who: member.email, link });
      }}
    >
      {(errors) => (
        <>
          <TextField
            name="name"
            label={t('staff.name')}
            autoComplete="off"
            maxLength={100}
            value={typed.name}
            error={errors['name']}
            onChange={(event) => setTyped({ ...typed, name: event.target.value })}
          />
          <TextField
            name="email"
            label={t('staff.email')}
            help={t('staff.email.help')}
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            value={typed.email}
            error={errors['email']}
            onChange={(event) => setTyped({ ...typed, email: event.target.value })}
          />
          <RoleField value={typed.role} error={errors['role']} onChange={(role) => setTyped({ ...typed, role })} />
        </>
      )}
    </ReasonDialog>
  );
}

interface RoleFieldProps {
  readonly value: StaffRole;
  readonly error: string | undefined;
  readonly onChange: (role: StaffRole) => void;
}

export function RoleField({ value, error, onChange }: RoleFieldProps) {
  const { t } = useWords();
  return (
    <SelectField
      name="role"
      label={t('staff.role')}
      value={value}
      error={error}
      options={staffRoles.map((role) => ({ value: role, label: t(`desk.role.${role}`) }))}
      onChange={(event) => onChange(staffRoles.find((role) => role === event.target.value) ?? value)}
    />
  );
}
