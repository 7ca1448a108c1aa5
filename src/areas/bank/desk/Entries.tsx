import { useRead } from '../../../ui/api/reads.ts';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { TakeAlong } from '../../../ui/desk/TakeAlong.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { bankContract, type EntryLine } from '../contract.ts';
import { entryColumns } from '../rules.ts';

const tones = {
  handed: 'gain',
  suspense: 'warn',
  sent_back: 'note',
  returned: 'still',
  waiting: 'warn',
  noted: 'still',
} as const satisfies Record<EntryLine['outcome'], string>;

interface EntriesProps {
  readonly statement: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}

/** What a statement was the first to tell of. */
export function Entries({ statement: { id, name }, onClose }: EntriesProps) {
  const { t } = useWords();
  const declared = useDeclared();
  const place = usePages(String(id));
  const asked = { id: String(id), ...(place.after === undefined ? {} : { after: place.after }) };
  const read = useRead(bankContract.calls.entries, asked, { keepsLast: true });
  const columns = declared(entryColumns, {
    outcome: { cell: ({ outcome }) => <Status tone={tones[outcome]}>{t(`bank.entry.outcome.${outcome}`)}</Status> },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={name}
      size="wide"
      actions={<TakeAlong table="bank.entries" asked={{ statement_id: String(id) }} name={name} />}
    >
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ entries, next }) => (
          <>
            {entries.length === 0 ? (
              <p>{t('bank.entries.none')}</p>
            ) : (
              <Table label={t('bank.entries.list')} isDense rows={entries} rowKey={(entry) => entry.id} columns={columns} />
            )}
            <Pager pages={place} next={next} label={t('bank.entries.pages')} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
