import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { PasskeyCreated } from '../../protocol/proof.ts';
import { newRecoveryCodes, newTotp, recoveryHash, windowOf } from './codes.ts';
import { addPasskey, passkeyCreation } from './passkeys.ts';
import { kindsOf, type FactorNeeds } from './proving.ts';
import { confirmTotp, factorRow, keepCodes, keepTotp, passkeysOf, removePasskey, removeTotp } from './store.ts';

export { newRecoveryCodes, newTotp, recoveryHash, totpUri, windowOf } from './codes.ts';
export { takeFactor, type FactorNeeds, type FactorVerdict, type GivenFactor } from './proving.ts';

/** What a client has as a second factor, as they are shown it. */
interface OwnFactors {
  readonly totpSince: Date | null;
  readonly passkeys: readonly {
    readonly id: number;
    readonly name: string;
    readonly addedAt: Date;
    readonly usedAt: Date | null;
  }[];
  readonly codesLeft: number;
  readonly isOn: boolean;
}

export async function ownFactors(sql: Sql, client: ClientId): Promise<OwnFactors> {
  const [row, keys] = [await factorRow(sql, client), await passkeysOf(sql, client)];
  return {
    totpSince: row.totp_since,
    passkeys: keys.map(({ id, name, created_at: addedAt, used_at: usedAt }) => ({ id, name, addedAt, usedAt })),
    codesLeft: row.codes_left,
    isOn: kindsOf(row, keys).length > 0,
  };
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
  const isFirst = kindsOf(row, await passkeysOf(sql, client)).length === 0;
  if (!(await confirmTotp(sql, { client, step, at: app.clock.now() }))) return undefined;
  return isFirst ? renewCodes(sql, client) : [];
}

/** Fresh recovery codes in the place of all before them. */
export async function renewCodes(sql: Sql, client: ClientId): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  await keepCodes(sql, { client, hashes: codes.map(recoveryHash) });
  return codes;
}

/** What the browser hands to the device that is to make a passkey. */
export function beginPasskey(
  sql: Sql,
  app: FactorNeeds,
  of: { readonly client: ClientId; readonly email: string; readonly issuer: string },
): ReturnType<typeof passkeyCreation> {
  return passkeyCreation(sql, app, { ...of, brand: of.issuer });
}

/** Keeps a passkey that was made. Answers the recovery codes that come with the first factor; undefined: it is none, or one too many. */
export async function finishPasskey(
  sql: Sql,
  app: FactorNeeds,
  of: { readonly client: ClientId; readonly created: PasskeyCreated; readonly name: string },
): Promise<readonly string[] | undefined> {
  const isFirst = !(await ownFactors(sql, of.client)).isOn;
  if (!(await addPasskey(sql, app, of))) return undefined;
  return isFirst ? renewCodes(sql, of.client) : [];
}

/** A factor to be taken away: the app, or a passkey by its number. */
type FactorChoice = { readonly kind: 'totp' } | { readonly kind: 'passkey'; readonly id: number };

/** Takes it away; with the last factor the recovery codes go too. False where there is none. */
export async function dropFactor(sql: Sql, client: ClientId, choice: FactorChoice): Promise<boolean> {
  const isGone = choice.kind === 'totp' ? await removeTotp(sql, client) : await removePasskey(sql, { client, id: choice.id });
  if (isGone && !(await ownFactors(sql, client)).isOn) await keepCodes(sql, { client, hashes: [] });
  return isGone;
}
