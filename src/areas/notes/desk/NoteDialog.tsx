import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { LinesField } from '../../../ui/components/Field.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useStaff } from '../../../ui/desk/staff.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { longestNote, notesContract, type Note } from '../contract.ts';
import { categoriesFor } from '../rules.ts';

interface NoteDialogProps {
  readonly clientId: string;
  /** The note that it stands in the place of. */
  readonly corrects: Note | undefined;
  readonly onClose: () => void;
}

/** A note, or one that corrects another: what was written stays. */
export function NoteDialog({ clientId, corrects, onClose }: NoteDialogProps) {
  const { t } = useWords();
  const { rights } = useStaff();
  const add = useWrite(notesContract.calls.add);
  const offered = corrects ? [corrects.category] : categoriesFor('writes', rights);
  const [category, setCategory] = useState(offered[0] ?? 'general');
  const [text, setText] = useState(corrects?.text ?? '');
  return (
    <ReasonDialog
      name={`note/${clientId}/${corrects?.id ?? 'new'}`}
      title={t(corrects ? 'notes.desk.correctTitle' : 'notes.desk.add')}
      verb={t('notes.desk.keep')}
      size="wide"
      onClose={onClose}
      fields={['text', 'category']}
      act={(reason) =>
        add.mutateAsync({ client_id: clientId, category, text, reason, ...(corrects ? { corrects: String(corrects.id) } : {}) })
      }
    >
      {(errors) => (
        <>
          <SelectField
            name="category"
            label={t('notes.desk.category')}
            error={errors['category']}
            value={category}
            onChange={({ target }) => setCategory(offered.find((each) => each === target.value) ?? category)}
            options={offered.map((value) => ({ value, label: t(`notes.desk.category.${value}`) }))}
          />
          <LinesField
            name="text"
            label={t('notes.desk.text')}
            error={errors['text']}
            value={text}
            maxLength={longestNote}
            rows={6}
            onChange={({ target }) => setText(target.value)}
          />
        </>
      )}
    </ReasonDialog>
  );
}
