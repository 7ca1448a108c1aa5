import type { GoldVaultKey } from '../../law/goldVaults.ts';
import { companyProfileOf } from '../../law/regions/index.ts';
import { companyIds, type CompanyId } from '../../law/regions/profile.ts';

/** Whose clients' gold lies there. */
export function companiesOf(vault: GoldVaultKey): CompanyId[] {
  return companyIds.filter((company) => companyProfileOf(company).goldVault === vault);
}
