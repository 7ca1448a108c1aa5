import { useGate } from '../api/context.tsx';
import { useWrite } from '../api/reads.ts';
import { Button } from '../components/Button.tsx';
import { WriteFailure } from '../components/States.tsx';
import { useOpen } from '../page/Link.tsx';
import { beginExport, type ExportAsked } from '../../protocol/exports.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

interface PrepareExportProps {
  readonly asked: ExportAsked;
  readonly format: 'csv' | 'xlsx' | 'pdf';
  readonly label: string;
}

/** Has a long list written while nobody waits, and leads to where it can be watched and fetched. */
export function PrepareExport({ asked, format, label }: PrepareExportProps) {
  const shut = useGate('export_transfers');
  const open = useOpen();
  const begin = useWrite(beginExport);
  const start = async (): Promise<void> => {
    await begin.mutateAsync({ ...asked, format });
    open({ page: pageLinks.exports });
  };
  return (
    <>
      <Button
        look="plain"
        icon="file"
        isBusy={begin.isPending}
        refusal={shut?.message}
        onClick={() => void start().catch(() => undefined)}
      >
        {label}
      </Button>
      <WriteFailure failure={begin.error} />
    </>
  );
}
