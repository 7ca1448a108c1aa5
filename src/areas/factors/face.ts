import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { newRecoveryCodes, newTotp, recoveryHash, windowOf } from './codes.ts';
import { kindsOf, type FactorNeeds } from './proving.ts';
import { confirmTotp, factorRow, keepCodes, keepTotp, removeTotp } from './store.ts';

export { newRecoveryCodes, newTotp, recoveryHash, totpUri, windowOf } from './codes.ts';
export { takeFactor, type FactorNeeds, type FactorVerdict, type GivenFactor } from './proving.ts';

/** What a client has as a second factor, as they are shown it. */
export interface OwnFactors {
  readonly totpSince: Date | null;
  readonly codesLeft: number;
}

export async function ownFactors(sql: Sql, client: ClientId): Promise<OwnFactors> {
  const row = await factorRow(sql, client);
  return { totpSince: row.totp_since, codesLeft: row.codes_left };
}

/** A secret for the client's authenticator app, which counts once a code of it was given; undefined where one counts already. */
export async function beginTotp(
  sql: Sql,
  app: FactorNeeds,
  of: { readonly client: ClientId; readonly email: string; readonly issuer: string },
): Promise<{ readonly secret: string; readonly uri: string } | undefined> {
  const totp = newTotp(of);
  const secret = app.vault.seal(totp.secret);
  return (await keepTotp(sql, { client: of.client, secret, at: app.clock.now() })) ? totp : undefined;
}

/** Has the app count, by the first code of it. Answers the recovery codes that come with the first factor; undefined: a wrong code. */
export async function finishTotp(
  sql: Sql,
  app: FactorNeeds,
  of: { readonly client: ClientId; readonly code: string },
): Promise<readonly string[] | undefined> {
  const { client, code } = of;
  const row = await factorRow(sql, client);
  if (row.totp_secret === null || row.totp_since !== null) return undefined;
  const step = windowOf(code, { secret: app.vault.open(row.totp_secret), afterStep: null, wall: app.clock.wall() });
  if (step === undefined) return undefined;
  const isFirst = kindsOf(row).length === 0;
  if (!(await confirmTotp(sql, { client, step, at: app.clock.now() }))) return undefined;
  return isFirst ? renewCodes(sql, client) : [];
}

/** Fresh recovery codes in the place of all before them. */
export async function renewCodes(sql: Sql, client: ClientId): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  await keepCodes(sql, { client, hashes: codes.map(recoveryHash) });
  return codes;
}

/** Takes the app away; with the last factor the recovery codes go too. False where there is none. */
export async function dropTotp(sql: Sql, client: ClientId): Promise<boolean> {
  if (!(await removeTotp(sql, client))) return false;
  if (kindsOf(await factorRow(sql, client)).length === 0) await keepCodes(sql, { client, hashes: [] });
  return true;
}
