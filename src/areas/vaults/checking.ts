import { after, hourMs } from '../../base/time.ts';
import type { Sql } from '../../base/sql.ts';
import { formatWeight } from '../../base/weight.ts';
import type { GoldVaultKey } from '../../law/goldVaults.ts';
import { clientsHeld } from '../../ledger/statement.ts';
import type { Settings } from '../../settings/index.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { differencesQueue } from '../platformOperations/face.ts';
import { companiesOf } from './companies.ts';
import { differenceOf } from './rules.ts';
import { addCheck, barsAt, latestStatements, type KeptCheck } from './store.ts';

export interface Checking {
  readonly vault: GoldVaultKey;
  readonly now: Date;
  readonly settings: Settings;
}

export const vaultSubject = (vault: GoldVaultKey): string => `gold_vault:${vault}`;

/**
 * Holds what clients own to the bars and to what the supplier says lies there unallocated, at the instant that its newest statement
 * tells of. What differs, or cannot be known, stands before the desk until a later check finds nothing. Undefined where nobody has
 * any gold.
 */
export async function checkVault(sql: Sql, { vault, now, settings }: Checking): Promise<KeptCheck | undefined> {
  const [newest] = await latestStatements(sql, 1, vault);
  const statement = newest && after(newest.asOf, settings.vaults.statementHours * hourMs) >= now ? newest : undefined;
  const at = statement?.asOf ?? now;
  const [clients, { weight: bars }] = [await ownedIn(sql, vault, at), await barsAt(sql, vault, at)];
  if (!newest && clients === 0n && bars === 0n) return undefined;
  const compared = { clients, bars, unallocated: statement?.unallocated ?? null };
  const check = await addCheck(sql, { vault, at, ...compared, statementId: statement?.id ?? null, checkedAt: now });
  const subject = vaultSubject(vault);
  const difference = differenceOf(compared);
  if (difference === 0n) await closeCase(sql, { queue: differencesQueue.name, subject, outcome: 'same', at: now });
  else
    await openCase(sql, {
      queue: differencesQueue,
      subject,
      detail: {
        kind: 'gold',
        vault,
        clients: grams(clients),
        bars: grams(bars),
        unallocated: statement ? grams(statement.unallocated) : 'no statement',
        difference: difference === null ? 'not known' : grams(difference),
      },
      now,
      hours: settings.desk.businessHours,
    });
  return check;
}

/** What the clients of the vault's companies owned at an instant. */
export async function ownedIn(sql: Sql, vault: GoldVaultKey, at: Date): Promise<bigint> {
  const held = await clientsHeld(sql, 'XAU', at);
  return companiesOf(vault).reduce((sum, company) => sum + (held.get(company) ?? 0n), 0n);
}

const grams = (weight: bigint): string => `${formatWeight(weight, 'g')} g`;
