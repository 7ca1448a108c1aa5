import { transferStatuses, type TransferStatus } from '../../../protocol/payment.ts';
import { listedTypes, type ListedType } from '../contract.ts';

/** What the list, the overview of a place and the spreadsheet are narrowed by. */
export interface ListFilters {
  readonly transfer_type?: ListedType;
  readonly status?: TransferStatus;
  readonly from?: string;
  readonly till?: string;
  readonly account?: string;
}

export interface ListQuery extends ListFilters {
  readonly after?: string;
}

/** Reads the filters out of an address; what cannot be one is left out, so that an old link still shows a list. */
export function filtersOf(query: Readonly<Partial<Record<string, string>>>): ListFilters {
  const type = listedTypes.find((known) => known === query['transfer_type']);
  const status = transferStatuses.find((known) => known === query['status']);
  const { from, till, account } = query;
  return {
    ...(type === undefined ? {} : { transfer_type: type }),
    ...(status === undefined ? {} : { status }),
    ...(from !== undefined && isDay(from) ? { from } : {}),
    ...(till !== undefined && isDay(till) ? { till } : {}),
    ...(account !== undefined && /^\d{1,12}$/.test(account) ? { account } : {}),
  };
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export function isFiltered(filters: ListFilters): boolean {
  return Object.keys(filters).length > 0;
}
