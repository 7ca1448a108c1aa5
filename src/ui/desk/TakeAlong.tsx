import { useState } from 'react';
import { beginDeskExport, exportFormats, type ExportFormat } from '../../protocol/exports.ts';
import { deskLinks } from '../../protocol/deskLinks.ts';
import { useWrite } from '../api/reads.ts';
import { Button } from '../components/Button.tsx';
import { SelectField } from '../components/Choice.tsx';
import { useOpen } from '../page/Link.tsx';
import { useWords } from '../words/context.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';

interface TakeAlongProps {
  /** The list's key, as its area's `deskTables.ts` has it. */
  readonly table: string;
  /** What is asked for of it; undefined filters are left out. */
  readonly asked?: Readonly<Record<string, string | undefined>>;
  /** What the screen calls it. */
  readonly name: string;
}

/** Has a list of the desk written as a file while nobody waits, and leads to where it can be watched and fetched. */
export function TakeAlong(props: TakeAlongProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="plain" size="small" icon="download" onClick={() => setOpen(true)}>
        {t('desk.export')}
      </Button>
      {isOpen && <Asking {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Asking({ table, asked, name, onClose }: TakeAlongProps & { readonly onClose: () => void }) {
  const { t } = useWords();
  const open = useOpen();
  const begin = useWrite(beginDeskExport);
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const filled = Object.fromEntries(Object.entries(asked ?? {}).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  return (
    <ReasonDialog
      name={`export/${table}`}
      title={t('desk.export.title', { name })}
      verb={t('desk.export.verb')}
      onClose={onClose}
      fields={['format']}
      act={async (reason) => {
        await begin.mutateAsync({ table, asked: filled, format, reason });
        open({ page: deskLinks.exports });
      }}
    >
      {(errors) => (
        <>
          <p>{t('desk.export.text')}</p>
          <SelectField
            name="format"
            label={t('desk.export.format')}
            error={errors['format']}
            value={format}
            onChange={({ target }) => setFormat(exportFormats.find((each) => each === target.value) ?? 'xlsx')}
            options={exportFormats.map((each) => ({ value: each, label: t(`desk.export.format.${each}`) }))}
          />
        </>
      )}
    </ReasonDialog>
  );
}
