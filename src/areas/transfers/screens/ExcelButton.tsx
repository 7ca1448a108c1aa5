import { useGate } from '../../../ui/api/context.tsx';
import { useDownload } from '../../../ui/api/download.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { transfersContract } from '../contract.ts';
import type { ListFilters } from './listFilters.ts';

const bytesInKilobyte = 1024;

/** The filtered list as a workbook, with how much of it has come. */
export function ExcelButton({ filters }: { readonly filters: ListFilters }) {
  const { t, number } = useWords();
  const shut = useGate('export_transfers');
  const excel = useDownload(transfersContract.calls.spreadsheet);
  const isBusy = excel.bytes !== undefined;
  return (
    <div>
      <Button
        look="plain"
        icon="download"
        isBusy={isBusy}
        refusal={shut?.message}
        onClick={() => void excel.start({ ...filters })}
      >
        {isBusy
          ? t('history.excel.busy', { size: number(Math.ceil((excel.bytes ?? 0) / bytesInKilobyte), 0) })
          : t('history.excel')}
      </Button>
      {isBusy && (
        <Button look="quiet" onClick={excel.cancel}>
          {t('history.excel.stop')}
        </Button>
      )}
      <WriteFailure failure={excel.failure} />
    </div>
  );
}
