import { rowNumber, type ClientId } from '../../base/id.ts';
import { periodOf } from '../../protocol/period.ts';
import type { ListedType, TransferStatus } from './contract.ts';
import type { ListFilters } from './lists.ts';

/** What a list of transfers is narrowed by, as calls have it. */
export interface AskedFilters {
  readonly from?: string | undefined;
  readonly till?: string | undefined;
  readonly transfer_type?: ListedType | undefined;
  readonly status?: TransferStatus | undefined;
  readonly account?: string | undefined;
}

export function filtersOf(clientId: ClientId, asked: AskedFilters): ListFilters {
  return {
    clientId,
    ...periodOf(asked),
    type: asked.transfer_type,
    status: asked.status,
    account: asked.account === undefined ? undefined : (rowNumber(asked.account) ?? nobodys),
  };
}

/** A number that no account has. */
const nobodys = -1;
