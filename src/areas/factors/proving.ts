import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Clock } from '../../base/time.ts';
import type { AskedFactors, FactorKind } from '../../protocol/proof.ts';
import { recoveryHash, windowOf } from './codes.ts';
import { factorRow, spendCode, takeWindow, type FactorRow } from './store.ts';

export interface FactorNeeds {
  readonly vault: { open(sealed: string): string; seal(secret: string): string };
  readonly clock: Clock;
}

/** What came along as the second factor. */
export interface GivenFactor {
  readonly code?: string | undefined;
}

/** `none`: the client has no second factor. `missing`: nothing came along; these can be given. `wrong`: it is not, or was used. */
export type FactorVerdict =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'missing'; readonly asked: AskedFactors }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'given'; readonly kind: FactorKind; readonly codesLeft: number };

interface Asking {
  readonly clientId: ClientId;
  readonly given: GivenFactor;
}

/** Whether the second factor that came along is the client's, and uses it up: within the transaction that does what it is for. */
export async function takeFactor(sql: Sql, app: FactorNeeds, { clientId, given }: Asking): Promise<FactorVerdict> {
  const row = await factorRow(sql, clientId);
  const kinds = kindsOf(row);
  if (kinds.length === 0) return { outcome: 'none' };
  const { code } = given;
  if (code === undefined || code === '') return { outcome: 'missing', asked: { factors: kinds } };
  if (await takeCode(sql, app, { clientId, row, code })) return { outcome: 'given', kind: 'totp', codesLeft: row.codes_left };
  const isSpent = await spendCode(sql, { client: clientId, hash: recoveryHash(code), at: app.clock.now() });
  return isSpent ? { outcome: 'given', kind: 'recovery', codesLeft: row.codes_left - 1 } : { outcome: 'wrong' };
}

/** What can be given. Recovery codes stand in for another factor, so alone they are none. */
export function kindsOf(row: FactorRow): FactorKind[] {
  if (row.totp_since === null) return [];
  return ['totp', ...(row.codes_left > 0 ? (['recovery'] as const) : [])];
}

interface TakingCode {
  readonly clientId: ClientId;
  readonly row: FactorRow;
  readonly code: string;
}

async function takeCode(sql: Sql, app: FactorNeeds, { clientId, row, code }: TakingCode): Promise<boolean> {
  if (row.totp_secret === null || row.totp_since === null) return false;
  const secret = app.vault.open(row.totp_secret);
  const step = windowOf(code, { secret, afterStep: row.totp_step, wall: app.clock.wall() });
  return step !== undefined && (await takeWindow(sql, { client: clientId, step, secret: app.vault.seal(secret) }));
}
