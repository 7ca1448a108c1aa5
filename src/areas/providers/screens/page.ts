import { useClient } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { useLeadOn } from '../../../ui/page/Link.tsx';
import { useUnknownStatus } from '../../../ui/page/unknownStatus.ts';
import { providersContract } from '../contract.ts';
import { leadsFrom, type ProviderPage } from '../rules.ts';

const { calls, pages } = providersContract;

/** The provider's state, and leads on where the page belongs to another one (document 2 §4). */
export function useProviderPage(page: ProviderPage, isAdding = false) {
  const { id } = useClient();
  const read = useRead(calls.ofClient, { clientId: id });
  const status = read.data?.direct.provider.status;
  const to = status === undefined ? undefined : leadsFrom(page, { status, isAdding });
  useUnknownStatus(to === 'unknown' ? status : undefined);
  useLeadOn(to === undefined || to === 'unknown' ? undefined : { page: pages[to] });
  // What belongs to another page is not drawn for a moment.
  return to === undefined ? read : { ...read, data: undefined };
}
