import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { AskedFactors, FactorKind, PasskeyAnswer } from '../../protocol/proof.ts';
import { recoveryHash, windowOf } from './codes.ts';
import { isPasskeyRight, passkeyRequest, type PasskeyNeeds } from './passkeys.ts';
import { factorRow, passkeysOf, spendCode, takeWindow, type FactorRow, type PasskeyRow } from './store.ts';

export interface FactorNeeds extends PasskeyNeeds {
  readonly vault: { open(sealed: string): string; seal(secret: string): string };
}

/** What came along as the second factor. */
export interface GivenFactor {
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
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
  /** What alone it proves: a passkey's answer to anything else is wrong. A code is good once whatever it is for. */
  readonly binds?: string;
}

/** Whether the second factor that came along is the client's, and uses it up: within the transaction that does what it is for. */
export async function takeFactor(sql: Sql, app: FactorNeeds, { clientId, given, binds }: Asking): Promise<FactorVerdict> {
  const [row, keys] = [await factorRow(sql, clientId), await passkeysOf(sql, clientId)];
  const kinds = kindsOf(row, keys);
  if (kinds.length === 0) return { outcome: 'none' };
  const { code, passkey } = given;
  if (passkey) {
    const isRight = await isPasskeyRight(sql, app, { client: clientId, keys, answer: passkey, binds });
    return isRight ? { outcome: 'given', kind: 'passkey', codesLeft: row.codes_left } : { outcome: 'wrong' };
  }
  if (code === undefined || code === '') {
    const request =
      keys.length > 0 ? { passkey: { ...(await passkeyRequest(sql, app, { client: clientId, keys, binds })) } } : {};
    return { outcome: 'missing', asked: { factors: kinds, ...request } };
  }
  if (await takeCode(sql, app, { clientId, row, code })) return { outcome: 'given', kind: 'totp', codesLeft: row.codes_left };
  const isSpent = await spendCode(sql, { client: clientId, hash: recoveryHash(code), at: app.clock.now() });
  return isSpent ? { outcome: 'given', kind: 'recovery', codesLeft: row.codes_left - 1 } : { outcome: 'wrong' };
}

/** What can be given. Recovery codes stand in for another factor, so alone they are none. */
export function kindsOf(row: FactorRow, keys: readonly PasskeyRow[]): FactorKind[] {
  const own: FactorKind[] = [
    ...(row.totp_since === null ? [] : (['totp'] as const)),
    ...(keys.length > 0 ? (['passkey'] as const) : []),
  ];
  return own.length > 0 && row.codes_left > 0 ? [...own, 'recovery'] : own;
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
